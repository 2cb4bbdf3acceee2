/** Money that moved: `push` and `paybill` to the business, `reversal` and `b2c` back from it. */
export interface LedgerRow {
  kind: 'push' | 'paybill' | 'reversal' | 'b2c'
  receipt: string
  /** Whole shillings, never negative: the kind says which way they went. */
  amount: number
  /** The customer, whichever side that is. */
  msisdn: string
  /** Of a reversal that of the payment; of a b2c its occasion. */
  account_reference: string
  checkout_request_id: string | null
  /** What M-Pesa charged the business for it. */
  charge: number
  /** Of a reversal: the payment that it gave back. */
  original_receipt: string | null
  /** Of a reversal or b2c: the request behind it. */
  originator_conversation_id: string | null
  at: string
}

/** A payment that somebody typed in himself, to the business number and an account. */
export interface PaybillPayment {
  receipt: string
  msisdn: string
  amount: number
  account: string
  at: string
}

/** Where Safaricom was told to send the two C2B calls. */
export interface C2bRegistration {
  /** 1 hashes the payer's number, 2 masks it. */
  version: 1 | 2
  /** What becomes of a payment about which the validation says nothing. */
  response_type: 'Completed' | 'Cancelled'
  confirmation_url: string
  validation_url: string
}

/** What M-Pesa holds for the business, and how it deals with it. Whole shillings. */
export interface Business {
  /** What customers paid; reversals leave it. */
  working_kes: number
  /** What b2c leaves. Collections do not reach it by themselves. */
  utility_kes: number
  /** Charges that were taken, as a negative balance. */
  charges_kes: number
  reversal_charge_kes: number
  b2c_charge_kes: number
  /** Whether Safaricom asks the business before a payment by hand. */
  external_validation: boolean
  /** Whether Pull Transactions masks who paid by hand, too. */
  masked_pull: boolean
}

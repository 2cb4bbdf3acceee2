/** Money that moved: `push` and `paybill` to the business, `reversal` and `b2c` back from it. */
export interface LedgerRow {
  kind: 'push' | 'paybill' | 'reversal' | 'b2c'
  receipt: string
  /** Whole shillings, never negative: the kind says which way they went. */
  amount: number
  /** The customer, whether paying or paid. */
  msisdn: string
  /** For a reversal: the reference of the payment. For a b2c: its occasion. */
  account_reference: string
  checkout_request_id: string | null
  /** The fee that M-Pesa charged the business. */
  charge: number
  /** For a reversal: the receipt of the payment that it gave back. */
  original_receipt: string | null
  /** For a reversal or b2c: the request that caused it. */
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

/** The addresses for the two C2B calls, as registered with Safaricom. */
export interface C2bRegistration {
  /** 1 hashes the payer's number, 2 masks it. */
  version: 1 | 2
  /** The outcome of a payment if the validation URL gives no answer. */
  response_type: 'Completed' | 'Cancelled'
  confirmation_url: string
  validation_url: string
}

/** The business's M-Pesa accounts and settings, in whole shillings. */
export interface Business {
  /** The account that customers pay into and that reversals pay from. */
  working_kes: number
  /** The account that b2c pays from. Money from collections arrives here only by a transfer. */
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

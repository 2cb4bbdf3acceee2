/**
 * A movement of money: `push` and `paybill` go to the business, `reversal` and `b2c` go back to the
 * customer, `b2b` goes to another business.
 */
export interface LedgerRow {
  kind: 'push' | 'paybill' | 'reversal' | 'b2c' | 'b2b'
  receipt: string
  /** In whole shillings, never negative. `kind` gives the direction. */
  amount: number
  /** The customer's phone number, for payments in both directions; '' for a b2b payment. */
  msisdn: string
  /** The till or paybill of a b2b payment. */
  payee?: string
  /**
   * The account that the payer gave, the occasion of a b2c payment, or the account of a b2b
   * payment. For a reversal: the account of the reversed payment.
   */
  account_reference: string
  checkout_request_id: string | null
  /** The charge that M-Pesa took from the business. */
  charge: number
  /** The receipt of the reversed payment. */
  original_receipt: string | null
  /** The id of the request that caused a reversal or a b2c payment. */
  originator_conversation_id: string | null
  at: string
}

/** A payment by paybill: the payer typed the business number and an account. */
export interface PaybillPayment {
  receipt: string
  msisdn: string
  amount: number
  account: string
  at: string
}

/** The addresses for C2B validations and confirmations, as registered with Safaricom. */
export interface C2bRegistration {
  /** Version 1 hashes the payer's number, version 2 masks it. */
  version: 1 | 2
  /** Whether a payment is completed or cancelled if the validation URL does not respond. */
  response_type: 'Completed' | 'Cancelled'
  confirmation_url: string
  validation_url: string
}

/** The business's M-Pesa accounts and settings, in whole shillings. */
export interface Business {
  /** The account that receives payments and from which reversals and b2b payments are paid. */
  working_kes: number
  /**
   * The account from which b2c payments are paid. Collected money reaches this account only by a
   * transfer.
   */
  utility_kes: number
  /** The charges that M-Pesa has taken, as a negative balance. */
  charges_kes: number
  reversal_charge_kes: number
  b2c_charge_kes: number
  b2b_charge_kes: number
  /** Whether M-Pesa sends a validation request before a payment by paybill. */
  external_validation: boolean
  /** Whether Pull Transactions masks the payers of payments by paybill, too. */
  masked_pull: boolean
}

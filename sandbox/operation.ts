import type { LedgerRow } from './ledger.ts'

/** The asynchronous calls: M-Pesa acknowledges a request and posts the result later. */
export type OperationKind = 'reversal' | 'b2c' | 'b2b' | 'status' | 'balance'

/** The operations that move money. */
export type MoneyKind = Exclude<OperationKind, 'status' | 'balance'>

export function isMoney(kind: OperationKind): kind is MoneyKind {
  return kind !== 'status' && kind !== 'balance'
}

/** The simulated fault of an operation, chosen at random when the operation is accepted. */
type OperationFault = 'refused' | 'timeout' | 'timeout_done'

export interface Operation {
  kind: OperationKind
  /** Chosen by the caller for a b2c payment, and by M-Pesa for all other calls. */
  originator_conversation_id: string
  conversation_id: string
  /**
   * Whether the initiator's name and SecurityCredential are correct. If false, the result reports
   * the fault.
   */
  is_trusted: boolean
  /** The short code that the request is for. */
  party: string
  /** The receipt that a reversal or a status query names. */
  receipt: string
  /** The conversation id that a status query names. */
  conversation: string
  /** In whole shillings; 0 if the operation moves no money. */
  amount: number
  /** The phone that a b2c payment goes to; empty for all other calls. */
  msisdn: string
  /** The till or paybill that a b2b payment goes to. */
  payee?: string
  /** The occasion, or the account reference of a b2b payment. */
  occasion: string
  result_url: string
  timeout_url: string
  created_at: string
  fault: OperationFault | null
  /** Missing until the operation is finished. */
  outcome?: OperationOutcome
}

export interface OperationOutcome {
  /** Null if the request waited too long in the queue and its result is unknown to the caller. */
  code: number | string | null
  at: string
  transaction_id: string
  /** The ledger row, if money moved. */
  money: LedgerRow | null
}

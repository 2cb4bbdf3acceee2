import type { LedgerRow } from './ledger.ts'

/** Calls that M-Pesa accepts first, and whose result it posts later to the caller's address. */
export type OperationKind = 'reversal' | 'b2c' | 'status' | 'balance'

/** The planned fault of an operation, drawn when the operation is accepted. */
export type OperationFault = 'refused' | 'timeout' | 'timeout_done'

export interface Operation {
  kind: OperationKind
  /** Chosen by the caller for a b2c, by M-Pesa for the other calls. */
  originator_conversation_id: string
  conversation_id: string
  /** Whether the initiator's name and SecurityCredential are right. If not, the result says so. */
  is_trusted: boolean
  /** The short code that the request is for. */
  party: string
  /** The receipt that a reversal or a status query names. */
  receipt: string
  /** The conversation id that a status query names. */
  conversation: string
  /** Whole shillings, or 0 if the operation moves no money. */
  amount: number
  /** The phone that a b2c pays; empty for other calls. */
  msisdn: string
  occasion: string
  result_url: string
  timeout_url: string
  created_at: string
  fault: OperationFault | null
  /** Missing while the operation is under way. */
  outcome?: OperationOutcome
}

export interface OperationOutcome {
  /** Null if the request waited too long in the queue. QueueTimeOutURL is called in every case. */
  code: number | string | null
  at: string
  transaction_id: string
  /** Set if money moved. */
  money: LedgerRow | null
}

import type { LedgerRow } from './ledger.ts'

/** The calls that are only accepted at first, and answered later at an address of the caller's. */
export type OperationKind = 'reversal' | 'b2c' | 'status' | 'balance'

/** The planned fault of an operation, drawn when the operation is accepted. */
export type OperationFault = 'refused' | 'timeout' | 'timeout_done'

export interface Operation {
  kind: OperationKind
  /** Made by the caller for a b2c, by M-Pesa for the others. */
  originator_conversation_id: string
  conversation_id: string
  /** Whether name and SecurityCredential are the initiator's. If not, the result says so. */
  is_trusted: boolean
  /** The short code in whose name it was asked for. */
  party: string
  /** For a reversal or a status: the receipt that it names. */
  receipt: string
  /** For a status: the conversation that it names. */
  conversation: string
  /** Whole shillings, or 0 if the operation moves no money. */
  amount: number
  /** For a b2c only. */
  msisdn: string
  occasion: string
  result_url: string
  timeout_url: string
  created_at: string
  fault: OperationFault | null
  /** Missing while it runs. */
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

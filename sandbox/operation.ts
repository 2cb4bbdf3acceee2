import type { LedgerRow } from './ledger.ts'

/** The calls that are only accepted at first, and answered later at an address of the caller's. */
export type OperationKind = 'reversal' | 'b2c' | 'status' | 'balance'

/** What the fault plan has in store for one of them, drawn when it is accepted. */
export type Fate = 'refused' | 'timeout' | 'timeout_done'

export interface Operation {
  kind: OperationKind
  /** Made by the caller for a b2c, by M-Pesa for the others. */
  originator_conversation_id: string
  conversation_id: string
  /** Whether name and SecurityCredential are the initiator's; a wrong one is told in the result. */
  is_trusted: boolean
  /** The short code in whose name it was asked for. */
  party: string
  /** Of a reversal or a status: the receipt that it is about. */
  receipt: string
  /** Of a status: the conversation that it is about. */
  conversation: string
  /** Whole shillings; 0 where there is no money in it. */
  amount: number
  /** Of a b2c. */
  msisdn: string
  occasion: string
  result_url: string
  timeout_url: string
  created_at: string
  fate: Fate | null
  /** Missing while it runs. */
  outcome?: Outcome
}

export interface Outcome {
  /** Null where it waited too long in the queue: QueueTimeOutURL is told, whatever happened. */
  code: number | string | null
  at: string
  transaction_id: string
  /** Where money moved. */
  money: LedgerRow | null
}

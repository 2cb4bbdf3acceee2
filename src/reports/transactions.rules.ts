import type { TransactionStatus } from './transactions.contract.ts'

/** What a list shows of an order's state; the states are those that money has come in for. */
export function transactionStatus(state: string): TransactionStatus {
  return state === 'refund_due' || state === 'refunded' ? state : 'paid'
}

import type { Db, Tx } from '../../platform/database/db.ts'
import type { OrderRow } from './new-order.ts'

/** Limits of another room on new orders. */
export type AdmissionPolicy = {
  /** Only orders with the same policy share a batch. */
  name: string
  /** Reads what the limits depend on, once for a batch. Each count that it returns starts at 0. */
  read: (db: Db, orders: readonly OrderRow[]) => Promise<() => AdmissionCount>
}

export type AdmissionCount = {
  /** Throws AppError, or counts the order. */
  admit: (order: OrderRow) => void
  /** Stores what was admitted; false if another process has used up a limit since `read`. */
  store: (tx: Tx) => Promise<boolean>
}

export const NO_LIMITS: AdmissionPolicy = {
  name: 'none',
  read: async () => () => ({ admit: () => {}, store: async () => true }),
}

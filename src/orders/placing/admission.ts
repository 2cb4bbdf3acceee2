import type { Db } from '../../platform/database/db.ts'
import type { CountedKey } from '../../platform/limits/limits.sql.ts'
import type { OrderRow } from './order-row.ts'

/** The limits that another room sets on new orders. */
export type AdmissionPolicy = {
  /** Only orders with the same policy share a batch. */
  name: string
  /** Reads the rows of the limits once per batch; each AdmissionCount starts at 0. */
  read: (db: Db, orders: readonly OrderRow[]) => Promise<() => AdmissionCount>
}

export type AdmissionCount = {
  /** Throws AppError if a limit refuses the order. */
  admit: (order: OrderRow) => void
  /** Keys to store with the orders. */
  counts: () => CountedKey[]
}

export const NO_LIMITS: AdmissionPolicy = {
  name: 'none',
  read: async () => () => ({ admit: () => {}, counts: () => [] }),
}

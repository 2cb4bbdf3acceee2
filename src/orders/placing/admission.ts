import { type BudgetKey, budgetKeys } from '../../messages/budget/budget.ts'
import type { Db } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { type CountedKey, selectCounts } from '../../platform/limits/limits.sql.ts'
import { tooManyRequests } from '../../platform/limits/limits.ts'
import { selectOrganizers } from '../orders.sql.ts'
import { isFreeOrder, type OrderRow } from './order-row.ts'

/** The limits that another room sets on new orders. */
export type AdmissionPolicy = {
  /** The name of the policy. Only orders with the same policy share a batch. */
  name: string
  /** Reads the limits once per batch. Each AdmissionCount that the result makes starts at 0. */
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

type BudgetDeps = Pick<Deps, 'env' | 'clock'>

/**
 * Adds the organizer's budget to the policy. A free order pays for no SMS, so its SMS count for the
 * organizer and for the phone. Codes have a separate budget, so strangers cannot use up this one.
 */
export function withFreeBudget(deps: BudgetDeps, policy: AdmissionPolicy): AdmissionPolicy {
  return {
    name: policy.name,
    read: async (db, orders) => {
      const count = await policy.read(db, orders)
      const free = orders.filter(isFreeOrder)
      if (free.length === 0) return count
      const budget = await readBudget(db, deps, free)
      return () => both(count(), budget())
    },
  }
}

/** Combines two counts. The first count admits first. If it refuses, the second counts nothing. */
const both = (one: AdmissionCount, other: AdmissionCount): AdmissionCount => ({
  admit: (order) => {
    one.admit(order)
    other.admit(order)
  },
  counts: () => [...one.counts(), ...other.counts()],
})

async function readBudget(
  db: Db,
  { env, clock }: BudgetDeps,
  orders: readonly OrderRow[],
): Promise<() => AdmissionCount> {
  const now = clock.now()
  const organizers = await selectOrganizers(db, [...new Set(orders.map((one) => one.event_id))])
  const keysOf = ({ event_id, phone, lines }: OrderRow): BudgetKey[] => {
    const organizerId = organizers.find(({ id }) => id === event_id)?.organizer_id ?? event_id
    // Each line of a free order is one ticket and causes one SMS.
    const recipients = lines.map(() => phone)
    return budgetKeys(env.limits, { budget: 'free', organizerId, recipients })
  }
  const names = new Set(orders.flatMap(keysOf).map(({ key }) => key))
  const counted = await selectCounts(db, [...names], now)
  return () => {
    const admitted = new Map<string, BudgetKey>()
    return {
      admit: (order) => {
        if (!isFreeOrder(order)) return
        const added = keysOf(order).map((one) => {
          const count = one.count + (admitted.get(one.key)?.count ?? 0)
          const before = counted.find(({ key }) => key === one.key)
          if (count + (before?.count ?? 0) <= one.max) return { ...one, count }
          const end = before?.window_end.getTime() ?? now.getTime() + one.windowMs
          throw tooManyRequests(Math.max(1, Math.ceil((end - now.getTime()) / 1000)), one.text)
        })
        for (const one of added) admitted.set(one.key, one)
      },
      counts: () => [...admitted.values()].map(({ text: _, ...key }) => key),
    }
  }
}

import { lockOrder } from '../../orders/orders.sql.ts'
import { assert } from '../../platform/assert.ts'
import { inTransaction, type Tx } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { eachRow } from '../../platform/database/each-row.ts'
import { paymentTimes } from '../declarations.ts'
import { countDifferences } from '../differences.sql.ts'
import { lockPayment } from '../payments.sql.ts'
import { countUnexplained, markReceiptsOverdue, selectOldSuspense } from '../prompts/sweeps.sql.ts'
import { recordRefundDue } from '../record-refund-due.ts'
import { closeUnmatchedWaits, markUnmatchedOverdue } from '../unmatched-receipts.sql.ts'
import { closeUnverifiedReports } from '../unverified-reports.sql.ts'
import { countUnlisted, markUnlisted } from './listed.sql.ts'

const BATCH = 100
const CLAIMS = 1000
const HOUR_MS = 3600_000
const MINUTE_MS = 60_000

/**
 * What M-Pesa's list has not explained within the time that it reaches back, it never will. An
 * amount in suspense is due back then. A payment that only a query proved keeps its tickets and
 * goes without a receipt. Each is told to people once, and both are counted while they last. So is a
 * receipt that a callback told and the list does not show, as early as that can be known.
 */
export async function endLookups(
  deps: Pick<Deps, 'db' | 'log' | 'clock' | 'metrics' | 'timeScale'>,
): Promise<void> {
  const now = deps.clock.now()
  const before = new Date(now.getTime() - paymentTimes(deps.timeScale).lookupMaxMs)
  const told = ({ id, created_at }: { id: string; created_at: Date }) => ({
    payment: id,
    hours: Math.floor((now.getTime() - created_at.getTime()) / HOUR_MS),
  })
  const old = await selectOldSuspense(deps.db, before, BATCH)
  await eachRow(deps.log, old, async (row) => {
    const ended = await inTransaction(deps.db, (tx) => endSuspense(tx, row, now))
    if (ended) deps.log.error(told(row), 'an amount was never explained and is due back')
  })
  for (const row of await markReceiptsOverdue(deps.db, before, now, BATCH)) {
    deps.log.error(told(row), 'M-Pesa never named the receipt of a payment')
  }
  await tellUnlisted(deps, now)
  const claimsBefore = new Date(now.getTime() - paymentTimes(deps.timeScale).claimMs)
  await closeUnverifiedReports(deps.db, claimsBefore, CLAIMS)
  await closeUnmatchedWaits(deps.db, claimsBefore)
  const { suspense, receiptless } = await countUnexplained(deps.db)
  deps.metrics.setOverdue('payment_in_suspense', suspense, now)
  deps.metrics.setOverdue('payment_without_receipt', receiptless, now)
  deps.metrics.setOverdue('amount_differs', await countDifferences(deps.db), now)
}

async function tellUnlisted(
  deps: Pick<Deps, 'db' | 'log' | 'metrics' | 'timeScale'>,
  now: Date,
): Promise<void> {
  const { lookupMaxMs, nearEventMs, unlistedMaxMs } = paymentTimes(deps.timeScale)
  const from = (ms: number) => new Date(now.getTime() + ms)
  const when = { told: from(-lookupMaxMs), startsBefore: from(nearEventMs), now }
  for (const { id, receipt, event_id, told_at } of await markUnlisted(deps.db, when, BATCH)) {
    const minutes = Math.floor((now.getTime() - told_at.getTime()) / MINUTE_MS)
    const told = { payment: id, receipt, event: event_id, minutes }
    deps.log.error(told, 'M-Pesa does not list the receipt of a payment')
  }
  for (const row of await markUnmatchedOverdue(deps.db, from(-unlistedMaxMs), now, BATCH)) {
    const told = { receipt: row.receipt, hours: Math.floor(unlistedMaxMs / HOUR_MS) }
    deps.log.error(told, 'M-Pesa confirmed a payment and does not list it')
  }
  const unlisted = await countUnlisted(deps.db, from(-unlistedMaxMs))
  deps.metrics.setOverdue('receipt_not_listed', unlisted, now)
}

/** False if Pull Transactions explained it in this very moment. */
async function endSuspense(
  tx: Tx,
  { id, order_id }: { id: string; order_id: string },
  now: Date,
): Promise<boolean> {
  const order = await lockOrder(tx, order_id, now)
  const payment = await lockPayment(tx, id)
  assert(order, `the payment ${id} has no order`)
  if (payment.use !== 'suspense') return false
  // The callback's word, in want of a better one.
  const amountCents = payment.confirmed_amount_cents!
  const owed = { id, phone: payment.phone, order }
  await recordRefundDue(tx, owed, { amountCents, reason: 'unexplained', now })
  return true
}

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
import { lateBefore, selectListState } from './list-state.sql.ts'
import { countUnlisted, markUnlisted } from './listed.sql.ts'

const BATCH = 100
const REPORTS = 1000
const HOUR_MS = 3600_000
const MINUTE_MS = 60_000

/**
 * Gives up on payments that are too old for M-Pesa's list. Money in suspense becomes due back. A
 * payment that a query proved keeps its tickets. Each payment raises one alert. For a receipt that
 * the list lacks, the alert comes as early as possible.
 */
export async function endLookups(
  deps: Pick<Deps, 'db' | 'log' | 'clock' | 'metrics' | 'timeScale'>,
): Promise<void> {
  const now = deps.clock.now()
  const before = new Date(now.getTime() - paymentTimes(deps.timeScale).lookupMaxMs)
  const fieldsOf = ({ id, created_at }: { id: string; created_at: Date }) => ({
    payment: id,
    hours: Math.floor((now.getTime() - created_at.getTime()) / HOUR_MS),
  })
  const old = await selectOldSuspense(deps.db, before, BATCH)
  await eachRow(deps.log, old, async (row) => {
    const ended = await inTransaction(deps.db, (tx) => endSuspense(tx, row, now))
    if (ended) deps.log.error(fieldsOf(row), 'an amount was never explained and is due back')
  })
  for (const row of await markReceiptsOverdue(deps.db, before, now, BATCH)) {
    deps.log.error(fieldsOf(row), 'M-Pesa never listed the receipt of a payment')
  }
  await alertUnlisted(deps, now)
  const reportedBefore = new Date(now.getTime() - paymentTimes(deps.timeScale).unverifiedMs)
  await closeUnverifiedReports(deps.db, reportedBefore, REPORTS)
  await closeUnmatchedWaits(deps.db, reportedBefore)
  const { suspense, receiptless } = await countUnexplained(deps.db)
  deps.metrics.setOverdue('payment_in_suspense', suspense, now)
  deps.metrics.setOverdue('payment_without_receipt', receiptless, now)
  deps.metrics.setOverdue('amount_differs', await countDifferences(deps.db), now)
}

async function alertUnlisted(
  deps: Pick<Deps, 'db' | 'log' | 'clock' | 'metrics' | 'timeScale'>,
  now: Date,
): Promise<void> {
  const { lookupMaxMs, nearEventMs } = paymentTimes(deps.timeScale)
  const list = await selectListState(deps.db)
  const late = lateBefore(now, deps.timeScale)
  const since = list.alarmed_at && list.unavailable_since
  deps.metrics.setOverdue('list_not_available', { count: since ? 1 : 0, since }, now)
  const from = (ms: number) => new Date(now.getTime() + ms)
  const when = { confirmedBefore: from(-lookupMaxMs), startsBefore: from(nearEventMs), now }
  for (const { id, receipt, event_id, confirmed_at } of await markUnlisted(deps.db, when, BATCH)) {
    const minutes = Math.floor((now.getTime() - confirmed_at.getTime()) / MINUTE_MS)
    const fields = { payment: id, receipt, event: event_id, minutes }
    deps.log.error(fields, 'M-Pesa does not list the receipt of a payment')
  }
  for (const row of await markUnmatchedOverdue(deps.db, late, now, BATCH)) {
    const hours = Math.floor((now.getTime() - row.found_at.getTime()) / HOUR_MS)
    const fields = { receipt: row.receipt, hours }
    deps.log.error(fields, 'M-Pesa confirmed a payment and does not list it')
  }
  const unlisted = await countUnlisted(deps.db, late)
  deps.metrics.setOverdue('receipt_not_listed', unlisted, now)
}

/** Returns false if Pull Transactions has explained it. */
async function endSuspense(
  tx: Tx,
  { id, order_id }: { id: string; order_id: string },
  now: Date,
): Promise<boolean> {
  const order = await lockOrder(tx, order_id, now)
  const payment = await lockPayment(tx, id)
  assert(order, `the payment ${id} has no order`)
  if (payment.use !== 'suspense') return false
  // The reported amount is the best amount that we have.
  const amountCents = payment.confirmed_amount_cents!
  const owed = { id, phone: payment.phone, order }
  await recordRefundDue(tx, owed, { amountCents, reason: 'unexplained', now })
  return true
}

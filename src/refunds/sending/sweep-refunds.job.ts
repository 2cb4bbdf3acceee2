import { inTransaction } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { eachRow } from '../../platform/database/each-row.ts'
import { isDue } from '../../platform/jobs/due.sql.ts'
import { queueJob, queueMissing } from '../../platform/jobs/jobs.ts'
import { acquireSlot, isSlotFree } from '../../platform/limits/limits.sql.ts'
import { refundTimes } from '../declarations.ts'
import { payRefund, queryAttempt } from '../jobs.ts'
import { openRefund } from '../open-refund.job.ts'
import { ON_ITS_WAY } from '../refund.rules.ts'
import { areForgotten, areRefundsDue, selectForgotten, takeRefundsDue } from '../refunds.sql.ts'
import { BALANCE_SLOT, insertAttempt, selectBalance, sumOwed } from './attempts.sql.ts'
import type { RefundDeps } from './pay-refund.job.ts'
import { addressesOf, newAttempt, recordQuery } from './refund-attempts.ts'

const BATCH = 100

/**
 * Sends refunds whose time has come, and queries attempts that have no result because of a crash or
 * because M-Pesa sent none.
 */
export async function sweepRefunds(deps: RefundDeps): Promise<void> {
  const times = refundTimes(deps.timeScale)
  const now = deps.clock.now()
  const before = new Date(now.getTime() - times.forgottenMs)
  if (!(await isDue(deps.db, areForgotten(before), areRefundsDue(now)))) return
  await eachRow(deps.log, await selectForgotten(deps.db, before, BATCH), (id) =>
    openRefund(deps, id),
  )
  const after = (ms: number) => new Date(now.getTime() + ms)
  await inTransaction(deps.db, async (tx) => {
    const until = after(times.sendingMaxMs)
    const due = await takeRefundsDue(tx, { now, until, states: ['due'], count: BATCH })
    const jobs = due.map((refundId) => ({ refundId }))
    await queueMissing(tx, payRefund, 'refundId', jobs)
  })
  // Queued in a separate batch and lane: while M-Pesa does not respond, each query takes half a
  // minute.
  await inTransaction(deps.db, async (tx) => {
    const until = after(times.askingMaxMs)
    const silent = await takeRefundsDue(tx, { now, until, states: [...ON_ITS_WAY], count: BATCH })
    // Do not use queueMissing: an earlier job of this refund may exist and would do nothing,
    // because its `nextAt` is out of date.
    for (const refundId of silent) {
      await queueJob(tx, queryAttempt, { refundId, nextAt: until.toISOString() })
    }
  })
}

/**
 * Queries the balances, in a single process: an hour after the last query, or a day after a result
 * that agreed with the books.
 */
export async function sweepBalance(deps: RefundDeps): Promise<void> {
  const { balanceAgainMs } = refundTimes(deps.timeScale)
  const now = deps.clock.now()
  if (!(await isDue(deps.db, isSlotFree(BALANCE_SLOT, now)))) return
  if ((await acquireSlot(deps.db, BALANCE_SLOT, 1000 / balanceAgainMs, now)) !== null) return
  await queryBalance(deps)
}

/**
 * Queries the balances of the accounts that collect and that pay refunds. Each B2C result reports the
 * balance of the paying account as well. Returns whether M-Pesa accepted the queries.
 */
export async function queryBalance(deps: RefundDeps): Promise<boolean> {
  const isAccepted = await queryBalanceOf(deps, 'balance')
  const { shortcode, b2cShortcode } = deps.env.mpesa
  if (shortcode === b2cShortcode) return isAccepted
  return (await queryBalanceOf(deps, 'working')) && isAccepted
}

async function queryBalanceOf(deps: RefundDeps, kind: 'balance' | 'working'): Promise<boolean> {
  const now = deps.clock.now()
  const call = newAttempt()
  await inTransaction(deps.db, (tx) => insertAttempt(tx, { ...call, refundId: null, kind, now }))
  const of = kind === 'balance' ? 'b2c' : 'collection'
  const asked = { of, ...addressesOf(deps, call), remarks: 'Balance' } as const
  const answer = await deps.daraja.askBalance(asked)
  await recordQuery(deps, call, answer)
  return answer.kind === 'accepted'
}

/**
 * Warns if the latest balance is less than the sum of the refunds to be paid, before the account
 * runs dry. Logs once when the shortage begins; the metric stays set until the shortage ends.
 */
export async function gaugeBalance(
  deps: Pick<Deps, 'db' | 'log' | 'clock' | 'metrics'>,
): Promise<void> {
  const balance = await selectBalance(deps.db)
  const owed = await sumOwed(deps.db)
  const holds = balance?.utility_cents ?? null
  const isLow = holds !== null && holds < owed
  const overdue = { count: isLow ? 1 : 0, since: isLow ? balance!.at : null }
  if (deps.metrics.setOverdue('refunds_above_balance', overdue, deps.clock.now()))
    deps.log.error({ holds, owed }, 'the utility account holds less than is to be refunded')
}

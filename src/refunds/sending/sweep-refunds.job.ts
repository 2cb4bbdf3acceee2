import { inTransaction } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { eachRow } from '../../platform/database/each-row.ts'
import { isDue } from '../../platform/jobs/due.sql.ts'
import { queueJob, queueMissing } from '../../platform/jobs/jobs.ts'
import { areChargesDue, takeChargesDue } from '../charges.sql.ts'
import { refundTimes } from '../declarations.ts'
import { payRefund, queryAttempt, queryCharge } from '../jobs.ts'
import { openRefund } from '../open-refund.job.ts'
import { ON_ITS_WAY } from '../refund.rules.ts'
import { areForgotten, areRefundsDue, selectForgotten, takeRefundsDue } from '../refunds.sql.ts'
import { insertAttempt, selectBalance, sumOwed } from './attempts.sql.ts'
import type { RefundDeps } from './pay-refund.job.ts'
import { addressesOf, newAttempt, recordQuery } from './refund-attempts.ts'
import { isSendingOn } from './sending-switch.ts'

const BATCH = 100

/** Refunds whose time has come again, and those that a crash or a silence left where they are. */
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
  // In a batch and a lane of their own: while M-Pesa is silent, each question takes half a minute.
  await inTransaction(deps.db, async (tx) => {
    const until = after(times.askingMaxMs)
    const silent = await takeRefundsDue(tx, { now, until, states: [...ON_ITS_WAY], count: BATCH })
    // Not by queueMissing: the job of an earlier look asks nothing any more.
    for (const refundId of silent) {
      await queueJob(tx, queryAttempt, { refundId, nextAt: until.toISOString() })
    }
  })
}

/** Payments of which M-Pesa did not say what it took for them; while nothing is sent, nothing is asked. */
export async function sweepCharges(deps: RefundDeps): Promise<void> {
  if (!(await isDue(deps.db, areChargesDue(deps.clock.now())))) return
  const pausesMs = refundTimes(deps.timeScale).chargePausesMs
  await inTransaction(deps.db, async (tx) => {
    if (!(await isSendingOn(tx))) return
    const due = await takeChargesDue(tx, { now: deps.clock.now(), pausesMs, count: BATCH })
    const jobs = due.map((refundId) => ({ refundId }))
    await queueMissing(tx, queryCharge, 'refundId', jobs)
  })
}

/** Asks M-Pesa what it holds for us; each payment to a customer tells it besides. */
export async function queryBalance(deps: RefundDeps): Promise<void> {
  const now = deps.clock.now()
  const call = newAttempt()
  await inTransaction(deps.db, (tx) =>
    insertAttempt(tx, { ...call, refundId: null, kind: 'balance', now }),
  )
  const asked = { of: 'b2c', ...addressesOf(deps, call), remarks: 'Balance' } as const
  await recordQuery(deps, call, await deps.daraja.askBalance(asked))
}

/**
 * Before the account runs dry: what it held last is less than what is to be paid from it. Each time that
 * begins it is logged once, however often this is asked; the metric stands until it ends.
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

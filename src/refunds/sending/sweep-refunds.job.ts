import { inTransaction } from '../../platform/database/db.ts'
import { eachRow } from '../../platform/database/each-row.ts'
import { isDue } from '../../platform/jobs/due.sql.ts'
import { queueJob, queueMissing } from '../../platform/jobs/jobs.ts'
import { openRefund } from '../open-refund.job.ts'
import { ON_ITS_WAY } from '../refund.rules.ts'
import { areForgotten, areRefundsDue, selectForgotten, takeRefundsDue } from '../refunds.sql.ts'
import { refundTimes } from '../times.ts'
import { askCharge } from './ask-charge.job.ts'
import { askWhatBecame } from './ask-what-became.job.ts'
import { insertCall } from './calls.sql.ts'
import { areChargesDue, takeChargesDue } from './charges.sql.ts'
import { payRefund, type RefundDeps } from './pay-refund.job.ts'
import { recordQuestion } from './record-question.ts'
import { addressesOf, newCall } from './refund-calls.ts'
import { isSendingOn } from './sending.sql.ts'

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
      await queueJob(tx, askWhatBecame, { refundId, nextAt: until.toISOString() })
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
    await queueMissing(tx, askCharge, 'refundId', jobs)
  })
}

/** Asks M-Pesa what it holds for us; each payment to a customer tells it besides. */
export async function askBalance(deps: RefundDeps): Promise<void> {
  const now = deps.clock.now()
  const call = newCall()
  await inTransaction(deps.db, (tx) =>
    insertCall(tx, { ...call, refundId: null, kind: 'balance', now }),
  )
  const asked = { of: 'b2c', ...addressesOf(deps, call), remarks: 'Balance' } as const
  await recordQuestion(deps, call, await deps.daraja.askBalance(asked))
}

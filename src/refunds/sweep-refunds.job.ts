import { assert } from '../platform/assert.ts'
import { inTransaction } from '../platform/db.ts'
import type { Deps } from '../platform/deps.ts'
import { eachRow } from '../platform/each-row.ts'
import { queueJob } from '../platform/jobs.ts'
import { insertCall, recordCall, selectBalance, selectCalls, sumOwed } from './calls.sql.ts'
import { openRefund } from './open-refund.job.ts'
import { payRefund, type RefundDeps } from './pay-refund.job.ts'
import { recordQuestion } from './record-question.ts'
import { backoffMs, isOnItsWay, openMoneyCall } from './refund.rules.ts'
import { addressesOf, newCall } from './refund-calls.ts'
import {
  changeRefundState,
  lockRefund,
  selectForgotten,
  setNextLook,
  takeRefundsDue,
} from './refunds.sql.ts'
import { refundTimes } from './times.ts'

const BATCH = 100

/** Refunds whose time has come again, and those that a crash or a silence left where they are. */
export async function sweepRefunds(deps: RefundDeps): Promise<void> {
  const times = refundTimes(deps.timeScale)
  const now = deps.clock.now()
  const before = new Date(now.getTime() - times.forgottenMs)
  await eachRow(deps.log, await selectForgotten(deps.db, before, BATCH), (id) =>
    openRefund(deps, id),
  )
  const until = new Date(now.getTime() + times.sendingMaxMs)
  const states = ['due', 'sending', 'sent', 'unknown'] as const
  const due = await inTransaction(deps.db, async (tx) => {
    const taken = await takeRefundsDue(tx, { now, until, states: [...states], count: BATCH })
    for (const { id, state } of taken) {
      if (state === 'due') await queueJob(tx, payRefund, { refundId: id })
    }
    return taken
  })
  const silent = due.filter(({ state }) => state !== 'due')
  await eachRow(deps.log, silent, ({ id }) => askWhatBecame(deps, id))
}

/** A call that nobody answered is unclear by now, and M-Pesa is asked what became of it. */
async function askWhatBecame(deps: RefundDeps, refundId: string): Promise<void> {
  const now = deps.clock.now()
  const question = newCall()
  const subject = await inTransaction(deps.db, async (tx) => {
    const refund = await lockRefund(tx, refundId)
    if (!refund || !isOnItsWay(refund.state)) return null
    const call = openMoneyCall(await selectCalls(tx, refundId))
    const nextAt = new Date(
      now.getTime() + backoffMs(refund.tries, refundTimes(deps.timeScale).lookMs),
    )
    if (!call) {
      // Each call has ended, and what became of a lost one is remembered with it (`nextWay`): as
      // after 'not found', the same is asked for once more.
      deps.log.error(
        { refund: refundId, state: refund.state },
        'a refund was on its way by no call',
      )
      const change = { cause: 'no call', now, nextAt }
      assert(await changeRefundState(tx, refundId, 'due', change), 'it moved')
      return null
    }
    if (refund.state === 'unknown') {
      await setNextLook(tx, refundId, nextAt, true)
    } else {
      const change = { cause: 'silence', now, nextAt, isTry: true }
      assert(await changeRefundState(tx, refundId, 'unknown', change), 'it moved')
      await recordCall(tx, call.id, 'unknown', { now })
    }
    await insertCall(tx, { ...question, refundId, kind: 'status', now })
    // Of a Reversal whose answer was lost nobody knows the id: then by what it was to give back.
    const id = call.kind === 'b2c' ? refund.originator_id : call.originator_conversation_id
    return id === null
      ? { receipt: refund.mpesa_receipt!, of: 'collection' as const }
      : ({ originatorConversationId: id, of: call.kind === 'b2c' ? 'b2c' : 'collection' } as const)
  })
  if (!subject) return
  const addresses = addressesOf(deps, question)
  const asked = { ...subject, ...addresses, remarks: 'Refund status' }
  await recordQuestion(deps, question, await deps.daraja.askStatus(asked))
}

/** Asks M-Pesa what it holds for us; the answer is told by a sweep that compares it. */
export async function askBalance(deps: RefundDeps): Promise<void> {
  const now = deps.clock.now()
  const call = newCall()
  await inTransaction(deps.db, (tx) =>
    insertCall(tx, { ...call, refundId: null, kind: 'balance', now }),
  )
  const asked = { of: 'b2c', ...addressesOf(deps, call), remarks: 'Balance' } as const
  await recordQuestion(deps, call, await deps.daraja.askBalance(asked))
}

/** Before the account runs dry: what it holds is less than what is to be paid from it. */
export async function gaugeBalance(deps: Pick<Deps, 'db' | 'log' | 'clock' | 'metrics'>) {
  const now = deps.clock.now()
  const balance = await selectBalance(deps.db)
  const owed = await sumOwed(deps.db)
  const holds = balance?.utility_cents ?? null
  const isLow = holds !== null && holds < owed
  if (isLow)
    deps.log.error({ holds, owed }, 'the utility account holds less than is to be refunded')
  deps.metrics.setOverdue(
    'refunds_above_balance',
    { count: isLow ? 1 : 0, since: isLow ? balance!.at : null },
    now,
  )
}

import { holdEnding, queryLane } from '../../orders/hold-ending.job.ts'
import { lockOrder } from '../../orders/orders.sql.ts'
import { inTransaction, type Tx } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import {
  declareJob,
  handleJob,
  type JobOutcome,
  queueJob,
  queueMissing,
} from '../../platform/jobs/jobs.ts'
import { acquireSlot } from '../../platform/limits/limits.sql.ts'
import { type Confirmation, confirmPayment } from '../confirm-payment.ts'
import { paymentCounters } from '../declarations.ts'
import { failPayment } from '../fail-payment.ts'
import { callbackReceived } from '../jobs.ts'
import type { PaymentDeps } from '../mpesa/daraja.ts'
import type { QueryAnswer } from '../mpesa/stk-query.ts'
import { recordCheckoutRequestId } from '../payments.sql.ts'
import { requeueWaiting } from '../unverified-reports.sql.ts'
import { matchesPrompt } from './checkout-request-id.rules.ts'
import { existsWaitingPush, selectOpenPrompt, selectQueryable } from './sweeps.sql.ts'

const pushSilent = declareJob<{ paymentId: string }>('payments.push_silent', queryLane)

export async function queuePushQuery(tx: Tx, paymentId: string): Promise<void> {
  await queueJob(tx, pushSilent, { paymentId })
}

/** For those that have no query in line yet. */
export async function queuePushQueries(tx: Tx, paymentIds: readonly string[]): Promise<void> {
  const jobs = paymentIds.map((paymentId) => ({ paymentId }))
  await queueMissing(tx, pushSilent, 'paymentId', jobs)
}

export const queryPushJob = (deps: PaymentDeps) =>
  handleJob(pushSilent, ({ paymentId }) => queryPush(deps, paymentId))

/** A hold is about to end while its payment may be open: ask before it goes. */
export const askBeforeHoldEnds = (deps: PaymentDeps) =>
  handleJob(holdEnding, async ({ orderId }) => {
    const open = await selectOpenPrompt(deps.db, orderId)
    return open ? await queryPush(deps, open.id) : undefined
  })

async function queryPush(deps: PaymentDeps, paymentId: string): Promise<JobOutcome> {
  const payment = await selectQueryable(deps.db, paymentId)
  const open = payment && ['prompting', 'prompted', 'unknown'].includes(payment.state)
  const requestId = open ? (payment.checkout_request_id ?? toldIdOf(payment)) : null
  if (!open || requestId === null) return
  const now = deps.clock.now()
  const { pushRate } = deps.env.limits
  // Both count against the same quota, and a buyer in line waits for more than an answer.
  if (pushRate > 0 && (await existsWaitingPush(deps.db))) {
    return { againInMs: 1000 }
  }
  const wait = await acquireSlot(deps.db, 'push', pushRate, now)
  // In no hurry, and apart: thousands may be silent at once.
  if (wait !== null) return { againInMs: wait * (1 + Math.random() * 10) }
  const answer = await deps.daraja.query(requestId)
  paymentCounters(deps.metrics).queries.inc({ answer: answer.kind })
  const { id, order_id: orderId } = payment
  const toldId = payment.checkout_request_id === null ? requestId : null
  await settle(deps, { id, orderId, toldId }, answer)
}

type Queryable = NonNullable<Awaited<ReturnType<typeof selectQueryable>>>

/**
 * What a callback told where the push's own answer never came. A query's answer names no order: it
 * speaks of this prompt only if the id can be no other one's.
 */
function toldIdOf(payment: Queryable): string | null {
  const { told_request_id: id, is_told_elsewhere, phone, prompting_at: at } = payment
  if (id === null || at === null || is_told_elsewhere) return null
  return matchesPrompt(id, { phone, at }) ? id : null
}

type Asked = { id: string; orderId: string; toldId: string | null }

async function settle(
  deps: Pick<Deps, 'db' | 'log' | 'clock' | 'timeScale'>,
  payment: Asked,
  answer: QueryAnswer,
): Promise<void> {
  if (answer.kind === 'pending') return
  if (answer.kind === 'unclear') {
    deps.log.warn({ payment: payment.id, reason: answer.reason }, 'a query told nothing')
    return
  }
  // What was told may be invented, and then it says nothing of the prompt.
  if (answer.kind === 'failed' && payment.toldId !== null) return
  const outcome = await inTransaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    if (answer.kind === 'paid') return await confirm(tx, payment, now)
    const { code } = answer
    await failPayment(tx, payment, { code, by: 'query', now, timeScale: deps.timeScale })
    return 'failed'
  })
  if (outcome === 'not_proved') {
    deps.log.warn({ payment: payment.id }, 'a query says paid, and only a receipt can show it')
  }
}

async function confirm(
  tx: Tx,
  { id, orderId, toldId }: Asked,
  now: Date,
): Promise<Confirmation | 'overtaken'> {
  if (toldId !== null) {
    await lockOrder(tx, orderId, now)
    // The push has told its own meanwhile.
    if (!(await recordCheckoutRequestId(tx, id, toldId))) return 'overtaken'
  }
  const outcome = await confirmPayment(tx, { id, orderId }, { cause: 'query', money: null }, now)
  // What waited for this names the receipt.
  if (outcome === 'confirmed') await requeueWaiting(tx, id, callbackReceived)
  return outcome
}

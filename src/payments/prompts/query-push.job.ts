import { holdEnding } from '../../orders/jobs.ts'
import { lockOrder } from '../../orders/orders.sql.ts'
import { inTransaction, type Tx } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { handleJob, type JobOutcome, queueMissing } from '../../platform/jobs/jobs.ts'
import { acquireSlot } from '../../platform/limits/limits.sql.ts'
import { type Confirmation, confirmPayment } from '../confirm-payment.ts'
import { paymentCounters } from '../declarations.ts'
import { failPayment } from '../fail-payment.ts'
import { callbackReceived, pushSilent } from '../jobs.ts'
import type { QueryAnswer } from '../mpesa/stk-query.ts'
import { recordCheckoutRequestId } from '../payments.sql.ts'
import { requeueWaiting } from '../unverified-reports.sql.ts'
import { matchesPrompt } from './checkout-request-id.rules.ts'
import { existsWaitingPush, selectOpenPrompt, selectQueryable } from './sweeps.sql.ts'

export async function queuePushQueries(tx: Tx, paymentIds: readonly string[]): Promise<void> {
  const jobs = paymentIds.map((paymentId) => ({ paymentId }))
  await queueMissing(tx, pushSilent, 'paymentId', jobs)
}

type QueryDeps = Pick<Deps, 'db' | 'env' | 'clock' | 'log' | 'metrics' | 'timeScale'> & {
  daraja: { query: (requestId: string) => Promise<QueryAnswer> }
}

export const queryPushJob = (deps: QueryDeps) =>
  handleJob(pushSilent, ({ paymentId }) => queryPush(deps, paymentId))

export const askBeforeHoldEnds = (deps: QueryDeps) =>
  handleJob(holdEnding, async ({ orderId }) => {
    const open = await selectOpenPrompt(deps.db, orderId)
    return open ? await queryPush(deps, open.id) : undefined
  })

async function queryPush(deps: QueryDeps, paymentId: string): Promise<JobOutcome> {
  const payment = await selectQueryable(deps.db, paymentId)
  const open = payment && ['prompting', 'prompted', 'unknown'].includes(payment.state)
  const requestId = open ? (payment.checkout_request_id ?? reportedIdOf(payment)) : null
  if (!open || requestId === null) return
  const now = deps.clock.now()
  const { pushRate } = deps.env.limits
  // Prompts and queries share M-Pesa's quota, and buyers come first.
  if (pushRate > 0 && (await existsWaitingPush(deps.db))) {
    return { againInMs: 1000 }
  }
  const wait = await acquireSlot(deps.db, 'push', pushRate, now)
  // Spreads the queries over time, because thousands of prompts may lack a result.
  if (wait !== null) return { againInMs: wait * (1 + Math.random() * 10) }
  const answer = await deps.daraja.query(requestId)
  paymentCounters(deps.metrics).queries.inc({ answer: answer.kind })
  const { id, order_id: orderId } = payment
  const reportedId = payment.checkout_request_id === null ? requestId : null
  await settle(deps, { id, orderId, reportedId }, answer)
}

type Queryable = NonNullable<Awaited<ReturnType<typeof selectQueryable>>>

/** Accepts only an id that no other prompt can have, because a query names no order. */
function reportedIdOf(payment: Queryable): string | null {
  const { reported_request_id: id, is_reported_elsewhere, phone, prompting_at: at } = payment
  if (id === null || at === null || is_reported_elsewhere) return null
  return matchesPrompt(id, { phone, at }) ? id : null
}

type QueriedPayment = { id: string; orderId: string; reportedId: string | null }

async function settle(
  deps: Pick<Deps, 'db' | 'log' | 'clock' | 'timeScale'>,
  payment: QueriedPayment,
  answer: QueryAnswer,
): Promise<void> {
  if (answer.kind === 'pending') return
  if (answer.kind === 'unclear') {
    deps.log.warn({ payment: payment.id, reason: answer.reason }, 'a query gave no usable response')
    return
  }
  // The callback may have invented the reported id, so a failure proves nothing.
  if (answer.kind === 'failed' && payment.reportedId !== null) return
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
  { id, orderId, reportedId }: QueriedPayment,
  now: Date,
): Promise<Confirmation | 'stale'> {
  if (reportedId !== null) {
    await lockOrder(tx, orderId, now)
    // The push has returned its id.
    if (!(await recordCheckoutRequestId(tx, id, reportedId))) return 'stale'
  }
  const outcome = await confirmPayment(tx, { id, orderId }, { cause: 'query', money: null }, now)
  // Callbacks that wait for this confirmation contain the receipt.
  if (outcome === 'confirmed') await requeueWaiting(tx, id, callbackReceived)
  return outcome
}

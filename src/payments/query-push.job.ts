import { holdEnding, queryLane } from '../orders/hold-ending.job.ts'
import { inTransaction, type Tx } from '../platform/db.ts'
import type { Deps } from '../platform/deps.ts'
import { declareJob, handleJob, type JobOutcome, queueJob } from '../platform/jobs.ts'
import { takeTurn } from '../platform/limits.sql.ts'
import { confirmPayment } from './confirm-payment.ts'
import { paymentCounters } from './counters.ts'
import { failPayment } from './fail-payment.ts'
import type { PaymentDeps } from './mpesa/daraja.ts'
import type { QueryAnswer } from './mpesa/stk-query.ts'
import { existsWaitingPush, selectOpenPrompt, selectQueryable } from './sweeps.sql.ts'

const pushSilent = declareJob<{ paymentId: string }>('payments.push_silent', queryLane)

export async function queuePushQuery(tx: Tx, paymentId: string): Promise<void> {
  await queueJob(tx, pushSilent, { paymentId })
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
  if (!open || !payment.checkout_request_id) return
  const now = deps.clock.now()
  const { pushRate } = deps.env.limits
  // Both count against the same quota, and a buyer in line waits for more than an answer.
  if (pushRate > 0 && (await existsWaitingPush(deps.db))) {
    return { againInMs: 1000 }
  }
  const wait = await takeTurn(deps.db, 'push', pushRate, now)
  // In no hurry, and apart: thousands may be silent at once.
  if (wait !== null) return { againInMs: wait * (1 + Math.random() * 10) }
  const answer = await deps.daraja.query(payment.checkout_request_id)
  paymentCounters(deps.metrics).queries.inc({ answer: answer.kind })
  await settle(deps, { id: payment.id, orderId: payment.order_id }, answer)
}

async function settle(
  deps: Pick<Deps, 'db' | 'log' | 'clock' | 'timeScale'>,
  payment: { id: string; orderId: string },
  answer: QueryAnswer,
): Promise<void> {
  if (answer.kind === 'pending') return
  if (answer.kind === 'unclear') {
    deps.log.warn({ payment: payment.id, reason: answer.reason }, 'a query told nothing')
    return
  }
  const outcome = await inTransaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    if (answer.kind === 'paid') {
      return await confirmPayment(tx, payment, { cause: 'query', money: null }, now)
    }
    const { code } = answer
    await failPayment(tx, payment, { code, by: 'query', now, timeScale: deps.timeScale })
    return 'failed'
  })
  if (outcome === 'not_proved') {
    deps.log.warn({ payment: payment.id }, 'a query says paid, and only a receipt can show it')
  }
}

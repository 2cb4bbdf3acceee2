import { isOpen } from '../../events/sales.rules.ts'
import { markPrompted } from '../../orders/holds.ts'
import { orderPlaced } from '../../orders/jobs.ts'
import { type LockedOrder, lockOrder } from '../../orders/orders.sql.ts'
import { assert } from '../../platform/assert.ts'
import { inTransaction, isUniqueViolation, type Tx } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { newId, newToken } from '../../platform/ids.ts'
import { handleJob, type JobOutcome, type RunningJob } from '../../platform/jobs/jobs.ts'
import { paymentCounters, paymentTimes } from '../declarations.ts'
import { failPayment } from '../fail-payment.ts'
import { callbackReceived } from '../jobs.ts'
import type { PushAnswer, PushRequest } from '../mpesa/stk-push.ts'
import { paybillNumber } from '../paybill-number.rules.ts'
import {
  changePaymentState,
  ensurePayment,
  insertPrompting,
  lockPayment,
  lockPaymentOfAttempt,
  type NewPayment,
  type PaymentRow,
  recordPushAnswer,
} from '../payments.sql.ts'
import { requeueWaiting } from '../unverified-reports.sql.ts'
import type { PromptBlockers } from './prompt-blockers.sql.ts'
import { exceedsPromptLimit, readBlockers } from './prompt-limits.ts'
import { msUntilRetry, startNextPrompt } from './prompt-queue.ts'
import { setNextQuery } from './sweeps.sql.ts'

type PushDeps = Pick<Deps, 'db' | 'env' | 'clock' | 'log' | 'metrics' | 'timeScale'> & {
  daraja: { push: (request: PushRequest) => Promise<PushAnswer> }
}

export const requestPush = (deps: PushDeps) =>
  handleJob(orderPlaced, (payload, job) => pushOnce(deps, payload, job))

type Ready = { payment: PaymentRow; accountReference: string }
/** `ready` is the prompt to send now, which may belong to another order. */
type Begun = { own: PaymentRow; ready: Ready | 'none' | 'not yet' }

/**
 * Queues the prompt of one attempt, and sends the next prompt of the queue, which may belong to
 * another order. The state `prompting` is committed before M-Pesa is called. No process sends a
 * prompt in this state, because the prompt may be on the phone, and a second prompt could take the
 * money twice. A sweep finds payments that a crash left in this state.
 */
async function pushOnce(
  deps: PushDeps,
  { orderId, attempt }: { orderId: string; attempt: number },
  job: RunningJob,
): Promise<JobOutcome> {
  const isQueued = deps.env.limits.pushRate > 0
  const begun = await (isQueued ? beginQueued : beginUnqueued)(deps, orderId, attempt)
  if (begun === null) return
  const { own, ready } = begun
  if (ready === 'none' || ready === 'not yet') return await msUntilRetry(deps, own, ready)
  const { payment, accountReference } = ready
  const answer = await deps.daraja.push({
    phone: payment.phone,
    amountCents: payment.amount_cents,
    accountReference,
    callbackUrl: `${deps.env.mpesa.callbackOrigin}/cb/p/${payment.callback_token}`,
  })
  const isOwn = payment.id === own.id
  const outcome = await recordAnswer(deps, payment, answer, isOwn ? job : null)
  return isOwn ? outcome : await msUntilRetry(deps, own, 'not yet')
}

/** Used with a push rate. Commits the queued payment, so that any job can send the prompt. */
async function beginQueued(deps: PromptDeps, orderId: string, attempt: number) {
  const joined = await inTransaction(deps.db, async (tx) => {
    const order = await lockOrder(tx, orderId, deps.clock.now())
    return await joinQueue(deps, tx, order, { orderId, attempt })
  })
  if (!joined) return null
  const { payment: own } = joined
  const start = (tx: Tx, payment: PaymentRow) => startPrompting(deps, tx, payment)
  return { own, ready: await startNextPrompt(deps, start) }
}

/** Used without a push rate. One transaction, because only a prompt on the phone delays it. */
async function beginUnqueued(
  deps: PromptDeps,
  orderId: string,
  attempt: number,
): Promise<Begun | null> {
  const begin = () => inTransaction(deps.db, (tx) => beginOwn(deps, tx, orderId, attempt))
  try {
    return await begin()
  } catch (error) {
    // Lost a race: another prompt opened on this phone. The retry sees it and waits.
    if (!isUniqueViolation(error, 'payment__open_prompt')) throw error
    return await begin()
  }
}

async function beginOwn(
  deps: PromptDeps,
  tx: Tx,
  orderId: string,
  attempt: number,
): Promise<Begun | null> {
  const order = await lockOrder(tx, orderId, deps.clock.now())
  const begun = await promptNew(deps, tx, order, attempt)
  if (begun) return { own: begun.payment, ready: begun }
  const joined = await joinQueue(deps, tx, order, { orderId, attempt })
  if (!joined) return null
  const { payment: own, isPrompted } = joined
  return { own, ready: isPrompted ? 'none' : await prompt(deps, tx, own, joined.order) }
}

async function promptNew(
  deps: PromptDeps,
  tx: Tx,
  order: LockedOrder | undefined,
  attempt: number,
): Promise<Ready | null> {
  if (!isWanted(order, attempt)) return null
  const now = deps.clock.now()
  const row = newPayment(order)
  const blockers = await readBlockers(deps, tx, row, order)
  if (blockers.isPrompted || whyNot(deps, order, blockers, row.created_at) !== null) return null
  const payment = await insertPrompting(tx, row, { now, nextQueryAt: firstQueryAt(deps, now) })
  if (!payment) return null
  await keepHold(deps, tx, order.id, now)
  return { payment, accountReference: order.code }
}

/** The payment's time in the queue counts from the buyer's request, even if the job runs late. */
const newPayment = (order: LockedOrder): NewPayment => ({
  id: newId(),
  order_id: order.id,
  attempt: order.attempt,
  phone: order.phone,
  amount_cents: order.amount_cents,
  callback_token: newToken(),
  created_at: order.since,
})

const isWanted = (order: LockedOrder | undefined, attempt: number | null): order is LockedOrder =>
  order?.state === 'pending' && order.attempt === attempt

type QueuedOrder = {
  payment: PaymentRow
  order: LockedOrder
  /** The phone shows a prompt or is about to. */
  isPrompted: boolean
}

/**
 * Adds the payment to the queue. If the prompt can no longer be sent, takes the payment out of the
 * queue and returns null. A payment that another process is sending counts as queued, because
 * M-Pesa may respond 'later'.
 */
async function joinQueue(
  deps: PromptDeps,
  tx: Tx,
  order: LockedOrder | undefined,
  { orderId, attempt }: { orderId: string; attempt: number },
): Promise<QueuedOrder | null> {
  const payment = isWanted(order, attempt)
    ? await ensurePayment(tx, newPayment(order))
    : await lockPaymentOfAttempt(tx, orderId, attempt)
  if (order && payment?.state === 'prompting') return { payment, order, isPrompted: true }
  if (payment?.state !== 'created') return null
  if (!isWanted(order, attempt)) return await leaveQueue(tx, payment, deps.clock.now())
  const blockers = await readBlockers(deps, tx, payment, order)
  const reason = whyNot(deps, order, blockers, payment.created_at)
  if (reason === null) return { payment, order, isPrompted: blockers.isPrompted }
  await failPush(deps, tx, payment, reason)
  return null
}

/** The reason against the prompt; null if there is none. */
function whyNot(
  deps: PromptDeps,
  order: LockedOrder,
  blockers: PromptBlockers,
  since: Date,
): string | null {
  const age = deps.clock.now().getTime() - since.getTime()
  const isLate = age >= paymentTimes(deps.timeScale).queueMaxMs
  return whyUnwanted(order, blockers) ?? (isLate ? 'busy' : null) ?? whyOverLimit(deps, blockers)
}

/** Why the buyer must not be prompted: the money would be refunded. Null without a reason. */
function whyUnwanted(order: LockedOrder, { isMoneyAwaited }: PromptBlockers): string | null {
  // The event was cancelled or is over.
  if (!isOpen(order.sale_stop)) return 'event_closed'
  return isMoneyAwaited ? 'other_payment' : null
}

function whyOverLimit(deps: Pick<Deps, 'env'>, { unanswered }: PromptBlockers): string | null {
  return exceedsPromptLimit(deps, unanswered) ? 'too_many_prompts' : null
}

/** Ends a queued payment whose order is paid or has ended. */
async function leaveQueue(tx: Tx, { id }: PaymentRow, now: Date): Promise<null> {
  const left = await changePaymentState(tx, id, 'failed', {
    cause: 'push',
    settledBy: 'push',
    resultCode: 'not needed',
    now,
  })
  assert(left, 'a payment that is under lock moved')
  return null
}

type PromptDeps = Pick<Deps, 'db' | 'env' | 'clock' | 'timeScale'>

/** Returns 'dropped' if the payment has left the queue. */
async function startPrompting(
  deps: PromptDeps,
  tx: Tx,
  payment: PaymentRow,
): Promise<Ready | 'dropped'> {
  const now = deps.clock.now()
  const order = await lockOrder(tx, payment.order_id, now)
  if (!isWanted(order, payment.attempt)) {
    const waiting = await lockPayment(tx, payment.id)
    if (waiting.state === 'created') await leaveQueue(tx, waiting, now)
    return 'dropped'
  }
  const blockers = await readBlockers(deps, tx, payment, order)
  const reason = whyUnwanted(order, blockers) ?? whyOverLimit(deps, blockers)
  if (reason !== null) {
    await failPush(deps, tx, payment, reason)
    return 'dropped'
  }
  const ready = await prompt(deps, tx, payment, order)
  return ready === 'none' ? 'dropped' : ready
}

/** Returns 'none' if another process has sent this prompt. */
async function prompt(
  deps: PromptDeps,
  tx: Tx,
  payment: PaymentRow,
  { id, code }: LockedOrder,
): Promise<Ready | 'none'> {
  const now = deps.clock.now()
  const change = { cause: 'turn', now, nextQueryAt: firstQueryAt(deps, now) }
  if (!(await changePaymentState(tx, payment.id, 'prompting', change))) return 'none'
  await keepHold(deps, tx, id, now)
  return { payment: { ...payment, prompting_at: now }, accountReference: code }
}

async function keepHold({ timeScale, env }: PromptDeps, tx: Tx, orderId: string, now: Date) {
  const isByHand = paybillNumber(env.mpesa) !== null
  const isHeld = await markPrompted(tx, orderId, { now, timeScale, isByHand })
  assert(isHeld, 'a pending order has no hold')
}

/** Stored with the prompt, so that the push's response updates no index. */
function firstQueryAt({ timeScale }: Pick<Deps, 'timeScale'>, promptingAt: Date): Date {
  return new Date(promptingAt.getTime() + paymentTimes(timeScale).queryAgesMs[0]!)
}

async function recordAnswer(
  deps: Pick<Deps, 'db' | 'log' | 'clock' | 'metrics' | 'timeScale'>,
  payment: PaymentRow,
  answer: PushAnswer,
  job: RunningJob | null,
): Promise<JobOutcome> {
  paymentCounters(deps.metrics).pushes.inc({ answer: answer.kind })
  if (isOurs(answer)) {
    deps.log.error({ payment: payment.id, answer: answer.raw }, 'M-Pesa refused a push')
  }
  return await inTransaction(deps.db, async (tx) => {
    const outcome = await applyAnswer(deps, tx, payment, answer)
    if (answer.kind === 'accepted') await requeueWaiting(tx, payment.id, callbackReceived, job)
    else if (!outcome) await job?.end(tx)
    return outcome
  })
}

/** Whether a refusal is our fault. A busy phone or an overloaded M-Pesa is not. */
function isOurs(answer: PushAnswer): boolean {
  if (answer.kind === 'later') return /quota/i.test(JSON.stringify(answer.raw))
  return answer.kind === 'refused' && answer.code !== '1001'
}

async function failPush(
  deps: Pick<Deps, 'clock' | 'timeScale'>,
  tx: Tx,
  { id, order_id: orderId }: PaymentRow,
  code: string,
): Promise<undefined> {
  const reason = { code, by: 'push', now: deps.clock.now(), timeScale: deps.timeScale } as const
  await failPayment(tx, { id, orderId }, reason)
}

/** A callback or sweep was faster than the response of the push. */
function logStaleAnswer(deps: Pick<Deps, 'log'>, { id }: PaymentRow): void {
  deps.log.info({ payment: id }, 'stale response to a push: its payment has changed')
}

async function applyAnswer(
  deps: Pick<Deps, 'log' | 'clock' | 'timeScale'>,
  tx: Tx,
  payment: PaymentRow,
  answer: PushAnswer,
): Promise<JobOutcome> {
  if (answer.kind === 'accepted') {
    await applyAccepted(deps, tx, payment, answer)
    return
  }
  const outcome = await applyOther(deps, tx, payment, answer)
  // Stored last, because a refusal must lock the order before the payment.
  await recordPushAnswer(tx, payment.id, answer)
  return outcome
}

type Accepted = Extract<PushAnswer, { kind: 'accepted' }>

async function applyAccepted(
  deps: Pick<Deps, 'log' | 'clock' | 'timeScale'>,
  tx: Tx,
  payment: PaymentRow,
  answer: Accepted,
): Promise<void> {
  const nextQueryAt = firstQueryAt(deps, payment.prompting_at!)
  const change = { cause: 'push', now: deps.clock.now(), nextQueryAt, answer }
  if (await changePaymentState(tx, payment.id, 'prompted', change)) return
  await recordPushAnswer(tx, payment.id, answer)
  // A sweep has made the payment unknown; the query follows nevertheless.
  if (!(await setNextQuery(tx, payment.id, nextQueryAt))) logStaleAnswer(deps, payment)
}

async function applyOther(
  deps: Pick<Deps, 'log' | 'clock' | 'timeScale'>,
  tx: Tx,
  payment: PaymentRow,
  answer: Exclude<PushAnswer, Accepted>,
): Promise<JobOutcome> {
  const now = deps.clock.now()
  switch (answer.kind) {
    case 'unknown': {
      const moved = await changePaymentState(tx, payment.id, 'unknown', { cause: 'push', now })
      if (!moved) logStaleAnswer(deps, payment)
      return
    }
    case 'later':
      await lockOrder(tx, payment.order_id, now)
      if (await changePaymentState(tx, payment.id, 'created', { cause: 'push', now })) {
        return { againInMs: 1000 + Math.random() * 2000 }
      }
      // A sweep has made the payment unknown, but no prompt was sent, so the payment fails.
      return await failPush(deps, tx, payment, 'busy')
    case 'refused':
      return await failPush(deps, tx, payment, answer.code)
  }
}

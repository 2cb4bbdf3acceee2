import { isOpen } from '../events/sales.rules.ts'
import { markPrompted } from '../orders/holds.ts'
import { orderPlaced } from '../orders/order-placed.job.ts'
import { type LockedOrder, lockOrder } from '../orders/orders.sql.ts'
import { assert } from '../platform/assert.ts'
import { inTransaction, isUniqueViolation, type Tx } from '../platform/db.ts'
import type { Deps } from '../platform/deps.ts'
import { newId, newToken } from '../platform/ids.ts'
import { handleJob, type JobOutcome } from '../platform/jobs.ts'
import { takeTurn } from '../platform/limits.sql.ts'
import { callbackReceived } from './callback-received.job.ts'
import { requeueWaiting } from './claims.sql.ts'
import { paymentCounters } from './counters.ts'
import { failPayment } from './fail-payment.ts'
import type { PaymentDeps } from './mpesa/daraja.ts'
import type { PushAnswer } from './mpesa/stk-push.ts'
import {
  changePaymentState,
  countAhead,
  countRecentPrompts,
  ensurePayment,
  existsOpenPrompt,
  isMoneyAwaited,
  lockPaymentOfAttempt,
  type PaymentRow,
  recordPushAnswer,
} from './payments.sql.ts'
import { setNextQuery } from './sweeps.sql.ts'
import { paymentTimes } from './times.ts'

const PHONE_WINDOW_MS = 10 * 60_000
const PHONE_BUSY_MS = 1000

export const requestPush = (deps: PaymentDeps) =>
  handleJob(orderPlaced, (payload) => pushOnce(deps, payload))

type Ready = { payment: PaymentRow; accountReference: string }

/**
 * Sends one prompt for one attempt of an order. `prompting` is committed before the call: a run
 * that finds it there does nothing, for the prompt may be on the phone, and a second one could
 * take the money twice. A sweep finds what is left behind.
 */
async function pushOnce(
  deps: PaymentDeps,
  { orderId, attempt }: { orderId: string; attempt: number },
): Promise<JobOutcome> {
  const now = deps.clock.now()
  const created = await makePayment(deps, orderId, attempt)
  if (!created) return
  const hopeless = await whyHopeless(deps, created, now)
  if (hopeless) {
    await giveUp(deps, created, hopeless)
    return
  }
  // Before it takes a turn: who cannot go yet would take it from those who can.
  if (await existsOpenPrompt(deps.db, created.phone)) return { againInMs: PHONE_BUSY_MS }
  const gap = await takeTurn(deps.db, 'push', deps.env.limits.pushRate, now)
  if (gap !== null) return { againInMs: await waitInLine(deps, created, gap) }
  let ready: Ready | null
  try {
    ready = await startPrompting(deps, created)
  } catch (error) {
    // Another prompt is open on this phone; M-Pesa would refuse both.
    if (!isUniqueViolation(error, 'payment__open_prompt')) throw error
    return { againInMs: PHONE_BUSY_MS }
  }
  if (!ready) return
  const answer = await deps.daraja.push({
    phone: ready.payment.phone,
    amountCents: ready.payment.amount_cents,
    accountReference: ready.accountReference,
    callbackUrl: `${deps.env.mpesa.callbackOrigin}/cb/p/${ready.payment.callback_token}`,
  })
  return await recordAnswer(deps, ready.payment, answer)
}

async function makePayment(
  deps: Pick<Deps, 'db' | 'clock' | 'timeScale'>,
  orderId: string,
  attempt: number,
): Promise<PaymentRow | null> {
  return await inTransaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const order = await lockOrder(tx, orderId, now)
    if (order?.state !== 'pending' || order.attempt !== attempt) {
      await dropWaiting(tx, orderId, attempt, now)
      return null
    }
    await ensurePayment(tx, {
      id: newId(),
      order_id: orderId,
      attempt,
      phone: order.phone,
      amount_cents: order.amount_cents,
      callback_token: newToken(),
      // In line since the order wants it, however late this job came to it.
      created_at: order.since,
    })
    const payment = await lockPaymentOfAttempt(tx, orderId, attempt)
    if (payment?.state !== 'created') return null
    const reason = await whyUnwanted(tx, order)
    if (reason === null) return payment
    await failPush(deps, tx, payment, reason)
    return null
  })
}

/** What came about while the order was in line: nobody is asked for money that would go back. */
async function whyUnwanted(tx: Tx, order: LockedOrder): Promise<string | null> {
  // Cancelled, or over.
  if (!isOpen(order.sale_stop)) return 'event_closed'
  return (await isMoneyAwaited(tx, order.id)) ? 'other_payment' : null
}

/** The order wants this prompt no more, being paid or over: one that waits in line leaves it. */
async function dropWaiting(tx: Tx, orderId: string, attempt: number, now: Date): Promise<void> {
  const payment = await lockPaymentOfAttempt(tx, orderId, attempt)
  if (payment?.state !== 'created') return
  const left = await changePaymentState(tx, payment.id, 'failed', {
    cause: 'push',
    settledBy: 'push',
    resultCode: 'not needed',
    now,
  })
  assert(left, 'a payment that is under lock moved')
}

async function giveUp(
  deps: Pick<Deps, 'db' | 'clock' | 'timeScale'>,
  payment: PaymentRow,
  code: string,
): Promise<void> {
  await inTransaction(deps.db, (tx) => failPush(deps, tx, payment, code))
}

async function whyHopeless(
  deps: Pick<Deps, 'db' | 'env' | 'timeScale'>,
  payment: PaymentRow,
  now: Date,
): Promise<string | null> {
  if (now.getTime() - payment.created_at.getTime() >= paymentTimes(deps.timeScale).inLineMaxMs)
    return 'busy'
  const since = new Date(now.getTime() - PHONE_WINDOW_MS)
  // This payment is among those counted: it is 'created'.
  const prompts = await countRecentPrompts(deps.db, payment.phone, since)
  return prompts > deps.env.limits.pushPerPhone ? 'too_many_prompts' : null
}

/**
 * When to ask for a turn again: after half of what those ahead will take. So who came first asks
 * most often, and a long line does not keep the database busy with asking.
 */
async function waitInLine(
  deps: Pick<Deps, 'db' | 'clock' | 'timeScale'>,
  payment: PaymentRow,
  gapMs: number,
): Promise<number> {
  const ahead = await countAhead(deps.db, payment.created_at)
  // Apart, so that those who wait do not all ask at the same instant.
  const wait = gapMs * Math.max(1, ahead / 2) + Math.random() * gapMs
  // Nobody learns later than at three minutes that it was in vain.
  const end = payment.created_at.getTime() + paymentTimes(deps.timeScale).inLineMaxMs
  return Math.min(wait, Math.max(end - deps.clock.now().getTime(), gapMs))
}

async function startPrompting(
  deps: Pick<Deps, 'db' | 'clock' | 'timeScale'>,
  payment: PaymentRow,
): Promise<Ready | null> {
  return await inTransaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const order = await lockOrder(tx, payment.order_id, now)
    if (order?.state !== 'pending' || order.attempt !== payment.attempt) {
      await dropWaiting(tx, payment.order_id, payment.attempt!, now)
      return null
    }
    const reason = await whyUnwanted(tx, order)
    if (reason !== null) {
      await failPush(deps, tx, payment, reason)
      return null
    }
    const moved = await changePaymentState(tx, payment.id, 'prompting', { cause: 'turn', now })
    // Another run of this job has sent it.
    if (!moved) return null
    const isHeld = await markPrompted(tx, order.id, now, deps.timeScale)
    assert(isHeld, 'a pending order held nothing')
    return { payment: { ...payment, prompting_at: now }, accountReference: order.code }
  })
}

async function recordAnswer(
  deps: Pick<Deps, 'db' | 'log' | 'clock' | 'metrics' | 'timeScale'>,
  payment: PaymentRow,
  answer: PushAnswer,
): Promise<JobOutcome> {
  paymentCounters(deps.metrics).pushes.inc({ answer: answer.kind })
  if (isOurs(answer)) {
    deps.log.error({ payment: payment.id, answer: answer.raw }, 'M-Pesa refused a push')
  }
  return await inTransaction(deps.db, async (tx) => {
    const outcome = await applyAnswer(deps, tx, payment, answer)
    // Last, for a refusal locks the order, and only then the payment.
    await recordPushAnswer(tx, payment.id, answer)
    if (answer.kind === 'accepted') await requeueWaiting(tx, payment.id, callbackReceived)
    return outcome
  })
}

/** A busy phone is the buyer's, and a busy moment nobody's; all else that is refused is ours to mend. */
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

/** A callback, or a sweep, was quicker than the push's own answer, which has nothing to add. */
function sayOvertaken(deps: Pick<Deps, 'log'>, { id }: PaymentRow): void {
  deps.log.info({ payment: id }, 'a push was answered after its payment moved on')
}

async function applyAnswer(
  deps: Pick<Deps, 'log' | 'clock' | 'timeScale'>,
  tx: Tx,
  payment: PaymentRow,
  answer: PushAnswer,
): Promise<JobOutcome> {
  const now = deps.clock.now()
  switch (answer.kind) {
    case 'accepted': {
      const firstQuery =
        payment.prompting_at!.getTime() + paymentTimes(deps.timeScale).queryAgesMs[0]!
      const nextQueryAt = new Date(firstQuery)
      const change = { cause: 'push', now, nextQueryAt }
      if (await changePaymentState(tx, payment.id, 'prompted', change)) return
      // After a slow answer it is unknown by now, and is asked about all the same.
      if (!(await setNextQuery(tx, payment.id, nextQueryAt))) sayOvertaken(deps, payment)
      return
    }
    case 'unknown': {
      const moved = await changePaymentState(tx, payment.id, 'unknown', { cause: 'push', now })
      if (!moved) sayOvertaken(deps, payment)
      return
    }
    case 'later':
      await lockOrder(tx, payment.order_id, now)
      if (await changePaymentState(tx, payment.id, 'created', { cause: 'push', now })) {
        return { againInMs: 1000 + Math.random() * 2000 }
      }
      // So slow an answer that it is unknown by now; yet nothing was sent.
      return await failPush(deps, tx, payment, 'busy')
    case 'refused':
      return await failPush(deps, tx, payment, answer.code)
  }
}

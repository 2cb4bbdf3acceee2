import type { RawBuilder } from 'kysely'
import { isSendingOn } from '../../payments/outgoing/sending-switch.ts'
import { type Db, inTransaction, type Tx } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { toKes } from '../../platform/values/money.rules.ts'
import { localPhone } from '../../platform/values/phone.rules.ts'
import { RefundError } from '../errors.ts'
import { refundMoneyFacts } from '../refund-money.rules.ts'
import { type ReadBesides, selectEventMoney } from '../refund-money.sql.ts'
import type { RefundPreview } from '../refunds.contract.ts'
import type { Chosen } from './chosen-tickets.ts'
import { costOf, lockBalance } from './event-balance.ts'
import { selectPayer } from './refundable-order.sql.ts'
import { planRefund, type RefundPlan, requestedSms, type TakeBackRequest } from './take-back.ts'
import { countChosen } from './ticket-shares.rules.ts'

/** Passed in, because the folder `refunds` may not import from the folder `questions`. */
export type ReadLostAnswers = (
  db: Db,
  tickets: readonly Chosen[],
) => Promise<NonNullable<RefundPreview['lost_answers']>>

/**
 * Computes a refund as `requestRefund` does, and writes nothing. Previews the refund of used
 * tickets without a note, although the refund itself needs a note.
 */
export async function previewRefund(
  deps: Pick<Deps, 'db' | 'clock'> & { readLostAnswers: ReadLostAnswers; besides: ReadBesides },
  viewer: Viewer,
  request: Pick<TakeBackRequest, 'orderId' | 'tickets'>,
): Promise<RefundPreview> {
  const all = { ...request, reason: 'other', usedToo: true, requestedBy: null } as const
  return await inTransaction(deps.db, async (tx) => {
    const isCovered = await lockBalance(tx, viewer, request.orderId)
    const now = deps.clock.now()
    const plan = await planRefund(tx, { ...all, isCovered }, now)
    if (plan.amountCents === 0) throw new RefundError('nothing_to_refund')
    const inCash = plan.payment.method === 'cash'
    const payer = inCash ? null : await selectPayer(tx, plan.payment.id)
    const isPaused = !inCash && !(await isSendingOn(tx))
    const lost = await deps.readLostAnswers(tx, plan.chosen)
    return {
      ...countChosen(plan.chosen, plan.people),
      amount: toKes(plan.amountCents),
      to: payer && localPhone(payer),
      in_cash: inCash,
      sms: requestedSms(plan),
      ...(isPaused && { is_paused: true }),
      ...(lost.length > 0 && { lost_answers: lost }),
      facts: viewer.role === 'admin' && !inCash ? await readFacts(tx, plan, deps.besides(now)) : [],
    }
  })
}

async function readFacts(tx: Tx, plan: RefundPlan, besides: RawBuilder<unknown>) {
  const { order, refunded, people, amountCents } = plan
  return refundMoneyFacts({
    ...(await selectEventMoney(tx, order.event_id, besides)),
    ...{ amount_cents: amountCents, cost_cents: await costOf(tx, order, refunded) },
    ...{ paid_orders: 1, paid_tickets: people },
  })
}

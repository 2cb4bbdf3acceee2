import { assert } from '../../platform/assert.ts'
import type { Tx } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { queueJob } from '../../platform/jobs/jobs.ts'
import { orderTimes } from '../declarations.ts'
import {
  amountChanged,
  codeUsedUp,
  OrderError,
  paymentOpen,
  saleStopped,
  shortageOf,
} from '../errors.ts'
import { changeHold } from '../holds.sql.ts'
import { replaceOrders } from '../holds.ts'
import { orderPlaced } from '../jobs.ts'
import { isProven, type OrderProof } from '../new-order.rules.ts'
import { existsOpenPayment, findOpenOrder } from '../open-orders.sql.ts'
import {
  changeOrderState,
  type LockedOrder,
  lockOrder,
  selectLinePrices,
  setOrderAttempt,
} from '../orders.sql.ts'
import { endOwnCommission, selectWithEntry } from '../phone-cap.sql.ts'
import { refuseAboveCap } from '../phone-cap.ts'
import { amountNow } from '../placing/line-prices.ts'
import { selectOrderFacts } from '../placing/placing.sql.ts'
import { selectHolds } from '../shares/hold-shares.sql.ts'
import {
  crowdedBy,
  holdShares,
  holdsAfter,
  refuseBeyondShares,
  shareStocks,
} from '../shares/hold-shares.ts'
import { hasRoom } from '../stock.rules.ts'
import { lockStockOf, takeAgain } from '../stock.sql.ts'

type PromptDeps = Pick<Deps, 'clock' | 'timeScale' | 'env'>

export function refuseUnsaleable(
  { clock, timeScale }: Pick<Deps, 'clock' | 'timeScale'>,
  order: LockedOrder,
): void {
  if (order.sale_stop !== null) throw saleStopped(order.sale_stop)
  const age = clock.now().getTime() - order.created_at.getTime()
  if (age > orderTimes(timeScale).retryUntilMs) throw new OrderError('too_late')
}

/**
 * Requests a prompt for a locked order. Replaces another open order of the phone, and takes
 * released tickets again. Throws AppError: payment_open, sold_out, few_left, all_taken,
 * amount_changed, phone_limit, too_many_unpaid, too_many_unproven.
 */
export async function wantPrompt(
  deps: PromptDeps,
  tx: Tx,
  order: LockedOrder,
  { phone, afterMs = 0, proof }: { phone: string; afterMs?: number; proof: OrderProof },
): Promise<void> {
  const { id } = order
  const now = deps.clock.now()
  const { holdMs, holdMaxMs } = orderTimes(deps.timeScale)
  await replaceOpenOrder(deps, tx, order, { phone, proof })
  const before = order.hold_state === 'released' ? 'released' : 'held'
  if (before === 'released') await takeTicketsAgain(deps, tx, order)
  await refuseAboveCap(tx, order, phone)
  await endOwnCommission(tx, id, phone)
  // A released hold starts again in full. If the hold still runs, a prompt does not move its
  // `paybill_until`. The exception is an order by paybill: its hold then ends `holdMaxMs` after
  // the order was placed, even if the buyer is unproven.
  const fullEnd = new Date(order.created_at.getTime() + holdMaxMs)
  const end = order.payment_method === 'paybill' ? fullEnd : order.paybill_until
  const last = before === 'held' ? end : null
  const isHeld = await changeHold(tx, id, before, {
    state: 'held',
    expires_at: soonest(new Date(now.getTime() + holdMs), last),
    ends_at: last ?? new Date(now.getTime() + holdMaxMs),
    paybill_until: last,
    updated_at: now,
  })
  assert(isHeld, 'a locked order changed its hold')
  // Sets the phone before the state, because a phone may have only one open order.
  const attempt = await setOrderAttempt(tx, id, phone, now)
  if (order.state !== 'pending') {
    const isPending = await changeOrderState(tx, id, 'pending', { cause: 'tried again', now })
    assert(isPending, 'a locked order changed its state')
  }
  await queueJob(tx, orderPlaced, { orderId: id, attempt }, afterMs)
}

const soonest = (one: Date, other: Date | null) => (other && other < one ? other : one)

/**
 * Replaces the other open order of `phone` for this event, if there is one. Throws payment_open if
 * the other order is being paid or is not covered by `proof`, or if the add-ons of this order need
 * its tickets.
 */
export async function replaceOpenOrder(
  { clock, timeScale }: Pick<Deps, 'clock' | 'timeScale'>,
  tx: Tx,
  { id, event_id: eventId }: LockedOrder,
  { phone, proof }: { phone: string; proof: OrderProof },
): Promise<void> {
  const now = clock.now()
  const otherId = await findOpenOrder(tx, { phone, eventId, exceptId: id })
  const other = otherId && (await lockOrder(tx, otherId, now))
  if (!other || (other.state !== 'pending' && other.state !== 'failed')) return
  const isOwn = isProven(other, proof)
  const entries = await selectWithEntry(tx, [id, other.id])
  // The add-ons of this order need the entry tickets of the other order.
  const isNeeded = entries.includes(other.id) && !entries.includes(id)
  if (isNeeded || (await existsOpenPayment(tx, other.id))) {
    throw paymentOpen(timeScale, isOwn ? { ownId: other.id } : {})
  }
  if (!isOwn) {
    throw paymentOpen(timeScale, { heldMs: other.hold_expires_at.getTime() - now.getTime() })
  }
  // Locks both orders' stock by id in one statement: locking one by one could deadlock.
  await lockStockOf(tx, [id, other.id])
  await replaceOrders(tx, [other], now)
}

async function takeTicketsAgain(
  { env, clock }: PromptDeps,
  tx: Tx,
  order: LockedOrder,
): Promise<void> {
  const now = clock.now()
  const { isTaken, types: wanted, limits } = await takeAgain(tx, order.id, 'held', now)
  const lines = wanted.map(({ id, quantity, sold_in, pool_id }) => {
    const counting = limits.filter((limit) => limit.kind !== 'pool' || limit.id === pool_id)
    const limit_ids = counting.map((limit) => limit.id)
    return { ticket_type_id: id, quantity, units: quantity / sold_in, limit_ids }
  })
  const shortage = isTaken ? null : shortageOf(wanted)
  if (shortage) throw shortage
  const code = limits.find(({ kind }) => kind === 'code')
  if (code && !isTaken && !hasRoom(code)) {
    throw codeUsedUp(Math.max(0, code.capacity! - code.held - code.sold))
  }
  const ordered = { ...order, promo_code: code ? { id: code.id } : null, lines }
  const facts = await selectOrderFacts(tx, [ordered], now)
  // A price step has no room for its line any more, so the page offers a new order.
  if (!isTaken) {
    const prices = await selectLinePrices(tx, order.id)
    const again = lines.map((line) => ({ ...line, chosen_cents: prices.get(line.ticket_type_id)! }))
    const terms = { serviceFee: env.serviceFee, now: now.getTime() }
    const amount = amountNow({ ...ordered, lines: again }, facts, terms)
    throw amountChanged(amount, toTickets(lines))
  }
  const shares = holdShares(env)
  const stocks = shareStocks(facts.types, lines)
  const by = { ...order, payment_method: 'prompt' } as const
  const holds = holdsAfter(
    await selectHolds(tx, crowdedBy([ordered], stocks, shares), now),
    lines.map((line) => ({ ...line, by })),
  )
  for (const stock of stocks) refuseBeyondShares(stock, holds, by, { shares, now, first: null })
}

const toTickets = (lines: readonly { ticket_type_id: string; units: number }[]) =>
  lines.map(({ ticket_type_id, units }) => ({ ticketTypeId: ticket_type_id, quantity: units }))

import { createHash } from 'node:crypto'
import { EventError } from '../events/errors.ts'
import { assert } from '../platform/assert.ts'
import { isUniqueViolation } from '../platform/db.ts'
import type { Deps } from '../platform/deps.ts'
import type { AppError } from '../platform/errors.ts'
import { newId } from '../platform/ids.ts'
import { toCents, toKes } from '../platform/money.rules.ts'
import { OrderError } from './errors.ts'
import { selectShares } from './hold-share.sql.ts'
import {
  type Asked,
  judgeOrders,
  type LineRow,
  type OrderRow,
  type Others,
  type Placement,
  type Seen,
  type Terms,
} from './judge-order.sql.ts'
import { newOrderCode } from './order-code.ts'
import { type Judged, placeTogether } from './place-together.ts'
import { type AskedOrder, normalForm } from './same-order.rules.ts'
import { orderTimes } from './times.ts'
import { paymentOpen, tooManyUnpaid } from './unpaid-refusals.ts'

export type PlacedOrder = { orderId: string; isNew: boolean }

const TRIES = 5

type PlaceDeps = Pick<Deps, 'db' | 'clock' | 'timeScale' | 'env'>

/**
 * Sets tickets aside for a buyer and asks for the prompt. The same order id again answers the same
 * order. Throws AppError for every refusal, and then no row is left. Ids are UUIDs, the phone and
 * the e-mail address as they are stored, and each ticket type stands in one line.
 *
 * It looks first, without a lock: who repeats an order, or is refused, waits for nobody and holds up
 * nobody. Only what is to be placed then goes through `allow`, which may refuse it, and is judged
 * again under the locks, together with those that have come meanwhile.
 */
export async function placeOrder(
  deps: PlaceDeps,
  asked: AskedOrder & { orderId: string },
  allow: (place: () => Promise<PlacedOrder>) => Promise<PlacedOrder> = (place) => place(),
): Promise<PlacedOrder> {
  const order = toOrder(asked)
  const rows = { orders: [order], lines: toLines(order.id, asked) }
  const seen = await look(deps, rows)
  if (seen.verdict !== 'placed') return answer(deps, seen)
  return await allow(() => place(deps, rows, seen.open_id))
}

/** Mostly one statement; only where another order is open, or much is held, it has to know more. */
async function look(deps: PlaceDeps, asked: Asked): Promise<Judged & Pick<Seen, 'open_id'>> {
  const terms = termsOf(deps)
  const judge = async (known: Others) => (await judgeOrders(deps.db, asked, terms, known))[0]!
  const seen = await judge({ replaced: [], shares: [] })
  const { verdict, open_id, is_crowded } = seen
  const mayChange = verdict === 'placed' ? open_id || is_crowded : verdict === 'sold_out' && open_id
  if (!mayChange) return { ...seen, shares: [] }
  const { asked_from } = asked.orders[0]!
  const of = asked.lines.map(({ ticket_type_id }) => ({ asked_from, ticket_type_id }))
  const shares = is_crowded ? await selectShares(deps.db, of, terms) : []
  return { ...(await judge({ replaced: open_id ? [open_id] : [], shares })), open_id, shares }
}

/** Again, where the same order, or another of its phone, came in the same moment: it is there now. */
async function place(deps: PlaceDeps, asked: Asked, openId: string | null): Promise<PlacedOrder> {
  let open = openId
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    try {
      return answer(deps, await placeTogether(deps.db, { asked, terms: termsOf(deps), open }))
    } catch (error) {
      if (!isUniqueViolation(error, 'order_pkey', 'order__open', 'order_code_key')) throw error
    }
    asked.orders[0]!.code = newOrderCode()
    const seen = await look(deps, asked)
    if (seen.verdict !== 'placed') return answer(deps, seen)
    open = seen.open_id
  }
  // So many at once come from no buyer's hand: one of the others is open.
  throw paymentOpen(deps.timeScale)
}

function termsOf({ clock, timeScale, env }: PlaceDeps): Terms {
  return {
    now: clock.now(),
    ...orderTimes(timeScale),
    maxCents: toCents(env.mpesa.maxKes)!,
    sharePercent: env.limits.holdSharePerAddress,
  }
}

function answer(deps: PlaceDeps, judged: Judged): PlacedOrder {
  const { id, verdict } = judged
  if (verdict === 'placed' || verdict === 'exists') {
    return { orderId: id, isNew: verdict === 'placed' }
  }
  assert(verdict !== 'again', 'one order is no batch')
  throw refusal(deps, { ...judged, verdict })
}

type Refused = Judged & { verdict: Exclude<Placement['verdict'], 'placed' | 'exists' | 'again'> }

function refusal(
  { clock, timeScale }: PlaceDeps,
  { verdict, amount_cents, shares }: Refused,
): AppError {
  switch (verdict) {
    case 'event_not_found':
    case 'unknown_ticket_type':
      return new EventError(verdict)
    case 'amount_changed': {
      const amount = amount_cents === null ? null : toKes(amount_cents)
      return new OrderError(verdict, { details: { amount } })
    }
    case 'payment_open':
      return paymentOpen(timeScale)
    case 'too_many_unpaid':
      return tooManyUnpaid(shares, clock.now())
    default:
      return new OrderError(verdict)
  }
}

function toOrder(asked: AskedOrder & { orderId: string }): OrderRow {
  return {
    id: asked.orderId.toLowerCase(),
    code: newOrderCode(),
    event_id: asked.eventId.toLowerCase(),
    phone: asked.phone,
    email: asked.email || null,
    fingerprint: createHash('sha256').update(normalForm(asked)).digest('hex').slice(0, 32),
    asked_from: asked.address ?? null,
    shown_cents: asked.shown?.totalCents ?? null,
  }
}

function toLines(orderId: string, { lines, shown }: AskedOrder): LineRow[] {
  return lines.map(({ ticketTypeId, quantity }, position) => ({
    id: newId(),
    order_id: orderId,
    ticket_type_id: ticketTypeId.toLowerCase(),
    position,
    quantity,
    shown_cents: shown?.lineCents[position] ?? null,
  }))
}

import { isDeepStrictEqual } from 'node:util'
import { type Db, inTransaction, isUniqueViolation, type Tx } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import type { AppError } from '../../platform/errors.ts'
import { toCents } from '../../platform/values/money.rules.ts'
import { paymentOpen } from '../errors.ts'
import { replaceOrders } from '../holds.ts'
import { lockOpenOrders } from '../open-orders.sql.ts'
import type { PaysBy } from '../same-order.rules.ts'
import type { TicketStock } from '../stock.rules.ts'
import { lockTypes } from '../stock.sql.ts'
import { orderTimes } from '../times.ts'
import type { AdmissionCount, AdmissionPolicy } from './admission.ts'
import { selectAddressHolds } from './hold-share.sql.ts'
import { newOrderCode, type OrderRow } from './new-order.ts'
import {
  crowdedBy,
  type Judgement,
  judgeOrders,
  type OrderFacts,
  type OrderTerms,
  type Placement,
} from './order-verdicts.ts'
import { insertOrders, selectOrderFacts } from './placing.sql.ts'

export type PlaceDeps = Pick<Deps, 'db' | 'clock' | 'timeScale' | 'env'>

export type PlacedOrder = {
  orderId: string
  isNew: boolean
  /** The row of a new order, so that it need not be read. */
  placed?: {
    id: string
    code: string
    event_id: string
    event_title: string
    phone: string
    amount_cents: number
    pays_by: PaysBy
    since: Date
  }
}

/** What a request comes to; an error refuses it. */
export type OrderResult = PlacedOrder | AppError

/** A process that places or pays at the same time has changed what was read: read it again. */
class OutdatedFacts extends Error {}

const TRIES = 5

type Batch = { deps: PlaceDeps; policy: AdmissionPolicy; orders: readonly OrderRow[] }

/**
 * Places orders for one event in one transaction: locks their ticket types by id, judges the orders in
 * this order, and writes the ones that nothing refuses. No two of them have the same id or phone.
 * Returns a result for each; throws if the database fails, and has then placed none.
 *
 * It judges before it locks, so that repeated and refused orders wait for no lock. The CHECK on
 * ticket_type and the unique indexes stand behind this.
 */
export async function placeOrders({ deps, policy, orders }: Batch): Promise<OrderResult[]> {
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    const terms = termsOf(deps)
    const facts = await readFacts(deps.db, orders, terms)
    const first = judgeOrders(orders, facts, terms, () => {})
    if (!first.some(isPlacement)) return first.map(toResult)
    const judging = { orders, terms, count: await policy.read(deps.db, orders) }
    const seen = judge(judging, facts)
    if (seen.placements.length === 0) return seen.judged.map(toResult)
    try {
      return await inTransaction(deps.db, (tx) => placeLocked(tx, judging, seen))
    } catch (error) {
      if (!isOutdated(error)) throw error
    }
  }
  // Only a script places so many orders of one phone at once: one of the others is open.
  throw paymentOpen(deps.timeScale)
}

type Judging = { orders: readonly OrderRow[]; terms: OrderTerms; count: () => AdmissionCount }
type Verdicts = ReturnType<typeof judge>

function judge({ orders, terms, count }: Judging, facts: OrderFacts) {
  const { admit, counts } = count()
  const judged = judgeOrders(orders, facts, terms, admit)
  const placements = judged.filter(isPlacement)
  const replaced = placements.flatMap((placement) => placement.replaced ?? [])
  return { facts, judged, placements, replaced, counts: counts() }
}

async function placeLocked(tx: Tx, judging: Judging, seen: Verdicts): Promise<OrderResult[]> {
  const { orders, terms } = judging
  const replacedIds = seen.replaced.map(({ id }) => id)
  const locked = replacedIds.length > 0 ? await lockOpenOrders(tx, replacedIds) : []
  const lines = [...orders, ...seen.replaced].flatMap((order) => order.lines)
  const typeIds = [...new Set(lines.map((line) => line.ticket_type_id))]
  const types = await lockTypes(tx, typeIds)
  // A type that an admin removed in the meantime is missing.
  const isComplete = types.length === typeIds.length
  const { facts, judged, placements, replaced, counts } =
    isComplete && isCurrent(seen, types) ? seen : judge(judging, await readFacts(tx, orders, terms))
  if (placements.length === 0) return judged.map(toResult)
  if (!replaced.every(({ id }) => locked.includes(id))) throw new OutdatedFacts()
  if (replaced.length > 0) await replaceOrders(tx, replaced, terms.now)
  const codes = new Map(placements.map(({ order }) => [order.id, newOrderCode()]))
  const isCounted = await insertOrders(tx, placements, { ...terms, codes, counts })
  if (!isCounted) throw new OutdatedFacts()
  const title = facts.event!.title
  return judged.map((one) =>
    isPlacement(one) ? toPlacedOrder(one, codes.get(one.order.id)!, title, terms) : toResult(one),
  )
}

/**
 * Whether the verdicts from before the lock still hold: nobody took or gave back tickets since. Orders
 * that replace others, and addresses near their share, are always judged again.
 */
function isCurrent({ facts, replaced }: Verdicts, locked: readonly TicketStock[]): boolean {
  if (replaced.length > 0 || facts.addressHolds.length > 0) return false
  return locked.every((type) =>
    isDeepStrictEqual(
      type,
      facts.types.find(({ id }) => id === type.id),
    ),
  )
}

/** Two statements only if so much is held that an address could be over its share. */
async function readFacts(
  db: Db,
  orders: readonly OrderRow[],
  terms: OrderTerms,
): Promise<OrderFacts> {
  const facts = await selectOrderFacts(db, orders, terms.now)
  const addresses = [...new Set(orders.flatMap(({ asked_from }) => asked_from ?? []))]
  const typeIds = crowdedBy(orders, facts.types, terms).map(({ id }) => id)
  if (addresses.length === 0 || typeIds.length === 0) return { ...facts, addressHolds: [] }
  const wanted = { eventId: orders[0]!.event_id, addresses, typeIds }
  return { ...facts, addressHolds: await selectAddressHolds(db, wanted, terms.now) }
}

function termsOf({ clock, timeScale, env }: PlaceDeps): OrderTerms {
  return {
    now: clock.now(),
    timeScale,
    ...orderTimes(timeScale),
    maxCents: toCents(env.mpesa.maxKes)!,
    sharePercent: env.limits.holdSharePerAddress,
  }
}

const isPlacement = (judgement: Judgement): judgement is Placement => judgement.verdict === 'placed'

const isOutdated = (error: unknown): boolean =>
  error instanceof OutdatedFacts ||
  isUniqueViolation(error, 'order_pkey', 'order__open', 'order_code_key')

function toResult(judgement: Judgement): OrderResult {
  if (judgement.verdict === 'refused') return judgement.error
  return { orderId: judgement.order.id, isNew: judgement.verdict === 'placed' }
}

function toPlacedOrder(
  { order, amountCents }: Placement,
  code: string,
  event_title: string,
  { now }: OrderTerms,
): PlacedOrder {
  const { id, event_id, phone, pays_by } = order
  const row = { id, code, event_id, event_title, phone, pays_by }
  return { orderId: id, isNew: true, placed: { ...row, amount_cents: amountCents, since: now } }
}

import { type Db, inTransaction, isUniqueViolation, type Tx } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import type { AppError } from '../../platform/errors.ts'
import { toCents } from '../../platform/values/money.rules.ts'
import { paymentOpen } from '../errors.ts'
import { replaceOrders } from '../holds.ts'
import { lockOpenOrders } from '../open-orders.sql.ts'
import type { PaysBy } from '../same-order.rules.ts'
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
 * It judges before it locks, so that repeated and refused orders wait for no lock, and again under the
 * lock, when everything that earlier transactions wrote can be seen. The CHECK on ticket_type and the
 * unique indexes stand behind this.
 */
export async function placeOrders(batch: Batch): Promise<OrderResult[]> {
  const { deps, policy, orders } = batch
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    const terms = termsOf(deps)
    const facts = await readFacts(deps.db, orders, terms)
    const first = judgeOrders(orders, facts, terms, () => {})
    if (!first.some(isPlacement)) return first.map(toResult)
    const count = await policy.read(deps.db, orders)
    const judged = judgeOrders(orders, facts, terms, count().admit)
    const seen = judged.filter(isPlacement)
    if (seen.length === 0) return judged.map(toResult)
    try {
      return await inTransaction(deps.db, (tx) => placeLocked(tx, orders, { seen, terms, count }))
    } catch (error) {
      if (!isOutdated(error)) throw error
    }
  }
  // Only a script places so many orders of one phone at once: one of the others is open.
  throw paymentOpen(deps.timeScale)
}

type Locked = { seen: readonly Placement[]; terms: OrderTerms; count: () => AdmissionCount }

async function placeLocked(
  tx: Tx,
  orders: readonly OrderRow[],
  { seen, terms, count }: Locked,
): Promise<OrderResult[]> {
  const locked = await lockStock(tx, orders, seen)
  const facts = await readFacts(tx, orders, terms)
  const { admit, store } = count()
  const judged = judgeOrders(orders, facts, terms, admit)
  const placements = judged.filter(isPlacement)
  if (placements.length === 0) return judged.map(toResult)
  const replaced = replacedBy(placements)
  const isLocked = replaced.every(({ id }) => locked.includes(id))
  if (!isLocked || !(await store(tx))) throw new OutdatedFacts()
  if (replaced.length > 0) await replaceOrders(tx, replaced, terms.now)
  const codes = new Map(placements.map(({ order }) => [order.id, newOrderCode()]))
  await insertOrders(tx, placements, codes, terms)
  const title = facts.event!.title
  return judged.map((one) =>
    isPlacement(one) ? toPlacedOrder(one, codes.get(one.order.id)!, title, terms) : toResult(one),
  )
}

/** Locks the orders that are to be replaced, by id, then all ticket types. Returns the locked orders. */
async function lockStock(
  tx: Tx,
  orders: readonly OrderRow[],
  seen: readonly Placement[],
): Promise<string[]> {
  const replaced = replacedBy(seen)
  const ids = replaced.map(({ id }) => id)
  const locked = ids.length > 0 ? await lockOpenOrders(tx, ids) : []
  const lines = [...orders, ...replaced].flatMap((order) => order.lines)
  await lockTypes(tx, [...new Set(lines.map(({ ticket_type_id }) => ticket_type_id))])
  return locked
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

const replacedBy = (placements: readonly Placement[]) =>
  placements.flatMap(({ replaced }) => replaced ?? [])

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

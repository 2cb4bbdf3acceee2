import { isEntry } from '../../events/event.rules.ts'
import { assert } from '../../platform/assert.ts'
import { type Db, inTransaction, isUniqueViolation, type Tx } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import type { AppError } from '../../platform/errors.ts'
import { toCents } from '../../platform/values/money.rules.ts'
import { orderTimes } from '../declarations.ts'
import { paymentOpen } from '../errors.ts'
import { replaceOrders } from '../holds.ts'
import type { NewOrder } from '../new-order.rules.ts'
import { lockOpenOrders } from '../open-orders.sql.ts'
import {
  lockPhones,
  type PhoneOfEvent,
  selectCodeTickets,
  selectEntryPhones,
  selectFreeTickets,
  selectPhoneTickets,
} from '../phone-cap.sql.ts'
import { recordSale } from '../sales/sales.ts'
import { selectHolds } from '../shares/hold-shares.sql.ts'
import { crowdedBy, holdShares, stocksAtMost } from '../shares/hold-shares.ts'
import { lockLimits, lockTypes } from '../stock.sql.ts'
import { type AdmissionCount, type AdmissionPolicy, withFreeBudget } from './admission.ts'
import { codeOf } from './line-prices.ts'
import type { Judgement, OrderFacts, OrderTerms, Placement } from './order-facts.ts'
import { isFreeOrder, type OrderRow, toOrderRow } from './order-row.ts'
import { judgeOrders } from './order-verdicts.ts'
import { insertOrders, selectOrderFacts } from './placing.sql.ts'

export type PlaceDeps = Pick<Deps, 'db' | 'clock' | 'timeScale' | 'env'>

export type PlacedOrder = {
  orderId: string
  isNew: boolean
  /** Fields that the caller need not read again. Absent if the order existed or is free. */
  placed?: Pick<OrderRow, 'id' | 'event_id' | 'phone' | 'payment_method'> &
    Pick<Placement, 'code' | 'event_title' | 'amount_cents' | 'since' | 'paybill_until'>
}

/** The placed order, or the error that refuses it. */
export type OrderResult = PlacedOrder | AppError

/** A concurrent transaction changed rows after they were read; the batch starts again. */
class OutdatedFacts extends Error {}

const TRIES = 5

type Batch = {
  deps: PlaceDeps
  policy: AdmissionPolicy
  orders: readonly OrderRow[]
  /** Skips orders with rows that are locked elsewhere. The result of a skipped order is null. */
  skipLocked: boolean
}

/**
 * Places orders with different ids, phones and events in one transaction. If the database fails,
 * no order was placed.
 *
 * Judges the orders three times: by the event and the stock alone, so that a refusal does not read
 * the limits; with the limits, so that a refusal takes no lock; and under the locks, after all
 * earlier transactions. The first two only end a batch with `skipLocked` in which all orders are
 * refused. The CHECK on ticket_type and the unique indexes refuse orders that all three missed.
 */
export async function placeOrders(batch: Batch): Promise<(OrderResult | null)[]> {
  const { deps, orders, skipLocked } = batch
  const policy = withFreeBudget(deps, batch.policy)
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    const terms = termsOf(deps)
    const facts = await readFacts(deps.db, orders, terms)
    const first = judgeOrders(orders, facts, terms, () => {})
    if (skipLocked && !first.some(isPlacement)) return first.map(toResult)
    const count = await policy.read(deps.db, orders)
    const seen = judgeOrders(orders, facts, terms, count().admit)
    if (skipLocked && !seen.some(isPlacement)) return seen.map(toResult)
    try {
      return await inTransaction(deps.db, (tx) =>
        placeLocked(tx, seen, { facts, terms, count, skipLocked }),
      )
    } catch (error) {
      if (!isOutdated(error)) throw error
    }
  }
  // Only a script that places many orders of one phone together changes the rows in every try.
  throw paymentOpen(deps.timeScale)
}

/**
 * Judges an order as `placeOrders` would, but as if the sale of its ticket types had begun. Throws
 * the refusal. Takes no lock and writes nothing. Returns `exists` if the order was placed before.
 */
export async function judgeOrder(
  deps: PlaceDeps,
  newOrder: NewOrder & { orderId: string },
  policy: AdmissionPolicy,
): Promise<Pick<Placement, 'verdict' | 'event_title'> | { verdict: 'exists' }> {
  const orders = [toOrderRow(newOrder)]
  const terms = termsOf(deps)
  const facts = await readFacts(deps.db, orders, terms)
  const starts = facts.types.flatMap(({ sale_from }) => sale_from ?? []).map(Date.parse)
  const then = { ...terms, now: new Date(Math.max(terms.now.getTime(), ...starts)) }
  const count = await withFreeBudget(deps, policy).read(deps.db, orders)
  const [judged] = judgeOrders(orders, facts, then, count().admit)
  assert(judged, 'an order has a judgement')
  if (judged.verdict === 'refused') throw judged.error
  return judged
}

type Judging = {
  /** The facts as read before the rows are locked. */
  facts: OrderFacts
  terms: OrderTerms
  count: () => AdmissionCount
  skipLocked: boolean
}

async function placeLocked(
  tx: Tx,
  seen: readonly Judgement[],
  { facts: before, terms, count, skipLocked }: Judging,
): Promise<(OrderResult | null)[]> {
  const events = new Set(seen.filter(isPlacement).map(({ order }) => order.event_id))
  const wanted = seen.filter(({ order }) => !skipLocked || events.has(order.event_id))
  const locked = await lockRows(tx, neededBy(wanted, before), { skipLocked })
  const hasLocks = (one: Judgement) =>
    Object.values(neededBy([one], before)).every((ids) => ids.every((id) => locked.includes(id)))
  const orders = wanted.filter((one) => !skipLocked || hasLocks(one)).map(({ order }) => order)
  await lockPhones(tx, phonesToLock(orders, before))
  const facts = await readFacts(tx, orders, terms)
  const { admit, counts } = count()
  const judged = judgeOrders(orders, facts, terms, admit)
  const replaced = replacedBy(judged)
  if (!replaced.every(({ id }) => locked.includes(id))) throw new OutdatedFacts()
  if (replaced.length > 0) await replaceOrders(tx, replaced, terms.now)
  const isWritten = await insertOrders(tx, judged.filter(isPlacement), counts(), terms)
  if (!isWritten) throw new OutdatedFacts()
  for (const { order } of judged.filter(isPlacement)) {
    if (isFreeOrder(order)) await recordSale(tx, order)
  }
  return seen.map((one) => {
    const verdict = wanted.includes(one) ? judged.find(({ order }) => order === one.order) : one
    return verdict ? toResult(verdict) : null
  })
}

/** Ids of the rows that orders need locked. */
type NeededRows = { open: string[]; types: string[]; limits: string[] }

/**
 * The rows to lock: open orders that are replaced, ticket types, pools, promo codes, and the
 * limits of all price steps. Once the rows are locked, a different step may set the price.
 */
function neededBy(seen: readonly Judgement[], { types, codes }: OrderFacts): NeededRows {
  const replaced = replacedBy(seen)
  const held = replaced.flatMap(({ lines }) => lines)
  const lines = [...seen.flatMap(({ order }) => order.lines), ...held]
  const typeIds = new Set(lines.map((line) => line.ticket_type_id))
  const wanted = types.filter(({ id }) => typeIds.has(id))
  const steps = wanted.flatMap((type) => type.steps)
  const limits = [
    ...steps.flatMap(({ limit_id }) => limit_id ?? []),
    ...wanted.flatMap(({ pool_id }) => pool_id ?? []),
    ...held.flatMap(({ limit_ids }) => limit_ids),
    ...seen.flatMap(({ order }) => codeOf(order, codes)?.id ?? []),
  ]
  return { open: replaced.map(({ id }) => id), types: [...typeIds], limits: [...new Set(limits)] }
}

/** Locks orders, then ticket types, then limits, each table by id. Returns the locked ids. */
async function lockRows(
  tx: Tx,
  { open, types, limits }: NeededRows,
  lock: { skipLocked: boolean },
): Promise<string[]> {
  return [
    ...(open.length > 0 ? await lockOpenOrders(tx, open, lock) : []),
    ...(await lockTypes(tx, types, lock)),
    ...(limits.length > 0 ? await lockLimits(tx, limits, lock) : []),
  ]
}

const phoneOf = ({ event_id, phone }: OrderRow): PhoneOfEvent => ({ event_id, phone })

/**
 * Phones whose earlier tickets may limit an order: by the event's limit, the limit of free
 * tickets, or the promo code's limit.
 */
const phonesToLock = (orders: readonly OrderRow[], facts: PhoneFacts): PhoneOfEvent[] => [
  ...cappedPhones(orders, facts),
  ...freePhones(orders, facts),
  ...codedPhones(orders, facts),
]

type PhoneFacts = Pick<OrderFacts, 'events' | 'types' | 'codes'>

/** Phones of orders in which a line may cost KES 0. */
function freePhones(orders: readonly OrderRow[], { types }: PhoneFacts): PhoneOfEvent[] {
  const mayBeFree = new Set(
    types.filter((type) => type.is_free || type.lowest_cents === 0).map(({ id }) => id),
  )
  return orders
    .filter(
      ({ promo_code, lines }) =>
        promo_code !== null || lines.some((line) => mayBeFree.has(line.ticket_type_id)),
    )
    .map(phoneOf)
}

/** Phones of orders with a code that has a limit per phone. */
function codedPhones(
  orders: readonly OrderRow[],
  { codes }: Pick<OrderFacts, 'codes'>,
): (PhoneOfEvent & { code_id: string })[] {
  return orders.flatMap((order) => {
    const code = codeOf(order, codes)
    return code && code.max_per_phone !== null ? [{ ...phoneOf(order), code_id: code.id }] : []
  })
}

/** Phones of orders whose event has a limit per phone. */
function cappedPhones(
  orders: readonly OrderRow[],
  { events }: Pick<OrderFacts, 'events'>,
): PhoneOfEvent[] {
  const capped = events.filter(({ max_per_phone }) => max_per_phone !== null)
  return orders.filter(({ event_id }) => capped.some(({ id }) => id === event_id)).map(phoneOf)
}

/** Phones of orders that contain only add-ons. */
function addOnPhones(
  orders: readonly OrderRow[],
  { types }: Pick<OrderFacts, 'types'>,
): PhoneOfEvent[] {
  const addOns = new Set(types.filter((type) => !isEntry(type)).map(({ id }) => id))
  const isAlone = ({ lines }: OrderRow) => lines.every((line) => addOns.has(line.ticket_type_id))
  return orders.filter(isAlone).map(phoneOf)
}

/**
 * Reads the facts about orders. Reads holds only for stocks that are crowded enough to exceed a
 * share, and the tickets of a phone only if a limit applies to them.
 */
async function readFacts(
  db: Db,
  orders: readonly OrderRow[],
  terms: OrderTerms,
): Promise<OrderFacts> {
  const facts = await selectOrderFacts(db, orders, terms.now)
  const linesOf = <L>(of: readonly { lines: readonly L[] }[]) => of.flatMap(({ lines }) => lines)
  const stocks = stocksAtMost(facts.types, linesOf(orders), linesOf(facts.open))
  return {
    ...facts,
    ...(await selectHolds(db, crowdedBy(orders, stocks, terms.shares), terms.now)),
    phoneTickets: await selectPhoneTickets(db, cappedPhones(orders, facts)),
    entryPhones: await selectEntryPhones(db, addOnPhones(orders, facts)),
    freeTickets: await selectFreeTickets(db, freePhones(orders, facts)),
    codeTickets: await selectCodeTickets(db, codedPhones(orders, facts)),
  }
}

function termsOf({ clock, timeScale, env }: PlaceDeps): OrderTerms {
  return {
    now: clock.now(),
    timeScale,
    ...orderTimes(timeScale),
    maxCents: toCents(env.mpesa.maxKes)!,
    shares: holdShares(env),
    serviceFee: env.serviceFee,
  }
}

const replacedBy = (judged: readonly Judgement[]) =>
  judged.flatMap((one) => (isPlacement(one) ? (one.replaced ?? []) : []))

const isPlacement = (judgement: Judgement): judgement is Placement => judgement.verdict === 'placed'

/**
 * Two orders with the same id but different ticket types lock different rows, so only these unique
 * keys refuse the second order.
 */
const KEYS = [
  'order_pkey',
  'order__open',
  'order_code_key',
  'hold_pkey',
  'order_line_pkey',
  'order_line_order_id_ticket_type_id_key',
]

const isOutdated = (error: unknown): boolean =>
  error instanceof OutdatedFacts || isUniqueViolation(error, ...KEYS)

function toResult(judgement: Judgement): OrderResult {
  if (judgement.verdict === 'refused') return judgement.error
  const { id, event_id, phone, payment_method } = judgement.order
  if (judgement.verdict === 'exists') return { orderId: id, isNew: false }
  if (isFreeOrder(judgement.order)) return { orderId: id, isNew: true }
  const { code, event_title, amount_cents, since, paybill_until } = judgement
  const placed = {
    id,
    event_id,
    phone,
    payment_method,
    code,
    event_title,
    amount_cents,
    since,
    paybill_until,
  }
  return { orderId: id, isNew: true, placed }
}

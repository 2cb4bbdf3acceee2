// An event with price steps, codes, free and chosen prices, tables, a pool and an add-on, and the
// lines that its orders must have.
import { sql } from 'kysely'
import {
  type FeeTerms,
  feeOfUnit,
  lineAmounts,
  priceFor,
  priceList,
} from '../src/events/price.rules.ts'
import { type BuiltEvent, buildCode, buildEvent, newPhone } from './build.ts'
import { MINUTE } from './purchase.ts'
import type { Stage } from './stage.ts'
import { readStockTables } from './torture/facts.ts'
import { leftLines, SOLD_STATES, sum } from './torture/rows.ts'

export const FEE: FeeTerms = { basis_points: 333, fixed_cents: 7, fees_on_top: true }
const PHONES = 3

type Code = { id: string; code: string; most: number; typeIds: readonly string[] | null }
export type World = {
  stage: Stage
  event: BuiltEvent
  codes: Code[]
  phones: string[]
  /** Ids of the placed orders. */
  orders: string[]
  /** The index of the first prompt of this history among all prompts. */
  firstPush: number
  paid: Set<number>
  isCancelled: boolean
}

export async function makeWorld(stage: Stage, organizerId: string): Promise<World> {
  const at = (minutes: number) => new Date(stage.clock.now().getTime() + minutes * MINUTE)
  const event = await buildEvent(stage.db, {
    ...{ organizerId, feesOnTop: true },
    pools: [{ name: 'Hall', quantity: 14 }],
    types: [
      {
        ...{ price: 500, capacity: 7, maxPerOrder: 4, pool: 'Hall' },
        steps: [
          { price: 200, quantity: 3 },
          { price: 300, endsAt: at(40) },
          { price: 400, quantity: 2, endsAt: at(180) },
        ],
      },
      {
        ...{ price: 300, capacity: 4, maxPerOrder: 4, pool: 'Hall' },
        steps: [{ price: 99.5, quantity: 2, startsAt: at(20) }],
      },
      // The code's limit counts all lines of this type, the step's limit the lines at its price.
      {
        isHidden: true,
        price: 150,
        capacity: 5,
        maxPerOrder: 4,
        steps: [{ price: 90, quantity: 2 }],
      },
      { isFree: true, capacity: 4, maxPerOrder: 2 },
      { lowest: 50, highest: 300, capacity: 3, maxPerOrder: 2 },
      // Tables for three people, at least two per order. The early birds suffice for one order.
      {
        ...{ price: 600, capacity: 14, soldIn: 3, minPerOrder: 2, maxPerOrder: 3, pool: 'Hall' },
        steps: [{ price: 450, quantity: 7 }],
      },
      { kind: 'add_on', price: 40, capacity: 5, maxPerOrder: 3, gates: ['Parking'] },
    ],
  })
  const [first, , hidden] = event.types.map(({ id }) => id) as [string, string, string]
  const codes = [
    await makeCode(stage, event, { kind: 'percent', value: 55, most: 4, typeIds: null }),
    await makeCode(stage, event, { kind: 'price', value: 250, most: 3, typeIds: [first] }),
    await makeCode(stage, event, { kind: 'access', most: 3, typeIds: [hidden] }),
    // Makes a ticket of the second type free.
    await makeCode(stage, event, { kind: 'amount', value: 300, most: 5, typeIds: null }),
  ]
  stage.daraja.receipts = []
  return {
    ...{ stage, event, codes, orders: [], paid: new Set<number>(), isCancelled: false },
    phones: Array.from({ length: PHONES }, newPhone),
    firstPush: stage.daraja.pushes.length,
  }
}

async function makeCode(
  stage: Stage,
  event: BuiltEvent,
  { most, typeIds, ...code }: Pick<Code, 'most' | 'typeIds'> & Discount,
): Promise<Code> {
  const types = typeIds && { typeIds: [...typeIds] }
  const built = await buildCode(stage.db, event, { ...code, ...types, maxTickets: most })
  return { ...built, most, typeIds }
}

type Discount = { kind: 'percent' | 'amount' | 'price' | 'access'; value?: number }

type Rows = Awaited<ReturnType<typeof readStockTables>>

/** Tickets of each line that are held or sold, counted from orders and refunds. */
function countTaken(rows: Rows): Map<string, number> {
  const held = new Set(rows.holds.filter(({ state }) => state === 'held').map((h) => h.order_id))
  const sold = new Map(leftLines(rows).map(({ id, quantity }) => [id, quantity]))
  return new Map(
    rows.lines.map((line) => [
      line.id,
      held.has(line.order_id) ? line.quantity : sold.get(line.id)!,
    ]),
  )
}

/**
 * Returns the stock by which an order of this phone is judged. The order replaces the phone's open
 * order, so the tickets of the open order count as left.
 */
export async function readLeft(world: World, phone: string | null) {
  const { stage } = world
  const rows = await readStockTables(stage.db)
  const taken = countTaken(rows)
  const open = rows.orders.find(
    (order) => order.event_id === world.event.id && order.phone === phone && order.is_open === true,
  )
  const isCounted = (line: { id: string; order_id: string }) => line.order_id !== open?.id
  const total = (lines: Rows['lines']) =>
    sum(lines.filter(isCounted).map(({ id }) => taken.get(id) ?? 0))
  const ownFree = (typeId: string) => {
    const isOwn = ({ event_id, phone: of }: Rows['orders'][number]) =>
      event_id === world.event.id && of === phone
    const own = new Set(rows.orders.filter(isOwn).map(({ id }) => id))
    const lines = rows.lines.filter((line) => line.ticket_type_id === typeId)
    return lines.filter((line) => line.amount_cents === 0 && own.has(line.order_id))
  }
  const isOfPhone = (line: Rows['lines'][number]) => {
    const order = rows.orders.find(({ id }) => id === line.order_id)!
    const isSold = SOLD_STATES.includes(order.state)
    return order.event_id === world.event.id && order.phone === phone && isSold
  }
  const kinds = new Map(rows.types.map(({ id, kind }) => [id, kind]))
  const entries = rows.lines.filter((line) => kinds.get(line.ticket_type_id) === 'entry')
  const ofLimit = (id: string) => {
    const links = rows.lineLimits.filter((link) => link.limit_id === id && link.is_counted)
    return rows.lines.filter((line) => links.some((link) => link.order_line_id === line.id))
  }
  return {
    leftOfType: (id: string) =>
      rows.types.find((type) => type.id === id)!.capacity -
      total(rows.lines.filter((line) => line.ticket_type_id === id)),
    leftOfLimit: (id: string) =>
      rows.limits.find((limit) => limit.id === id)!.capacity! - total(ofLimit(id)),
    /** The number of free tickets of a type that the phone has. */
    freeOfPhone: (typeId: string) => total(ownFree(typeId)),
    hasEntry: total(entries.filter(isOfPhone)) > 0,
  }
}

/** The price that buyers choose for the type without a fixed price, in shillings. */
export const CHOSEN_KES = 70

/** Functions from a price to the price with a code, in cents, by the code's index. */
const CODED: ((cents: number) => number)[] = [
  (cents) => cents - Math.ceil((cents * 55) / 10_000) * 100,
  () => 250_00,
  (cents) => cents,
  (cents) => Math.max(0, cents - 300_00),
]

/** A ticket type with its price steps. */
async function readType({ db }: Stage, id: string) {
  const type = await db
    .selectFrom('ticket_type')
    .select(['price_cents', 'is_hidden', 'is_free', 'lowest_cents', 'max_per_order'])
    .select(['sold_in', 'min_per_order', 'kind', 'pool_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const stored = await db
    .selectFrom('price_step')
    .selectAll()
    .where('ticket_type_id', '=', id)
    .orderBy('position')
    .execute()
  const steps = stored.map((step) => ({
    ...step,
    starts_at: step.starts_at?.toISOString() ?? null,
    ends_at: step.ends_at?.toISOString() ?? null,
  }))
  return { ...type, steps }
}

/** Returns the lines that an order for these quantities must store now. */
export async function expectLines(world: World, phone: string, wanted: PlannedOrder) {
  const { stage } = world
  const { quantities, code } = wanted
  const { leftOfType, leftOfLimit, freeOfPhone, hasEntry } = await readLeft(world, phone)
  const now = stage.clock.now().getTime()
  const lines = []
  for (const [index, units] of quantities.entries()) {
    if (units === 0) continue
    const { id } = world.event.types[index]!
    const type = await readType(stage, id)
    const steps = type.steps.map((step) => ({
      ...step,
      left: step.limit_id === null ? null : leftOfLimit(step.limit_id),
    }))
    const isNamed = code?.typeIds?.includes(id) ?? false
    const isFor = !type.is_free && type.lowest_cents === null && code !== undefined
    const coded = isFor && (isNamed || (!code.typeIds && !type.is_hidden))
    const cents = coded ? CODED[world.codes.indexOf(code)]!(type.price_cents) : type.price_cents
    const lowered = steps.map((step) => ({
      ...step,
      price_cents: Math.min(step.price_cents, cents),
    }))
    const fee = { ...feeOfUnit(FEE, type.sold_in), fees_on_top: type.lowest_cents === null }
    const prices = priceList({ price_cents: cents, steps: lowered, sold_in: type.sold_in }, fee)
    const found = priceFor(prices, units, now)
    const price =
      type.lowest_cents === null ? found : { price_cents: CHOSEN_KES * 100, fee_cents: 0 }
    const step = steps[prices.indexOf(found)]
    const isByCode = coded && (step ?? type).price_cents > cents
    const limit_ids = [
      ...(step?.limit_id && !isByCode ? [step.limit_id] : []),
      ...(isByCode || (isNamed && type.is_hidden) ? [code!.id] : []),
      ...(type.pool_id === null ? [] : [type.pool_id]),
    ]
    const amounts = lineAmounts(price, units, fee)
    const quantity = units * type.sold_in
    const freeUnits = Math.ceil(freeOfPhone(id) / type.sold_in)
    const line = { ticket_type_id: id, quantity, price_cents: price.price_cents }
    const isSold = !type.is_hidden || isNamed
    lines.push({
      line: { ...line, limit_ids: limit_ids.toSorted(), ...amounts },
      ...{ isSold, isLeft: leftOfType(id) >= quantity, isFitting: coded || (isNamed && isSold) },
      isAboveFree: amounts.amount_cents === 0 && freeUnits + units > type.max_per_order,
      ...{ isTooFew: units < type.min_per_order, isEntry: type.kind === 'entry' },
      poolId: type.pool_id,
    })
  }
  const all = lines
  const countedBy = (limitId: string) => {
    const counted = all.filter(({ line }) => line.limit_ids.includes(limitId))
    return sum(counted.map(({ line }) => line.quantity))
  }
  return {
    lines,
    isPoolFull: lines.some(({ poolId }) => poolId && countedBy(poolId) > leftOfLimit(poolId)),
    isUsedUp: code !== undefined && countedBy(code.id) > leftOfLimit(code.id),
    lacksEntry: !hasEntry && !lines.some((line) => line.isEntry),
  }
}

export async function readLines({ stage }: World, orderId: string) {
  return await stage.db
    .selectFrom('order_line as l')
    .select(['l.ticket_type_id', 'l.quantity', 'l.price_cents'])
    .select(
      sql<string[]>`array(select k.limit_id::text from line_limit k
        where k.order_line_id = l.id order by 1)`.as('limit_ids'),
    )
    .select(['l.amount_cents', 'l.fee_cents'])
    .where('l.order_id', '=', orderId)
    .orderBy('l.position')
    .execute()
}

/** Quantities by ticket type, and the code that the buyer types. */
export type PlannedOrder = { quantities: number[]; code: Code | undefined }

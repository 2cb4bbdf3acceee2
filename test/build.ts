import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { OrderRequest } from '../src/checkout/checkout.contract.ts'
import { foldCode } from '../src/events/codes/code.rules.ts'
import type { NewOrder } from '../src/orders/new-order.rules.ts'
import type { Db } from '../src/platform/database/db.ts'
import { toCents } from '../src/platform/values/money.rules.ts'
import { nairobiDate } from '../src/platform/values/nairobi.rules.ts'
import { buildDays, type DaySpec, dayColumns } from './build-days.ts'

export type TypeSpec = {
  name?: string
  /** In shillings. */
  price?: number
  maxPerOrder?: number
  minPerOrder?: number
  /** In people. */
  capacity?: number
  /** People per unit, such as 10 for a table. `price` is per unit, order limits are in units. */
  soldIn?: number
  kind?: 'entry' | 'add_on'
  /** The name of one of the event's `pools`. */
  pool?: string
  isFree?: boolean
  isHidden?: boolean
  soldAtDoor?: boolean
  /** The lowest price that the buyer may choose, in shillings; replaces `price`. */
  lowest?: number
  suggested?: number
  highest?: number
  gates?: string[]
  /** Numbers of the event's days. By default all days. */
  days?: number[]
  /** Whether a pass admits once in total, and not once per day. */
  onceInAll?: boolean
  saleFrom?: Date
  saleUntil?: Date
  /** The price steps, first step first. */
  steps?: StepSpec[]
}

type StepSpec = {
  name?: string
  /** In shillings. */
  price: number
  startsAt?: Date
  endsAt?: Date
  quantity?: number
}

export type EventSpec = {
  title?: string
  date?: string
  /** At least two days, numbered from 1. The first day's date is the event's date. */
  days?: DaySpec[]
  published?: boolean
  soldOut?: boolean
  cancelled?: boolean
  maxPerPhone?: number
  organizerId?: string
  feesOnTop?: boolean
  types?: TypeSpec[]
  /** Capacities that types share. `quantity` is in people. */
  pools?: { name: string; quantity: number }[]
}

export type BuiltEvent = { id: string; title: string; types: { id: string; price: number }[] }

type BuiltPool = { id: string; name: string }

const DAY_MS = 86_400_000

/**
 * Inserts an event on sale. By default each ticket type costs KES 100 and has 100 tickets, at most
 * 10 per order.
 */
export async function buildEvent(
  db: Db,
  spec: EventSpec = {},
): Promise<BuiltEvent & { pools: BuiltPool[] }> {
  const id = randomUUID()
  const title = spec.title ?? 'Derby Day'
  const days = spec.days ?? []
  const date = days[0]?.date ?? spec.date ?? nairobiDate(new Date(Date.now() + 30 * DAY_MS))
  await db
    .insertInto('event')
    .values({
      id,
      title,
      date,
      time: days[0]?.time ?? '15:00',
      ...dayColumns(days),
      location: 'Nyayo Stadium, Nairobi',
      price_cents: 10_000,
      is_published: spec.published ?? true,
      is_sold_out: spec.soldOut ?? false,
      cancelled_at: spec.cancelled ? new Date() : null,
      max_per_phone: spec.maxPerPhone ?? null,
      organizer_id: spec.organizerId ?? null,
      fees_on_top: spec.feesOnTop ?? false,
    })
    .execute()
  await buildDays(db, id, days)
  const numbers = days.map((_, index) => index + 1)
  const pools: BuiltPool[] = []
  for (const pool of spec.pools ?? []) pools.push(await buildPool(db, id, pool))
  const types = []
  const offsets = { entry: 0, add_on: 0 }
  for (const type of spec.types ?? [{}]) {
    const offset = offsets[type.kind ?? 'entry']++
    types.push(await buildType(db, { id, pools }, offset, { days: numbers, ...type }))
  }
  return { id, title, types, pools }
}

async function buildPool(
  db: Db,
  eventId: string,
  { name, quantity }: { name: string; quantity: number },
): Promise<BuiltPool> {
  const id = randomUUID()
  const limit = { id, event_id: eventId, kind: 'pool', capacity: quantity }
  await db.insertInto('sale_limit').values(limit).execute()
  await db.insertInto('pool').values({ id, event_id: eventId, name }).execute()
  return { id, name }
}

async function buildType(
  db: Db,
  { id: eventId, pools }: { id: string; pools: BuiltPool[] },
  offset: number,
  spec: TypeSpec,
) {
  const id = randomUUID()
  const pool = pools.find(({ name }) => name === spec.pool)
  assert(spec.pool === undefined || pool, `no pool ${spec.pool}`)
  const price = spec.isFree ? 0 : (spec.lowest ?? spec.price ?? 100)
  const centsOf = (kes: number | undefined) => (kes === undefined ? null : toCents(kes)!)
  await db
    .insertInto('ticket_type')
    .values({
      id,
      event_id: eventId,
      name: spec.name ?? (spec.kind === 'add_on' ? `Add-on ${offset}` : `Type ${offset}`),
      price_cents: toCents(price)!,
      max_per_order: spec.maxPerOrder ?? 10,
      min_per_order: spec.minPerOrder ?? 1,
      capacity: spec.capacity ?? 100,
      sold_in: spec.soldIn ?? 1,
      kind: spec.kind ?? 'entry',
      pool_id: pool?.id ?? null,
      day_numbers: spec.days ?? [],
      once_in_all: spec.onceInAll ?? false,
      type_offset: offset,
      sale_from: spec.saleFrom ?? null,
      sale_until: spec.saleUntil ?? null,
      is_free: spec.isFree ?? false,
      is_hidden: spec.isHidden ?? false,
      sold_at_door: spec.soldAtDoor ?? !spec.isHidden,
      lowest_cents: centsOf(spec.lowest),
      suggested_cents: centsOf(spec.suggested),
      highest_cents: centsOf(spec.highest),
    })
    .execute()
  for (const [position, step] of (spec.steps ?? []).entries()) {
    await buildStep(db, { eventId, typeId: id, position }, step)
  }
  for (const name of spec.gates ?? []) await linkGate(db, id, name)
  return { id, price }
}

async function buildStep(
  db: Db,
  { eventId, typeId, position }: { eventId: string; typeId: string; position: number },
  { name = `Step ${position}`, price, startsAt, endsAt, quantity }: StepSpec,
): Promise<void> {
  const limitId = quantity === undefined ? null : randomUUID()
  if (limitId !== null) {
    const limit = { id: limitId, event_id: eventId, kind: 'step', capacity: quantity! }
    await db.insertInto('sale_limit').values(limit).execute()
  }
  await db
    .insertInto('price_step')
    .values({
      id: randomUUID(),
      ticket_type_id: typeId,
      position,
      name,
      price_cents: toCents(price)!,
      starts_at: startsAt ?? null,
      ends_at: endsAt ?? null,
      limit_id: limitId,
    })
    .execute()
}

export type CodeSpec = {
  code?: string
  /** The digits for USSD. By default the next four free digits. */
  digits?: string
  kind: 'percent' | 'amount' | 'price' | 'access'
  /** In percent for the kind `percent`, otherwise in shillings. */
  value?: number
  /** By default all types. */
  typeIds?: string[]
  maxTickets?: number
  maxPerPhone?: number
  startsAt?: Date
  endsAt?: Date
  sellerId?: string
}

let lastDigits = 1000

/** Inserts a promo code of an event. */
export async function buildCode(
  db: Db,
  event: Pick<BuiltEvent, 'id'>,
  spec: CodeSpec,
): Promise<{ id: string; code: string; digits: string }> {
  const id = randomUUID()
  lastDigits += 1
  const { code = `CODE${lastDigits}`, digits = String(lastDigits), kind, value, typeIds } = spec
  const limit = { id, event_id: event.id, kind: 'code', capacity: spec.maxTickets ?? null }
  await db.insertInto('sale_limit').values(limit).execute()
  await db
    .insertInto('promo_code')
    .values({
      ...{ id, event_id: event.id, code, digits, kind },
      code_fold: foldCode(code)!,
      percent: kind === 'percent' ? value! : null,
      value_cents: kind === 'amount' || kind === 'price' ? toCents(value!)! : null,
      is_for_all_types: typeIds === undefined,
      max_per_phone: spec.maxPerPhone ?? null,
      starts_at: spec.startsAt ?? null,
      ends_at: spec.endsAt ?? null,
      seller_id: spec.sellerId ?? null,
      created_at: new Date(),
    })
    .execute()
  for (const ticket_type_id of typeIds ?? []) {
    await db.insertInto('promo_code_type').values({ promo_code_id: id, ticket_type_id }).execute()
  }
  return { id, code, digits }
}

type SellerSpec = {
  name?: string
  phone?: string
  number?: number
  /** Percent of what the organizer receives. */
  percent?: number
  /** Shillings for each ticket. */
  perTicket?: number
}

/** Inserts a seller of an event. */
export async function buildSeller(
  db: Db,
  event: Pick<BuiltEvent, 'id'>,
  {
    name = 'Achieng',
    phone = newPhone(),
    number = 27,
    percent = 0,
    perTicket = 0,
  }: SellerSpec = {},
): Promise<{ id: string; number: number; phone: string }> {
  const id = randomUUID()
  await db
    .insertInto('seller')
    .values({
      ...{ id, event_id: event.id, name, phone, number },
      basis_points: Math.round(percent * 100),
      per_ticket_cents: toCents(perTicket)!,
      created_at: new Date(),
    })
    .execute()
  return { id, number, phone }
}

async function linkGate(db: Db, typeId: string, name: string): Promise<void> {
  await db
    .insertInto('gate')
    .values({ id: randomUUID(), name, gate_offset: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const gate = await db
    .selectFrom('gate')
    .select('id')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('ticket_type_gate')
    .values({ ticket_type_id: typeId, gate_id: gate.id })
    .execute()
}

let lastPhone = 0

/** A phone number that no other order of this test run uses. */
export function newPhone(): string {
  lastPhone += 1
  return `2547${String(10_000_000 + lastPhone).padStart(8, '0')}`
}

/** The request of a buyer's browser for these quantities of an event's types. */
export function orderFor(
  event: BuiltEvent,
  quantities: number[] = [1],
  changes: Partial<OrderRequest> = {},
): OrderRequest & { orderId: string } {
  const tickets = quantities.flatMap((quantity, index) => {
    const type = event.types[index]!
    const amount = Math.round(type.price * quantity * 100) / 100
    return quantity > 0 ? [{ ticketTypeId: type.id, quantity, amount }] : []
  })
  return {
    orderId: randomUUID(),
    phoneNumber: newPhone(),
    eventId: event.id,
    amount: Math.round(tickets.reduce((sum, ticket) => sum + ticket.amount, 0) * 100) / 100,
    tickets,
    email: null,
    ...changes,
  }
}

/**
 * The order in the format of the product's own functions. Leaves out the prices that the buyer saw.
 */
export function orderOf(
  event: BuiltEvent,
  quantities: number[] = [1],
  changes: Partial<NewOrder> = {},
): NewOrder & { orderId: string } {
  const lines = quantities.flatMap((quantity, index) =>
    quantity > 0 ? [{ ticketTypeId: event.types[index]!.id, quantity }] : [],
  )
  return { orderId: randomUUID(), eventId: event.id, phone: newPhone(), lines, ...changes }
}

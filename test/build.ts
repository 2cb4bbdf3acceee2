import { randomUUID } from 'node:crypto'
import type { OrderRequest } from '../src/checkout/checkout.contract.ts'
import type { NewOrder } from '../src/orders/new-order.rules.ts'
import type { Db } from '../src/platform/database/db.ts'
import { toCents } from '../src/platform/values/money.rules.ts'
import { nairobiDate } from '../src/platform/values/nairobi.rules.ts'

export type TypeSpec = {
  name?: string
  /** In shillings. */
  price?: number
  maxPerOrder?: number
  capacity?: number
  gates?: string[]
  saleFrom?: Date
  saleUntil?: Date
  /** In their order. */
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
  published?: boolean
  soldOut?: boolean
  cancelled?: boolean
  maxPerPhone?: number
  organizerId?: string
  feesOnTop?: boolean
  types?: TypeSpec[]
}

export type BuiltEvent = { id: string; title: string; types: { id: string; price: number }[] }

const DAY_MS = 86_400_000

/**
 * Inserts an event on sale. By default each ticket type costs KES 100 and has 100 tickets, at most
 * 10 per order.
 */
export async function buildEvent(db: Db, spec: EventSpec = {}): Promise<BuiltEvent> {
  const id = randomUUID()
  const title = spec.title ?? 'Derby Day'
  await db
    .insertInto('event')
    .values({
      id,
      title,
      date: spec.date ?? nairobiDate(new Date(Date.now() + 30 * DAY_MS)),
      time: '15:00',
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
  const types = []
  for (const [offset, type] of (spec.types ?? [{}]).entries()) {
    types.push(await buildType(db, id, offset, type))
  }
  return { id, title, types }
}

async function buildType(db: Db, eventId: string, offset: number, spec: TypeSpec) {
  const id = randomUUID()
  const price = spec.price ?? 100
  await db
    .insertInto('ticket_type')
    .values({
      id,
      event_id: eventId,
      name: spec.name ?? `Type ${offset}`,
      price_cents: toCents(price)!,
      max_per_order: spec.maxPerOrder ?? 10,
      capacity: spec.capacity ?? 100,
      type_offset: offset,
      sale_from: spec.saleFrom ?? null,
      sale_until: spec.saleUntil ?? null,
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

async function linkGate(db: Db, typeId: string, name: string): Promise<void> {
  await db
    .insertInto('gate')
    .values({ id: randomUUID(), name, gate_offset: 0 })
    .onConflict((conflict) => conflict.column('name').doNothing())
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

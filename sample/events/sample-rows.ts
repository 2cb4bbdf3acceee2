import type { Insertable } from 'kysely'
import type { DB } from '../../src/platform/database/schema.ts'
import { toCents } from '../../src/platform/values/money.rules.ts'
import type { PastEvent } from './past-events.ts'
import { pastDate, sampleDate } from './sample-dates.ts'
import { CATEGORY_NAMES, GATE_NAMES, type SampleEvent, sampleId } from './sample-event.ts'
import { FIRST_FIXTURE_ID, SECOND_FIXTURE_ID } from './sports.ts'

export function categoryRows() {
  return CATEGORY_NAMES.map((name, position) => ({
    id: sampleId(`category ${name}`),
    name,
    position,
  }))
}

export function gateRows() {
  return GATE_NAMES.map((name, offset) => ({
    id: sampleId(`gate ${name}`),
    name,
    gate_offset: offset,
  }))
}

export function eventRow(
  event: SampleEvent,
  categoryId: string,
  imageKey: string,
  now: Date,
): Insertable<DB['event']> {
  const flags = new Set(event.flags)
  return {
    id: event.id,
    title: event.title,
    description: event.description,
    image_key: imageKey,
    date: sampleDate(event.when, event.time, now),
    time: event.time,
    location: event.location,
    expected_attendees: event.attendees,
    price_cents: startingPriceCents(event),
    category_id: categoryId,
    is_main_event: flags.has('hero'),
    is_featured: flags.has('featured'),
    is_published: !flags.has('draft'),
    is_sold_out: flags.has('sold-out'),
    is_limited_tickets: flags.has('limited'),
    is_new: flags.has('new'),
    fees_on_top: flags.has('fees-on-top'),
  }
}

/**
 * The lowest price above 0. Only children's tickets are free, and 'From KES 0' would promise free
 * tickets to all.
 */
function startingPriceCents(event: Pick<SampleEvent, 'types' | 'price'>): number {
  const prices = event.types.map((type) => type.price).filter((price) => price > 0)
  return cents(event.price ?? Math.min(...prices))
}

type WithTypes = Pick<SampleEvent, 'id' | 'key' | 'types'>

/** The row of a past event: published, but not in any public list. */
export function pastEventRow(
  event: PastEvent,
  its: { categoryId: string; imageKey: string | null; organizerId: string | null; now: Date },
): Insertable<DB['event']> {
  const { startsAt, closesAt } = pastTimes(event, its.now)
  return {
    id: event.id,
    title: event.title,
    description: event.description,
    image_key: its.imageKey,
    date: pastDate(event, its.now),
    time: event.time,
    location: event.location,
    expected_attendees: event.attendees,
    price_cents: startingPriceCents(event),
    category_id: its.categoryId,
    organizer_id: its.organizerId,
    is_published: true,
    is_sold_out: event.flag === 'sold-out',
    is_limited_tickets: event.flag === 'limited',
    cancelled_at: event.isCancelled ? closesAt : null,
    created_at: new Date(startsAt.getTime() - (event.weeks + 1) * WEEK_MS),
  }
}

const HOUR_MS = 3600 * 1000
const WEEK_MS = 7 * 24 * HOUR_MS

/**
 * The start of a past event, and the end of its sales: an hour after the start, or a day before the
 * start if the event was cancelled.
 */
export function pastTimes(event: PastEvent, now: Date): { startsAt: Date; closesAt: Date } {
  const startsAt = new Date(`${pastDate(event, now)}T${event.time}:00+03:00`)
  const hours = event.isCancelled ? -24 : 1
  return { startsAt, closesAt: new Date(startsAt.getTime() + hours * HOUR_MS) }
}

export function ticketTypeRows(event: WithTypes, now: Date): Insertable<DB['ticket_type']>[] {
  return event.types.map((type, offset) => ({
    id: ticketTypeId(event, offset),
    event_id: event.id,
    name: type.name,
    description: type.description,
    price_cents: cents(type.price),
    max_per_order: type.maxPerOrder,
    capacity: type.capacity,
    type_offset: offset,
    sale_from: type.saleFromDays === undefined ? null : dayAt(type.saleFromDays, '10:00', now),
  }))
}

const dayAt = (days: number, clock: string, now: Date) =>
  new Date(`${sampleDate({ kind: 'days', days }, '00:00', now)}T${clock}:00+03:00`)

/** The price steps, and the sale limits of the steps that have a quantity. */
export function priceStepRows(
  event: WithTypes,
  now: Date,
): { steps: Insertable<DB['price_step']>[]; limits: Insertable<DB['sale_limit']>[] } {
  const steps = event.types.flatMap((type, offset) =>
    (type.steps ?? []).map((step, position) => {
      const name = `${event.key} type ${offset} step ${position}`
      return { ...step, position, typeId: ticketTypeId(event, offset), key: name }
    }),
  )
  const limitId = (key: string) => sampleId(`${key} limit`)
  return {
    steps: steps.map(({ key, typeId, position, name, price, quantity, days }) => ({
      id: sampleId(key),
      ticket_type_id: typeId,
      position,
      name,
      price_cents: cents(price),
      starts_at: null,
      ends_at: days === undefined ? null : dayAt(days, '23:59', now),
      limit_id: quantity === undefined ? null : limitId(key),
    })),
    limits: steps.flatMap(({ key, quantity }) =>
      quantity === undefined
        ? []
        : [{ id: limitId(key), event_id: event.id, kind: 'step', capacity: quantity }],
    ),
  }
}

export function gateLinkRows(
  event: WithTypes,
  gateIds: Map<string, string>,
): Insertable<DB['ticket_type_gate']>[] {
  return event.types.flatMap((type, offset) =>
    type.gates.map((gate) => ({
      ticket_type_id: ticketTypeId(event, offset),
      gate_id: gateIds.get(gate)!,
    })),
  )
}

/** The two short codes of the specification's section 9. Admins may add more. */
export function shortCodeRows(): Insertable<DB['short_code']>[] {
  return [
    { code: 'derby', event_id: FIRST_FIXTURE_ID },
    { code: 'lake', event_id: SECOND_FIXTURE_ID },
  ]
}

/**
 * The id of a ticket type. The two fixtures have readable ids
 * (5a17ca10-000n-4000-8000-00000000010m), because documents refer to these ids.
 */
export function ticketTypeId(event: Pick<SampleEvent, 'id' | 'key'>, offset: number): string {
  return event.id.startsWith('5a17ca10-')
    ? event.id.replace(/.{3}$/, `10${offset + 1}`)
    : sampleId(`${event.key} type ${offset}`)
}

function cents(shillings: number): number {
  const value = toCents(shillings)
  if (value === null) throw new Error(`${shillings} has more than two decimals`)
  return value
}

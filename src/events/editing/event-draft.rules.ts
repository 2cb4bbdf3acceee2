import {
  type DayDraft,
  NO_TYPE_DAYS,
  type TypeDaysDraft,
  toDayDrafts,
  toDaysInput,
  toTypeDays,
  toTypeDaysInput,
} from '../days/day-draft.rules.ts'
import { typedNumber } from '../edit.rules.ts'
import type { Entrance } from '../entrances/entrance.rules.ts'
import { isEntry } from '../event.rules.ts'
import type { EventReply, TicketTypeReply } from '../events.contract.ts'
import type { PayoutRelease } from '../pending-change.contract.ts'
import { startingPrice } from '../types/starting-price.rules.ts'
import { draftPrice, PLAIN_PRICE, toChoiceInput } from '../types/type-draft.rules.ts'
import { priceWords } from '../types/type-price.rules.ts'
import { PLAIN_UNITS } from '../types/unit.rules.ts'
import {
  PLAIN_UNIT,
  type PoolDraft,
  toPoolDraft,
  toPoolInput,
  toUnitDraft,
  toUnitInput,
  type UnitDraft,
} from '../types/unit-draft.rules.ts'
import type { EventInput, TicketTypeInput } from './event-edit.contract.ts'
import { FIRST_TYPE } from './event-form.rules.ts'
import {
  isAmount,
  leastPrice,
  NO_PRICING,
  type PricingDraft,
  toPricingDraft,
  toPricingInput,
} from './price-draft.rules.ts'

/** A ticket type in the form. Numbers are texts, as the user typed them. */
export type TypeDraft = {
  /**
   * Identifies the row in the form. The id of the type cannot, because new types have no id yet.
   */
  key: string
  id: string | null
  name: string
  description: string
  price: string
  max_per_order: string
  quantity: string
  type_offset: string
  gate_ids: string[]
} & PricingDraft &
  UnitDraft &
  TypeDaysDraft

export const FLAGS = [
  ['is_published', 'Published', 'Visible to the public'],
  ['is_main_event', 'Main event', 'Home page carousel'],
  ['is_featured', 'Featured', 'A larger card on the home page'],
  ['is_sold_out', 'Sold out', 'Stops all sales'],
  ['is_limited_tickets', 'Limited tickets', 'Adds a "Limited Tickets" badge'],
  ['is_new', 'New', 'Adds a "New" badge'],
] as const
type Flag = (typeof FLAGS)[number][0]

/** An event in the form, with texts as the user typed them. */
export type EventDraft = {
  title: string
  description: string
  /** The start of an event of one day. */
  date: string
  time: string
  /** Empty in an event of one day. */
  days: DayDraft[]
  /** The highest number that a day had so far. */
  highest_day: number
  location: string
  attendees: string
  price: string
  /** '' if there is no maximum. */
  max_per_phone: string
  category_id: string
  organizer_id: string
  /** The address of the stored picture; '' if there is none yet. */
  image: string
  /** True if buyers pay the service fee on top of the organizer's prices. */
  fees_on_top: boolean
  payout_release: PayoutRelease
  /** The event's own gates, without the gates of the common list. */
  gates: Entrance[]
  /** Capacities that several types share. */
  pools: PoolDraft[]
  types: TypeDraft[]
} & Record<Flag, boolean>

export function newDraft(): EventDraft {
  const { price, max_per_order, quantity, type_offset, ...words } = FIRST_TYPE
  return {
    title: '',
    description: '',
    date: '',
    time: '',
    days: [],
    highest_day: 0,
    location: '',
    attendees: '',
    price: '',
    max_per_phone: '',
    category_id: '',
    organizer_id: '',
    image: '',
    fees_on_top: false,
    payout_release: 'after_event',
    is_published: false,
    is_main_event: false,
    is_featured: false,
    is_sold_out: false,
    is_limited_tickets: false,
    is_new: false,
    gates: [],
    pools: [],
    types: [
      {
        key: 'new-1',
        id: null,
        ...words,
        price: String(price),
        max_per_order: String(max_per_order),
        quantity: String(quantity),
        type_offset: String(type_offset),
        gate_ids: [],
        ...NO_PRICING,
        ...PLAIN_UNIT,
        ...NO_TYPE_DAYS,
      },
    ],
  }
}

export function toDraft(event: EventReply): EventDraft {
  const { title, description, date, time, location } = event
  return {
    title,
    description,
    date,
    time,
    days: toDayDrafts(event),
    highest_day: event.highest_day ?? 0,
    location,
    attendees: event.attendees === null ? '' : String(event.attendees),
    price: String(event.price),
    max_per_phone: String(event.max_per_phone ?? ''),
    category_id: event.category_id ?? '',
    organizer_id: event.organizer_id ?? '',
    image: event.image ?? '',
    fees_on_top: event.fees_on_top ?? false,
    payout_release: event.payout_release ?? 'any_time',
    is_published: event.is_published,
    is_main_event: event.is_main_event,
    is_featured: event.is_featured,
    is_sold_out: event.is_sold_out,
    is_limited_tickets: event.is_limited_tickets,
    is_new: event.is_new,
    gates: event.gates ?? [],
    pools: (event.pools ?? []).map(toPoolDraft),
    types: event.ticket_types.map(toTypeDraft),
  }
}

function toTypeDraft(type: TicketTypeReply): TypeDraft {
  return {
    key: type.id,
    id: type.id,
    name: type.name,
    description: type.description,
    price: String(type.price),
    max_per_order: String(type.max_per_order),
    quantity: String(type.quantity),
    type_offset: String(type.type_offset),
    gate_ids: type.gate_ids ?? [],
    ...toPricingDraft(type),
    ...toUnitDraft(type),
    ...toTypeDays(type),
  }
}

/**
 * The starting price that follows from the ticket types of the draft. Null if no type has a price
 * yet.
 */
export function followingPrice({ types }: Pick<EventDraft, 'types'>): number | null {
  const priced = types.filter((type) => isAmount(leastPrice(type)))
  return startingPrice(priced.map((type) => ({ ...draftPrice(type), ...sightOf(type) })))
}

const sightOf = ({ is_hidden, kind }: TypeDraft) => ({ is_hidden, kind })

/** The starting price in the form: computed from the types, or as typed if no type has a price. */
export const startingText = (draft: Pick<EventDraft, 'types' | 'price'>): string =>
  String(followingPrice(draft) ?? draft.price)

/** The request that saves a draft. The draft must have no faults (see `findFaults`). */
export function toInput(draft: EventDraft, updatedAt: string | null): EventInput {
  const { attendees, max_per_phone, category_id, organizer_id, image, pools, types, ...rest } =
    draft
  const { date: _, time: __, days, highest_day: ___, ...same } = rest
  return {
    ...same,
    ...toDaysInput(draft),
    attendees: typedNumber(attendees),
    price: typedNumber(startingText(draft)),
    max_per_phone: typedNumber(max_per_phone),
    category_id: category_id || null,
    organizer_id: organizer_id || null,
    image: image || null,
    ...(updatedAt !== null && { updated_at: updatedAt }),
    pools: pools.map(toPoolInput),
    ticket_types: types.map((type) => ({
      ...toTypeInput(type, pools),
      ...toTypeDaysInput(type, days),
    })),
  }
}

function toTypeInput(type: TypeDraft, pools: readonly PoolDraft[]): TicketTypeInput {
  return {
    ...(type.id !== null && { id: type.id }),
    name: type.name,
    description: type.description,
    price: draftPrice(type).price,
    ...toChoiceInput(type),
    max_per_order: Number(type.max_per_order),
    quantity: Number(type.quantity),
    type_offset: Number(type.type_offset),
    gate_ids: type.gate_ids,
    ...toPricingInput(type),
    ...toUnitInput(type, pools),
  }
}

/**
 * Whether either all ticket types have gates or none has. If none has, all enter at the main gate.
 * Add-ons always need a gate of their own.
 */
export function areGatesComplete(
  types: readonly { gate_ids?: readonly string[]; kind?: string }[],
): boolean {
  const hasGate = ({ gate_ids = [] }: (typeof types)[number]) => gate_ids.length > 0
  const entries = types.filter(({ kind = 'entry' }) => isEntry({ kind }))
  const addOns = types.filter((type) => !entries.includes(type))
  return addOns.every(hasGate) && (entries.every(hasGate) || !entries.some(hasGate))
}

/**
 * The types with sold tickets whose price the draft changes, in words: 'Standard: KES 1,000 → KES
 * 10'.
 */
export function soldPriceChanges(draft: EventDraft, event: EventReply | null): string[] {
  return draft.types.flatMap((type) => {
    const stored = event?.ticket_types.find(({ id }) => id === type.id)
    if (!stored?.sold) return []
    const before = priceWords(draftPrice(toTypeDraft(stored)))
    const after = priceWords(draftPrice(type))
    return before === after ? [] : `${type.name}: ${before} → ${after}`
  })
}

/** Whether date, time and location can change only by the dialog for rescheduling. */
export function isScheduleFixed(event: EventReply | null): boolean {
  return event?.has_orders === true && event.cancelled_at === null
}

/**
 * Whether two drafts have the same content. Ticket types are compared by their values, without
 * their ids.
 */
export function isSameDraft(one: EventDraft, other: EventDraft): boolean {
  return JSON.stringify(normal(one)) === JSON.stringify(normal(other))
}

function normal(draft: EventDraft) {
  const { updated_at: _, ticket_types = [], ...rest } = toInput(draft, null)
  const types = ticket_types
    .map(({ id: __, gate_ids = [], price_steps = [], ...type }) => ({
      sale_from: null,
      sale_until: null,
      ...toChoiceInput({ ...PLAIN_PRICE, id: '', price: '' }),
      ...PLAIN_UNITS,
      pool_id: null,
      ...type,
      gate_ids: [...gate_ids].sort(),
      price_steps: price_steps.map(({ id: ___, ...step }) => step),
    }))
    .sort((a, b) => (a.type_offset ?? 0) - (b.type_offset ?? 0))
    .sort((a, b) => Number(!isEntry(a)) - Number(!isEntry(b)))
  return Object.entries({ ...rest, types }).sort(([a], [b]) => (a < b ? -1 : 1))
}

const NAMES: Partial<Record<keyof EventDraft, string>> = {
  attendees: 'expected attendees',
  price: 'starting price',
  max_per_phone: 'max per phone number',
  category_id: 'category',
  organizer_id: 'organizer',
  fees_on_top: 'service fee',
  payout_release: 'payouts',
  gates: 'entrances',
  pools: 'shared capacities',
  days: 'days',
  types: 'ticket types',
  ...Object.fromEntries(FLAGS.map(([flag, label]) => [flag, `'${label}'`])),
}

/** The names of the fields that differ between two drafts. */
export function differences(one: EventDraft, other: EventDraft): string[] {
  const theirs = new Map(normal(other))
  const asDraft = (field: string) =>
    (field === 'ticket_types' ? 'types' : field) as keyof EventDraft
  return normal(one)
    .filter(([field, value]) => JSON.stringify(value) !== JSON.stringify(theirs.get(field)))
    .map(([field]) => NAMES[asDraft(field)] ?? field)
}

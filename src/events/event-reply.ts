import type { Deps } from '../platform/database/deps.ts'
import { toKes } from '../platform/values/money.rules.ts'
import { isoText } from '../platform/values/nairobi.rules.ts'
import {
  availableOf,
  DEFAULT_CATEGORY,
  type EventDay,
  isEntry,
  isPass,
  isStockLimited,
  isStockSold,
  isTypeSold,
  unitFields,
} from './event.rules.ts'
import type { EventReply, TicketTypeReply } from './events.contract.ts'
import type { selectManagedEvent, selectPublicEvent } from './events.sql.ts'
import { imageUrl } from './image.rules.ts'
import type { PayoutRelease } from './pending-change.contract.ts'
import {
  type CodeTerms,
  type FeeTerms,
  feeOfUnit,
  feeTermsNow,
  isOnSale,
  isUnit,
  priceFields,
  priceList,
  priceTime,
  type StoredStep,
  saleWindow,
  toPriceReply,
} from './price.rules.ts'
import { previousSchedule } from './reschedule.rules.ts'
import { ownSaleEnd } from './sales.rules.ts'
import { shareCardUrl } from './share-card.rules.ts'
import { lowestKes, shareCardFingerprint } from './share-card-fingerprint.ts'
import type { selectAllTypes } from './ticket-types.sql.ts'

type ShopEnv = Pick<Deps['env'], 'publicOrigin' | 'serviceFee'>
export type PublicRow = NonNullable<Awaited<ReturnType<typeof selectPublicEvent>>>
type News = Pick<PublicRow, 'latest_move' | 'refunding' | 'moved_days'>
type Undated = { date: string | null; time: string | null }
type Whole = 'ticket_types' | 'organizer' | 'organizer_id' | 'has_codes' | 'held_until'
type EventRow = Omit<PublicRow, Whole | keyof News | keyof Undated> & Undated
type PublicType = PublicRow['ticket_types'][number]
type Instants = 'updated_at' | 'sale_from' | 'sale_until'
/** Instants are texts if the row was read as JSON. */
type TypeRow = Omit<PublicType, Instants> & {
  updated_at: string | Date
  sale_from: string | Date | null
  sale_until: string | Date | null
  /** A promo code that lowers the price of this type. */
  code?: CodeTerms
}

/**
 * An event in the form in which the API returns it: names as in the specification, prices in
 * shillings, date and time in Nairobi.
 */
export function toEventReply(env: ShopEnv, row: EventRow, types: TypeRow[], now: Date): EventReply {
  const ticket_types = toTypeReplies(env, row, types, now)
  const origin = env.publicOrigin
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    image: row.image_key === null ? null : imageUrl(origin, row.image_key, 1280, 'webp'),
    image_formats: formatsOf(row),
    share_image: shareCardUrl(origin, row.id, shareCardFingerprint(row, lowestKes(ticket_types))),
    date: row.date ?? '',
    time: row.time?.slice(0, 5) ?? '',
    ...(row.days.length > 0 && { days: row.days.map(toDayReply) }),
    location: row.location,
    attendees: row.expected_attendees,
    price: toKes(row.price_cents),
    ...(row.max_per_phone !== null && { max_per_phone: row.max_per_phone }),
    category_id: row.category_id,
    category: row.category ?? DEFAULT_CATEGORY,
    is_main_event: row.is_main_event,
    is_featured: row.is_featured,
    is_published: row.is_published,
    is_sold_out: row.is_sold_out || isStockSold(types),
    is_limited_tickets: row.is_limited_tickets || isStockLimited(types),
    is_new: row.is_new,
    updated_at: row.updated_at.toISOString(),
    cancelled_at: row.cancelled_at?.toISOString() ?? null,
    sales_open: row.sales_open,
    ticket_types,
  }
}

const toDayReply = ({ n, date, time, cancelled_at }: EventDay) => ({
  n,
  date,
  time,
  ...(cancelled_at !== null && { cancelled_at: new Date(cancelled_at).toISOString() }),
})

/** A single published event as visitors see it. */
export function toPublicReply(
  env: ShopEnv,
  row: PublicRow,
  types: TypeRow[],
  now: Date,
): EventReply {
  const event = toEventReply(env, row, types, now)
  const { organizer, organizer_id: organizer_page, has_codes } = row
  // Sends `as_of` even while no code can be used: an unpaid order may release a code's last use.
  const asOf = has_codes !== null ? { as_of: now.toISOString() } : asOfOf(event, now)
  return {
    ...event,
    ...asOf,
    // If only add-ons are left, such as parking, nothing is for sale: the page shows no types.
    ticket_types: types.some(isEntry) ? event.ticket_types : [],
    organizer,
    organizer_page,
    ...dialCodeOf(row),
    ...newsOf(row),
    ...withMoves(event, row.moved_days),
    ...(has_codes && { has_codes: true as const }),
  }
}

/** The days with the date and time that each had before it was moved. */
const withMoves = ({ days }: EventReply, moved: News['moved_days']): Pick<EventReply, 'days'> =>
  days && moved ? { days: days.map((day) => ({ ...day, ...moved[day.n] })) } : {}

/**
 * The dial code, for replies with a single event. Lists leave it out, because they do not show how
 * to buy.
 */
function dialCodeOf({ dial_code }: EventRow): Pick<EventReply, 'dial_code'> {
  return dial_code === null ? {} : { dial_code }
}

/** The time of the reply, if what the page shows depends on the time. */
export function asOfOf(event: EventReply, now: Date): Pick<EventReply, 'as_of'> {
  return event.ticket_types.some(hasSaleTerms) ? { as_of: now.toISOString() } : {}
}

const hasSaleTerms = (type: TicketTypeReply): boolean => {
  const { prices, sale_window, fee, lowest } = type
  return isUnit(type) || [prices, sale_window, fee, lowest].some((term) => term !== undefined)
}

/** The latest reschedule and the state of refunds, for replies with a single event. */
export function newsOf(row: News): Pick<EventReply, 'moved_from' | 'schedule_before' | 'refunds'> {
  const { latest_move: move, refunding } = row
  return {
    moved_from: move ? previousSchedule(move.old, move.new) : null,
    ...(move && { schedule_before: move.old }),
    refunds: refunding === null ? null : refunding === 'done' ? 'done' : 'running',
  }
}

/**
 * The formats of the picture. AVIF files are made later than WebP and JPEG files, and pages may use
 * AVIF only when its files exist.
 */
function formatsOf(row: EventRow): EventReply['image_formats'] {
  if (row.image_key === null) return []
  return row.avif_key === row.image_key ? ['avif', 'webp', 'jpg'] : ['webp', 'jpg']
}

/** The ticket types of an event as visitors see them. */
export function toTypeReplies(
  { serviceFee }: ShopEnv,
  row: TypedRow,
  types: TypeRow[],
  now: Date,
): TicketTypeReply[] {
  const isOpen = row.sales_open && !row.is_sold_out
  const isFull = isStockSold(types)
  const at = { now: now.getTime(), fee: feeTermsNow(row.fee, serviceFee) }
  // Add-ons stay on sale in a full event, because buyers with tickets still buy them.
  const isBuyable = (type: TypeRow) => isOpen && !(isFull && isEntry(type))
  return types.map((type) => toTypeReply(type, row, { ...at, buyable: isBuyable(type) }))
}

type TypedRow = Pick<EventRow, 'is_sold_out' | 'max_per_phone' | 'fee' | 'sales_open'>

function toTypeReply(
  type: TypeRow,
  row: TypedRow,
  { buyable, now, fee }: { buyable: boolean; now: number; fee: FeeTerms },
): TicketTypeReply {
  const { is_sold_out: isTicked, max_per_phone: cap } = row
  const window = windowOf(type, now)
  return {
    id: type.id,
    event_id: type.event_id,
    name: type.name,
    description: type.description,
    ...pricesOf(type, feeOfUnit(fee, type.sold_in), priceTime(window.sale_from, now)),
    ...window,
    ...chosenPriceOf(type),
    ...(type.is_free && { is_free: true as const }),
    // A single order must not admit more people than one phone number may buy for.
    max_per_order: Math.min(
      type.max_per_order,
      isEntry(type) ? Math.floor((cap ?? NO_CAP) / type.sold_in) : NO_CAP,
    ),
    quantity: Math.floor(type.capacity / type.sold_in),
    ...unitFields(type),
    ...daysOf(type),
    ...(type.min_per_order > 1 && { min_per_order: type.min_per_order }),
    type_offset: type.type_offset,
    updated_at: new Date(type.updated_at).toISOString(),
    available: buyable && isOnSale(window) ? availableOf(type) : 0,
    is_sold_out: isTicked || isTypeSold(type),
  }
}

const daysOf = ({ day_numbers, once_in_all }: TypeRow) => ({
  ...(day_numbers.length > 0 && { day_numbers }),
  ...(isPass({ day_numbers }) && { once_in_all }),
})

const NO_CAP = Number.POSITIVE_INFINITY

function chosenPriceOf({
  lowest_cents,
  suggested_cents,
  highest_cents,
}: TypeRow): Pick<TicketTypeReply, 'lowest' | 'suggested' | 'highest'> {
  if (lowest_cents === null) return {}
  const kesOf = (cents: number | null) => (cents === null ? null : toKes(cents))
  return {
    lowest: toKes(lowest_cents),
    suggested: kesOf(suggested_cents),
    highest: kesOf(highest_cents),
  }
}

function pricesOf(
  type: Pick<TypeRow, 'price_cents' | 'steps' | 'lowest_cents' | 'sold_in' | 'code'>,
  fee: FeeTerms,
  now: number,
) {
  const prices = priceList(type, fee, type.code).map(toPriceReply)
  const isLowered = prices.some(({ full_price }) => full_price !== undefined)
  const areShown = type.steps.length > 0 || isLowered
  return { ...priceFields(prices, now), ...(areShown && { prices }) }
}

function windowOf(
  type: Pick<TypeRow, 'sale_from' | 'sale_until'>,
  now: number,
): Pick<TicketTypeReply, 'sale_window' | 'sale_from'> {
  const sale_from = isoText(type.sale_from)
  const sale_until = isoText(type.sale_until)
  if (sale_from === null && sale_until === null) return {}
  const sale_window = saleWindow({ sale_from, sale_until }, now)
  return { sale_window, ...(sale_window === 'not_yet' && { sale_from }) }
}

type ManagedRow = Omit<
  NonNullable<Awaited<ReturnType<typeof selectManagedEvent>>>,
  keyof News | 'measure' | 'has_orders'
>
type ManagedType = Awaited<ReturnType<typeof selectAllTypes>>[number]

/** An event as its managers see it: the public fields and the fields of the form. */
export function toManagedEventReply(
  env: ShopEnv,
  row: ManagedRow,
  all: ManagedType[],
  now: Date,
): EventReply {
  const types = all.filter((type) => type.archived_at === null)
  const shown = toEventReply(env, row, types, now)
  return {
    ...shown,
    ...dialCodeOf(row),
    days: shown.days ?? [],
    ...(row.highest_day > 0 && { highest_day: row.highest_day }),
    // The organizer's checkbox alone, without the stock. The form sends this value back. If the
    // value included the stock, saving a sold-out event would tick the checkbox.
    is_sold_out: row.is_sold_out,
    is_limited_tickets: row.is_limited_tickets,
    sale_state: saleState(row, types),
    max_per_phone: row.max_per_phone,
    organizer_id: row.organizer_id,
    organizer_email: row.organizer_email,
    publishes_alone: row.publishes_alone ?? false,
    created_at: row.created_at.toISOString(),
    fees_on_top: row.fees_on_top,
    payout_release: row.payout_release as PayoutRelease,
    copied_date: row.copied_date,
    gates: row.gates,
    ticket_types: shown.ticket_types.map((type, index) =>
      withSales(type, types[index]!, row.date ? row.days : []),
    ),
    removed_ticket_types: all
      .filter((type) => type.archived_at !== null)
      .map(({ id, name, kind, type_offset, sold, held, first_sold_at }) => {
        const keeps_offset = !!first_sold_at || held > 0
        const addOn = isEntry({ kind }) ? {} : { kind: 'add_on' as const }
        return { id, name, ...addOn, type_offset, sold, held, keeps_offset }
      }),
  }
}

function withSales(type: TicketTypeReply, row: ManagedType, days: EventDay[]): TicketTypeReply {
  const { gate_ids, sold, held, first_sold_at, max_per_order, sale_from } = row
  const { is_hidden, sold_at_door } = row
  return {
    ...type,
    price: toKes(row.price_cents),
    price_now: type.price,
    sale_from: isoText(sale_from),
    sale_until: isoText(ownSaleEnd(row, days)),
    price_steps: row.steps.map((step) => toStepReply(step, row.sold_in)),
    max_per_order,
    sold_in: row.sold_in,
    min_per_order: row.min_per_order,
    kind: isEntry(row) ? 'entry' : 'add_on',
    pool_id: row.pool_id,
    day_numbers: row.day_numbers,
    once_in_all: row.once_in_all,
    is_hidden,
    sold_at_door,
    gate_ids,
    sold,
    held,
    is_offset_fixed: first_sold_at !== null,
  }
}

const toStepReply = (
  { id, name, price_cents, starts_at, ends_at, quantity, held, sold }: StoredStep,
  soldIn: number,
) => ({
  id,
  name,
  price: toKes(price_cents),
  starts_at: isoText(starts_at),
  ends_at: isoText(ends_at),
  quantity: quantity === null ? null : Math.floor(quantity / soldIn),
  ...(quantity !== null && { taken: Math.ceil((held + sold) / soldIn) }),
})

function saleState(row: ManagedRow, types: ManagedType[]): EventReply['sale_state'] {
  if (row.is_sold_out || isStockSold(types)) return 'sold_out'
  return row.is_limited_tickets || isStockLimited(types) ? 'limited' : 'on_sale'
}

import { Type } from 'typebox'
import { listOf, nullable, PageQuery, ServiceFee } from '../../platform/http/platform.contract.ts'
import { ReturnRequest } from '../../requests/requests.contract.ts'
import { DAYS_MAX } from '../days/day-words.rules.ts'
import { PayoutRelease } from '../pending-change.contract.ts'
import { SOLD_IN_MAX } from '../types/unit.rules.ts'
import {
  ATTENDEES_MAX,
  DESCRIPTION_MAX,
  LOCATION_MAX,
  MAX_PER_ORDER_MAX,
  MAX_PER_PHONE_MAX,
  PRICE_MAX_KES,
  QUANTITY_MAX,
  STEP_NAME_MAX,
  TITLE_MAX,
  TYPE_DESCRIPTION_MAX,
  TYPE_NAME_MAX,
} from './event-form.rules.ts'

const Id = Type.String({ maxLength: 100 })
const text = (maxLength: number) => Type.Optional(nullable(Type.String({ maxLength })))
const DayNumber = Type.Integer({ minimum: 1, maximum: DAYS_MAX })
const amount = Type.Optional(nullable(Type.Number({ maximum: PRICE_MAX_KES })))
const flag = Type.Optional(Type.Boolean())

const instant = Type.Optional(nullable(Type.String({ maxLength: 40 })))

/** A price below the type's own price, until a time, for a number of tickets, or both. */
export const PriceStepInput = Type.Object({
  id: Type.Optional(nullable(Id)),
  name: text(STEP_NAME_MAX),
  price: amount,
  starts_at: instant,
  ends_at: instant,
  quantity: Type.Optional(nullable(Type.Integer({ maximum: QUANTITY_MAX }))),
})
export type PriceStepInput = Type.Static<typeof PriceStepInput>

/**
 * A ticket type to save: an existing type if `id` is given, otherwise a new type. Absent fields of
 * an existing type stay unchanged.
 */
export const TicketTypeInput = Type.Object({
  id: Type.Optional(nullable(Id)),
  name: text(TYPE_NAME_MAX),
  description: text(TYPE_DESCRIPTION_MAX),
  /** Shillings, with at most two decimals. */
  price: amount,
  /** True: the type is free. Without `is_free`, a price of 0 may be a forgotten price. */
  is_free: flag,
  /**
   * Buyers choose the price of a ticket, in whole shillings, from `lowest` up. `price` then equals
   * `lowest` and may be absent. With `lowest: null` the type has a fixed price again.
   */
  lowest: amount,
  suggested: amount,
  highest: amount,
  /** True: only a code for this type shows and sells it. */
  is_hidden: flag,
  /** Defaults to true in a new type, unless the type is hidden. */
  sold_at_door: flag,
  /**
   * The number of people that one unit admits, such as 10 for a table. For an add-on: how often one
   * unit is redeemed. Prices, `quantity` and limits per order are per unit. Once the type has
   * orders, `sold_in`, `kind` and the pool are fixed.
   */
  sold_in: Type.Optional(Type.Integer({ minimum: 1, maximum: SOLD_IN_MAX })),
  max_per_order: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_PER_ORDER_MAX })),
  min_per_order: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_PER_ORDER_MAX })),
  /** An add-on, such as parking, is redeemed at gates of its own. It does not let people in. */
  kind: Type.Optional(Type.Union([Type.Literal('entry'), Type.Literal('add_on')])),
  /** The pool that the type shares with other types; null: no pool. */
  pool_id: Type.Optional(nullable(Id)),
  /** The name of a pool in this request, instead of `pool_id`. */
  pool: Type.Optional(nullable(Type.String({ maxLength: TYPE_NAME_MAX }))),
  quantity: Type.Optional(nullable(Type.Integer({ maximum: QUANTITY_MAX }))),
  type_offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 7 })),
  gate_ids: Type.Optional(Type.Array(Id, { maxItems: 200 })),
  /**
   * The numbers of the days for which the type is valid. Required in an event of several days. Once
   * the type has orders, `day_numbers` and `once_in_all` are fixed.
   */
  day_numbers: Type.Optional(Type.Array(DayNumber, { maxItems: DAYS_MAX })),
  /** Whether a ticket for several days enters once in all; otherwise once per day. */
  once_in_all: flag,
  /** Instants between which the type is on sale. Null: on sale as long as the event is. */
  sale_from: instant,
  sale_until: instant,
  /**
   * The steps in their order, which replace all stored steps. A step with an id is a stored step:
   * it keeps its sold tickets.
   */
  price_steps: Type.Optional(Type.Array(PriceStepInput, { maxItems: 20 })),
})
export type TicketTypeInput = Type.Static<typeof TicketTypeInput>

/** A capacity in people that several types share. Without `id`: a new pool. */
export const PoolInput = Type.Object({
  id: Type.Optional(nullable(Id)),
  name: Type.String({ maxLength: TYPE_NAME_MAX }),
  quantity: Type.Integer({ maximum: QUANTITY_MAX }),
})
export type PoolInput = Type.Static<typeof PoolInput>

/**
 * A day of an event of several days. `n` of a new day is absent (the day gets the next number), or
 * above all numbers that the event has used, so that ticket types can refer to the day.
 */
export const DayInput = Type.Object({
  n: Type.Optional(nullable(DayNumber)),
  date: Type.String({ maxLength: 40 }),
  time: Type.String({ maxLength: 40 }),
})
export type DayInput = Type.Static<typeof DayInput>

/**
 * The answer to the question about types at KES 0 that are not ticked as free: 'free' ticks them,
 * 'kept' leaves them at 0. Without an answer, such a type is refused with `price_zero` when it goes
 * on sale.
 */
const ZeroPrices = Type.Union([Type.Literal('free'), Type.Literal('kept')])
export type ZeroPrices = Type.Static<typeof ZeroPrices>

/**
 * An event to save. Absent fields stay unchanged on PUT; on POST they mean false, null or none. A
 * client may send back the reply of GET: read-only fields are ignored.
 */
export const EventInput = Type.Object({
  title: text(TITLE_MAX),
  description: text(DESCRIPTION_MAX),
  /** The address of a picture, as an upload returned it. */
  image: text(1000),
  date: text(40),
  time: text(40),
  location: text(LOCATION_MAX),
  attendees: Type.Optional(nullable(Type.Integer({ minimum: 0, maximum: ATTENDEES_MAX }))),
  price: amount,
  category_id: Type.Optional(nullable(Id)),
  /** The id of an account with a confirmed email address. */
  organizer_id: Type.Optional(nullable(Id)),
  /**
   * The most tickets that one phone number may buy, or receive as the recipient of an order. Null
   * if there is no maximum.
   */
  max_per_phone: Type.Optional(nullable(Type.Integer({ minimum: 1, maximum: MAX_PER_PHONE_MAX }))),
  is_main_event: flag,
  is_featured: flag,
  is_published: flag,
  is_sold_out: flag,
  is_limited_tickets: flag,
  is_new: flag,
  /** True if buyers pay the service fee on top of the organizer's price. */
  fees_on_top: flag,
  /** Defaults to 'any_time'. After the first order, only a change to 'after_event' is allowed. */
  payout_release: Type.Optional(PayoutRelease),
  ticket_types: Type.Optional(Type.Array(TicketTypeInput, { maxItems: 100 })),
  /**
   * All days of an event of several days, in order of time. Empty in an event of one day. `date`
   * and `time` are those of the first day and may be absent.
   */
  days: Type.Optional(Type.Array(DayInput, { maxItems: 100 })),
  /** All pools of the event. They replace all stored pools; a pool with an id is a stored pool. */
  pools: Type.Optional(Type.Array(PoolInput, { maxItems: 20 })),
  /**
   * All own gates of the event, in their order. The client makes the id of a new gate. `gate_ids`
   * of a ticket type may contain these gates and gates of the common list.
   */
  gates: Type.Optional(
    Type.Array(Type.Object({ id: Id, name: Type.String({ maxLength: 200 }) }), { maxItems: 100 }),
  ),
  /**
   * On PUT: the `updated_at` of the version that the client has read. If it differs from the stored
   * `updated_at`, another user has saved the event.
   */
  updated_at: Type.Optional(Type.String({ maxLength: 40 })),
  zero_prices: Type.Optional(ZeroPrices),
})
export type EventInput = Type.Static<typeof EventInput>

/**
 * The versions that the admin has read: `updated_at` of the event, and `host.version` of the
 * organizer's public page, '' if the event has no organizer.
 */
const ReadVersions = {
  updated_at: Type.Optional(Type.String({ maxLength: 40 })),
  page_version: Type.Optional(Type.String({ maxLength: 40 })),
}

export const ApproveRequest = Type.Object({
  ...ReadVersions,
  zero_prices: Type.Optional(ZeroPrices),
})

/** A return without `updated_at` applies to any version of the event. */
export const ReturnEventRequest = Type.Object({ ...ReturnRequest.properties, ...ReadVersions })

/** A body is not required. */
export const SendInRequest = nullable(Type.Object({ zero_prices: Type.Optional(ZeroPrices) }))

export const PreviewLinkReply = Type.Object({ url: Type.String() })

export const OrganizerQuery = Type.Object({
  q: Type.Optional(Type.String({ maxLength: 200 })),
  ...PageQuery,
})
export type OrganizerQuery = Type.Static<typeof OrganizerQuery>

export const OrganizerList = listOf(
  Type.Object({
    id: Type.String(),
    email: Type.String(),
    full_name: Type.String(),
    service_fee: ServiceFee,
  }),
)
export type OrganizerList = Type.Static<typeof OrganizerList>

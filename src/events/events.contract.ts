import { Type } from 'typebox'
import {
  DayText,
  listOf,
  nullable,
  PageQuery,
  Right,
  ServiceFee,
} from '../platform/http/platform.contract.ts'
import { PayoutRelease, PendingChange } from './pending-change.contract.ts'

const Instant = nullable(Type.String())

/** A promo code lowers the price of a ticket or only unlocks hidden types. */
export const CodeKind = Type.Union([
  Type.Literal('percent'),
  Type.Literal('amount'),
  Type.Literal('price'),
  Type.Literal('access'),
])

/** A price of a ticket type: of a step, or the type's own price, which is last in the list. */
export const PriceReply = Type.Object({
  /** The step's name; null for the type's own price. */
  name: nullable(Type.String()),
  /** The amount in shillings that a buyer pays for one ticket, including a fee on top. */
  price: Type.Number(),
  /** The fee on top that `price` contains; 0 if there is none. */
  fee: Type.Number(),
  starts_at: Instant,
  ends_at: Instant,
  /** The number of tickets left at this price; null if only time limits it. */
  left: nullable(Type.Integer()),
  /** The price without the code; absent if no code lowers it. */
  full_price: Type.Optional(Type.Number()),
})
/** A step as managers see and send it. Its price is without a fee on top. */
const PriceStepReply = Type.Object({
  id: Type.String(),
  name: Type.String(),
  price: Type.Number(),
  starts_at: Instant,
  ends_at: Instant,
  /** The number of tickets at this price; null if only time limits the step. */
  quantity: nullable(Type.Integer()),
  /** Tickets sold, or held for unpaid orders, within `quantity`; absent if `quantity` is null. */
  taken: Type.Optional(Type.Integer()),
})
export const TicketTypeReply = Type.Object({
  id: Type.String(),
  event_id: Type.String(),
  name: Type.String(),
  description: Type.String(),
  /**
   * Shillings, with up to two decimals. For visitors: the current price of one ticket, including a
   * fee on top. For managers: the stored price, which price steps may lower.
   */
  price: Type.Number(),
  /** Absent if the type is on sale as long as its event is. */
  sale_window: Type.Optional(
    Type.Union([Type.Literal('not_yet'), Type.Literal('open'), Type.Literal('over')]),
  ),
  /** The start of the sale. For visitors only before the sale begins. */
  sale_from: Type.Optional(Instant),
  /** The name of the step that sets the current price; absent if no step does. */
  step: Type.Optional(Type.String()),
  /** When the current price ends, or a step with another price begins. */
  price_until: Type.Optional(Type.String()),
  /** The number of tickets left at the current price. */
  left_at_price: Type.Optional(Type.Integer()),
  /** The price that follows the current price; absent if unknown. */
  next_price: Type.Optional(Type.Number()),
  /** The fee on top that the current price contains. */
  fee: Type.Optional(Type.Number()),
  /** The price without the code that was sent; absent if no code lowers it. */
  full_price: Type.Optional(Type.Number()),
  /** True if the type is free. Without `is_free`, a price of 0 is a forgotten price. */
  is_free: Type.Optional(Type.Literal(true)),
  /**
   * The lowest, suggested and highest price in whole shillings. Present only if the buyer chooses
   * the price of a ticket.
   */
  lowest: Type.Optional(Type.Number()),
  suggested: Type.Optional(nullable(Type.Number())),
  highest: Type.Optional(nullable(Type.Number())),
  /** All prices in their order, for `priceFor`; absent if the type has no steps. */
  prices: Type.Optional(Type.Array(PriceReply)),
  /**
   * The number of people that one unit admits, or how often one add-on is redeemed. Absent: 1.
   * Prices, `quantity`, `available` and the limits per order are per unit.
   */
  sold_in: Type.Optional(Type.Integer()),
  /**
   * The numbers of the days for which the type is valid. In an event of one day: absent for
   * visitors, empty for managers.
   */
  day_numbers: Type.Optional(Type.Array(Type.Integer())),
  /** Whether a pass enters once in all, not once per day. Visitors get it only for passes. */
  once_in_all: Type.Optional(Type.Boolean()),
  max_per_order: Type.Integer(),
  /** Absent: 1. */
  min_per_order: Type.Optional(Type.Integer()),
  /** Absent: 'entry'. An add-on does not let people in. */
  kind: Type.Optional(Type.Union([Type.Literal('entry'), Type.Literal('add_on')])),
  quantity: Type.Integer(),
  type_offset: Type.Integer(),
  updated_at: Type.String(),
  /** The number of units that can be bought now. */
  available: Type.Integer(),
  /** True if all tickets of the type are sold, so that no unpaid order can release a ticket. */
  is_sold_out: Type.Boolean(),
  /**
   * True if only a code for this type shows and sells it. For visitors: true for the types that
   * their code unlocks.
   */
  is_hidden: Type.Optional(Type.Boolean()),
  /** Only managers of the event get the fields from here on: organizer, team members and admins. */
  gate_ids: Type.Optional(Type.Array(Type.String())),
  /** The amount that a buyer pays for one ticket now. */
  price_now: Type.Optional(Type.Number()),
  sale_until: Type.Optional(Instant),
  price_steps: Type.Optional(Type.Array(PriceStepReply)),
  sold_at_door: Type.Optional(Type.Boolean()),
  /** The pool that the type shares with other types; null if it has no pool. */
  pool_id: Type.Optional(nullable(Type.String())),
  /** Sold tickets, counted in people. */
  sold: Type.Optional(Type.Integer()),
  /** Tickets held for unpaid orders, counted in people. */
  held: Type.Optional(Type.Integer()),
  /** True if sold tickets contain the offset, so that it cannot change. */
  is_offset_fixed: Type.Optional(Type.Boolean()),
})
export type TicketTypeReply = Type.Static<typeof TicketTypeReply>

/** The terms of a promo code, for a visitor with the code. */
export const PromoReply = Type.Object({
  code: Type.String(),
  kind: CodeKind,
  percent: Type.Optional(Type.Integer()),
  /** The discount of a ticket, or its price, in shillings and without a fee on top. */
  value: Type.Optional(Type.Number()),
  /** The number of tickets for which the code can still be used; null without a maximum. */
  left: nullable(Type.Integer()),
  max_per_phone: nullable(Type.Integer()),
  ends_at: Instant,
  /** Null if the code is for all types. */
  ticket_type_ids: nullable(Type.Array(Type.String())),
})
export type PromoReply = Type.Static<typeof PromoReply>

const Differences = Type.Array(
  Type.Object({ what: Type.String(), before: Type.String(), after: Type.String() }),
)

export const EventReply = Type.Object({
  id: Type.String(),
  title: Type.String(),
  description: Type.String(),
  /** Address of the picture; null if there is none. */
  image: nullable(Type.String()),
  /** Formats of the stored picture, smallest first; empty if there is no picture. */
  image_formats: Type.Array(
    Type.Union([Type.Literal('avif'), Type.Literal('webp'), Type.Literal('jpg')]),
  ),
  /**
   * The address of the preview picture for og:image, a JPEG of 1200×630. The address changes with
   * the picture.
   */
  share_image: Type.String(),
  /**
   * YYYY-MM-DD and HH:MM of the first day, in Nairobi. Both are empty in a draft without a date.
   */
  date: Type.String(),
  time: Type.String(),
  /**
   * The days of an event of several days, in order of time. In an event of one day: absent for
   * visitors, empty for managers.
   */
  days: Type.Optional(
    Type.Array(
      Type.Object({
        n: Type.Integer(),
        date: Type.String(),
        time: Type.String(),
        /** Absent unless the day was cancelled. */
        cancelled_at: Type.Optional(Type.String()),
        /** Date and time before the day was moved; absent in lists, and if it was not moved. */
        before: Type.Optional(Type.Object({ date: Type.String(), time: Type.String() })),
      }),
    ),
  ),
  location: Type.String(),
  attendees: nullable(Type.Integer()),
  price: Type.Number(),
  /**
   * The most tickets that one phone number may buy, or receive as the recipient of an order. If
   * there is no maximum: null for managers, absent for visitors.
   */
  max_per_phone: Type.Optional(nullable(Type.Integer())),
  category_id: nullable(Type.String()),
  category: Type.String(),
  is_main_event: Type.Boolean(),
  is_featured: Type.Boolean(),
  is_published: Type.Boolean(),
  is_sold_out: Type.Boolean(),
  is_limited_tickets: Type.Boolean(),
  is_new: Type.Boolean(),
  updated_at: Type.String(),
  /** Null unless the event was cancelled. */
  cancelled_at: nullable(Type.String()),
  /**
   * Only for single events: date, time and venue before the latest reschedule, in words. Null if
   * the event was never rescheduled.
   */
  moved_from: Type.Optional(nullable(Type.String())),
  /** Only for single events that were rescheduled: date, time and venue before the latest reschedule. */
  schedule_before: Type.Optional(
    Type.Object({ date: Type.String(), time: Type.String(), location: Type.String() }),
  ),
  /**
   * Only for single events: the state of the refunds of a cancelled event. Null if the event has no
   * cancellation.
   */
  refunds: Type.Optional(nullable(Type.Union([Type.Literal('running'), Type.Literal('done')]))),
  /** Only for single published events: the organizer's name. Null if the event has no organizer. */
  organizer: Type.Optional(nullable(Type.String())),
  /**
   * Only for single published events: the id of the organizer's page. Null if the event has no
   * organizer.
   */
  organizer_page: Type.Optional(nullable(Type.String())),
  /**
   * Only for single events: the number to dial after our USSD code. Absent until the event is
   * published.
   */
  dial_code: Type.Optional(Type.Integer()),
  /** False if the event is cancelled or over, or its sales are stopped. */
  sales_open: Type.Boolean(),
  /**
   * Only for single events: the server's time of this reply. Absent if all types are plain tickets,
   * the event has no promo code and the caller sent no code. Not plain are types with a sale
   * window, a step, a fee on top or a price that the buyer chooses, tables and add-ons.
   */
  as_of: Type.Optional(Type.String()),
  /** Only for single public events: true if the event has a promo code that can be used now. */
  has_codes: Type.Optional(Type.Literal(true)),
  /** Only in replies to `?code=`. Null if the code is not valid here: the reply then ignores it. */
  promo: Type.Optional(nullable(PromoReply)),
  /**
   * Only for single public events on sale whose buyers' money stays with us until this instant.
   * Absent if it may be paid out before.
   */
  money: Type.Optional(Type.Object({ held_until: Type.String() })),
  ticket_types: Type.Array(TicketTypeReply),
  /** Only managers of the event get the fields from here on: organizer, team members and admins. */
  organizer_id: Type.Optional(nullable(Type.String())),
  /** Only in replies to GET of single events: the caller's rights over the event. */
  rights: Type.Optional(Type.Array(Right)),
  /** Only for single events. True after the first order, even if that order expired unpaid. */
  has_orders: Type.Optional(Type.Boolean()),
  organizer_email: Type.Optional(nullable(Type.String())),
  /** True if buyers pay the service fee on top of the organizer's price. */
  fees_on_top: Type.Optional(Type.Boolean()),
  service_fee: Type.Optional(ServiceFee),
  /** Capacities in people that several types share. */
  pools: Type.Optional(
    Type.Array(
      Type.Object({
        id: Type.String(),
        name: Type.String(),
        quantity: Type.Integer(),
        sold: Type.Integer(),
        held: Type.Integer(),
      }),
    ),
  ),
  payout_release: Type.Optional(PayoutRelease),
  /**
   * The first date of the event from which this draft was copied. When the draft gets a date, its
   * sale windows and price steps move by the difference. Null if there is nothing to move.
   */
  copied_date: Type.Optional(nullable(Type.String())),
  /** The highest number that a day had so far. Absent if the event has always been of one day. */
  highest_day: Type.Optional(Type.Integer()),
  /** Whether the organizer publishes without approval. */
  publishes_alone: Type.Optional(Type.Boolean()),
  created_at: Type.Optional(Type.String()),
  /**
   * Whether tickets are sold out, limited or on sale, by the checkboxes and the stock. For
   * managers, is_sold_out and is_limited_tickets contain only the checkboxes.
   */
  sale_state: Type.Optional(
    Type.Union([Type.Literal('sold_out'), Type.Literal('limited'), Type.Literal('on_sale')]),
  ),
  /**
   * Only for single events: the organizer's request to cancel or reschedule the event. It waits for
   * an admin, or an admin returned it with `words`. Null if there is no request.
   */
  measure: Type.Optional(
    nullable(
      Type.Object({
        kind: Type.Union([Type.Literal('cancel'), Type.Literal('reschedule')]),
        state: Type.Union([Type.Literal('sent'), Type.Literal('returned')]),
        reason: Type.String(),
        words: Type.String(),
        /** True if the caller made the request. Other members cannot withdraw the request. */
        is_own: Type.Boolean(),
        /** The requested schedule, if the request is to reschedule. */
        date: nullable(Type.String()),
        time: nullable(Type.String()),
        location: nullable(Type.String()),
        /** The number of the day, if the request is about one day. */
        day: Type.Optional(Type.Integer()),
      }),
    ),
  ),
  /**
   * Only for a draft that was sent in, and for a published event with a change that needs approval.
   * `state`: whether the draft or change waits for an admin or was returned. `words`: the reason.
   */
  review: Type.Optional(
    Type.Object({
      state: Type.Union([Type.Literal('sent'), Type.Literal('returned')]),
      words: Type.String(),
      change: Type.Optional(PendingChange),
      /**
       * Only for single events: words that strangers would read in SMS and that only an admin may
       * allow, such as the name of a bank, each with the field in words.
       */
      words_to_check: Type.Optional(
        Type.Array(Type.Object({ what: Type.String(), words: Type.String() })),
      ),
      /**
       * Only for single events, in words: the changes that wait for approval, or the changes since
       * an admin returned the draft.
       */
      changes: Type.Optional(Differences),
      /**
       * Only for single events, and for admins while it waits: the last return since the last
       * approval. `changes` contains a sentence for each change since the return.
       */
      returned: Type.Optional(
        Type.Object({
          at: Type.String(),
          /** The name of the admin. */
          by: Type.String(),
          words: Type.String(),
          /** The number of returns since the last approval. */
          times: Type.Integer(),
          changes: Type.Optional(Differences),
        }),
      ),
    }),
  ),
  /**
   * Only for single events with a review that waits for an admin: the organizer's public page, which
   * the admin approves with the event. `version` changes with its content. Absent if the event has
   * no organizer.
   */
  host: Type.Optional(
    Type.Object({
      name: Type.String(),
      words: Type.String(),
      image: nullable(Type.String()),
      whatsapp: nullable(Type.String()),
      instagram: nullable(Type.String()),
      tiktok: nullable(Type.String()),
      version: Type.String(),
    }),
  ),
  /** The event's own gates, in their order. */
  gates: Type.Optional(Type.Array(Type.Object({ id: Type.String(), name: Type.String() }))),
  /** Ticket types that were removed but are kept because they have orders. */
  removed_ticket_types: Type.Optional(
    Type.Array(
      Type.Object({
        id: Type.String(),
        name: Type.String(),
        kind: Type.Optional(Type.Literal('add_on')),
        type_offset: Type.Integer(),
        sold: Type.Integer(),
        held: Type.Integer(),
        /** True if the type keeps its offset, so that no other type may use it. */
        keeps_offset: Type.Boolean(),
      }),
    ),
  ),
})
export type EventReply = Type.Static<typeof EventReply>

/** The event of a preview link, and the time at which the link ends. */
export const PreviewReply = Type.Object({ event: EventReply, ends_at: Type.String() })
export type PreviewReply = Type.Static<typeof PreviewReply>

export const EventList = listOf(EventReply)
export type EventList = Type.Static<typeof EventList>

const Flag = Type.Union([Type.Literal('true'), Type.Literal('false')])

export const EventQuery = Type.Object({
  /**
   * 'managed' lists the events that the viewer manages, including drafts and past events. For an
   * admin these are all events.
   */
  scope: Type.Optional(Type.Literal('managed')),
  /** Only with scope=managed. */
  is_published: Type.Optional(Flag),
  sort: Type.Optional(
    Type.Union([
      /**
       * The next event is first. Past and cancelled events are at the end, the latest first. Only
       * with scope=managed.
       */
      Type.Literal('next'),
      Type.Literal('date'),
      Type.Literal('-date'),
      Type.Literal('title'),
      Type.Literal('-title'),
    ]),
  ),
  is_main_event: Type.Optional(Flag),
  is_featured: Type.Optional(Flag),
  category: Type.Optional(Type.String({ maxLength: 100 })),
  q: Type.Optional(Type.String({ maxLength: 200 })),
  from: Type.Optional(DayText),
  to: Type.Optional(DayText),
  /** The last part of the venue, such as 'Kisumu'. */
  town: Type.Optional(Type.String({ maxLength: 100 })),
  /** Events without a ticket type that has a price. */
  is_free: Type.Optional(Type.Literal('true')),
  ...PageQuery,
})
export type EventQuery = Type.Static<typeof EventQuery>

export const CodeQuery = Type.Object({
  /**
   * A promo code. If it can be used for the event now, the reply has the ticket types that it
   * unlocks, the prices that it lowers, and `promo`. A signed-in caller who manages the event gets
   * this public reply, too.
   */
  code: Type.Optional(Type.String()),
})

/** Categories, or gates with their offsets. */
export const NamedList = Type.Object({
  data: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      gate_offset: Type.Optional(Type.Integer()),
    }),
  ),
  next_cursor: Type.Null(),
})
export type NamedList = Type.Static<typeof NamedList>

/** Filters for visitors. Each filter finds at least one of the next events on sale. */
export const EventChoices = Type.Object({
  tonight: Type.Boolean(),
  weekend: Type.Boolean(),
  free: Type.Boolean(),
  /** The towns with the most events among the next events on sale. */
  towns: Type.Array(Type.String()),
})
export type EventChoices = Type.Static<typeof EventChoices>

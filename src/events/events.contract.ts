import { Type } from 'typebox'
import { listOf, nullable, PageQuery } from '../platform/http/platform.contract.ts'

export const TicketTypeReply = Type.Object({
  id: Type.String(),
  event_id: Type.String(),
  name: Type.String(),
  description: Type.String(),
  /** Shillings; may have two decimals. */
  price: Type.Number(),
  max_per_order: Type.Integer(),
  quantity: Type.Integer(),
  type_offset: Type.Integer(),
  updated_at: Type.String(),
  /** What can be bought now. */
  available: Type.Integer(),
  /** From here on only for the event's organizer and for admins. */
  gate_ids: Type.Optional(Type.Array(Type.String())),
  sold: Type.Optional(Type.Integer()),
  /** Set aside for people who are paying. */
  held: Type.Optional(Type.Integer()),
  /** Tickets carry the offset: it stays. */
  is_offset_fixed: Type.Optional(Type.Boolean()),
})
export type TicketTypeReply = Type.Static<typeof TicketTypeReply>

export const EventReply = Type.Object({
  id: Type.String(),
  title: Type.String(),
  description: Type.String(),
  /** Address of the picture; null if there is none. */
  image: nullable(Type.String()),
  /** The formats in which the picture is stored, smallest first; empty where there is none. */
  image_formats: Type.Array(
    Type.Union([Type.Literal('avif'), Type.Literal('webp'), Type.Literal('jpg')]),
  ),
  /** 1200×630 JPEG for og:image; another address whenever the card looks different. */
  share_image: Type.String(),
  /** YYYY-MM-DD and HH:MM, both in Nairobi. */
  date: Type.String(),
  time: Type.String(),
  location: Type.String(),
  attendees: nullable(Type.Integer()),
  price: Type.Number(),
  category_id: nullable(Type.String()),
  category: Type.String(),
  is_main_event: Type.Boolean(),
  is_featured: Type.Boolean(),
  is_published: Type.Boolean(),
  is_sold_out: Type.Boolean(),
  is_limited_tickets: Type.Boolean(),
  is_new: Type.Boolean(),
  updated_at: Type.String(),
  /** Null while it takes place. */
  cancelled_at: nullable(Type.String()),
  /** Where one event is read: what its latest move left, in words; null if it never moved. */
  moved_from: Type.Optional(nullable(Type.String())),
  /** Likewise, of one that is cancelled: whether its buyers are still being refunded. */
  refunds: Type.Optional(nullable(Type.Union([Type.Literal('running'), Type.Literal('done')]))),
  /** Likewise: what is dialled behind our USSD code for it; absent before it is published. */
  dial_code: Type.Optional(Type.Integer()),
  /** False once the event is cancelled or over. */
  sales_open: Type.Boolean(),
  ticket_types: Type.Array(TicketTypeReply),
  /** From here on only for its organizer and for admins. */
  organizer_id: Type.Optional(nullable(Type.String())),
  organizer_email: Type.Optional(nullable(Type.String())),
  created_at: Type.Optional(Type.String()),
  /** For them is_sold_out and is_limited_tickets are what was ticked; this counts the stock too. */
  sale_state: Type.Optional(
    Type.Union([Type.Literal('sold_out'), Type.Literal('limited'), Type.Literal('on_sale')]),
  ),
  /** Ticket types that were removed and are kept, because somebody ordered them. */
  removed_ticket_types: Type.Optional(
    Type.Array(
      Type.Object({
        id: Type.String(),
        name: Type.String(),
        type_offset: Type.Integer(),
        sold: Type.Integer(),
        held: Type.Integer(),
        /** No other type may have it. */
        keeps_offset: Type.Boolean(),
      }),
    ),
  ),
})
export type EventReply = Type.Static<typeof EventReply>

export const EventList = listOf(EventReply)
export type EventList = Type.Static<typeof EventList>

const Flag = Type.Union([Type.Literal('true'), Type.Literal('false')])
const Day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' })

export const EventQuery = Type.Object({
  /** One's own events, past ones and drafts included; an admin's are all. */
  scope: Type.Optional(Type.Literal('managed')),
  /** With scope=managed. */
  is_published: Type.Optional(Flag),
  sort: Type.Optional(
    Type.Union([
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
  from: Type.Optional(Day),
  to: Type.Optional(Day),
  ...PageQuery,
})
export type EventQuery = Type.Static<typeof EventQuery>

/** Categories, and gates with their place in the row of gates. */
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

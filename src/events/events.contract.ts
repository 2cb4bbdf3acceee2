import { Type } from 'typebox'

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
})
export type TicketTypeReply = Type.Static<typeof TicketTypeReply>

export const EventReply = Type.Object({
  id: Type.String(),
  title: Type.String(),
  description: Type.String(),
  /** Address of the picture; null where there is none. */
  image: Type.Union([Type.String(), Type.Null()]),
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
  attendees: Type.Union([Type.Integer(), Type.Null()]),
  price: Type.Number(),
  category_id: Type.Union([Type.String(), Type.Null()]),
  category: Type.String(),
  is_main_event: Type.Boolean(),
  is_featured: Type.Boolean(),
  is_published: Type.Boolean(),
  is_sold_out: Type.Boolean(),
  is_limited_tickets: Type.Boolean(),
  is_new: Type.Boolean(),
  updated_at: Type.String(),
  /** False once the event is cancelled or over. */
  sales_open: Type.Boolean(),
  ticket_types: Type.Array(TicketTypeReply),
})
export type EventReply = Type.Static<typeof EventReply>

export const EventList = Type.Object({
  data: Type.Array(EventReply),
  next_cursor: Type.Union([Type.String(), Type.Null()]),
})
export type EventList = Type.Static<typeof EventList>

const Flag = Type.Union([Type.Literal('true'), Type.Literal('false')])
const Day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' })

export const EventQuery = Type.Object({
  is_main_event: Type.Optional(Flag),
  is_featured: Type.Optional(Flag),
  category: Type.Optional(Type.String({ maxLength: 100 })),
  q: Type.Optional(Type.String({ maxLength: 200 })),
  from: Type.Optional(Day),
  to: Type.Optional(Day),
  cursor: Type.Optional(Type.String({ maxLength: 200 })),
  limit: Type.Optional(Type.String({ pattern: '^([1-9]\\d?|100)$' })),
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

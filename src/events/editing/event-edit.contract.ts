import { Type } from 'typebox'
import { listOf, nullable, PageQuery } from '../../platform/http/platform.contract.ts'
import {
  ATTENDEES_MAX,
  DESCRIPTION_MAX,
  LOCATION_MAX,
  MAX_PER_ORDER_MAX,
  PRICE_MAX_KES,
  QUANTITY_MAX,
  TITLE_MAX,
  TYPE_DESCRIPTION_MAX,
  TYPE_NAME_MAX,
} from './event-form.rules.ts'

const Id = Type.String({ maxLength: 100 })
const text = (maxLength: number) => Type.Optional(nullable(Type.String({ maxLength })))
const amount = Type.Optional(nullable(Type.Number({ maximum: PRICE_MAX_KES })))
const flag = Type.Optional(Type.Boolean())

/** With an `id` an existing type, without one a new type. Absent fields stay unchanged. */
export const TicketTypeInput = Type.Object({
  id: Type.Optional(nullable(Id)),
  name: text(TYPE_NAME_MAX),
  description: text(TYPE_DESCRIPTION_MAX),
  /** Shillings, with at most two decimals. */
  price: amount,
  max_per_order: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_PER_ORDER_MAX })),
  quantity: Type.Optional(nullable(Type.Integer({ maximum: QUANTITY_MAX }))),
  type_offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 7 })),
  gate_ids: Type.Optional(Type.Array(Id, { maxItems: 200 })),
})
export type TicketTypeInput = Type.Static<typeof TicketTypeInput>

/**
 * An event to save. Absent on PUT means unchanged; on POST false, null or none. A reply of GET can
 * be sent back: read-only fields are ignored.
 */
export const EventInput = Type.Object({
  title: text(TITLE_MAX),
  description: text(DESCRIPTION_MAX),
  /** An address returned by an upload. */
  image: text(1000),
  date: text(40),
  time: text(40),
  location: text(LOCATION_MAX),
  attendees: Type.Optional(nullable(Type.Integer({ minimum: 0, maximum: ATTENDEES_MAX }))),
  price: amount,
  category_id: Type.Optional(nullable(Id)),
  /** The owner: an account with a confirmed email address. */
  organizer_id: Type.Optional(nullable(Id)),
  is_main_event: flag,
  is_featured: flag,
  is_published: flag,
  is_sold_out: flag,
  is_limited_tickets: flag,
  is_new: flag,
  ticket_types: Type.Optional(Type.Array(TicketTypeInput, { maxItems: 100 })),
  /**
   * On PUT with another date, time or venue of an event that has sold tickets: whether its buyers
   * are notified and may request a refund. True unless given as false.
   */
  tell: flag,
  /** On PUT: the value that was read. */
  updated_at: Type.Optional(Type.String({ maxLength: 40 })),
})
export type EventInput = Type.Static<typeof EventInput>

export const RescheduleRequest = Type.Object({
  date: Type.Optional(Type.String({ maxLength: 40 })),
  time: Type.Optional(Type.String({ maxLength: 40 })),
  location: Type.Optional(Type.String({ maxLength: LOCATION_MAX })),
  /** Whether buyers are notified. True unless given as false. */
  tell: flag,
})
export type RescheduleRequest = Type.Static<typeof RescheduleRequest>

export const OrganizerQuery = Type.Object({
  q: Type.Optional(Type.String({ maxLength: 200 })),
  ...PageQuery,
})
export type OrganizerQuery = Type.Static<typeof OrganizerQuery>

export const OrganizerList = listOf(
  Type.Object({ id: Type.String(), email: Type.String(), full_name: Type.String() }),
)
export type OrganizerList = Type.Static<typeof OrganizerList>

import { Type } from 'typebox'
import { DayText, nullable } from '../platform/http/platform.contract.ts'
import { UNIT_FIELDS } from '../tickets/tickets.contract.ts'
import { ROW_MAX, ROWS_MAX } from './rows.rules.ts'

// Complimentary tickets: POST and GET /api/events/{id}/complimentary, /api/events/{id}/allotments,
// /api/complimentary/{id}/…, and the public routes of an allotment's link.

const Name = Type.String({ maxLength: 100 })
const Id = Type.String({ maxLength: 100 })
const Quantity = Type.Integer({ minimum: 1, maximum: ROW_MAX })

export const ComplimentaryRow = Type.Object({
  phone: Type.String({ maxLength: 100 }),
  ticket_type_id: Id,
  /** Counts units, such as tables. */
  quantity: Quantity,
  /** The guest's name, for the organizer's list. */
  name: Type.Optional(Name),
})
export type ComplimentaryRow = Type.Static<typeof ComplimentaryRow>

export const GiveRequest = Type.Object({
  /** A UUID that the client makes. Repeating a request with the same nonce gives no new tickets. */
  nonce: Id,
  rows: Type.Array(ComplimentaryRow, { minItems: 1, maxItems: ROWS_MAX }),
  /**
   * If true, phones that already have complimentary tickets of this event also get tickets.
   * Otherwise a request with such phones is refused with `already_given`.
   */
  again: Type.Optional(Type.Boolean()),
})
export type GiveRequest = Type.Static<typeof GiveRequest>

/**
 * `given` is the number of people on entry tickets that were given and not revoked. `inside` is the
 * number of people inside with these tickets.
 */
export const ComplimentarySum = Type.Object({ given: Type.Integer(), inside: Type.Integer() })
export type ComplimentarySum = Type.Static<typeof ComplimentarySum>

const counts = {
  /** The number of people on entry tickets that were given and not revoked. */
  given: Type.Integer(),
  /** How often the add-ons that were given and not revoked can be redeemed. */
  add_ons: Type.Integer(),
  /** The number of people inside with complimentary tickets. */
  inside: Type.Integer(),
  revoked: Type.Integer(),
  /** Tickets whose SMS could not be delivered. */
  failed: Type.Integer(),
}

export const ComplimentaryBatch = Type.Object({
  id: Type.String(),
  made_at: Type.String(),
  made_by: Type.String(),
  ...counts,
})
export type ComplimentaryBatch = Type.Static<typeof ComplimentaryBatch>

export const AllotmentState = Type.Union([
  Type.Literal('open'),
  Type.Literal('ended'),
  Type.Literal('withdrawn'),
])
export type AllotmentState = Type.Static<typeof AllotmentState>

export const Allotment = Type.Object({
  id: Type.String(),
  name: Type.String(),
  ticket_type: Type.String(),
  ...UNIT_FIELDS,
  /** Counts units, such as tables, like `claimed`. */
  quantity: Type.Integer(),
  claimed: Type.Integer(),
  state: AllotmentState,
  /** The last day on which the link hands out tickets. */
  ends_on: Type.String(),
  url: Type.String(),
  ...counts,
})
export type Allotment = Type.Static<typeof Allotment>

export const AllotmentRequest = Type.Object({
  /** A UUID that the client makes. */
  nonce: Id,
  name: Name,
  ticket_type_id: Id,
  /** Counts units, such as tables. */
  quantity: Type.Integer({ minimum: 1, maximum: ROWS_MAX }),
  ends_on: DayText,
})
export type AllotmentRequest = Type.Static<typeof AllotmentRequest>

/** An event of the organizer. Null or absent for all events of the organizer. */
const EventScope = Type.Optional(nullable(Id))
export const LinksQuery = Type.Object({ event_id: Type.Optional(Id) })
export const LinksRequest = Type.Object({ event_id: EventScope })

/** The number of sponsor links with tickets left, and the number of tickets left. */
export const OpenLinks = Type.Object({ open: Type.Integer(), left: Type.Integer() })
export type OpenLinks = Type.Static<typeof OpenLinks>

/** All complimentary tickets of an event. */
export const Complimentary = Type.Object({
  ...counts,
  batches: Type.Array(ComplimentaryBatch),
  allotments: Type.Array(Allotment),
  /** Null if the licensed capacity is not set. */
  licensed_capacity: nullable(Type.Integer()),
  /** The sold, held and complimentary places of all types, and the places of allotments. */
  taken: Type.Integer(),
  /** The day of `taken`: the fullest of several days. Absent for an event of one day. */
  taken_day: Type.Optional(Type.String()),
})
export type Complimentary = Type.Static<typeof Complimentary>

export const GuestState = Type.Union([
  Type.Literal('sending'),
  Type.Literal('sent'),
  Type.Literal('delivered'),
  Type.Literal('failed'),
  Type.Literal('inside'),
  Type.Literal('revoked'),
])
export type GuestState = Type.Static<typeof GuestState>

export const Guest = Type.Object({
  order_id: Type.String(),
  name: Type.String(),
  /** '' if the phone number was erased. */
  phone: Type.String(),
  ticket_type: Type.String(),
  ...UNIT_FIELDS,
  /** Counts people. */
  quantity: Type.Integer(),
  state: GuestState,
})
export type Guest = Type.Static<typeof Guest>

export const GuestList = Type.Object({ data: Type.Array(Guest) })
export type GuestList = Type.Static<typeof GuestList>

export const RevokeRequest = Type.Object({
  /** The orders to revoke. If absent, all orders of the batch or allotment are revoked. */
  order_ids: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: ROWS_MAX })),
})

export const Revoked = Type.Object({
  /** The number of tickets that this request revoked; 0 if it is repeated. */
  revoked: Type.Integer(),
  /** Tickets that stay valid because people have come in with them. */
  inside: Type.Integer(),
})
export type Revoked = Type.Static<typeof Revoked>

export const AllotmentPage = Type.Object({
  name: Type.String(),
  event_id: Type.String(),
  event: Type.String(),
  /** Date and time of the first day that the ticket is for. */
  date: Type.String(),
  time: Type.String(),
  /** The date of the last day of a pass. */
  until: Type.Optional(Type.String()),
  location: Type.String(),
  ticket_type: Type.String(),
  ...UNIT_FIELDS,
  quantity: Type.Integer(),
  left: Type.Integer(),
  state: AllotmentState,
  ends_on: Type.String(),
})
export type AllotmentPage = Type.Static<typeof AllotmentPage>

export const ClaimRequest = Type.Object({ phone: Type.String({ maxLength: 100 }) })

export const Claimed = Type.Object({
  /** The masked number of the phone that gets the ticket: '07•• ••• 678'. */
  phone: Type.String(),
  left: Type.Integer(),
})
export type Claimed = Type.Static<typeof Claimed>

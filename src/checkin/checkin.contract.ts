import { Type } from 'typebox'
import { listOf, nullable, PageQuery } from '../platform/http/platform.contract.ts'

export const CheckInResult = Type.Union([
  Type.Literal('valid'),
  Type.Literal('used'),
  Type.Literal('too_many'),
  /** The ticket is for another day of the event, which the reply names in `day`. */
  Type.Literal('other_day'),
  Type.Literal('wrong_gate'),
  Type.Literal('wrong_event'),
  Type.Literal('void'),
  Type.Literal('unknown'),
  /** The event begins hours later. A repeated request with `confirmed` admits the people. */
  Type.Literal('too_early'),
  Type.Literal('entry_stopped'),
])
export type CheckInResult = Type.Static<typeof CheckInResult>

/** The status in the specification's words: every result except valid and used is invalid. */
export const ValidationStatus = Type.Union([
  Type.Literal('valid'),
  Type.Literal('used'),
  Type.Literal('invalid'),
])
export type ValidationStatus = Type.Static<typeof ValidationStatus>

export const CheckInMethod = Type.Union([Type.Literal('scan'), Type.Literal('manual')])
export type CheckInMethod = Type.Static<typeof CheckInMethod>

export const CheckInRequest = Type.Object({
  /** The QR code's URL or the typed number, even with spaces, hyphens, lower case, I, L or O. */
  ticket_number: Type.String({ minLength: 1, maxLength: 300 }),
  event_id: Type.String({ maxLength: 100 }),
  gate_id: Type.Optional(nullable(Type.String({ maxLength: 100 }))),
  /** If absent, the rest of the people on the ticket are admitted. */
  admits: Type.Optional(nullable(Type.Integer({ minimum: 1, maximum: 31 }))),
  /** How the number was entered; 'manual' if absent. */
  validation_type: Type.Optional(CheckInMethod),
  /** A UUID of the client. A known nonce gets the stored response and admits no one. */
  nonce: Type.Optional(Type.String({ maxLength: 100 })),
  /** The reason for admitting people without a scan. */
  reason: Type.Optional(nullable(Type.String({ maxLength: 200 }))),
})
export type CheckInRequest = Type.Static<typeof CheckInRequest>

const Instant = Type.String()

export const CheckInReply = Type.Object({
  id: Type.String(),
  result: CheckInResult,
  status: ValidationStatus,
  is_valid: Type.Boolean(),
  message: Type.String(),
  timestamp: Instant,
  ticket_number: Type.String(),
  admits: Type.Integer(),
  /** Null if no ticket of this event has the number. */
  left: nullable(Type.Integer()),
  /**
   * Why a ticket is void (`refunded`, `transferred`, `event_cancelled`, `revoked`) or unknown
   * (`not_genuine`, `not_on_list`, `replaced`), or how a valid ticket was let in (`by_proof`,
   * `by_hand`). At a wrong gate: another gate redeems the add-on (`add_on`), even if the phone has
   * no gate (`choose_gate`), or this gate redeems only add-ons and the ticket is an entry ticket
   * (`add_on_gate`). Null if the result needs no reason.
   */
  reason: nullable(Type.String()),
  ticket: nullable(
    Type.Object({
      ticket_type: Type.String(),
      /** The number of people; for an add-on, how often it can be redeemed in total. */
      quantity: Type.Integer(),
      /** The gates that redeem an add-on, or '' if none does. */
      gate: Type.String(),
      /** Present only for an add-on. */
      kind: Type.Optional(Type.Literal('add_on')),
    }),
  ),
  /** Present if the result is `other_day`: the number and the date of the ticket's day. */
  day: Type.Optional(Type.Integer()),
  day_date: Type.Optional(Type.String()),
  /** Present if the reason is `add_on_gate`: the names of the add-ons that this gate redeems. */
  gate_redeems: Type.Optional(Type.String()),
  /** The time and gate of the ticket's last admission. Null unless the result is `used`. */
  earlier: nullable(Type.Object({ timestamp: Instant, gate: nullable(Type.String()) })),
})
export type CheckInReply = Type.Static<typeof CheckInReply>

/** Default: `-timestamp`, newest first. */
const ValidationSort = Type.Union([Type.Literal('-timestamp'), Type.Literal('timestamp')])

export const ValidationQuery = Type.Object({
  event_id: Type.String({ maxLength: 100 }),
  status: Type.Optional(ValidationStatus),
  /** Filters by reason, or by result for refusals without a reason. `left`: exits and returns. */
  reason: Type.Optional(Type.String({ maxLength: 40 })),
  sort: Type.Optional(ValidationSort),
  ...PageQuery,
})
export type ValidationQuery = Type.Static<typeof ValidationQuery>

/** A check-in or an exit, with the specification's field names. */
export const Validation = Type.Object({
  id: Type.String(),
  event_id: Type.String(),
  timestamp: Instant,
  ticket_number: Type.String(),
  validator_id: nullable(Type.String()),
  validator: nullable(Type.String()),
  /** Whether the gate phone has been revoked, before or after this row. */
  is_phone_revoked: Type.Boolean(),
  validation_type: Type.Union([CheckInMethod, Type.Literal('exit')]),
  kind: Type.Union([Type.Literal('in'), Type.Literal('out')]),
  /** True if people of this ticket had left before and came back. */
  is_return: Type.Boolean(),
  status: ValidationStatus,
  is_valid: Type.Boolean(),
  result: CheckInResult,
  /** Why people were refused, or how they were let in. Null if the result needs no reason. */
  reason: nullable(Type.String()),
  /** The reason that the steward or organizer gave for letting people in without a scan. */
  words: nullable(Type.String()),
  admits: Type.Integer(),
  /** The number of people let in. More than `admits` if an offline phone admitted too many. */
  let_in: Type.Integer(),
  is_offline: Type.Boolean(),
  /** Null if the check-in was not undone. */
  undone: nullable(
    Type.Object({
      timestamp: Instant,
      validator: nullable(Type.String()),
      words: nullable(Type.String()),
    }),
  ),
  gate: nullable(Type.String()),
  /** Present if the ticket is an add-on: the name of its type. An add-on lets no one in. */
  add_on: Type.Optional(Type.String()),
  /** The order line of the ticket. Null if no ticket of this event has the number. */
  transaction: nullable(
    Type.Object({
      id: Type.String(),
      phone_number: Type.String(),
      email: nullable(Type.String()),
    }),
  ),
})
export type Validation = Type.Static<typeof Validation>

export const ValidationList = listOf(Validation)
export type ValidationList = Type.Static<typeof ValidationList>

import { Type } from 'typebox'
import { listOf, nullable, PageQuery } from '../platform/http/platform.contract.ts'

/** The result for a number that was shown at a gate. */
export const CheckInResult = Type.Union([
  Type.Literal('valid'),
  /** All its people are in already. */
  Type.Literal('used'),
  /** Fewer people are left on it than were asked for; nobody was let in. */
  Type.Literal('too_many'),
  Type.Literal('wrong_gate'),
  Type.Literal('wrong_event'),
  Type.Literal('void'),
  /** No ticket has this number. */
  Type.Literal('unknown'),
  /** Hours before the event; asked again with `confirmed` it is answered. */
  Type.Literal('too_early'),
  /** This gate admits nobody for now. */
  Type.Literal('entry_stopped'),
])
export type CheckInResult = Type.Static<typeof CheckInResult>

/** As the specification says it: anything but valid and used is invalid. */
export const ValidationStatus = Type.Union([
  Type.Literal('valid'),
  Type.Literal('used'),
  Type.Literal('invalid'),
])
export type ValidationStatus = Type.Static<typeof ValidationStatus>

/** How the number came: read from the code, or typed. */
export const CheckInMethod = Type.Union([Type.Literal('scan'), Type.Literal('manual')])
export type CheckInMethod = Type.Static<typeof CheckInMethod>

export const CheckInRequest = Type.Object({
  /** As printed or typed (spaces, hyphens, lower case and I, L, O are fine), or the code's address. */
  ticket_number: Type.String({ minLength: 1, maxLength: 300 }),
  event_id: Type.String({ maxLength: 100 }),
  gate_id: Type.Optional(nullable(Type.String({ maxLength: 100 }))),
  /** The number of people to admit now. All that are left, if absent. */
  admits: Type.Optional(nullable(Type.Integer({ minimum: 1, maximum: 31 }))),
  /** 'manual' if absent. */
  validation_type: Type.Optional(CheckInMethod),
  /** A UUID made by the client: the same one again gets the same answer and lets nobody in. */
  nonce: Type.Optional(Type.String({ maxLength: 100 })),
  /** Why somebody is let in by hand. */
  reason: Type.Optional(nullable(Type.String({ maxLength: 200 }))),
})
export type CheckInRequest = Type.Static<typeof CheckInRequest>

const Instant = Type.String()

export const CheckInReply = Type.Object({
  id: Type.String(),
  result: CheckInResult,
  status: ValidationStatus,
  is_valid: Type.Boolean(),
  /** For the person at the gate. */
  message: Type.String(),
  timestamp: Instant,
  ticket_number: Type.String(),
  /** People let in by this call. */
  admits: Type.Integer(),
  /** People whom the ticket can still let in; null if it is none of this event. */
  left: nullable(Type.Integer()),
  /**
   * Why a ticket is void (`refunded`, `transferred`, `event_cancelled`, `revoked`) or unknown
   * (`not_genuine`, `not_on_list`), or how a valid one was let in (`by_proof`, `by_hand`); null if there is no more
   * to say.
   */
  reason: nullable(Type.String()),
  /** The ticket, if it belongs to this event. */
  ticket: nullable(
    Type.Object({ ticket_type: Type.String(), quantity: Type.Integer(), gate: Type.String() }),
  ),
  /** When and at which gate it was used before. Null unless the result is `used`. */
  earlier: nullable(Type.Object({ timestamp: Instant, gate: nullable(Type.String()) })),
})
export type CheckInReply = Type.Static<typeof CheckInReply>

/** `-timestamp`, newest first, unless said otherwise. */
export const ValidationSort = Type.Union([Type.Literal('-timestamp'), Type.Literal('timestamp')])
export type ValidationSort = Type.Static<typeof ValidationSort>

export const ValidationQuery = Type.Object({
  event_id: Type.String({ maxLength: 100 }),
  status: Type.Optional(ValidationStatus),
  /**
   * The reason of a check-in, or its result if it has none. Also `undone`, and `left` for people
   * who went out.
   */
  reason: Type.Optional(Type.String({ maxLength: 40 })),
  sort: Type.Optional(ValidationSort),
  ...PageQuery,
})
export type ValidationQuery = Type.Static<typeof ValidationQuery>

/** A check-in or a leaving, by the specification's names. */
export const Validation = Type.Object({
  id: Type.String(),
  event_id: Type.String(),
  timestamp: Instant,
  ticket_number: Type.String(),
  /** An account, or a gate phone. */
  validator_id: nullable(Type.String()),
  /** The validator's name, or what the phone is called. */
  validator: nullable(Type.String()),
  /** `exit`: people left. */
  validation_type: Type.Union([CheckInMethod, Type.Literal('exit')]),
  kind: Type.Union([Type.Literal('in'), Type.Literal('out')]),
  /** People of this ticket had left before: somebody came back. */
  is_return: Type.Boolean(),
  status: ValidationStatus,
  is_valid: Type.Boolean(),
  result: CheckInResult,
  /** Why the ticket was refused, or how it was admitted. Null if the result says enough. */
  reason: nullable(Type.String()),
  /** The steward's explanation for admitting people by hand. */
  words: nullable(Type.String()),
  admits: Type.Integer(),
  /**
   * The people who went in or out. More than `admits` if a phone without a network admitted too
   * many.
   */
  let_in: Type.Integer(),
  is_offline: Type.Boolean(),
  /** When, why and by whom it was undone. Null if it was not. */
  undone: nullable(
    Type.Object({
      timestamp: Instant,
      validator: nullable(Type.String()),
      words: nullable(Type.String()),
    }),
  ),
  /** The gate. Null if the phone did not say which. */
  gate: nullable(Type.String()),
  /** The order line that bought it; null if it is no ticket of this event. */
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

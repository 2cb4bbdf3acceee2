import { Type } from 'typebox'
import { listOf, nullable, PageQuery } from '../platform/http/platform.contract.ts'

/** The result of a check-in. */
export const CheckInResult = Type.Union([
  Type.Literal('valid'),
  /** All people of the ticket have been admitted already. */
  Type.Literal('used'),
  /** More people were requested than are left, so no one was admitted. */
  Type.Literal('too_many'),
  Type.Literal('wrong_gate'),
  Type.Literal('wrong_event'),
  Type.Literal('void'),
  /** No ticket has this number. */
  Type.Literal('unknown'),
  /**
   * The event begins hours later. If the request is repeated with `confirmed`, the people are
   * admitted.
   */
  Type.Literal('too_early'),
  /** Entry at this gate is stopped. */
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

/** How the number was entered: scanned or typed. */
export const CheckInMethod = Type.Union([Type.Literal('scan'), Type.Literal('manual')])
export type CheckInMethod = Type.Static<typeof CheckInMethod>

export const CheckInRequest = Type.Object({
  /**
   * The number as printed or typed (spaces, hyphens, lower case and I, L, O are accepted), or the
   * address in the QR code.
   */
  ticket_number: Type.String({ minLength: 1, maxLength: 300 }),
  event_id: Type.String({ maxLength: 100 }),
  gate_id: Type.Optional(nullable(Type.String({ maxLength: 100 }))),
  /**
   * The number of people to admit now. If absent, all people who are left on the ticket are
   * admitted.
   */
  admits: Type.Optional(nullable(Type.Integer({ minimum: 1, maximum: 31 }))),
  /** How the number was entered; 'manual' if absent. */
  validation_type: Type.Optional(CheckInMethod),
  /**
   * A UUID that the client makes before the request. A request with a known nonce gets the stored
   * response and admits no more people.
   */
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
  /** The text that the steward reads about the result. */
  message: Type.String(),
  timestamp: Instant,
  ticket_number: Type.String(),
  /** The number of people that this request admitted. */
  admits: Type.Integer(),
  /**
   * The number of people that the ticket can still admit. Null if no ticket of this event has the
   * number.
   */
  left: nullable(Type.Integer()),
  /**
   * Why a ticket is void (`refunded`, `transferred`, `event_cancelled`, `revoked`), why it is
   * unknown (`not_genuine`, `not_on_list`, `replaced`), or how a valid ticket was let in
   * (`by_proof`, `by_hand`). Null if the result needs no reason.
   */
  reason: nullable(Type.String()),
  /** The ticket. Null if no ticket of this event has the number. */
  ticket: nullable(
    Type.Object({ ticket_type: Type.String(), quantity: Type.Integer(), gate: Type.String() }),
  ),
  /** The time and gate of the ticket's last admission. Null unless the result is `used`. */
  earlier: nullable(Type.Object({ timestamp: Instant, gate: nullable(Type.String()) })),
})
export type CheckInReply = Type.Static<typeof CheckInReply>

/** Default: `-timestamp`, newest first. */
const ValidationSort = Type.Union([Type.Literal('-timestamp'), Type.Literal('timestamp')])

export const ValidationQuery = Type.Object({
  event_id: Type.String({ maxLength: 100 }),
  status: Type.Optional(ValidationStatus),
  /**
   * Shows only the check-ins with this `reason`; a refusal without a reason matches by its
   * `result`. `undone` shows undone check-ins; `left` shows exits and returns.
   */
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
  /** Id of an account or a gate phone. */
  validator_id: nullable(Type.String()),
  /** Name of the account or the gate phone. */
  validator: nullable(Type.String()),
  /** Whether the gate phone has been revoked, before or after this row. */
  is_phone_revoked: Type.Boolean(),
  /** `exit` means that people left. */
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
  /**
   * The number of people who really went in or left. Greater than `admits` if an offline phone
   * admitted too many.
   */
  let_in: Type.Integer(),
  is_offline: Type.Boolean(),
  /**
   * The undo of this check-in: its author, time and reason. Null if the check-in was not undone.
   */
  undone: nullable(
    Type.Object({
      timestamp: Instant,
      validator: nullable(Type.String()),
      words: nullable(Type.String()),
    }),
  ),
  /** The gate of the check-in; null if unknown. */
  gate: nullable(Type.String()),
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

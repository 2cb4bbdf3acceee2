import { Type } from 'typebox'
import { nullable } from '../platform/http/platform.contract.ts'
import { CheckInMethod, CheckInReply, CheckInResult } from './checkin.contract.ts'

const Instant = Type.String()
const Id = Type.String({ maxLength: 100 })

/** Request to create a gate phone. */
export const NewGatePhone = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 60 }),
  event_id: Id,
  /** Absent or null: all gates. */
  gate_id: Type.Optional(nullable(Id)),
  /** Whether the phone may sell at the door. */
  may_sell: Type.Optional(Type.Boolean()),
  /** Sends the link by SMS as well. */
  phone: Type.Optional(nullable(Type.String({ maxLength: 30 }))),
})
export type NewGatePhone = Type.Static<typeof NewGatePhone>

export const MadeGatePhone = Type.Object({
  id: Type.String(),
  /** Works once, within an hour. */
  code: Type.String(),
  /** `{origin}/gate/#{code}`: what follows # never reaches a log. */
  url: Type.String(),
  expires_at: Instant,
})
export type MadeGatePhone = Type.Static<typeof MadeGatePhone>

export const PairRequest = Type.Object({ code: Type.String({ minLength: 1, maxLength: 100 }) })

/** `unsent`: check-ins that the steward gave up because there was no network to upload them. */
export const SignOffRequest = Type.Object({
  unsent: Type.Integer({ minimum: 0, maximum: 999_999 }),
})

/** Event data that a gate phone stores. No buyer's data. */
export const GateEvent = Type.Object({
  id: Type.String(),
  title: Type.String(),
  /** Date in Nairobi. */
  date: Type.String(),
  time: Type.String(),
  /** A check-in before this instant (6 h before the event's time) needs a confirmation. */
  doors_at: Instant,
  is_cancelled: Type.Boolean(),
  /** From this time every gate accepts every ticket; null: never. */
  any_gate_from: nullable(Instant),
  may_leave: Type.Boolean(),
  gates: Type.Array(
    /** `id` null is the default gate; `n` is the gate's index in the list's entries. */
    Type.Object({
      n: Type.Integer(),
      id: nullable(Type.String()),
      name: Type.String(),
      is_stopped: Type.Boolean(),
    }),
  ),
  /** By the type_offset inside the ticket number; prices in shillings, for door sales. */
  types: Type.Array(
    Type.Object({
      id: Type.String(),
      type_offset: Type.Integer(),
      name: Type.String(),
      price: Type.Number(),
      gates: Type.Array(Type.Integer()),
    }),
  ),
})
export type GateEvent = Type.Static<typeof GateEvent>

/**
 * `key`: 32 bytes in base64url for HMAC-SHA256; the phone imports it as not exportable and forgets
 * the text.
 */
export const Paired = Type.Object({
  token: Type.String(),
  phone: Type.Object({ id: Type.String(), name: Type.String(), may_sell: Type.Boolean() }),
  event: GateEvent,
  /** Null: all gates. */
  gate: nullable(Type.Object({ id: Type.String(), name: Type.String() })),
  key: Type.String(),
  version: Type.Integer(),
  /** How many unlisted tickets the phone may let in between syncs. */
  proof_limit: Type.Integer(),
  server_time: Instant,
})
export type Paired = Type.Static<typeof Paired>

export const GateListQuery = Type.Object({
  /** `next` of the phone's current list; absent: send the full list. */
  since: Type.Optional(Type.String({ maxLength: 100 })),
  /** Version of the phone's key. */
  version: Type.Optional(Type.String({ pattern: '^[0-9]{1,6}$' })),
  /** Phone status for the command view; all optional, none trusted. */
  unsent: Type.Optional(Type.String({ pattern: '^[0-9]{1,6}$' })),
  battery: Type.Optional(Type.String({ pattern: '^[0-9]{1,3}$' })),
  app: Type.Optional(Type.String({ maxLength: 40 })),
  device_at: Type.Optional(Type.String({ maxLength: 40 })),
  /** '2': the phone can read `columns`. */
  form: Type.Optional(Type.String({ pattern: '^[0-9]{1,3}$' })),
})

export type GateListQuery = Type.Static<typeof GateListQuery>

/** Gate and phone of a use; null if unknown or not by a phone. */
export const UsedBy = Type.Object({
  phone: nullable(Type.String()),
  gate: nullable(Type.String()),
})
export type UsedBy = Type.Static<typeof UsedBy>

/**
 * `entries`: base64 of entries packed by ticket-list.rules.ts; `is_whole`: replaces the list,
 * otherwise changes to lay over it. Phones that can read it get `columns` instead: the entries plus
 * the uses, which refer to `used_by` by index.
 */
export const GateList = Type.Object({
  next: Type.String(),
  is_whole: Type.Boolean(),
  entries: Type.String(),
  columns: Type.Optional(Type.String()),
  used_by: Type.Optional(Type.Array(UsedBy)),
  count: Type.Integer(),
  event: GateEvent,
  version: Type.Integer(),
  /** Only if the phone's key version is older. */
  key: nullable(Type.String()),
  proof_limit: Type.Integer(),
  server_time: Instant,
})
export type GateList = Type.Static<typeof GateList>

/** An online check-in request, or an offline check-in that has happened. */
export const GateCheckIn = Type.Object({
  ticket_number: Type.String({ minLength: 1, maxLength: 300 }),
  /** People; absent: all that are left. */
  admits: Type.Optional(nullable(Type.Integer({ minimum: 1, maximum: 31 }))),
  /** A UUID made before the request: a known nonce gets the stored response. */
  nonce: Type.String({ maxLength: 100 }),
  /** Time by the phone's own clock. */
  device_at: Type.String({ maxLength: 40 }),
  /**
   * Phone clock minus server clock in ms, as the phone knew it at that time; absent: as of its last
   * sync.
   */
  clock_ms: Type.Optional(Type.Integer()),
  /** The phone decided offline: the check-in has happened. */
  offline: Type.Optional(Type.Boolean()),
  /** Offline: the phone's decision, and how many people went in. */
  decided: Type.Optional(CheckInResult),
  let_in: Type.Optional(Type.Integer({ minimum: 0, maximum: 31 })),
  /** Offline: let in by the number's signature, without being on the list. */
  by_proof: Type.Optional(Type.Boolean()),
  validation_type: Type.Optional(CheckInMethod),
  /** The gate chosen on a phone that serves all gates. */
  gate_id: Type.Optional(nullable(Id)),
  /** The steward confirmed a check-in hours before the event. */
  confirmed: Type.Optional(Type.Boolean()),
  /**
   * Absent: 'in'. 'undo' reverses the check-in with nonce `of` within two minutes; 'out': people
   * leave.
   */
  kind: Type.Optional(Type.Union([Type.Literal('in'), Type.Literal('undo'), Type.Literal('out')])),
  of: Type.Optional(nullable(Type.String({ maxLength: 100 }))),
  /** Required for an undo and for letting in without a scan. */
  reason: Type.Optional(nullable(Type.String({ maxLength: 200 }))),
})
export type GateCheckIn = Type.Static<typeof GateCheckIn>

export const GateCheckIns = Type.Union([
  GateCheckIn,
  Type.Object({ check_ins: Type.Array(GateCheckIn, { minItems: 1, maxItems: 100 }) }),
])

/** The response of POST /api/check_ins plus the fields only gate phones use. */
export const GateDecision = Type.Intersect([
  CheckInReply,
  Type.Object({
    nonce: Type.String(),
    /** The ticket was let in elsewhere in the meantime, or should not have been let in. */
    conflict: Type.Boolean(),
    earlier_phone: nullable(Type.String()),
  }),
])
export type GateDecision = Type.Static<typeof GateDecision>

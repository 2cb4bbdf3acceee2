import { Type } from 'typebox'
import { nullable } from '../platform/http/platform.contract.ts'
import { CheckInMethod, CheckInReply, CheckInResult } from './checkin.contract.ts'

const Instant = Type.String()
const Id = Type.String({ maxLength: 100 })

/** A gate phone, as the back office makes it. */
export const NewGatePhone = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 60 }),
  event_id: Id,
  /** Absent or null: all gates. */
  gate_id: Type.Optional(nullable(Id)),
  /** Whether it may sell at the door. */
  may_sell: Type.Optional(Type.Boolean()),
  /** Sends the link by SMS, too. */
  phone: Type.Optional(nullable(Type.String({ maxLength: 30 }))),
})
export type NewGatePhone = Type.Static<typeof NewGatePhone>

export const MadeGatePhone = Type.Object({
  id: Type.String(),
  /** Used once, within an hour. */
  code: Type.String(),
  /** `{origin}/gate/#{code}`: what follows # never reaches a log. */
  url: Type.String(),
  expires_at: Instant,
})
export type MadeGatePhone = Type.Static<typeof MadeGatePhone>

export const PairRequest = Type.Object({ code: Type.String({ minLength: 1, maxLength: 100 }) })

/** `unsent`: check-ins that its steward gave up, for there was no network to send them by. */
export const SignOffRequest = Type.Object({
  unsent: Type.Integer({ minimum: 0, maximum: 999_999 }),
})

/** The data of an event that a gate phone keeps. It has no personal data of buyers. */
export const GateEvent = Type.Object({
  id: Type.String(),
  title: Type.String(),
  /** Nairobi. */
  date: Type.String(),
  time: Type.String(),
  /** A check-in before this instant (6 h before the event's time) is asked twice. */
  doors_at: Instant,
  is_cancelled: Type.Boolean(),
  /** From then on any gate will do; null: never. */
  any_gate_from: nullable(Instant),
  may_leave: Type.Boolean(),
  gates: Type.Array(
    /** `id` null is the default gate; `n` is its place in the list's entries. */
    Type.Object({
      n: Type.Integer(),
      id: nullable(Type.String()),
      name: Type.String(),
      is_stopped: Type.Boolean(),
    }),
  ),
  /** By the type_offset that the number itself says; price in shillings, for the door sale. */
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

/** `key`: 32 bytes in base64url, HMAC-SHA256; imported non-extractable, then forgotten. */
export const Paired = Type.Object({
  token: Type.String(),
  phone: Type.Object({ id: Type.String(), name: Type.String(), may_sell: Type.Boolean() }),
  event: GateEvent,
  /** Null: all gates. */
  gate: nullable(Type.Object({ id: Type.String(), name: Type.String() })),
  key: Type.String(),
  version: Type.Integer(),
  /** How many tickets that are not on its list it may admit between contacts. */
  proof_limit: Type.Integer(),
  server_time: Instant,
})
export type Paired = Type.Static<typeof Paired>

export const GateListQuery = Type.Object({
  /** The `next` of the list that the phone holds. The whole list, if absent. */
  since: Type.Optional(Type.String({ maxLength: 100 })),
  /** The version of the key that the phone holds. */
  version: Type.Optional(Type.String({ pattern: '^[0-9]{1,6}$' })),
  /**
   * What the phone reports about itself, for the command view. All fields are optional and none is
   * trusted.
   */
  unsent: Type.Optional(Type.String({ pattern: '^[0-9]{1,6}$' })),
  battery: Type.Optional(Type.String({ pattern: '^[0-9]{1,3}$' })),
  app: Type.Optional(Type.String({ maxLength: 40 })),
  device_at: Type.Optional(Type.String({ maxLength: 40 })),
  /** '2': it can read `columns`. */
  form: Type.Optional(Type.String({ pattern: '^[0-9]{1,3}$' })),
})

export type GateListQuery = Type.Static<typeof GateListQuery>

/** The gate and the phone where people came in. Null if unknown, or if it was not a phone. */
export const UsedBy = Type.Object({
  phone: nullable(Type.String()),
  gate: nullable(Type.String()),
})
export type UsedBy = Type.Static<typeof UsedBy>

/**
 * `entries`: base64 of what ticket-list.rules.ts packs; `is_whole` replaces, else it is laid over.
 * To a phone that can read it, `columns` instead: these, and when the used ones among them were, with
 * the place in `used_by` of where and by whom.
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
  /** Sent only if the phone's version of the key is older. */
  key: nullable(Type.String()),
  proof_limit: Type.Integer(),
  server_time: Instant,
})
export type GateList = Type.Static<typeof GateList>

/** A question that a phone asks online, or a check-in that it made offline. */
export const GateCheckIn = Type.Object({
  ticket_number: Type.String({ minLength: 1, maxLength: 300 }),
  /** People; absent: all that are left. */
  admits: Type.Optional(nullable(Type.Integer({ minimum: 1, maximum: 31 }))),
  /** A UUID made before asking: the same again gets the same answer. */
  nonce: Type.String({ maxLength: 100 }),
  /** The phone's own clock. */
  device_at: Type.String({ maxLength: 40 }),
  /** That clock less ours, in ms, as the phone knew it then; absent: as of its last contact. */
  clock_ms: Type.Optional(Type.Integer()),
  /** The phone already decided, without a network. */
  offline: Type.Optional(Type.Boolean()),
  /** Offline: what the phone decided, and how many went in. */
  decided: Type.Optional(CheckInResult),
  let_in: Type.Optional(Type.Integer({ minimum: 0, maximum: 31 })),
  /** Offline: let in on the number's own proof, not being on the list. */
  by_proof: Type.Optional(Type.Boolean()),
  validation_type: Type.Optional(CheckInMethod),
  /** The gate chosen on the phone, if the phone is for all gates. */
  gate_id: Type.Optional(nullable(Id)),
  /** Asked for the second time, hours before the event. */
  confirmed: Type.Optional(Type.Boolean()),
  /** 'in' where absent; 'undo' takes back the check-in `of` (its nonce) within two minutes; 'out': people leave. */
  kind: Type.Optional(Type.Union([Type.Literal('in'), Type.Literal('undo'), Type.Literal('out')])),
  of: Type.Optional(nullable(Type.String({ maxLength: 100 }))),
  /** For an undo, and for people who are admitted by hand. */
  reason: Type.Optional(nullable(Type.String({ maxLength: 200 }))),
})
export type GateCheckIn = Type.Static<typeof GateCheckIn>

export const GateCheckIns = Type.Union([
  GateCheckIn,
  Type.Object({ check_ins: Type.Array(GateCheckIn, { minItems: 1, maxItems: 100 }) }),
])

/** The answer of POST /api/check_ins, with the additional fields that a gate phone needs. */
export const GateDecision = Type.Intersect([
  CheckInReply,
  Type.Object({
    nonce: Type.String(),
    /** Another gate admitted the ticket in the meantime, or it should not have been admitted. */
    conflict: Type.Boolean(),
    earlier_phone: nullable(Type.String()),
  }),
])
export type GateDecision = Type.Static<typeof GateDecision>

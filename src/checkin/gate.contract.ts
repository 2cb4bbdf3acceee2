import { Type } from 'typebox'
import { digits, nullable } from '../platform/http/platform.contract.ts'
import { CheckInMethod, CheckInReply, CheckInResult } from './checkin.contract.ts'

const Instant = Type.String()
const Id = Type.String({ maxLength: 100 })

/** Request to create a gate phone. */
export const NewGatePhone = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 60 }),
  event_id: Id,
  /** The gate. Absent or null for all gates. */
  gate_id: Type.Optional(nullable(Id)),
  /** Whether the phone may sell at the door. */
  may_sell: Type.Optional(Type.Boolean()),
  /** A phone number that gets the pairing link by SMS. */
  phone: Type.Optional(nullable(Type.String({ maxLength: 30 }))),
})
export type NewGatePhone = Type.Static<typeof NewGatePhone>

export const MadeGatePhone = Type.Object({
  id: Type.String(),
  /** The pairing code. It works once, within an hour. */
  code: Type.String(),
  /**
   * The pairing link `{origin}/gate/#{code}`. Browsers do not send the part after #, so no log
   * contains the code.
   */
  url: Type.String(),
  expires_at: Instant,
  /** Seconds until then, for browsers whose clock is wrong. */
  seconds_left: Type.Integer(),
})
export type MadeGatePhone = Type.Static<typeof MadeGatePhone>

export const PairRequest = Type.Object({ code: Type.String({ minLength: 1, maxLength: 100 }) })

/**
 * `unsent`: how many check-ins are lost because the steward signs off without a network to upload
 * them.
 */
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
  /** A check-in before this time, 6 h before the event, needs a confirmation. */
  doors_at: Instant,
  is_cancelled: Type.Boolean(),
  /** From this time on, every gate accepts every ticket. Null if never. */
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
  /**
   * The ticket types by their type_offset, which is part of the ticket number. Prices are in
   * shillings, for door sales.
   */
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
 * `key` has 32 bytes in base64url for HMAC-SHA256. The phone imports it as a key that cannot be
 * exported, and does not store the text.
 */
export const Paired = Type.Object({
  token: Type.String(),
  phone: Type.Object({ id: Type.String(), name: Type.String(), may_sell: Type.Boolean() }),
  event: GateEvent,
  /** The phone's gate. Null for all gates. */
  gate: nullable(Type.Object({ id: Type.String(), name: Type.String() })),
  key: Type.String(),
  version: Type.Integer(),
  /** How many unlisted tickets the phone may admit between two syncs. */
  proof_limit: Type.Integer(),
  server_time: Instant,
})
export type Paired = Type.Static<typeof Paired>

export const GateListQuery = Type.Object({
  /** The `next` value of the phone's current list. If absent, the full list is returned. */
  since: Type.Optional(Type.String({ maxLength: 100 })),
  /** Version of the phone's key. */
  version: Type.Optional(digits(6)),
  /** The phone's status for the command view. All fields are optional, and none is trusted. */
  unsent: Type.Optional(digits(6)),
  battery: Type.Optional(digits(3)),
  app: Type.Optional(Type.String({ maxLength: 40 })),
  device_at: Type.Optional(Type.String({ maxLength: 40 })),
  /** The form of the list that the phone can read (LIST_FORM). */
  form: Type.Optional(digits(3)),
})

export type GateListQuery = Type.Static<typeof GateListQuery>

/** The gate and the phone that used a ticket. Null if unknown, or if it was not a phone. */
export const UsedBy = Type.Object({
  phone: nullable(Type.String()),
  gate: nullable(Type.String()),
})
export type UsedBy = Type.Static<typeof UsedBy>

/**
 * The ticket list. `columns` is base64 of the entries and their uses, as ticket-list.rules.ts packs
 * them; uses refer to `used_by` by index. If `is_whole`, they replace the phone's list; if not, they
 * are changes to it. Both are absent for phones that cannot read this form of the list. `entries`
 * is always empty: an app of an older version needs it.
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
  /** The event's key, only if the phone's version of the key is older. */
  key: nullable(Type.String()),
  /**
   * The keys before it, newest first. They prove only numbers on the list. Null if the phone has
   * the newest key.
   */
  older_keys: Type.Optional(nullable(Type.Array(Type.String()))),
  proof_limit: Type.Integer(),
  server_time: Instant,
})
export type GateList = Type.Static<typeof GateList>

/** A check-in: an online request, or an offline check-in that has happened. */
export const GateCheckIn = Type.Object({
  ticket_number: Type.String({ minLength: 1, maxLength: 300 }),
  /** Number of people. If absent, all people who are left. */
  admits: Type.Optional(nullable(Type.Integer({ minimum: 1, maximum: 31 }))),
  /** A UUID made before the request. A known nonce gets the stored response. */
  nonce: Type.String({ maxLength: 100 }),
  /** The time by the phone's clock. */
  device_at: Type.String({ maxLength: 40 }),
  /**
   * The phone's clock minus the server's in ms, as the phone knew it at that time. If absent, the
   * value of the last sync counts.
   */
  clock_ms: Type.Optional(Type.Integer()),
  /** True if the phone decided offline, so the people are in already. */
  offline: Type.Optional(Type.Boolean()),
  /** For an offline check-in: the phone's decision, and how many people it admitted. */
  decided: Type.Optional(CheckInResult),
  let_in: Type.Optional(Type.Integer({ minimum: 0, maximum: 31 })),
  /**
   * For an offline check-in: true if the ticket was not listed and its number's signature was
   * enough.
   */
  by_proof: Type.Optional(Type.Boolean()),
  validation_type: Type.Optional(CheckInMethod),
  /** The gate chosen on a phone that serves all gates. */
  gate_id: Type.Optional(nullable(Id)),
  /** The steward confirmed a check-in hours before the event. */
  confirmed: Type.Optional(Type.Boolean()),
  /**
   * 'in' if absent. 'undo' reverses the check-in with nonce `of`, within two minutes. 'out' means
   * that people leave.
   */
  kind: Type.Optional(Type.Union([Type.Literal('in'), Type.Literal('undo'), Type.Literal('out')])),
  of: Type.Optional(nullable(Type.String({ maxLength: 100 }))),
  /** Required for an undo, and for admitting people without a scan. */
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
    /**
     * True if another gate admitted these people in the meantime, or if they should not have been
     * admitted.
     */
    conflict: Type.Boolean(),
    earlier_phone: nullable(Type.String()),
  }),
])
export type GateDecision = Type.Static<typeof GateDecision>

import { Type } from 'typebox'
import { PriceReply } from '../events/events.contract.ts'
import { digits, nullable } from '../platform/http/platform.contract.ts'
import { CheckInMethod, CheckInReply, CheckInResult } from './checkin.contract.ts'

const Instant = Type.String()
const Id = Type.String({ maxLength: 100 })

export const NewGatePhone = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 60 }),
  event_id: Id,
  gate_id: Type.Optional(nullable(Id)),
  may_sell: Type.Optional(Type.Boolean()),
  /** A phone number that gets the pairing link by SMS. */
  phone: Type.Optional(nullable(Type.String({ maxLength: 30 }))),
})
export type NewGatePhone = Type.Static<typeof NewGatePhone>

export const MadeGatePhone = Type.Object({
  id: Type.String(),
  /** The pairing code, which can be used once within an hour. */
  code: Type.String(),
  /** Browsers do not send the part after # to the server, so no log contains the code. */
  url: Type.String(),
  expires_at: Instant,
  /** The seconds until the code expires, for browsers whose clock is wrong. */
  seconds_left: Type.Integer(),
})
export type MadeGatePhone = Type.Static<typeof MadeGatePhone>

/** `list_form`: the newest format of the list that the phone can read (LIST_FORM). */
export const PairRequest = Type.Object({
  code: Type.String({ minLength: 1, maxLength: 100 }),
  list_form: Type.Optional(digits(3)),
})
export type PairRequest = Type.Static<typeof PairRequest>

/** `unsent`: the number of check-ins that are lost, because the phone signs off while offline. */
export const SignOffRequest = Type.Object({
  unsent: Type.Integer({ minimum: 0, maximum: 999_999 }),
})

const GateType = Type.Object({
  id: Type.String(),
  type_offset: Type.Integer(),
  name: Type.String(),
  price: Type.Number(),
  fee: Type.Optional(Type.Number()),
  prices: Type.Optional(Type.Array(PriceReply)),
  sale_from: Type.Optional(Instant),
  sale_until: Type.Optional(Instant),
  is_free: Type.Optional(Type.Boolean()),
  lowest: Type.Optional(Type.Number()),
  suggested: Type.Optional(Type.Number()),
  highest: Type.Optional(Type.Number()),
  sold_at_door: Type.Optional(Type.Boolean()),
  gates: Type.Array(Type.Integer()),
  /** The number of people or redemptions per unit. Absent if it is 1. */
  sold_in: Type.Optional(Type.Integer()),
  /** The minimum number of units in an order. Absent if it is 1. */
  min_per_order: Type.Optional(Type.Integer()),
  /** The days that the type is for. Absent for an event of one day. */
  day_numbers: Type.Optional(Type.Array(Type.Integer())),
  /** Present if a ticket of several days enters once in total, not once per day. */
  once_in_all: Type.Optional(Type.Boolean()),
})

/** The data about an event that a gate phone stores. Contains no data about buyers. */
export const GateEvent = Type.Object({
  id: Type.String(),
  title: Type.String(),
  date: Type.String(),
  time: Type.String(),
  /**
   * A check-in before this time, which is 6 h before the event, needs a confirmation. On each of
   * several days, the time is 6 h before that day.
   */
  doors_at: Instant,
  is_cancelled: Type.Boolean(),
  /** From this time on, every gate accepts every ticket. Null if there is no such time. */
  any_gate_from: nullable(Instant),
  may_leave: Type.Boolean(),
  /** Present if a promo code can lower a price now. */
  has_codes: Type.Optional(Type.Boolean()),
  gates: Type.Array(
    /** `id` null is the default gate; `n` is the index by which the list's entries refer to it. */
    Type.Object({
      n: Type.Integer(),
      id: nullable(Type.String()),
      name: Type.String(),
      is_stopped: Type.Boolean(),
    }),
  ),
  /**
   * `type_offset` is part of each ticket number of the type. All amounts are in shillings. `price`
   * is the price of one ticket at the time of the list, including `fee`, the fee on top. `prices`
   * has all price steps in order, for `priceFor`. `lowest`, `suggested` and `highest` apply to a
   * price that the buyer chooses. Fields are absent if the type has no such fee, step or limit;
   * `is_free` is absent unless it is true, and `sold_at_door` unless it is false.
   */
  types: Type.Array(GateType),
  /**
   * The add-ons, absent if the event has none. Not part of `types`, because an app that does not
   * know add-ons finds a type by its offset alone.
   */
  extras: Type.Optional(Type.Array(GateType)),
  /** The days in order of time. Absent for an event of one day. */
  days: Type.Optional(
    Type.Array(
      Type.Object({
        n: Type.Integer(),
        date: Type.String(),
        time: Type.String(),
        cancelled_at: nullable(Type.String()),
      }),
    ),
  ),
})
export type GateEvent = Type.Static<typeof GateEvent>

/** `key`: 32 bytes in base64url for HMAC-SHA256, imported as a key that cannot be exported. */
export const Paired = Type.Object({
  token: Type.String(),
  phone: Type.Object({ id: Type.String(), name: Type.String(), may_sell: Type.Boolean() }),
  event: GateEvent,
  gate: nullable(Type.Object({ id: Type.String(), name: Type.String() })),
  key: Type.String(),
  version: Type.Integer(),
  /** The number of unlisted tickets that the phone may admit before it gets a new list. */
  proof_limit: Type.Integer(),
  server_time: Instant,
})
export type Paired = Type.Static<typeof Paired>

export const GateListQuery = Type.Object({
  /** The `next` value of the phone's current list. If absent, the full list is returned. */
  since: Type.Optional(Type.String({ maxLength: 100 })),
  version: Type.Optional(digits(6)),
  /** For the command view. These fields are optional, and the server trusts none of them. */
  unsent: Type.Optional(digits(6)),
  battery: Type.Optional(digits(3)),
  app: Type.Optional(Type.String({ maxLength: 40 })),
  device_at: Type.Optional(Type.String({ maxLength: 40 })),
  /** The newest format of the list that the phone can read (LIST_FORM). */
  form: Type.Optional(digits(3)),
})

export type GateListQuery = Type.Static<typeof GateListQuery>

/** A field is null if it is unknown. `phone` is also null if an account admitted the people. */
export const UsedBy = Type.Object({
  phone: nullable(Type.String()),
  gate: nullable(Type.String()),
})
export type UsedBy = Type.Static<typeof UsedBy>

/**
 * The ticket list. `columns` is base64 of the entries and their uses, as ticket-list.rules.ts packs
 * them. A use refers to `used_by` by index. If `is_whole` is true, the list replaces the phone's
 * list; otherwise it contains changes to the phone's list. `columns` and `used_by` are absent for
 * phones that cannot read this list format. `entries` is always empty, but apps of an older version
 * require the field.
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
  key: nullable(Type.String()),
  /** Older keys, newest first. They prove only listed numbers. Null if the phone is up to date. */
  older_keys: Type.Optional(nullable(Type.Array(Type.String()))),
  proof_limit: Type.Integer(),
  server_time: Instant,
})
export type GateList = Type.Static<typeof GateList>

/** An online request, or a decision that the phone made offline. */
export const GateCheckIn = Type.Object({
  ticket_number: Type.String({ minLength: 1, maxLength: 300 }),
  /** The number of people to admit. If absent, all remaining people of the ticket. */
  admits: Type.Optional(nullable(Type.Integer({ minimum: 1, maximum: 31 }))),
  /** A UUID that the phone makes. If its row is stored, the response is made from this row. */
  nonce: Type.String({ maxLength: 100 }),
  device_at: Type.String({ maxLength: 40 }),
  /** The phone's clock minus the server's, in ms, at the decision. Default: as of the last sync. */
  clock_ms: Type.Optional(Type.Integer()),
  /** True if the phone decided offline, so the people are in already. */
  offline: Type.Optional(Type.Boolean()),
  /** For an offline check-in: the phone's decision. */
  decided: Type.Optional(CheckInResult),
  let_in: Type.Optional(Type.Integer({ minimum: 0, maximum: 31 })),
  /** True if the phone admitted by the number's signature, because its list lacked the ticket. */
  by_proof: Type.Optional(Type.Boolean()),
  validation_type: Type.Optional(CheckInMethod),
  /** The gate that the steward chose, on a phone that serves all gates. */
  gate_id: Type.Optional(nullable(Id)),
  /** True if the steward has confirmed the check-in hours before the event. */
  confirmed: Type.Optional(Type.Boolean()),
  /** 'undo' reverses the check-in with nonce `of`, within two minutes; 'out': people leave. */
  kind: Type.Optional(Type.Union([Type.Literal('in'), Type.Literal('undo'), Type.Literal('out')])),
  of: Type.Optional(nullable(Type.String({ maxLength: 100 }))),
  /** The steward's reason. Required for an undo, and for admitting people without a scan. */
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
    /** True if a gate had admitted these people already, or if no gate should admit them. */
    conflict: Type.Boolean(),
    earlier_phone: nullable(Type.String()),
  }),
])
export type GateDecision = Type.Static<typeof GateDecision>

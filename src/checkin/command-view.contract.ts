import { Type } from 'typebox'
import { ComplimentarySum } from '../complimentary/complimentary.contract.ts'
import { nullable } from '../platform/http/platform.contract.ts'

// GET /api/gate_phones?event_id= and GET /api/events/{id}/entry.

const Instant = Type.String()

/** `lapsed`: the code was not used within an hour. `signed_off`: the steward ended the access. */
export const GatePhoneState = Type.Union([
  Type.Literal('waiting'),
  Type.Literal('paired'),
  Type.Literal('revoked'),
  Type.Literal('lapsed'),
  Type.Literal('signed_off'),
])
export type GatePhoneState = Type.Static<typeof GatePhoneState>

/** A gate phone. The fields that the phone itself reports are null before its first report. */
export const GatePhone = Type.Object({
  id: Type.String(),
  name: Type.String(),
  event_id: Type.String(),
  gate_id: nullable(Type.String()),
  gate: nullable(Type.String()),
  may_sell: Type.Boolean(),
  state: GatePhoneState,
  seen_at: nullable(Instant),
  signed_off_at: nullable(Instant),
  unsent: nullable(Type.Integer()),
  battery: nullable(Type.Integer()),
  /** The phone's clock minus the server's clock, in ms. */
  clock_ms: nullable(Type.Integer()),
  app: nullable(Type.String()),
  /** Present if the event has several days, but the phone's app is too old to support days. */
  is_old_app: Type.Optional(Type.Boolean()),
  created_at: Instant,
  /** The User-Agent and the network address from which the pairing code was used. */
  paired_browser: nullable(Type.String()),
  paired_address: nullable(Type.String()),
})
export type GatePhone = Type.Static<typeof GatePhone>

export const GatePhoneList = Type.Object({ data: Type.Array(GatePhone) })
export type GatePhoneList = Type.Static<typeof GatePhoneList>

export const EntryGate = Type.Object({
  gate_id: nullable(Type.String()),
  name: Type.String(),
  inside: Type.Integer(),
  let_in: Type.Integer(),
  refused: Type.Integer(),
  is_stopped: Type.Boolean(),
  /** Present at a gate that redeems add-ons: their names, and how often they were redeemed. */
  redeems: Type.Optional(Type.Array(Type.String())),
  redeemed: Type.Optional(Type.Integer()),
})
export type EntryGate = Type.Static<typeof EntryGate>

export const Conflict = Type.Object({
  ticket_number: Type.String(),
  ticket_type: nullable(Type.String()),
  /** Present only for an add-on, which counts redemptions instead of people. */
  kind: Type.Optional(Type.Literal('add_on')),
  admits: nullable(Type.Integer()),
  /** The number of people who came in beyond the ticket's number of people. */
  excess: Type.Integer(),
  check_ins: Type.Array(
    Type.Object({
      at: Instant,
      /** When the check-in was uploaded. Null if the server itself made the decision. */
      told_at: nullable(Instant),
      gate: nullable(Type.String()),
      phone: nullable(Type.String()),
      let_in: Type.Integer(),
      is_offline: Type.Boolean(),
    }),
  ),
})
export type Conflict = Type.Static<typeof Conflict>

export const CashSales = Type.Object({
  phone: Type.String(),
  people: Type.Integer(),
  /** Absent if the caller lacks the right `figures`. */
  amount: Type.Optional(Type.Number()),
  people_last_hour: Type.Integer(),
})
export type CashSales = Type.Static<typeof CashSales>

export const EntryView = Type.Object({
  inside: Type.Integer(),
  licensed_capacity: nullable(Type.Integer()),
  /** Complimentary tickets of the event; `inside` counts people. */
  complimentary: ComplimentarySum,
  /** True if at least 95 % of the licensed capacity is inside. */
  is_near_capacity: Type.Boolean(),
  /** People admitted in each of the last thirty minutes, oldest first. */
  entries_a_minute: Type.Array(Type.Integer()),
  gates: Type.Array(EntryGate),
  phones: Type.Array(GatePhone),
  refusals: Type.Array(
    Type.Object({ result: Type.String(), reason: nullable(Type.String()), count: Type.Integer() }),
  ),
  conflicts: Type.Array(Conflict),
  /** Contains only phones with cash sales, the largest amount first. */
  cash_sales: Type.Array(CashSales),
  alarms: Type.Array(
    Type.Object({
      /**
       * `never_sold`: people were let in with a number that has a valid signature but was never
       * sold. `proof_limit`: before it got a new list, the phone let in more than
       * `GATE_PROOF_LIMIT` tickets by their signature alone.
       */
      kind: Type.Union([Type.Literal('never_sold'), Type.Literal('proof_limit')]),
      /** For `proof_limit`: the last ticket that the phone admitted by signature alone. */
      ticket_number: Type.String(),
      phone: nullable(Type.String()),
      at: Instant,
      /** For `proof_limit`: the number of tickets that the phone admitted beyond the limit. */
      tickets: Type.Optional(Type.Integer()),
    }),
  ),
})
export type EntryView = Type.Static<typeof EntryView>

export const FoundTickets = Type.Object({
  /** The question that `answer` answers. Present if a ticket has an answer. */
  question: Type.Optional(Type.String()),
  data: Type.Array(
    Type.Object({
      ticket_number: Type.String(),
      ticket_type: Type.String(),
      /** Present only for an add-on. `gate` then names all gates that redeem it. */
      kind: Type.Optional(Type.Literal('add_on')),
      admits: Type.Integer(),
      left: Type.Integer(),
      gate: nullable(Type.String()),
      state: Type.String(),
      /** The day to which the holder is sent. Present only if the ticket does not let in today. */
      day_date: Type.Optional(Type.String()),
      /**
       * The answers of the ticket's people to the question that the organizer chose for the door.
       */
      answer: Type.Optional(Type.String()),
    }),
  ),
})
export type FoundTickets = Type.Static<typeof FoundTickets>

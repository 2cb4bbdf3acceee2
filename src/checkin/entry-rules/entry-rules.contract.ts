import { Type } from 'typebox'
import { nullable } from '../../platform/http/platform.contract.ts'

// GET and PUT /api/events/{id}/entry_rules, POST and DELETE /api/events/{id}/stopped_gates.

const rules = {
  /**
   * The number of people that the venue's licence allows inside at the same time. Null if it is not
   * set.
   */
  licensed_capacity: nullable(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  /** From this time on, every gate accepts every ticket. Null if there is no such time. */
  any_gate_from: nullable(Type.String({ maxLength: 40 })),
  /** Whether people who leave may come back with the same ticket. */
  may_leave: Type.Boolean(),
  /**
   * The number of times that a ticket may be transferred. Null for no maximum; 0 forbids transfers.
   */
  transfer_limit: nullable(Type.Integer({ minimum: 0, maximum: 100 })),
  /** Whether transfers end when the doors open. */
  transfers_end_at_doors: Type.Boolean(),
  /** Whether ticket holders get a reminder by SMS the evening before the event. */
  reminds: Type.Boolean(),
  /**
   * The most people to whom a gate phone may sell for cash in a minute and in an hour. Null for the
   * default (cash-limits.rules.ts).
   */
  cash_per_minute: nullable(Type.Integer({ minimum: 0, maximum: 100_000 })),
  cash_per_hour: nullable(Type.Integer({ minimum: 0, maximum: 100_000 })),
}

/** The entry rules of an event. */
export const EntryRules = Type.Object(rules)
export type EntryRules = Type.Static<typeof EntryRules>

/** Absent fields stay unchanged. */
export const EntryRulesRequest = Type.Partial(EntryRules)
export type EntryRulesRequest = Type.Static<typeof EntryRulesRequest>

/** The gate to stop. Null is the default gate. */
export const StopRequest = Type.Object({ gate_id: nullable(Type.String({ maxLength: 100 })) })
export type StopRequest = Type.Static<typeof StopRequest>

/** The gate to open. Absent for the default gate. */
export const OpenQuery = Type.Object({ gate_id: Type.Optional(Type.String({ maxLength: 100 })) })
export type OpenQuery = Type.Static<typeof OpenQuery>

export const StopReply = Type.Object({
  gate_id: nullable(Type.String()),
  is_stopped: Type.Boolean(),
})
export type StopReply = Type.Static<typeof StopReply>

export const TypeParams = Type.Object({ id: Type.String(), type_id: Type.String() })

/**
 * GET /api/events/{id}/ticket_types/{type_id}/holders: the number of holders who are notified if
 * the ticket type moves to another gate.
 */
export const TypeHolders = Type.Object({ holders: Type.Integer() })
export type TypeHolders = Type.Static<typeof TypeHolders>

import { Type } from 'typebox'
import { nullable } from '../../platform/http/platform.contract.ts'

// GET and PUT /api/events/{id}/entry_rules, POST and DELETE /api/events/{id}/stopped_gates.

const rules = {
  /** The number of people who may be inside at the same time, by the venue's licence. */
  licensed_capacity: nullable(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  /** From this time on, every gate accepts every ticket. Null if there is no such time. */
  any_gate_from: nullable(Type.String({ maxLength: 40 })),
  may_leave: Type.Boolean(),
  /** Null for no maximum; 0 forbids transfers. */
  transfer_limit: nullable(Type.Integer({ minimum: 0, maximum: 100 })),
  transfers_end_at_doors: Type.Boolean(),
  reminds: Type.Boolean(),
  /** The most people who pay one gate phone in cash. Null: the default (cash-limits.rules.ts). */
  cash_per_minute: nullable(Type.Integer({ minimum: 0, maximum: 100_000 })),
  cash_per_hour: nullable(Type.Integer({ minimum: 0, maximum: 100_000 })),
}

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

/** The number of holders to notify if the ticket type moves to another gate. */
export const TypeHolders = Type.Object({ holders: Type.Integer() })
export type TypeHolders = Type.Static<typeof TypeHolders>

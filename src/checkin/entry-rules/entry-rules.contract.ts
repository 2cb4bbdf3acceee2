import { Type } from 'typebox'
import { nullable } from '../../platform/http/platform.contract.ts'

// GET and PUT /api/events/{id}/entry_rules, POST and DELETE /api/events/{id}/stopped_gates.

const rules = {
  /** How many people may be inside at once, as the licence of the place says; null: nobody said. */
  licensed_capacity: nullable(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  /** From this instant on any gate will do; null: never. */
  any_gate_from: nullable(Type.String({ maxLength: 40 })),
  /** Whether who leaves may come in again on the same ticket. */
  may_leave: Type.Boolean(),
  /** How often one ticket may be sent on; null: as often as one likes, 0: never. */
  transfer_limit: nullable(Type.Integer({ minimum: 0, maximum: 100 })),
  /** Whether sending on ends when the doors open. */
  transfers_end_at_doors: Type.Boolean(),
  /** Whether who has a ticket is told of it by SMS the evening before. */
  reminds: Type.Boolean(),
}

/** How people come in to an event. */
export const EntryRules = Type.Object(rules)
export type EntryRules = Type.Static<typeof EntryRules>

/** What is absent stays as it is. */
export const EntryRulesRequest = Type.Partial(EntryRules)
export type EntryRulesRequest = Type.Static<typeof EntryRulesRequest>

/** `gate_id` null is the default gate. */
export const StopRequest = Type.Object({ gate_id: nullable(Type.String({ maxLength: 100 })) })
export type StopRequest = Type.Static<typeof StopRequest>

/** Absent: the default gate. */
export const OpenQuery = Type.Object({ gate_id: Type.Optional(Type.String({ maxLength: 100 })) })
export type OpenQuery = Type.Static<typeof OpenQuery>

export const StopReply = Type.Object({
  gate_id: nullable(Type.String()),
  is_stopped: Type.Boolean(),
})
export type StopReply = Type.Static<typeof StopReply>

export const TypeParams = Type.Object({ id: Type.String(), type_id: Type.String() })

/** GET /api/events/{id}/ticket_types/{type_id}/holders: who is told where the type is moved. */
export const TypeHolders = Type.Object({ holders: Type.Integer() })
export type TypeHolders = Type.Static<typeof TypeHolders>

import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../platform/database/db.ts'

type Gate = { id: string; name: string }

/** The gates of event `e` alone, in their order, without the common gates. */
export const ownGates: RawBuilder<Gate[]> = sql<Gate[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name) order by g.gate_offset), '[]')
  from gate g where g.event_id = e.id)`

export type RuleRow = {
  licensed_capacity: number | null
  any_gate_from: Date | null
  may_leave: boolean
  transfer_limit: number | null
  transfers_end_at_doors: boolean
  reminds: boolean
  cash_per_minute: number | null
  cash_per_hour: number | null
}

/** The entry rules of an event without saved rules. */
const DEFAULTS: RuleRow = {
  licensed_capacity: null,
  any_gate_from: null,
  may_leave: false,
  transfer_limit: null,
  transfers_end_at_doors: false,
  reminds: false,
  cash_per_minute: null,
  cash_per_hour: null,
}

export async function selectEntryRules(db: Db, eventId: string): Promise<RuleRow> {
  const row = await db
    .selectFrom('entry_rule')
    .select(['licensed_capacity', 'any_gate_from', 'may_leave', 'transfer_limit'])
    .select(['transfers_end_at_doors', 'reminds', 'cash_per_minute', 'cash_per_hour'])
    .where('event_id', '=', eventId)
    .executeTakeFirst()
  return row ?? DEFAULTS
}

export async function upsertEntryRules(
  tx: Tx,
  eventId: string,
  rules: RuleRow,
  now: Date,
): Promise<void> {
  const values = { ...rules, updated_at: now }
  await tx
    .insertInto('entry_rule')
    .values({ event_id: eventId, ...values })
    .onConflict((conflict) => conflict.column('event_id').doUpdateSet(values))
    .execute()
}

/** Copies entry rules without `any_gate_from`, which belongs to the date of the first event. */
export async function copyEntryRules(
  tx: Tx,
  { from, to, now }: { from: string; to: string; now: Date },
): Promise<void> {
  const rules = await selectEntryRules(tx, from)
  await upsertEntryRules(tx, to, { ...rules, any_gate_from: null }, now)
}

/** Records that all holders of the event were reminded. The caller has locked the event's rules. */
export async function noteReminded(tx: Tx, eventId: string, day: string): Promise<boolean> {
  const result = await sql`update entry_rule set reminded_for = ${day}
    where event_id = ${eventId}`.execute(tx)
  return result.numAffectedRows === 1n
}

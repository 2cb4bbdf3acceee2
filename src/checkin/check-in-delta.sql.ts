import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../platform/database/db.ts'

export type CheckInSum = {
  event_id: string
  gate_id: string | null
  ticket_type_id: string | null
  method: string
  result: string
  reason: string | null
  /** Null for an event of one day. */
  day: string | null
  checks: number
  tickets: number
  people: number
  inside: number
  deltas: number
}

export const areCheckInDeltas = (): RawBuilder<boolean> => sql`exists (select from check_in_delta)`

/**
 * Deletes up to `count` deltas and returns their sums, which the caller adds to the roll-up in this
 * transaction. Concurrent calls take other deltas.
 */
export async function takeCheckInDeltas(tx: Tx, count: number): Promise<CheckInSum[]> {
  const { rows } = await sql<CheckInSum>`
    with oldest as materialized (
      -- Keep this select in its own CTE. In a subquery of the delete, some plans would run the
      -- select, with its limit, once for each row.
      select id from check_in_delta order by id limit ${count} for update skip locked
    ), taken as (
      delete from check_in_delta d using oldest where d.id = oldest.id returning d.*
    )
    select event_id, gate_id, ticket_type_id, method, result, reason, day::text as day,
      sum(checks)::int as checks, sum(tickets)::int as tickets, sum(people)::int as people,
      sum(inside)::int as inside, count(*)::int as deltas
    from taken group by event_id, gate_id, ticket_type_id, method, result, reason, taken.day`.execute(
    tx,
  )
  return rows
}

/**
 * Adds check-ins to their roll-up. Updates the rows in key order, so that two concurrent calls wait
 * for each other instead of deadlocking.
 */
export async function addCheckIns(tx: Tx, sums: CheckInSum[]): Promise<void> {
  await sql`
    insert into check_ins_by_gate as r
      (event_id, gate_id, ticket_type_id, method, result, reason, day, checks, tickets, people,
        inside)
    select event_id, gate_id, ticket_type_id, method, result, reason, day, checks, tickets, people,
      inside
    from jsonb_to_recordset(${JSON.stringify(sums)}::jsonb) as added(event_id uuid, gate_id uuid,
      ticket_type_id uuid, method text, result text, reason text, day date, checks bigint,
      tickets bigint, people bigint, inside bigint)
    order by 1, 2, 3, 4, 5, 6, 7
    on conflict (event_id, gate_id, ticket_type_id, method, result, reason, day) do update set
      checks = r.checks + excluded.checks, tickets = r.tickets + excluded.tickets,
      people = r.people + excluded.people,
      inside = r.inside + excluded.inside`.execute(tx)
}

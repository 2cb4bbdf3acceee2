import { sql } from 'kysely'
import type { CheckInSum } from '../../checkin/check-in-delta.sql.ts'
import type { Tx } from '../../platform/database/db.ts'

/**
 * Updates the roll-up rows in key order, so that two concurrent folds wait for each other instead
 * of deadlocking.
 */
export async function addCheckIns(tx: Tx, sums: CheckInSum[]): Promise<void> {
  await sql`
    insert into check_ins_by_gate as r
      (event_id, gate_id, ticket_type_id, method, result, reason, checks, tickets, people, inside)
    select event_id, gate_id, ticket_type_id, method, result, reason, checks, tickets, people, inside
    from jsonb_to_recordset(${JSON.stringify(sums)}::jsonb) as added(event_id uuid, gate_id uuid,
      ticket_type_id uuid, method text, result text, reason text, checks bigint, tickets bigint,
      people bigint, inside bigint)
    order by 1, 2, 3, 4, 5, 6
    on conflict (event_id, gate_id, ticket_type_id, method, result, reason) do update set
      checks = r.checks + excluded.checks, tickets = r.tickets + excluded.tickets,
      people = r.people + excluded.people,
      inside = r.inside + excluded.inside`.execute(tx)
}

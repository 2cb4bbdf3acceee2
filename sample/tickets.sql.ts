import { sql } from 'kysely'
import type { Tx } from '../src/platform/db.ts'

/** Tickets of the sandbox's sample orders, as rows by the columns' names, and what proves them. */
export async function insertSampleTickets(
  tx: Tx,
  tickets: object[],
  keys: { event_id: string; key: Buffer }[],
): Promise<void> {
  await tx.insertInto('gate_key').values(keys).execute()
  await sql`
    insert into ticket (id, number, order_id, order_line_id, part, event_id, ticket_type_id,
      gate_id, admits, admitted, state, created_at)
    select id, number, order_id, order_line_id, part, event_id, ticket_type_id,
      gate_id, admits, admitted, state, created_at
    from jsonb_populate_recordset(null::ticket, ${JSON.stringify(tickets)})`.execute(tx)
  await sql`
    insert into gate_load (ticket_type_id, gate_id, admits)
    select ticket_type_id, gate_id, sum(admits) from ticket
    where event_id = any(${keys.map((key) => key.event_id)}::uuid[]) and gate_id is not null
    group by ticket_type_id, gate_id`.execute(tx)
}

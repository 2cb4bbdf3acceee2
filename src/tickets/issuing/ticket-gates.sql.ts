import { sql } from 'kysely'
import type { Tx } from '../../platform/database/db.ts'

type TicketGate = { id: string; name: string }

/**
 * The gate of the ticket type with the fewest people so far; null if the type has no gate. Chooses
 * again if a concurrent save has replaced the gates of the type.
 */
export async function chooseGate(
  tx: Tx,
  ticketTypeId: string,
  admits: number,
): Promise<TicketGate | null> {
  return (await takeGate(tx, ticketTypeId, admits)) ?? (await takeGate(tx, ticketTypeId, admits))
}

/**
 * The first ticket of a type at a gate locks the link between type and gate. A save that removes
 * the gate then waits and is refused. If the save was first, the ticket waits.
 */
async function takeGate(tx: Tx, ticketTypeId: string, admits: number): Promise<TicketGate | null> {
  await sql`
    insert into gate_load (ticket_type_id, gate_id)
    select g.ticket_type_id, g.gate_id from ticket_type_gate g
    where g.ticket_type_id = ${ticketTypeId} and not exists (
      select from gate_load l
      where l.ticket_type_id = g.ticket_type_id and l.gate_id = g.gate_id
    )
    order by g.gate_id for key share of g
    on conflict do nothing`.execute(tx)
  const { rows } = await sql<TicketGate>`
    with locked as materialized (
      select l.gate_id, l.admits, g.name from gate_load l
      join ticket_type_gate tg using (ticket_type_id, gate_id)
      join gate g on g.id = l.gate_id
      where l.ticket_type_id = ${ticketTypeId}
      order by l.gate_id for no key update of l
    ), chosen as (
      select gate_id, name from locked order by admits, gate_id limit 1
    )
    update gate_load l set admits = l.admits + ${admits} from chosen
    where l.ticket_type_id = ${ticketTypeId} and l.gate_id = chosen.gate_id
    returning l.gate_id as id, chosen.name`.execute(tx)
  return rows[0] ?? null
}

/**
 * The gates among `ids` that a ticket names, or that a type had when its tickets were issued,
 * because a ticket that is issued concurrently may name such a gate.
 */
export async function selectNamedGates(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from unnest(${ids}::uuid[]) g(id)
    where exists (select from gate_load l where l.gate_id = g.id)
      or exists (select from ticket k where k.gate_id = g.id)`.execute(tx)
  return rows.map(({ id }) => id)
}

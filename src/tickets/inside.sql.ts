import { sql } from 'kysely'
import { assert } from '../platform/assert.ts'
import type { Tx } from '../platform/database/db.ts'

/**
 * Writes how many people of each ticket are inside. A used ticket becomes valid again if fewer
 * people are inside than it admits. A void ticket stays void. The caller has locked the tickets.
 */
export async function writeOccupancy(
  tx: Tx,
  places: readonly { id: string; admitted: number; excess: number }[],
): Promise<void> {
  const result = await sql`
    update ticket k set admitted = p.admitted, excess = p.excess, state = case
      when k.state = 'void' then 'void' when p.admitted = k.admits then 'used' else 'valid' end
    from jsonb_to_recordset(${JSON.stringify(places)}::jsonb)
      as p(id uuid, admitted smallint, excess smallint)
    where k.id = p.id`.execute(tx)
  assert(
    Number(result.numAffectedRows) === places.length,
    'a ticket that people went in on is gone',
  )
}

/**
 * Moves all valid and used tickets of a type to this gate. Locks the tickets in the order of their
 * ids. Returns how many tickets had another gate or none.
 */
export async function moveTicketsToGate(tx: Tx, typeId: string, gateId: string): Promise<number> {
  await sql`select from ticket where ticket_type_id = ${typeId} and state <> 'void'
    order by id for no key update`.execute(tx)
  const result = await sql`
    update ticket set gate_id = ${gateId} where ticket_type_id = ${typeId} and state <> 'void'
      and gate_id is distinct from ${gateId}::uuid`.execute(tx)
  return Number(result.numAffectedRows)
}

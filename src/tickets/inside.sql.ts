import { sql } from 'kysely'
import { assert } from '../platform/assert.ts'
import type { Tx } from '../platform/database/db.ts'

/**
 * How many people of each ticket are in, whatever its state: it has happened. Their locks are the
 * caller's. Valid again once some of them may come in; a void one stays void.
 */
export async function settleInside(
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
 * Every good ticket of a type enters through this gate from now on. Locked by their ids, as others
 * lock several; returns how many had another gate.
 */
export async function moveTicketsToGate(tx: Tx, typeId: string, gateId: string): Promise<number> {
  await sql`select from ticket where ticket_type_id = ${typeId} and state <> 'void'
    order by id for no key update`.execute(tx)
  const result = await sql`
    update ticket set gate_id = ${gateId} where ticket_type_id = ${typeId} and state <> 'void'
      and gate_id is distinct from ${gateId}::uuid`.execute(tx)
  return Number(result.numAffectedRows)
}

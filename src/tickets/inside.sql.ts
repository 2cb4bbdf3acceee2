import { sql } from 'kysely'
import { assert } from '../platform/assert.ts'
import type { Tx } from '../platform/db.ts'

/**
 * How many people of a ticket are in, whatever its state: it has happened. Its lock is the caller's.
 * Valid again once some of them may come in; a void one stays void.
 */
export async function settleInside(
  tx: Tx,
  ticketId: string,
  { admitted, excess }: { admitted: number; excess: number },
): Promise<void> {
  const result = await sql`
    update ticket set admitted = ${admitted}::smallint, excess = ${excess}::smallint, state = case
      when state = 'void' then 'void'
      when ${admitted}::smallint = admits then 'used' else 'valid' end
    where id = ${ticketId}`.execute(tx)
  assert(result.numAffectedRows === 1n, `there is no ticket ${ticketId}`)
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

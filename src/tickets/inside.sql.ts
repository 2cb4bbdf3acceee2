import { sql } from 'kysely'
import { assert } from '../platform/assert.ts'
import type { Tx } from '../platform/database/db.ts'

/**
 * For a pass that enters once per day, `admitted_on` is the day for which `admitted` counts people,
 * and `most_admitted` is the highest number of people let in on one of its days.
 */
export type Occupancy = {
  id: string
  admitted: number
  admitted_on?: string | null
  most_admitted?: number
  excess: number
}

/**
 * Writes how many people are inside. A used ticket with fewer people inside than it admits becomes
 * valid again; a void ticket stays void, and a pass that enters once per day stays valid. For a
 * transferred pass, `most_admitted` never falls. The caller has locked the tickets.
 */
export async function writeOccupancy(tx: Tx, places: readonly Occupancy[]): Promise<void> {
  const result = await sql`
    update ticket k set admitted = p.admitted, excess = p.excess, admitted_on = p.admitted_on,
      most_admitted = case when k.sent_from is null
        then coalesce(p.most_admitted, k.most_admitted)
        else greatest(p.most_admitted, k.most_admitted) end,
      state = case when k.state = 'void' then 'void'
        when p.admitted = k.admits and p.admitted_on is null then 'used' else 'valid' end
    from jsonb_to_recordset(${JSON.stringify(places)}::jsonb)
      as p(id uuid, admitted smallint, admitted_on date, most_admitted smallint,
        excess smallint)
    where k.id = p.id`.execute(tx)
  assert(
    Number(result.numAffectedRows) === places.length,
    'a ticket that people went in on is gone',
  )
}

/** Moves valid and used tickets to the gate, locked by id. Returns how many were not there yet. */
export async function moveTicketsToGate(tx: Tx, typeId: string, gateId: string): Promise<number> {
  await sql`select from ticket where ticket_type_id = ${typeId} and state <> 'void'
    order by id for no key update`.execute(tx)
  const result = await sql`
    update ticket set gate_id = ${gateId} where ticket_type_id = ${typeId} and state <> 'void'
      and gate_id is distinct from ${gateId}::uuid`.execute(tx)
  return Number(result.numAffectedRows)
}

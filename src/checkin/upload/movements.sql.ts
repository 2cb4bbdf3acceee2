import { sql } from 'kysely'
import type { Tx } from '../../platform/database/db.ts'
import type { Step } from './inside.rules.ts'

/**
 * All movements of the given tickets at the ticket's own event. The caller has locked the tickets.
 */
export async function selectMovements(
  tx: Tx,
  ticketIds: readonly string[],
): Promise<(Step & { ticket_id: string })[]> {
  const { rows } = await sql<Step & { ticket_id: string }>`
    select c.ticket_id, c.kind, c.let_in as people,
      (extract(epoch from coalesce(u.at, c.at)) * 1000)::float8 as at
    from check_in c join ticket k on k.id = c.ticket_id left join check_in u on u.id = c.undone_id
    where c.ticket_id = any(${ticketIds}::uuid[]) and c.event_id = k.event_id
      and c.let_in > 0`.execute(tx)
  return rows
}

export type OwnRow = {
  id: string
  nonce: string
  kind: 'in' | 'undo' | 'out'
  ticket_id: string | null
  ticket_number: string
  let_in: number
  is_offline: boolean
  at: Date
  is_undone: boolean
}

/** The stored rows of this phone with these nonces. */
export async function selectOwnRows(
  tx: Tx,
  deviceId: string,
  nonces: readonly string[],
): Promise<OwnRow[]> {
  const { rows } = await sql<OwnRow>`
    select c.id, c.nonce, c.kind, c.ticket_id, c.ticket_number, c.let_in, c.is_offline, c.at,
      exists (select from check_in u where u.undone_id = c.id) as is_undone
    from check_in c
    where c.device_id = ${deviceId} and c.nonce = any(${nonces}::uuid[])`.execute(tx)
  return rows
}

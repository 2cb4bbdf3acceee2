import { sql } from 'kysely'
import type { Tx } from '../platform/db.ts'
import type { Step } from './inside.rules.ts'

/** All that was told of a ticket at its event. Asked under its lock. */
export async function selectSteps(tx: Tx, ticketId: string): Promise<Step[]> {
  const { rows } = await sql<Step>`
    select c.kind, c.let_in as people from check_in c join ticket k on k.id = c.ticket_id
    where c.ticket_id = ${ticketId} and c.event_id = k.event_id and c.let_in > 0`.execute(tx)
  return rows
}

export type OwnRow = {
  id: string
  kind: 'in' | 'undo' | 'out'
  ticket_id: string | null
  ticket_number: string
  let_in: number
  is_offline: boolean
  at: Date
  is_undone: boolean
}

/** What this phone told with this nonce. */
export async function selectOwnRow(
  tx: Tx,
  deviceId: string,
  nonce: string,
): Promise<OwnRow | undefined> {
  const { rows } = await sql<OwnRow>`
    select c.id, c.kind, c.ticket_id, c.ticket_number, c.let_in, c.is_offline, c.at,
      exists (select from check_in u where u.undone_id = c.id) as is_undone
    from check_in c where c.device_id = ${deviceId} and c.nonce = ${nonce}`.execute(tx)
  return rows[0]
}

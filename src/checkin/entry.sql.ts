import { sql } from 'kysely'
import type { Db } from '../platform/db.ts'

export type EntryRow = {
  cancelled_at: Date | null
  date: string
  time: string
  any_gate_from: Date | null
  may_leave: boolean
  is_stopped: boolean
}

/** How people come in to an event at one of its gates; null is the default gate. */
export async function selectEntry(
  db: Db,
  eventId: string,
  gateId: string | null,
): Promise<EntryRow | undefined> {
  const { rows } = await sql<EntryRow>`
    select e.cancelled_at, e.date::text, e.time::text, r.any_gate_from,
      coalesce(r.may_leave, false) as may_leave, exists (
        select from stopped_gate s
        where s.event_id = e.id and s.gate_id is not distinct from ${gateId}::uuid
      ) as is_stopped
    from event e left join entry_rule r on r.event_id = e.id
    where e.id = ${eventId}`.execute(db)
  return rows[0]
}

/** The whole number of a ticket of this event, where its first ten symbols were told. */
export async function selectNumberOfPayload(
  db: Db,
  eventId: string,
  payload: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('ticket')
    .select('number')
    .where('event_id', '=', eventId)
    .where('number', '>=', payload)
    .where('number', '<=', `${payload}ZZZZZZ`)
    .executeTakeFirst()
  return row?.number
}

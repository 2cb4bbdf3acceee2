import { sql } from 'kysely'
import type { Db } from '../platform/database/db.ts'

export type EntryRow = {
  cancelled_at: Date | null
  date: string
  time: string
  any_gate_from: Date | null
  may_leave: boolean
  is_stopped: boolean
  is_stored: boolean
}

type EntryRequest = {
  eventId: string
  gateId: string | null
  /** Absent for callers without a gate phone. */
  phoneId?: string
  nonce: string | null
}

/** The entry rules at a gate, and whether the phone's nonce is stored already. */
export async function selectEntry(
  db: Db,
  { eventId, gateId, phoneId, nonce }: EntryRequest,
): Promise<EntryRow | undefined> {
  const { rows } = await sql<EntryRow>`
    select e.cancelled_at, e.date::text, e.time::text, r.any_gate_from,
      coalesce(r.may_leave, false) as may_leave, exists (
        select from stopped_gate s
        where s.event_id = e.id and s.gate_id is not distinct from ${gateId}::uuid
      ) as is_stopped, exists (
        select from check_in c where c.device_id = ${phoneId ?? null}::uuid and c.nonce = ${nonce}::uuid
      ) as is_stored
    from event e left join entry_rule r on r.event_id = e.id
    where e.id = ${eventId}`.execute(db)
  return rows[0]
}

/** The full ticket numbers of this event that begin with one of these payloads of ten symbols. */
export async function selectNumbersOfPayloads(
  db: Db,
  eventId: string,
  payloads: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ payload: string; number: string }>`
    select p.payload, k.number from unnest(${payloads}::text[]) p(payload) cross join lateral (
      select number from ticket
      where event_id = ${eventId} and number >= p.payload and number <= p.payload || 'ZZZZZZ'
      limit 1
    ) k`.execute(db)
  return new Map(rows.map(({ payload, number }) => [payload, number]))
}

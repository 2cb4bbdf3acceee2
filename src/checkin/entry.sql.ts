import { sql } from 'kysely'
import { eventDays } from '../events/sales.sql.ts'
import type { Db } from '../platform/database/db.ts'
import type { SeveralDays } from './days.rules.ts'

export type EntryRow = {
  cancelled_at: Date | null
  date: string
  time: string
  any_gate_from: Date | null
  may_leave: boolean
  is_stopped: boolean
  is_stored: boolean
  /** The gates that redeem each add-on type, by the type's id. */
  add_on_gates: AddOnGates
  /** Null for an event of one day. */
  several_days: SeveralDays | null
}

export type AddOnGates = Record<string, string[]>

type EntryRequest = {
  eventId: string
  gateId: string | null
  /** Absent for callers without a gate phone. */
  phoneId?: string
  nonce: string | null
}

/**
 * Whether a gate is an entrance: a gate of an entry type. An entrance redeems nothing, even if an
 * add-on names it too. Alias the gate `l.gate_id` and the event `t.event_id`.
 */
const isEntrance = sql<boolean>`exists (
  select from ticket_type_gate x join ticket_type y on y.id = x.ticket_type_id
  where x.gate_id = l.gate_id and y.event_id = t.event_id and y.kind = 'entry'
    and (y.archived_at is null or y.first_sold_at is not null)
)`

const severalDays = sql`case when e.highest_day > 0 then (
  select jsonb_build_object('days', d.days, 'types', (
    select jsonb_object_agg(t.id, jsonb_build_object('once_in_all', t.once_in_all,
      'day_numbers', t.day_numbers))
    from ticket_type t where t.event_id = e.id
  )) from (select ${eventDays} as days) d where d.days <> '[]'
) end`

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
      ) as is_stored, (
        select coalesce(jsonb_object_agg(id, gates), '{}') from (
          select t.id, jsonb_agg(l.gate_id) as gates
          from ticket_type t join ticket_type_gate l on l.ticket_type_id = t.id
          where t.event_id = e.id and t.kind = 'add_on' and not ${isEntrance}
            and (t.archived_at is null or t.first_sold_at is not null)
          group by t.id
        ) a
      ) as add_on_gates, ${severalDays} as several_days
    from event e left join entry_rule r on r.event_id = e.id
    where e.id = ${eventId}`.execute(db)
  return rows[0]
}

/**
 * The gates that at some time redeemed these add-on types and are no entrances. Phones that were
 * offline when a type moved to another gate need them.
 */
export async function selectPastGates(
  db: Db,
  typeIds: readonly string[],
): Promise<{ ticket_type_id: string; gate_id: string }[]> {
  const { rows } = await sql<{ ticket_type_id: string; gate_id: string }>`
    select t.id as ticket_type_id, l.gate_id from ticket_type t join (
      select ticket_type_id, gate_id from gate_load union
      select ticket_type_id, gate_id from gate_move
    ) l on l.ticket_type_id = t.id
    where t.id = any(${typeIds}::uuid[]) and not ${isEntrance}`.execute(db)
  return rows
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

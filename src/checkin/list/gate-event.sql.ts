import { sql } from 'kysely'
import type { EventDay } from '../../events/event.rules.ts'
import type { StoredFeeTerms, StoredStep } from '../../events/price.rules.ts'
import { eventDays, feeTerms, isCodeUsable, priceSteps } from '../../events/sales.sql.ts'
import type { Db } from '../../platform/database/db.ts'
import type { TicketKind } from '../../tickets/number.rules.ts'

export type GateEventRow = {
  id: string
  title: string
  date: string
  time: string
  cancelled_at: string | null
  any_gate_from: string | null
  may_leave: boolean
  is_default_stopped: boolean
  fee: StoredFeeTerms
  /** Whether a code can lower a price now. */
  has_codes: boolean
  gates: { id: string; name: string; is_stopped: boolean }[]
  /** Empty for an event of one day. */
  days: EventDay[]
  types: {
    id: string
    type_offset: number
    name: string
    price_cents: number
    sold_in: number
    min_per_order: number
    kind: TicketKind
    sale_from: string | null
    sale_until: string | null
    is_free: boolean
    lowest_cents: number | null
    suggested_cents: number | null
    highest_cents: number | null
    sold_at_door: boolean
    steps: StoredStep[]
    gate_ids: string[]
    day_numbers: number[]
    once_in_all: boolean
  }[]
}

/**
 * Reads, in one statement, an event with all data that a gate phone needs. The gates are the
 * present and past gates of its ticket types, the gates of its phones, the stopped gates, and the
 * event's own gates. Includes removed ticket types that have sold tickets.
 */
export async function selectGateEvent(
  db: Db,
  eventId: string,
  now: Date,
): Promise<GateEventRow | undefined> {
  const { rows } = await sql<GateEventRow>`
    with types as (
      select id, type_offset, name, price_cents, sold_in, min_per_order, kind, archived_at, sale_from, sale_until,
        is_free, lowest_cents, suggested_cents, highest_cents, sold_at_door,
        once_in_all, day_numbers,
        ${priceSteps} as steps
      from ticket_type t where event_id = ${eventId} and (archived_at is null or first_sold_at is not null)
    ), stopped as (
      select gate_id from stopped_gate where event_id = ${eventId}
    ), gates as (
      select gate_id from ticket_type_gate where ticket_type_id in (select id from types)
      union select gate_id from gate_load where ticket_type_id in (select id from types)
      union select gate_id from gate_move where event_id = ${eventId}
      union select gate_id from gate_phone where event_id = ${eventId} and revoked_at is null
      union select gate_id from stopped
      union select id from gate where event_id = ${eventId}
    )
    select e.id, e.title, coalesce(e.date::text, '') as date,
      coalesce(to_char(e.time, 'HH24:MI'), '') as time,
      e.cancelled_at, r.any_gate_from, coalesce(r.may_leave, false) as may_leave,
      exists (select from stopped where gate_id is null) as is_default_stopped, ${feeTerms} as fee,
      exists (
        select from promo_code c
        where c.event_id = e.id and c.kind <> 'access' and ${isCodeUsable(now)}
      ) as has_codes,
      ${eventDays} as days,
      (select coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name, 'is_stopped',
          exists (select from stopped s where s.gate_id = g.id)) order by g.gate_offset, g.id), '[]')
        from gate g where g.id in (select gate_id from gates)) as gates,
      (select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'type_offset', t.type_offset,
          'name', t.name, 'price_cents', t.price_cents, 'sold_in', t.sold_in,
          'min_per_order', t.min_per_order, 'kind', t.kind, 'sale_from', t.sale_from,
          'sale_until', t.sale_until, 'is_free', t.is_free, 'lowest_cents', t.lowest_cents,
          'suggested_cents', t.suggested_cents, 'highest_cents', t.highest_cents,
          'once_in_all', t.once_in_all, 'day_numbers', t.day_numbers,
          'sold_at_door', t.sold_at_door, 'steps', t.steps, 'gate_ids', (
            select coalesce(jsonb_agg(l.gate_id), '[]') from ticket_type_gate l
            where l.ticket_type_id = t.id
          )) order by t.archived_at is not null, t.type_offset, t.id), '[]')
        from types t) as types
    from event e left join entry_rule r on r.event_id = e.id
    where e.id = ${eventId}`.execute(db)
  return rows[0]
}

import { sql } from 'kysely'
import { gateDay } from '../../events/sales.rules.ts'
import type { Db } from '../../platform/database/db.ts'
import { isAddOn } from '../checkin.sql.ts'

export type GateSum = {
  gate_id: string | null
  inside: number
  let_in: number
  redeemed: number
  refused: number
}
type RefusalSum = { result: string; reason: string | null; count: number }

/**
 * Adds the changes that are not rolled up yet to the roll-up, in one snapshot. The cost does not
 * depend on the number of people. Add-ons admit no one and count as redeemed. At an event of
 * several days, the sums are today's sums.
 */
export async function selectEntrySums(db: Db, eventId: string, now: Date) {
  const { rows } = await sql<{ gates: GateSum[]; refusals: RefusalSum[] }>`
    with sums as materialized (
      select s.gate_id, s.result, s.reason, sum(s.checks)::int as checks,
        coalesce(sum(s.inside) filter (where t.id is null), 0)::int as inside,
        coalesce(sum(s.inside) filter (where t.id is not null), 0)::int as redeemed
      from (
        select gate_id, ticket_type_id, result, reason, checks, inside from check_ins_by_gate
        where event_id = ${eventId} and (day is null or day = ${gateDay(now)})
        union all
        select gate_id, ticket_type_id, result, reason, checks, inside from check_in_delta
        where event_id = ${eventId} and (day is null or day = ${gateDay(now)})
      ) s left join ticket_type t on t.id = s.ticket_type_id and t.kind = 'add_on'
      group by s.gate_id, s.result, s.reason
    )
    select (
      select coalesce(jsonb_agg(g), '[]') from (
        select gate_id, sum(inside) as inside,
          coalesce(sum(inside) filter (where result <> 'out'), 0) as let_in,
          sum(redeemed) as redeemed,
          coalesce(sum(checks) filter (where result <> 'valid'), 0) as refused
        from sums group by gate_id
      ) g
    ) as gates, (
      select coalesce(jsonb_agg(r order by r.count desc, r.result, r.reason), '[]') from (
        select result, reason, sum(checks) as count from sums
        where result <> 'valid' and checks > 0 group by result, reason
      ) r
    ) as refusals`.execute(db)
  return rows[0]!
}

/**
 * Whether the event uses the default gate: for a ticket, for the tickets that a type will sell, for
 * a gate phone, or for a stop of entry. Reads an index entry per ticket type, not the tickets.
 */
export async function selectNamesDefault(db: Db, eventId: string): Promise<boolean> {
  const { rows } = await sql<{ names_default: boolean }>`
    select exists (
      select from ticket_type t where t.event_id = ${eventId} and (
        exists (select from ticket k where k.ticket_type_id = t.id and k.gate_id is null)
        or t.archived_at is null and t.kind = 'entry'
          and not exists (select from ticket_type_gate l where l.ticket_type_id = t.id)
      )
    ) or exists (
      select from gate_phone
      where event_id = ${eventId} and gate_id is null and revoked_at is null
    ) or exists (
      select from stopped_gate where event_id = ${eventId} and gate_id is null
    ) as names_default`.execute(db)
  return rows[0]!.names_default
}

export type Minute = { minutes_ago: number; people: number }

/** Reads only the index entries after `since`. Excludes add-ons by their ticket numbers. */
export async function selectEntries(db: Db, eventId: string, now: Date, since: Date) {
  const { rows } = await sql<Minute>`
    select floor(extract(epoch from ${now}::timestamptz - at) / 60)::int as minutes_ago,
      sum(let_in)::int as people
    from check_in
    where event_id = ${eventId} and at > ${since} and at <= ${now} and kind = 'in'
      and not ${isAddOn(sql`ticket_number`)}
    group by 1`.execute(db)
  return rows
}

type ConflictRow = {
  ticket_number: string
  ticket_type: string | null
  is_add_on: boolean
  admits: number | null
  excess: number
  check_ins: {
    at: string
    told_at: string | null
    gate: string | null
    phone: string | null
    let_in: number
    is_offline: boolean
  }[]
}

/**
 * Tickets with more people inside than they admit. Includes void tickets, tickets of other events
 * or days, and add-ons at a gate that does not redeem them, if people were admitted with the ticket
 * and the check-in was not undone. Each row has all movements of the ticket, oldest first. The
 * ticket with the latest conflict comes first.
 */
export async function selectConflicts(db: Db, eventId: string, limit: number) {
  const { rows } = await sql<ConflictRow>`
    with beyond as materialized (
      select ticket_id, max(at) as at, sum(let_in - admits)::int as excess,
        coalesce(sum(let_in) filter (where result in ('wrong_gate', 'other_day')), 0)::int
          as misplaced
      from check_in c
      where event_id = ${eventId} and kind = 'in' and let_in > admits and ticket_id is not null
        and not exists (select from check_in u where u.undone_id = c.id)
      group by ticket_id
    ), found as (
      select k.id, k.number, t.name, ${isAddOn(sql`k.number`)} as is_add_on, k.admits, b.at,
        case when k.event_id <> ${eventId} or k.state = 'void' then b.excess
          else greatest(k.excess, b.misplaced) end as excess
      from beyond b join ticket k on k.id = b.ticket_id
        left join ticket_type t on t.id = k.ticket_type_id and k.event_id = ${eventId}
    )
    select number as ticket_number, name as ticket_type, is_add_on, admits, excess, (
      select jsonb_agg(jsonb_build_object('at', c.at, 'told_at', c.uploaded_at, 'gate', g.name,
        'phone', coalesce(f.name, a.full_name), 'is_offline', c.is_offline,
        'let_in', case c.kind when 'in' then c.let_in else -c.let_in end) order by c.at, c.id)
      from check_in c left join gate g on g.id = c.gate_id
        left join gate_phone f on f.id = c.device_id left join account a on a.id = c.validator_id
      where c.ticket_id = found.id and c.event_id = ${eventId} and c.let_in > 0
    ) as check_ins
    from found where excess > 0 order by at desc, number limit ${limit}`.execute(db)
  return rows
}

type CashRow = { phone: string; people: number; amount_cents: number; people_last_hour: number }

/** Cash sales per gate phone: all people, the total amount, and the people since `since`. */
export async function selectCashSales(db: Db, eventId: string, since: Date) {
  const { rows } = await sql<CashRow>`
    select f.name as phone, sum(l.quantity)::int as people,
      sum(l.amount_cents)::int8 as amount_cents,
      coalesce(sum(l.quantity) filter (where o.paid_at > ${since}), 0)::int as people_last_hour
    from gate_phone f join "order" o on o.sold_by = f.id
      join order_line l on l.order_id = o.id
    where f.event_id = ${eventId} and o.payment_method = 'cash' and o.paid_at is not null
    group by f.id order by amount_cents desc, f.name, f.id`.execute(db)
  return rows
}

type AlarmRow = { ticket_number: string; phone: string | null; at: Date }

/** Check-ins that admitted people with a number that no ticket has, newest first. */
export async function selectNeverSold(db: Db, eventId: string, limit: number) {
  const { rows } = await sql<AlarmRow>`
    select c.ticket_number, f.name as phone, c.at from check_in c
      left join gate_phone f on f.id = c.device_id
    where c.event_id = ${eventId} and c.kind = 'in' and c.let_in > c.admits
      and c.ticket_id is null
    order by c.at desc, c.id limit ${limit}`.execute(db)
  return rows
}

/** Per phone, the tickets let in by signature beyond the limit, and the latest such ticket. */
export async function selectPastLimit(db: Db, eventId: string, limit: number) {
  const { rows } = await sql<AlarmRow & { tickets: number }>`
    select f.name as phone, max(c.at) as at, count(distinct c.ticket_number)::int as tickets,
      (array_agg(c.ticket_number order by c.at desc, c.id desc))[1] as ticket_number
    from check_in c join gate_phone f on f.id = c.device_id
    where c.event_id = ${eventId} and c.is_past_limit
    group by f.id order by at desc, f.id limit ${limit}`.execute(db)
  return rows
}

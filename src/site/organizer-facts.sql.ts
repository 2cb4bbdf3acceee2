import { type RawBuilder, sql } from 'kysely'
import { frozenAt, heldUntil } from '../events/event-change.sql.ts'
import { hasEnded } from '../events/sales.sql.ts'
import { eventMoney } from '../ledger/event-money.sql.ts'
import { reserveCents, reserveShare } from '../ledger/reserve.sql.ts'
import { claimedCents, claimedUntil, requestedCents } from '../payouts/claims.sql.ts'
import type { Db } from '../platform/database/db.ts'
import { isCheckedIn } from '../tickets/tickets.sql.ts'

export type FactsRow = {
  account_id: string | null
  name: string
  email: string
  phone: string | null
  created_at: Date
  held: number
  missed: number
  coming: number
  cancelled: number
  total: number
  open: number
  this_event: number
  first_open: string | null
  asker_name: string | null
  asker_email: string
  asked_at: Date
}

/**
 * The organizer of an event, with counts of the organizer's other events and of the complaints
 * about all of them, and the team member behind the open request. Cancelled events count only with
 * a code to dial, which drafts lack. Undefined if there is no such event.
 */
export async function selectOrganizerFacts(
  db: Db,
  eventId: string,
  now: Date,
): Promise<FactsRow | undefined> {
  const { rows } = await sql<FactsRow>`
    select a.id as account_id, a.full_name as name, a.email, a.phone, a.created_at,
      others.*, reports.*,
      asker.full_name as asker_name, asker.email as asker_email, r.asked_at
    from event this
      left join account a on a.id = this.organizer_id
      left join request r on r.kind = 'event' and r.subject_id = this.id and r.state = 'sent'
      left join account asker on asker.id = r.asked_by
      cross join lateral (
        select (count(*) filter (where e.cancelled_at is null and ${hasEnded(now)} and ${isCheckedIn}))::int
            as held,
          (count(*) filter (where e.cancelled_at is null and ${hasEnded(now)}
            and not ${isCheckedIn}))::int as missed,
          (count(*) filter (where e.cancelled_at is null and not ${hasEnded(now)}))::int as coming,
          (count(*) filter (where e.cancelled_at is not null))::int as cancelled
        from event e
        where e.organizer_id = this.organizer_id and e.id <> this.id
          and (e.is_published or (e.cancelled_at is not null and e.dial_code is not null))
      ) others
      cross join lateral (
        select count(*)::int as total,
          (count(*) filter (where c.settled_at is null))::int as open,
          (count(*) filter (where c.event_id = this.id))::int as this_event,
          (array_agg(c.id order by c.created_at) filter (where c.settled_at is null))[1]
            as first_open
        from complaint c join event e on e.id = c.event_id
        where e.organizer_id = this.organizer_id
      ) reports
    where this.id = ${eventId}`.execute(db)
  return rows[0]
}

/**
 * Selects what an admin must know before a cancellation or reschedule of event `e`, or a refund of
 * one of its orders, besides the refunds themselves: the requested payout and open reports of the
 * event, and the debts and spare money of its organizer. Counts debts and spare money as
 * `availableOf` in payouts does, so that the admin reads the same debt as on the statement.
 */
export const besideMeasure = (now: Date): RawBuilder<unknown> => sql`(
  with money as materialized (
    select e.id, e.title, e.date, sums.owed_cents as owed,
      sums.earned_cents as earned, ${reserveCents(sql`sums.earned_cents`, now)} as reserve,
      (${claimedCents(now)}) as claimed, (${requestedCents(now)}) as requested,
      e.cancelled_at is null and ${claimedUntil(now)} is not null as may_claim,
      e.cancelled_at is not null or coalesce(${heldUntil()} > ${now}::timestamptz, false) as stays,
      ${frozenAt} is not null as is_frozen
    from (select e.id, e.organizer_id) own join event e
      on e.id = own.id or e.organizer_id = own.organizer_id
      cross join lateral ${eventMoney} sums
  ), part as (
    select m.*, greatest(m.claimed, m.requested) - m.owed as missing,
      case when m.stays then 0 else greatest(0, m.owed - greatest(m.claimed, m.reserve)) end as free
    from money m
  ), certain as (
    select p.*, case
        when p.missing > 0 then least(0, p.owed - case when p.may_claim then 0 else p.claimed end)
        when p.is_frozen then 0
        else p.free end as certain
    from part p
  )
  select jsonb_build_object(
    'asked_cents', (select coalesce(sum(p.amount_cents), 0) from payout p
      where p.event_id = e.id and p.state = 'asked'),
    'reports', (select count(*) from complaint c where c.event_id = e.id and c.settled_at is null),
    'free_cents', coalesce(sum(c.free) filter (where c.id = e.id), 0),
    'earned_cents', coalesce(sum(c.earned) filter (where c.id = e.id), 0),
    'reserve_share', ${reserveShare(now)},
    'others_cents', coalesce(sum(c.certain) filter (where c.id <> e.id), 0),
    'uncovered_cents', greatest(0, -sum(c.certain)),
    'lacking', coalesce(jsonb_agg(jsonb_build_object('title', c.title, 'cents', c.missing,
      'debt_cents', -c.certain) order by c.date, c.id)
      filter (where c.id <> e.id and c.missing > 0), '[]')
  ) from certain c
)`

import { type RawBuilder, sql } from 'kysely'
import { eventMoney } from '../ledger/event-money.sql.ts'
import { declareTasks } from '../platform/tasks/tasks.ts'
import { complaintTaskKinds, type ReadReport } from './complaint-tasks.rules.ts'

/** The other open reports about the event of report `c`, or about other events of its organizer. */
const others = sql`from complaint o join event v on v.id = o.event_id
  where o.settled_at is null and o.id <> c.id
    and (v.id = e.id or v.organizer_id = e.organizer_id)`

/** The payouts of all events of the organizer. */
const payouts = sql`payout p join event v on v.id = p.event_id and v.organizer_id = e.organizer_id`

/** The parts of payout `p` that may not have left yet. */
const unsent = sql`payout_part r on r.payout_id = p.id and r.state not in ('done', 'given_back')`

/** The most reports that a task shows. */
const SHOWN = 20
/** The most letters of a report that another task shows. */
const LETTERS = 300

/** Reports `o` of events `v`, as JSON: reports about event `e` first. `from` selects them. */
export const reportsIn = (from: RawBuilder<unknown>): RawBuilder<ReadReport[]> => sql`(
  select coalesce(jsonb_agg(to_jsonb(r) order by r.nr), '[]') from (
    select o.id, o.created_at as at, o.reason, o.settled_at is null as is_open,
      left(o.text, ${LETTERS}) || case when length(o.text) > ${LETTERS} then '…' else '' end as text,
      case when v.id <> e.id then v.title end as title,
      row_number() over (order by v.id <> e.id, o.created_at, o.id) as nr
    ${from} order by nr limit ${SHOWN}
  ) r
)`

/** The columns of `ReportedEvent`, of event `e` and its organizer `a`. */
export const reportedColumns = (now: Date): RawBuilder<unknown> => sql`
  ${now}::timestamptz as at, a.full_name as name, a.email, a.created_at as account_since,
  (select coalesce(sum(t.sold), 0) from ticket_type t
    where t.event_id = e.id and t.kind = 'entry') as tickets,
  (select coalesce(sum(s.amount_cents - s.back_cents), 0) from paid_line s
    where s.event_id = e.id and s.status = 'paid') as sold_cents,
  e.cancelled_at is not null as is_cancelled,
  (select m.paid_out_cents from ${eventMoney} m) - (select coalesce(sum(r.amount_cents), 0)
    from ${payouts} join ${unsent} where v.id = e.id) as paid_out_cents,
  (select coalesce(sum(p.amount_cents), 0) from ${payouts} where p.state = 'asked') as asked_cents,
  (select coalesce(sum(r.amount_cents), 0) from ${payouts} join ${unsent}) as unsent_cents`

export const complaintTasks = declareTasks(complaintTaskKinds, {
  event_reported: ({ now }) => sql`
    select c.id as key, c.created_at as since, c.event_id, c.reason, c.text, ${reportedColumns(now)},
      (select count(*) ${others} and v.id = e.id) as of_event,
      (select count(*) ${others} and v.id <> e.id) as elsewhere, ${reportsIn(others)} as others
    from complaint c join event e on e.id = c.event_id left join account a on a.id = e.organizer_id
    where c.settled_at is null`,
})

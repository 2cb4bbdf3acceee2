import { sql } from 'kysely'
import { declareTasks } from '../../platform/tasks/tasks.ts'
import { everAdmitted, isCheckedIn } from '../../tickets/tickets.sql.ts'
import { reportedColumns, reportsIn } from '../complaint-tasks.sql.ts'
import { freezeTaskKinds } from './freeze-tasks.rules.ts'
import { complaintCount } from './freezing.sql.ts'

const itsReports = sql`from complaint o join event v on v.id = o.event_id where v.id = e.id`

/** The columns of `MissedEvent`, of event `e` and its organizer `a`. */
const missedColumns = (now: Date) => sql`
  e.id as key, e.id as event_id, ${complaintCount} as complaints,
  ${reportsIn(itsReports)} as reports, ${reportedColumns(now)}, e.date as first_date, e.last_date,
  (select count(*) from ticket k where k.event_id = e.id and ${everAdmitted} > 0) as checked_in,
  (select coalesce(-sum(l.amount_cents), 0) from ledger_line l
    where l.event_id = e.id and l.account = 'organizer') as amount_cents`

const missed = sql`event_without_check_in n join event e on e.id = n.event_id
  left join account a on a.id = e.organizer_id`

export const freezeTasks = declareTasks(freezeTaskKinds, {
  payouts_frozen: ({ now }) => sql`
    select e.payouts_frozen_at as since, ${missedColumns(now)} from ${missed}
    where e.payouts_frozen_at is not null`,
  no_check_in: ({ now }) => sql`
    select n.noticed_at as since, ${missedColumns(now)} from ${missed}
    where n.settled_at is null and e.payouts_frozen_at is null and e.cancelled_at is null
      and not ${isCheckedIn}`,
})

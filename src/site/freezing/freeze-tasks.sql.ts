import { sql } from 'kysely'
import { declareTasks } from '../../platform/tasks/tasks.ts'
import { isCheckedIn } from '../../tickets/tickets.sql.ts'
import { freezeTaskKinds } from './freeze-tasks.rules.ts'
import { complaintCount } from './freezing.sql.ts'

export const freezeTasks = declareTasks(freezeTaskKinds, {
  payouts_frozen: () => sql`
    select e.id as key, e.payouts_frozen_at as since, e.id as event_id,
      ${complaintCount} as complaints, (select coalesce(-sum(l.amount_cents), 0) from ledger_line l
        where l.event_id = e.id and l.account = 'organizer') as amount_cents
    from event_without_check_in n join event e on e.id = n.event_id
    where e.payouts_frozen_at is not null`,
  no_check_in: () => sql`
    select e.id as key, n.noticed_at as since, e.id as event_id, ${complaintCount} as complaints
    from event_without_check_in n join event e on e.id = n.event_id
    where n.settled_at is null and e.payouts_frozen_at is null and e.cancelled_at is null
      and not ${isCheckedIn}`,
})

import { type RawBuilder, sql } from 'kysely'
import { declareTasks } from '../platform/tasks/tasks.ts'
import { eventTaskKinds } from './event-tasks.rules.ts'

const sentIn = (isOfKind: RawBuilder<unknown>) => () =>
  sql`
  select q.subject_id as key, q.subject_id as event_id, q.asked_at as since,
    coalesce(a.email, 'An admin') as by
  from request q join event d on d.id = q.subject_id left join account a on a.id = d.organizer_id
  where q.kind = 'event' and q.state = 'sent' and ${isOfKind}`

export const eventTasks = declareTasks(eventTaskKinds, {
  draft_sent_in: sentIn(sql`q.proposal->>'change' is null`),
  change_sent_in: sentIn(sql`q.proposal->>'change' is not null`),
  // Names of organizers that only an admin may allow.
  name_asked: () => sql`
    select p.account_id as key, p.updated_at as since, a.email, p.asked_name as name
    from organizer_page p join account a on a.id = p.account_id where p.asked_name is not null`,
})

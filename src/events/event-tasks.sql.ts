import { type RawBuilder, sql } from 'kysely'
import { declareTasks } from '../platform/tasks.ts'
import { eventTaskKinds } from './event-tasks.rules.ts'

const sentIn = (isOfKind: RawBuilder<unknown>) => () => ({
  key: sql`q.subject_id`,
  since: sql`q.asked_at`,
  event_id: sql`q.subject_id`,
  facts: { by: sql`coalesce(a.email, 'An admin')` },
  from: sql`request q join event d on d.id = q.subject_id
    left join account a on a.id = d.organizer_id
    where q.kind = 'event' and q.state = 'sent' and ${isOfKind}`,
})

export const eventTasks = declareTasks(eventTaskKinds, {
  draft_sent_in: sentIn(sql`q.proposal->>'change' is null`),
  change_sent_in: sentIn(sql`q.proposal->>'change' is not null`),
  // Names of organizers that only an admin may allow.
  name_asked: () => ({
    key: sql`p.account_id`,
    since: sql`p.updated_at`,
    facts: { email: sql`a.email`, name: sql`p.asked_name` },
    from: sql`organizer_page p join account a on a.id = p.account_id
      where p.asked_name is not null`,
  }),
})

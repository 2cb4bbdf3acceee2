import { sql } from 'kysely'
import { declareTasks } from '../platform/tasks.ts'
import { complaintTaskKinds } from './complaint-tasks.rules.ts'

export const complaintTasks = declareTasks(complaintTaskKinds, {
  event_reported: () => ({
    key: sql`c.id`,
    since: sql`c.created_at`,
    event_id: sql`c.event_id`,
    facts: { reason: sql`c.reason`, words: sql`c.words` },
    from: sql`complaint c where c.settled_at is null`,
  }),
})

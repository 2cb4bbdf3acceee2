import { sql } from 'kysely'
import { declareTasks } from '../platform/tasks/tasks.ts'
import { complaintTaskKinds } from './complaint-tasks.rules.ts'

export const complaintTasks = declareTasks(complaintTaskKinds, {
  event_reported: () => sql`
    select c.id as key, c.created_at as since, c.event_id, c.reason, c.text
    from complaint c where c.settled_at is null`,
})

import { sql } from 'kysely'
import { hasEnded } from '../events/sales.sql.ts'
import { declareTasks } from '../platform/tasks/tasks.ts'
import { questionTaskKinds } from './question-tasks.rules.ts'

export const questionTasks = declareTasks(questionTaskKinds, {
  // No ticket holder of a cancelled or past event is asked.
  questions_asked: ({ now }) => sql`
    select q.subject_id as key, q.subject_id as event_id, q.asked_at as since, a.email as by,
      q.version::text as version, q.proposal->'questions' as questions
    from request q join account a on a.id = q.asked_by join event e on e.id = q.subject_id
    where q.kind = 'questions' and q.state = 'sent' and e.cancelled_at is null
      and ${hasEnded(now)} is not true`,
})

import { sql } from 'kysely'
import { declareTasks } from '../platform/tasks/tasks.ts'
import { questionTaskKinds } from './question-tasks.rules.ts'

export const questionTasks = declareTasks(questionTaskKinds, {
  questions_asked: () => sql`
    select q.subject_id as key, q.subject_id as event_id, q.asked_at as since, a.email as by,
      q.version::text as version, q.proposal->'questions' as questions
    from request q join account a on a.id = q.asked_by
    where q.kind = 'questions' and q.state = 'sent'`,
})

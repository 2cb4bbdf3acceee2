import { sql } from 'kysely'
import { declareTasks } from '../../platform/tasks.ts'
import { requestsWithSums, requestVersion } from '../approval/measure-requests.sql.ts'
import { measureTaskKinds } from './measure-tasks.rules.ts'

const facts = {
  by: sql`a.email`,
  reason: sql`q.reason`,
  orders: sql`sold.orders`,
  tickets: sql`sold.tickets`,
  version: requestVersion,
}

const asked = (kind: string) => ({
  key: sql`q.subject_id`,
  since: sql`q.asked_at`,
  event_id: sql`q.subject_id`,
  amount_cents: sql`sold.amount_cents`,
  from: sql`${requestsWithSums} join account a on a.id = q.asked_by
    where q.state = 'sent' and q.proposal->>'kind' = ${kind}`,
})

export const measureTasks = declareTasks(measureTaskKinds, {
  cancel_asked: () => ({ ...asked('cancel'), facts }),
  reschedule_asked: () => ({
    ...asked('reschedule'),
    facts: {
      ...facts,
      date: sql`q.proposal->'schedule'->'date'`,
      time: sql`q.proposal->'schedule'->'time'`,
      location: sql`q.proposal->'schedule'->'location'`,
    },
  }),
})

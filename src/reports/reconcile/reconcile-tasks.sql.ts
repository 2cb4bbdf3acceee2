import { sql } from 'kysely'
import { declareTasks } from '../../platform/tasks/tasks.ts'
import { differingAccounts, unconfirmedRefunds } from './mpesa-doubts.sql.ts'
import { reconcileTaskKinds } from './reconcile-tasks.rules.ts'

export const reconcileTasks = declareTasks(reconcileTaskKinds, {
  account_differs: () => sql`
    select d.account as key, d.at as since, d.ours_cents as amount_cents, d.account, d.ours_cents,
      d.theirs_cents
    from (${differingAccounts}) d`,
  refund_unconfirmed: ({ now }) => sql`
    select u.id as key, u.since, u.order_id, u.unmatched_receipt as receipt, u.amount_cents,
      u.next_at as until, u.next_at is not null as is_not_today
    from (${unconfirmedRefunds(now)}) u`,
  // Differences that the latest comparison of the books with M-Pesa's list found.
  books_differ: () => sql`
    select d.position as key, r.ended_at as since, d.difference->'ours_cents' as amount_cents,
      d.difference->'what' as what, d.difference->'name' as name,
      d.difference->'theirs_cents' as theirs_cents
    from (
      select ended_at, differences from reconciliation where ended_at is not null
      order by ended_at desc limit 1
    ) r cross join jsonb_array_elements(r.differences) with ordinality as d (difference, position)`,
})

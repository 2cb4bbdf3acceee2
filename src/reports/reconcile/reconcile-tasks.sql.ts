import { sql } from 'kysely'
import { declareTasks } from '../../platform/tasks.ts'
import { differingAccounts, unconfirmedRefunds } from './mpesa-doubts.sql.ts'
import { reconcileTaskKinds } from './reconcile-tasks.rules.ts'

export const reconcileTasks = declareTasks(reconcileTaskKinds, {
  account_differs: () => ({
    key: sql`d.account`,
    since: sql`d.at`,
    amount_cents: sql`d.ours_cents`,
    facts: {
      account: sql`d.account`,
      ours_cents: sql`d.ours_cents`,
      theirs_cents: sql`d.theirs_cents`,
    },
    from: sql`(${differingAccounts}) d`,
  }),
  refund_unconfirmed: ({ now }) => ({
    key: sql`u.id`,
    since: sql`u.since`,
    order_id: sql`u.order_id`,
    receipt: sql`u.unmatched_receipt`,
    amount_cents: sql`u.amount_cents`,
    until: sql`u.next_at`,
    facts: {},
    from: sql`(${unconfirmedRefunds(now)}) u`,
  }),
  // Differences that the latest comparison of the books with M-Pesa's list found.
  books_differ: () => ({
    key: sql`d.position`,
    since: sql`r.ended_at`,
    amount_cents: sql`(d.difference->>'ours_cents')::bigint`,
    facts: {
      what: sql`d.difference->'what'`,
      name: sql`d.difference->'name'`,
      theirs_cents: sql`d.difference->'theirs_cents'`,
    },
    from: sql`(
        select ended_at, differences from reconciliation where ended_at is not null
        order by ended_at desc limit 1
      ) r cross join jsonb_array_elements(r.differences) with ordinality as d (difference, position)`,
  }),
})

import { sql } from 'kysely'
import { ACCOUNT_SHORT } from '../payments/outgoing/outgoing.rules.ts'
import { declareTasks } from '../platform/tasks.ts'
import { stopFacts } from './payout-parts.sql.ts'
import { payoutTaskKinds } from './payout-tasks.rules.ts'

const account = {
  kind: sql`c.kind`,
  number: sql`c.number`,
  account_number: sql`c.account_number`,
  bank: sql`c.bank`,
}

const withAccount = sql`join payout_account c on c.id = p.payout_account_id
  join event e on e.id = p.event_id`

export const payoutTasks = declareTasks(payoutTaskKinds, {
  payout_asked: () => ({
    key: sql`p.id`,
    since: sql`p.asked_at`,
    event_id: sql`p.event_id`,
    amount_cents: sql`p.amount_cents`,
    facts: { ...account, email: sql`a.email`, date: sql`e.date` },
    from: sql`payout p ${withAccount} left join account a on a.id = p.asked_by
      where p.state = 'asked'`,
  }),
  // Parts of approved payouts that a person pays, or looks for in M-Pesa's portal.
  payout_manual: () => ({
    key: sql`r.id`,
    since: sql`r.since`,
    event_id: sql`p.event_id`,
    amount_cents: sql`r.amount_cents`,
    facts: { ...account, ...stopFacts, failure: sql`r.failure_code` },
    from: sql`payout_part r join payout p on p.id = r.payout_id ${withAccount}
      where r.state = 'manual'`,
  }),
  // A row for all payouts that M-Pesa's account cannot pay now.
  payouts_short: () => ({
    key: sql`'payouts'`,
    since: sql`min(r.since)`,
    amount_cents: sql`sum(r.amount_cents)::bigint`,
    until: sql`min(r.next_at)`,
    facts: { count: sql`count(*)` },
    from: sql`payout_part r where r.state = 'due' and r.failure_code = ${ACCOUNT_SHORT}
      having count(*) > 0`,
  }),
})

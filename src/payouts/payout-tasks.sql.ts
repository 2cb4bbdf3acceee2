import { sql } from 'kysely'
import { ACCOUNT_SHORT } from '../payments/outgoing/outgoing.rules.ts'
import { declareTasks } from '../platform/tasks/tasks.ts'
import { beforeDays } from '../refunds/business-days.rules.ts'
import { isClaimed, isUncovered, mayBeUncovered } from './claim-facts.sql.ts'
import { stopFacts } from './payout-parts.sql.ts'
import { payoutTaskKinds } from './payout-tasks.rules.ts'

const account = sql`c.kind, c.number, c.account_number, c.bank`
const withAccount = sql`join payout_account c on c.id = p.payout_account_id
  join event e on e.id = p.event_id`

export const payoutTasks = declareTasks(payoutTaskKinds, {
  payout_asked: ({ now, payoutDecisionDays: days }) => sql`
    select p.id as key, p.asked_at as since, p.event_id, p.amount_cents, ${account}, a.email, e.date,
      case when p.asked_at < ${beforeDays(now, days)} then ${days}::int else 0 end as late_days
    from payout p ${withAccount} left join account a on a.id = p.asked_by where p.state = 'asked'`,
  // Parts of approved payouts that a person pays, or looks for in M-Pesa's portal.
  payout_manual: ({ now }) => sql`
    select r.id as key, r.since, p.event_id, r.amount_cents, ${account}, r.failure_code as failure,
      ${stopFacts.is_cancelled} as is_cancelled, ${stopFacts.is_frozen} as is_frozen,
      ${stopFacts.was_frozen} as was_frozen, ${stopFacts.payable_from} as payable_from, ${isClaimed(now)} as is_claimed,
      ${isUncovered(now)} as is_uncovered, ${mayBeUncovered(now)} as may_be_uncovered,
      ${stopFacts.held_until} as held_until, ${now}::timestamptz as at
    from payout_part r join payout p on p.id = r.payout_id ${withAccount} where r.state = 'manual'`,
  // A row for all payouts that M-Pesa's account cannot pay now.
  payouts_short: () => sql`
    select 'payouts' as key, min(r.since) as since, sum(r.amount_cents) as amount_cents,
      min(r.next_at) as until, count(*) as count
    from payout_part r where r.state = 'due' and r.failure_code = ${ACCOUNT_SHORT}
    having count(*) > 0`,
})

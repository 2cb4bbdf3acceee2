import { sql } from 'kysely'
import { declareTasks, type TaskTimes } from '../../platform/tasks/tasks.ts'
import { paymentTimes } from '../declarations.ts'
import { openDifferences } from '../differences.sql.ts'
import { plainNumber, whoPaid } from '../payments.sql.ts'
import { lateBefore, nextReading } from '../receipts/list-state.sql.ts'
import { paymentTaskKinds } from './payment-tasks.rules.ts'

const ofPayment = sql`p.id as key, p.confirmed_at as since, p.order_id, p.mpesa_receipt as receipt,
  ${whoPaid} as phone, coalesce(p.confirmed_amount_cents, p.amount_cents) as amount_cents`

const lookupEnd = ({ timeScale }: TaskTimes) =>
  sql`p.created_at + ${paymentTimes(timeScale).lookupMaxMs} * interval '1 millisecond'`

/**
 * `until`: the time until which M-Pesa's list is searched for payment `p`, null once it has passed.
 * Until then no admin need search.
 */
const lookedUp = (times: TaskTimes) => {
  const isSearched = sql`${lookupEnd(times)} > ${times.now}`
  return sql`case when ${isSearched} then ${lookupEnd(times)} end as until,
    ${isSearched} as is_not_today`
}

/** Whether payment `p` is not in suspense and no admin has explained it. */
const isUnexplained = sql`p.use <> 'suspense'
  and not exists (select from payment_explanation x where x.payment_id = p.id)`

export const paymentTasks = declareTasks(paymentTaskKinds, {
  suspense: (times) => sql`
    select ${ofPayment}, p.amount_cents as price_cents, ${lookupEnd(times)} as until
    from payment p where p.state = 'confirmed' and p.use = 'suspense'`,
  stray_receipt: () => sql`
    select s.receipt as key, s.found_at as since, s.receipt, s.amount_cents,
      case when s.msisdn ~ ${plainNumber} then s.msisdn end as phone,
      s.account_reference as account
    from unmatched_receipt s where s.state = 'open'
      and not exists (select from payment p where p.mpesa_receipt = s.receipt)`,
  // A row while M-Pesa's list of payments cannot be read.
  list_not_available: ({ now }) => sql`
    select 'list' as key, l.unavailable_since as since, l.reason, ${nextReading(now)} as until
    from mpesa_list l where l.alarmed_at is not null`,
  receipt_not_listed: (times) => sql`
    select ${ofPayment}, ${lookedUp(times)}
    from payment p where p.mpesa_receipt is not null and p.listed_at is null
      and (p.alarmed_at is not null
        or (p.alarmed_at is null and p.created_at <= ${lateBefore(times.now, times.timeScale)}))
      and ${isUnexplained}`,
  // A query confirmed the payment. A query returns no receipt, and neither a callback nor M-Pesa's
  // list has brought the receipt since.
  payment_without_receipt: (times) => sql`
    select ${ofPayment}, ${lookedUp(times)}
    from payment p where p.state = 'confirmed' and p.mpesa_receipt is null
      and p.method = 'mpesa' and p.created_at <= ${lateBefore(times.now, times.timeScale)} and ${isUnexplained}`,
  amount_differs: () => sql`
    select ${ofPayment}, p.amount_cents as price_cents,
      p.confirmed_amount_cents > p.amount_cents as is_more
    from ${openDifferences}`,
})

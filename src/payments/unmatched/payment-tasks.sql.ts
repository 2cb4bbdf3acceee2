import { sql } from 'kysely'
import { declareTasks, type TaskTimes } from '../../platform/tasks.ts'
import { paymentTimes } from '../declarations.ts'
import { isDifferenceOpen } from '../differences.sql.ts'
import { lateBefore, nextReading } from '../receipts/list-state.sql.ts'
import { paymentTaskKinds } from './payment-tasks.rules.ts'

const lookupEnd = ({ timeScale }: TaskTimes) =>
  sql`p.created_at + ${paymentTimes(timeScale).lookupMaxMs} * interval '1 millisecond'`

/** The time until which M-Pesa's list is searched for payment `p`. Null once it has passed. */
const lookedUpUntil = (times: TaskTimes) =>
  sql`case when ${lookupEnd(times)} > ${times.now} then ${lookupEnd(times)} end`

/** Payments `p` in use that no admin has explained. */
const isUnexplained = sql`p.use <> 'suspense'
  and not exists (select from payment_explanation x where x.payment_id = p.id)`

export const paymentTasks = declareTasks(paymentTaskKinds, {
  suspense: (times) => ({
    key: sql`p.id`,
    since: sql`p.confirmed_at`,
    order_id: sql`p.order_id`,
    receipt: sql`p.mpesa_receipt`,
    amount_cents: sql`p.confirmed_amount_cents`,
    until: lookupEnd(times),
    facts: { price_cents: sql`p.amount_cents` },
    from: sql`payment p where p.state = 'confirmed' and p.use = 'suspense'`,
  }),
  stray_receipt: () => ({
    key: sql`s.receipt`,
    since: sql`s.found_at`,
    receipt: sql`s.receipt`,
    amount_cents: sql`s.amount_cents`,
    facts: { account: sql`s.account_reference` },
    from: sql`unmatched_receipt s where s.state = 'open'
      and not exists (select from payment p where p.mpesa_receipt = s.receipt)`,
  }),
  // A row while M-Pesa's list of payments cannot be read.
  list_not_available: ({ now }) => ({
    key: sql`'list'`,
    since: sql`l.unavailable_since`,
    until: nextReading(now),
    facts: { reason: sql`l.reason` },
    from: sql`mpesa_list l where l.alarmed_at is not null`,
  }),
  receipt_not_listed: (times) => ({
    key: sql`p.id`,
    since: sql`p.confirmed_at`,
    order_id: sql`p.order_id`,
    receipt: sql`p.mpesa_receipt`,
    amount_cents: sql`p.confirmed_amount_cents`,
    until: lookedUpUntil(times),
    facts: {},
    from: sql`payment p where p.mpesa_receipt is not null and p.listed_at is null
      and (p.alarmed_at is not null
        or (p.alarmed_at is null and p.created_at <= ${lateBefore(times)}))
      and ${isUnexplained}`,
  }),
  // A query confirmed the payment. A query returns no receipt, and neither a callback nor M-Pesa's
  // list has brought the receipt since.
  payment_without_receipt: (times) => ({
    key: sql`p.id`,
    since: sql`p.confirmed_at`,
    order_id: sql`p.order_id`,
    amount_cents: sql`coalesce(p.confirmed_amount_cents, p.amount_cents)`,
    until: lookedUpUntil(times),
    facts: {},
    from: sql`payment p where p.state = 'confirmed' and p.mpesa_receipt is null
      and p.method = 'mpesa' and p.created_at <= ${lateBefore(times)} and ${isUnexplained}`,
  }),
  amount_differs: () => ({
    key: sql`p.id`,
    since: sql`p.confirmed_at`,
    order_id: sql`p.order_id`,
    receipt: sql`p.mpesa_receipt`,
    amount_cents: sql`p.confirmed_amount_cents`,
    facts: {
      price_cents: sql`p.amount_cents`,
      is_more: sql`p.confirmed_amount_cents > p.amount_cents`,
    },
    from: sql`payment p where ${isDifferenceOpen}`,
  }),
})

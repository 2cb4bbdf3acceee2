import { sql } from 'kysely'
import { DUPLICATE, NOT_FOUND } from '../../payments/outgoing/outgoing.rules.ts'
import { whoPaid } from '../../payments/payments.sql.ts'
import { openRestore } from '../../platform/database/restored.sql.ts'
import { declareTasks, type TaskTimes } from '../../platform/tasks/tasks.ts'
import { beforeDays, REFUND_DAYS } from '../business-days.rules.ts'
import { LOST, PAYER_UNKNOWN } from '../refund.rules.ts'
import { nextStep, waitingGroups, waitsFor } from '../waiting.sql.ts'
import { lostPayments } from './pay-back-lost.sql.ts'
import { refundTaskKinds } from './refund-tasks.rules.ts'

/** The first attempt at refund `r` that ended without a result. M-Pesa may still carry it out. */
const lostAttempt = sql`select c.kind from outgoing_attempt c
  where c.subject_id = r.id and c.kind <> 'status' and c.result_code = ${NOT_FOUND}
  order by c.created_at limit 1`

/**
 * Refunds `r` with the payment `p` that they pay back. The limit of 1 lets PostgreSQL look up each
 * payment by its id.
 */
const refunds = sql`refund r left join lateral (
    select * from payment where id = r.payment_id limit 1
  ) p on true`

/**
 * The M-Pesa code of the payment, and the number to which the refund goes. If M-Pesa hid the payer,
 * the number is the buyer's: the prompted number of the refund, or the work list adds the number.
 */
const paidWith = sql`coalesce(r.unmatched_receipt, p.mpesa_receipt) as receipt,
  coalesce(${whoPaid}, r.phone) as phone,
  coalesce(${whoPaid} is null and (r.phone is null or r.phone = p.phone), false) as is_payer_hidden`

const ofRefund = sql`r.id as key, r.created_at as since, r.order_id, ${paidWith}, r.amount_cents`

const isPayable = sql`(r.state = 'due' and not exists (${lostAttempt}))`

const payable = sql`${isPayable} as is_payable,
  coalesce(p.method = 'cash', false) as is_cash,
  (select case kind when 'reversal' then ${LOST.reversal} else ${LOST.b2c} end
    from (${lostAttempt}) c) as lost`

const isLate = ({ now }: TaskTimes, days: number) => sql`r.created_at < ${beforeDays(now, days)}`

const unpaid = (times: TaskTimes) => sql`
  ${ofRefund}, ${payable}, r.reason, r.failure_code as failure, case
    when ${isLate(times, REFUND_DAYS.last)} then ${REFUND_DAYS.last}::int
    when ${isLate(times, REFUND_DAYS.first)} then ${REFUND_DAYS.first}::int else 0 end as late_days`

/** A single row for all due refunds that wait for the account, or for M-Pesa's list. */
const waiting = (key: string, waits: 'account' | 'list') => (times: TaskTimes) =>
  sql`
  select ${key}::text as key, g.since, g.amount_cents, g.next_at as until, g.waits_for, g.count
  from (${waitingGroups(times.now, null)}) g where g.waits_for = ${waits}`

export const refundTasks = declareTasks(refundTaskKinds, {
  // The latest restore of the database, with the payments whose orders are lost. Listed until an
  // admin resumes refunds.
  database_restored: () => sql`
    select 'database' as key, l.at as since, l.at, l.lost_from, l.until,
      lost.cents as amount_cents, lost.count as lost_payments
    from ${openRestore} l, (
      select sum(p.amount_cents) as cents, count(*) as count from ${lostPayments} p
    ) lost`,
  refund_perhaps_paid: () => sql`
    select ${ofRefund}, ${payable}
    from ${openRestore} l, ${refunds} where r.state = 'due' and r.created_at < l.at`,
  refunds_short: waiting('account', 'account'),
  refunds_unlisted: waiting('unlisted', 'list'),
  // Late refunds that the account cannot pay are in the row of `refunds_short`.
  refund_late: (times) => sql`
    select ${unpaid(times)}, ${nextStep(times.now)} as until,
      ${waitsFor} as waits_for, not ${isPayable} as is_not_today
    from ${refunds} where r.state not in ('done', 'refused', 'manual')
      and ${isLate(times, REFUND_DAYS.first)} and ${waitsFor} is distinct from 'account'`,
  refund_refused: (times) => sql`
    select ${unpaid(times)} from ${refunds} where r.state = 'refused'`,
  refund_manual: (times) => sql`
    select ${unpaid(times)}, coalesce(r.failure_code = ${PAYER_UNKNOWN}, false)
        and coalesce(${whoPaid}, r.phone) is null as is_payer_wanted
    from ${refunds} where r.state = 'manual'`,
  // M-Pesa paid after an admin had paid, or paid both by Reversal and by B2C.
  refund_twice: () => sql`
    select r.id as key, max(c.since) as since, r.order_id, ${paidWith}, r.amount_cents,
      concat_ws(' and ', r.receipt, string_agg(e.reference, ' and ')) as receipts
    from outgoing_attempt c join (${refunds}) on r.id = c.subject_id
      left join ledger_entry e on e.movement = 'refund:' || r.id || ':paid_twice:' || c.id
    where c.result_code = ${DUPLICATE}
    group by r.id, p.mpesa_receipt, p.payer, p.payer_masked, p.phone`,
  // No admin has decided about the tickets of the payment yet. PostgreSQL expects more rows in a
  // small table than it has: without the limit of 1 it reads all payments.
  returned_by_mpesa: () => sql`
    select p.id as key, v.found_at as since, p.order_id, p.mpesa_receipt as receipt,
      ${whoPaid} as phone, v.amount_cents
    from payment_return v
      cross join lateral (select * from payment where id = v.payment_id limit 1) p
    where v.settled_at is null`,
})

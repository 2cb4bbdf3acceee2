import { type RawBuilder, sql } from 'kysely'
import { DUPLICATE, NOT_FOUND } from '../../payments/outgoing/outgoing.rules.ts'
import { heldRestore } from '../../platform/database/restored.sql.ts'
import { declareTasks, type TaskTimes } from '../../platform/tasks.ts'
import { beforeDays, REFUND_DAYS } from '../business-days.rules.ts'
import { LOST, PAYER_UNKNOWN } from '../refund.rules.ts'
import { nextStep, waitingGroups, waitsFor } from '../waiting.sql.ts'
import { lostPayments } from './pay-back-lost.sql.ts'
import { refundTaskKinds } from './refund-tasks.rules.ts'

/** The first attempt at refund `r` that ended without a result. M-Pesa may still carry it out. */
const lostAttempt = sql`select c.kind from outgoing_attempt c
  where c.subject_id = r.id and c.kind <> 'status' and c.result_code = ${NOT_FOUND}
  order by c.created_at limit 1`

const payable = {
  is_payable: sql`r.state = 'due' and not exists (${lostAttempt})`,
  is_cash: sql`exists (select from payment p where p.id = r.payment_id and p.method = 'cash')`,
  lost: sql`(select case kind when 'reversal' then ${LOST.reversal} else ${LOST.b2c} end
    from (${lostAttempt}) c)`,
}

/** The columns of a row about refund `r`. */
const ofRefund = {
  key: sql`r.id`,
  since: sql`r.created_at`,
  order_id: sql`r.order_id`,
  receipt: sql`r.unmatched_receipt`,
  amount_cents: sql`r.amount_cents`,
}

const lateBefore = ({ now }: TaskTimes, days: number) =>
  sql`r.created_at < ${beforeDays(now, days)}`

const unpaid = (times: TaskTimes) => ({
  ...payable,
  reason: sql`r.reason`,
  failure: sql`r.failure_code`,
  late_days: sql`case when ${lateBefore(times, REFUND_DAYS.last)} then 14
    when ${lateBefore(times, REFUND_DAYS.first)} then 7 else 0 end`,
})

/** A row for all due refunds that wait for the same. */
const waiting = (key: string, waits: 'account' | 'list') => (times: TaskTimes) => ({
  key: sql`${key}::text`,
  since: sql`g.since`,
  amount_cents: sql`g.amount_cents`,
  until: sql`g.next_at`,
  facts: {
    waits_for: sql`g.waits_for`,
    count: sql`g.count`,
    amount_cents: sql`g.amount_cents`,
  },
  from: sql`(${waitingGroups(times.now, null)}) g where g.waits_for = ${waits}`,
})

const inState = (state: RawBuilder<unknown>) => sql`refund r where r.state = ${state}`

export const refundTasks = declareTasks(refundTaskKinds, {
  // The latest restore of the database, until an admin resumes refunds, with the payments whose
  // orders are lost.
  database_restored: () => ({
    key: sql`'database'`,
    since: sql`l.at`,
    amount_cents: sql`lost.cents`,
    until: sql`l.until`,
    facts: { lost_from: sql`l.lost_from`, at: sql`l.at`, lost_payments: sql`lost.count` },
    from: sql`${heldRestore} l, (
      select sum(p.amount_cents)::bigint as cents, count(*) as count from ${lostPayments} p
    ) lost`,
  }),
  refund_perhaps_paid: () => ({
    ...ofRefund,
    facts: payable,
    from: sql`${heldRestore} l join refund r on r.state = 'due' and r.created_at < l.at`,
  }),
  refunds_short: waiting('account', 'account'),
  refunds_unlisted: waiting('unlisted', 'list'),
  // Late refunds that the account cannot pay are in the row of `refunds_short`.
  refund_late: (times) => ({
    ...ofRefund,
    until: nextStep(times.now),
    facts: { ...unpaid(times), is_unlisted: sql`${waitsFor} is not distinct from 'list'` },
    from: sql`refund r where r.state not in ('done', 'refused', 'manual')
      and ${lateBefore(times, REFUND_DAYS.first)} and ${waitsFor} is distinct from 'account'`,
  }),
  refund_refused: (times) => ({
    ...ofRefund,
    facts: unpaid(times),
    from: inState(sql`'refused'`),
  }),
  refund_manual: (times) => ({
    ...ofRefund,
    facts: {
      ...unpaid(times),
      is_payer_wanted: sql`coalesce(r.failure_code = ${PAYER_UNKNOWN}, false)`,
    },
    from: inState(sql`'manual'`),
  }),
  // M-Pesa paid after an admin had paid, or through both of its channels.
  refund_twice: () => ({
    ...ofRefund,
    since: sql`max(c.since)`,
    facts: {
      receipts: sql`concat_ws(' and ', r.receipt, string_agg(e.reference, ' and '))`,
    },
    from: sql`outgoing_attempt c join refund r on r.id = c.subject_id
      left join ledger_entry e on e.movement = 'refund:' || r.id || ':paid_twice:' || c.id
      where c.result_code = ${DUPLICATE} group by r.id`,
  }),
  // No admin has decided about the tickets of the payment yet.
  returned_by_mpesa: () => ({
    key: sql`p.id`,
    since: sql`v.found_at`,
    order_id: sql`p.order_id`,
    receipt: sql`p.mpesa_receipt`,
    amount_cents: sql`v.amount_cents`,
    facts: {},
    from: sql`payment_return v join payment p on p.id = v.payment_id where v.settled_at is null`,
  }),
})

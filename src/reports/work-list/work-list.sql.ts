import { type RawBuilder, sql } from 'kysely'
import { orderPaid } from '../../orders/jobs.ts'
import { isDifferenceOpen } from '../../payments/differences.sql.ts'
import { nextReading } from '../../payments/receipts/list-state.sql.ts'
import type { Db } from '../../platform/database/db.ts'
import { heldRestore } from '../../platform/database/restored.sql.ts'
import { isBeyond, sortedBy } from '../../platform/http/list-page.sql.ts'
import type { Page, Sorting } from '../../platform/http/list-page.ts'
import { requestsWithSums, requestVersion } from '../../refunds/approval/measure-requests.sql.ts'
import { lostPayments } from '../../refunds/manual/pay-back-lost.sql.ts'
import { DUPLICATE, LOST, NOT_FOUND, PAYER_UNKNOWN } from '../../refunds/refund.rules.ts'
import { nextStep, waitingGroups, waitsFor } from '../../refunds/waiting.sql.ts'
import { differingAccounts, unconfirmedRefunds } from '../reconcile/mpesa-doubts.sql.ts'
import { payoutEvent, payoutsAsked, payoutsByHand, payoutsShort } from './payout-work.sql.ts'
import type { WorkAction, WorkKind } from './work-list.contract.ts'
import { UNLISTED } from './work-list.rules.ts'

// The admins' tasks, with one select for each kind. Columns: kind, key, since, order_id, receipt,
// amount_cents, other_cents (the amount to compare with), detail, until (when the shop takes its
// next step), offers (one additional action, or '').

/** Times that define which rows are late. */
export type WorkTimes = {
  now: Date
  /** Orders paid before this time that still have no tickets are listed. */
  paidBefore: Date
  /** Payments reported before this time that M-Pesa's list does not show are listed. */
  reportedBefore: Date
  /** Refunds created before this time have been due for more than 7 business days. */
  due7Before: Date
  due14Before: Date
  /** The time that M-Pesa's list covers, in ms. */
  lookupMaxMs: number
}

export type WorkItem = {
  id: string
  kind: WorkKind
  key: string
  since: Date
  order_id: string | null
  order_code: string | null
  event_id: string | null
  event_title: string | null
  receipt: string | null
  amount_cents: number | null
  other_cents: number | null
  detail: string
  until: Date | null
  /** An action that this row offers and other rows of its kind do not; '' if there is none. */
  offers: WorkAction | ''
  /** For a refund: true if the order was paid in cash. */
  is_cash: boolean
}

export const OLDEST_WORK: Sorting = {
  name: 'work',
  isDown: false,
  keys: {
    since: { column: sql`w.since`, kind: 'instant' },
    id: { column: sql`w.id`, kind: 'text' },
  },
}

type Source = RawBuilder<unknown>

const suspense = ({ lookupMaxMs }: WorkTimes): Source => sql`
  select 'suspense' as kind, p.id::text as key, p.confirmed_at as since, p.order_id,
    p.mpesa_receipt as receipt, p.confirmed_amount_cents as amount_cents,
    p.amount_cents as other_cents, '' as detail,
    p.created_at + ${lookupMaxMs} * interval '1 millisecond' as until, '' as offers
  from payment p where p.state = 'confirmed' and p.use = 'suspense'`

const strayReceipts = (): Source => sql`
  select 'stray_receipt', s.receipt, s.found_at, null::uuid, s.receipt, s.amount_cents, null::bigint,
    s.account_reference, null::timestamptz, ''
  from unmatched_receipt s where s.state = 'open'
    and not exists (select from payment p where p.mpesa_receipt = s.receipt)`

const ordersWithoutTickets = ({ paidBefore }: WorkTimes): Source => sql`
  select 'order_without_tickets', o.id::text, u.paid_at, o.id, (
      select p.mpesa_receipt from payment p where p.order_id = o.id and p.use = 'sale'
    ), o.amount_cents, null, coalesce(j.last_error, ''), j.run_at, ''
  from order_awaiting_tickets u join "order" o on o.id = u.order_id left join lateral (
    select last_error, run_at from job
    where name = ${orderPaid.name} and payload->>'orderId' = o.id::text order by run_at limit 1
  ) j on true
  where u.paid_at <= ${paidBefore}`

/**
 * Whether a ticket message went to the buyer. Messages about transferred tickets belong to the same
 * order, but go to the tickets' new holders.
 */
const isToBuyer = (message: RawBuilder<unknown>) => sql`(
    ${message}.dedupe_key like 'tickets:%' or ${message}.dedupe_key like 'ticket:%' and exists (
      select from "order" b left join payment s on s.order_id = b.id and s.use = 'sale'
      where b.id = ${message}.order_id and ${message}.recipient in (b.phone, b.recipient_phone, s.phone)
    )
  )`

const areDoorsClosed = ({ now }: WorkTimes) =>
  sql`${now} < (e.date + e.time) at time zone 'Africa/Nairobi'`

/**
 * Issued orders whose buyer received no message with the tickets: an SMS failed for good, and no
 * other SMS or email was delivered. Listed only until the event's doors open.
 */
const buyersNotReached = (times: WorkTimes): Source => sql`
  select 'buyer_not_reached', o.id::text, failed.at, o.id, null, o.amount_cents, null,
    failed.last_error, null, ''
  from (
    select m.order_id, max(m.updated_at) as at,
      (array_agg(m.last_error order by m.updated_at desc))[1] as last_error
    from message m
    where m.is_failed and m.order_id is not null and ${isToBuyer(sql`m`)}
    group by m.order_id
  ) failed
  join "order" o on o.id = failed.order_id join event e on e.id = o.event_id
  where o.state = 'issued' and ${areDoorsClosed(times)}
    and not exists (
      select from message r where r.order_id = o.id and r.state in ('sent', 'delivered')
        and ${isToBuyer(sql`r`)}
    )`

/**
 * Tickets whose new holder received no SMS with the ticket number. Listed only until the event's
 * doors open.
 */
const holdersNotReached = (times: WorkTimes): Source => sql`
  select 'holder_not_reached', k.id::text, failed.at, k.order_id, null, null, null,
    concat_ws(' ', k.holder_phone, failed.last_error), null, ''
  from (
    select m.order_id, m.recipient, split_part(m.dedupe_key, ':', 2) as ticket_id,
      max(m.updated_at) as at, (array_agg(m.last_error order by m.updated_at desc))[1] as last_error
    from message m
    where m.is_failed and m.order_id is not null and m.dedupe_key like 'ticket:%'
    group by 1, 2, 3
  ) failed
  join ticket k on k.order_id = failed.order_id and k.id::text = failed.ticket_id
    and k.holder_phone = failed.recipient
  join event e on e.id = k.event_id
  where k.state <> 'void' and ${areDoorsClosed(times)}
    and not exists (
      select from message r where r.order_id = k.order_id and r.state in ('sent', 'delivered')
        and r.recipient = k.holder_phone and split_part(r.dedupe_key, ':', 2) = k.id::text
    )`

/**
 * The time until which M-Pesa's list is searched for payment `p`. Null once this time has passed.
 */
const lookedUpUntil = ({ now, lookupMaxMs }: WorkTimes) => {
  const end = sql`p.created_at + ${lookupMaxMs} * interval '1 millisecond'`
  return sql`case when ${end} > ${now} then ${end} end`
}

/** Whether an admin has explained this payment in words. */
const isExplained = sql`exists (select from payment_explanation x where x.payment_id = p.id)`

/** A row while M-Pesa's list of payments cannot be read. */
const unavailableList = ({ now }: WorkTimes): Source => sql`
  select 'list_not_available', 'list', l.unavailable_since, null::uuid, null, null::bigint, null::bigint, l.reason,
    ${nextReading(now)}, ''
  from mpesa_list l where l.alarmed_at is not null`

const receiptsNotListed = (times: WorkTimes): Source => sql`
  select 'receipt_not_listed', p.id::text, p.confirmed_at, p.order_id, p.mpesa_receipt,
    p.confirmed_amount_cents, null, '', ${lookedUpUntil(times)}, ''
  from payment p where p.mpesa_receipt is not null and p.listed_at is null
    and (p.alarmed_at is not null or (p.alarmed_at is null and p.created_at <= ${times.reportedBefore}))
    and p.use <> 'suspense' and not ${isExplained}`

/**
 * Payments that a query confirmed and that have no receipt. A query returns no receipt, and neither
 * a callback nor M-Pesa's list has brought the receipt since.
 */
const paymentsWithoutReceipt = (times: WorkTimes): Source => sql`
  select 'payment_without_receipt', p.id::text, p.confirmed_at, p.order_id, null,
    coalesce(p.confirmed_amount_cents, p.amount_cents), null, '', ${lookedUpUntil(times)}, ''
  from payment p where p.state = 'confirmed' and p.mpesa_receipt is null and p.method = 'mpesa'
    and p.created_at <= ${times.reportedBefore} and p.use <> 'suspense' and not ${isExplained}`

const otherAmounts = (): Source => sql`
  select 'amount_differs', p.id::text, p.confirmed_at, p.order_id, p.mpesa_receipt,
    p.confirmed_amount_cents, p.amount_cents, '', null,
    case when p.confirmed_amount_cents > p.amount_cents then 'pay_back_difference'
      else 'take_back' end
  from payment p where ${isDifferenceOpen}`

/** Differences that the latest comparison of the books with M-Pesa's list found. */
const lastDifferences = (): Source => sql`
  select 'books_differ', d.place::text, r.ended_at, null, null,
    (d.told->>'ours_cents')::bigint, (d.told->>'theirs_cents')::bigint,
    concat_ws(': ', d.told->>'what', d.told->>'name'), null, ''
  from (
    select ended_at, differences from reconciliation where ended_at is not null
    order by ended_at desc limit 1
  ) r cross join jsonb_array_elements(r.differences) with ordinality as d (told, place)`

/**
 * Whether an admin may pay this refund manually: it is due, and none of its attempts ended without
 * a result. M-Pesa may still carry out an attempt without a result.
 */
const isPayableByHand = sql`r.state = 'due' and not exists (
  select from refund_attempt c where c.refund_id = r.id and c.kind <> 'status'
    and c.result_code = ${NOT_FOUND})`

/**
 * The channel of the first attempt that ended without a result. M-Pesa may have paid through it.
 */
const lostWay = sql`(
  select case c.kind when 'reversal' then ${LOST.reversal} else ${LOST.b2c} end
  from refund_attempt c where c.refund_id = r.id and c.kind <> 'status'
    and c.result_code = ${NOT_FOUND} order by c.created_at limit 1)`

const isPayerWanted = sql`r.state = 'manual' and r.failure_code = ${PAYER_UNKNOWN}`

/**
 * A row for all due refunds that the account cannot pay, and a row for all due refunds whose
 * payments M-Pesa's list does not show yet.
 */
const waitingRefunds = ({ now }: WorkTimes): Source => sql`
  select case g.waits_for when 'account' then 'refunds_short' else 'refunds_unlisted' end,
    case g.waits_for when 'account' then 'account' else 'unlisted' end, g.since, null::uuid, null,
    g.amount_cents, null::bigint, g.count::text, g.next_at, ''
  from (${waitingGroups(now, null)}) g`

/**
 * Refunds that M-Pesa refused, that an admin must pay, or that are late. A late refund that the
 * account cannot pay is not listed here, because `waitingRefunds` includes it.
 */
const refunds = ({ now, due7Before, due14Before }: WorkTimes): Source => sql`
  select case r.state when 'refused' then 'refund_refused' when 'manual' then 'refund_manual'
      else 'refund_late' end, r.id::text, r.created_at, r.order_id, r.unmatched_receipt, r.amount_cents,
    case when r.created_at < ${due14Before} then 14 when r.created_at < ${due7Before} then 7
      else 0 end, concat_ws(', ', r.reason, r.failure_code, ${lostWay},
      case when ${waitsFor} = 'list' then ${UNLISTED} end),
    ${nextStep(now)},
    case when ${isPayableByHand} then 'paid_manually' when ${isPayerWanted} then 'name_payer' else '' end
  from refund r where r.state <> 'done'
    and (r.state in ('refused', 'manual')
      or (r.created_at < ${due7Before} and ${waitsFor} is distinct from 'account'))`

/** Refunds that M-Pesa paid after an admin had paid them, or through both of M-Pesa's channels. */
const refundsTwice = (): Source => sql`
  select 'refund_twice', r.id::text, max(c.since), r.order_id, r.unmatched_receipt, r.amount_cents, null,
    concat_ws(' and ', r.receipt, string_agg(e.reference, ' and ')), null, ''
  from refund_attempt c join refund r on r.id = c.refund_id
    left join ledger_entry e on e.movement = 'refund:' || r.id || ':paid_twice:' || c.id
  where c.result_code = ${DUPLICATE} group by r.id`

/** Payments that M-Pesa took back, as long as no admin has decided about their tickets. */
const returned = (): Source => sql`
  select 'returned_by_mpesa', p.id::text, v.found_at, p.order_id, p.mpesa_receipt, v.amount_cents,
    null, '', null, ''
  from payment_return v join payment p on p.id = v.payment_id where v.settled_at is null`

const unconfirmed = ({ now }: WorkTimes): Source => sql`
  select 'refund_unconfirmed', u.id::text, u.since, u.order_id, u.unmatched_receipt, u.amount_cents,
    null, u.reported, u.next_at, ''
  from (${unconfirmedRefunds(now)}) u`

const accounts = (): Source => sql`
  select 'account_differs', d.account, d.at, null, null, d.ours_cents, d.theirs_cents, d.account, null,
    ''
  from (${differingAccounts}) d`

/**
 * The latest restore of the database, until an admin resumes refunds, with the sum and the number of
 * the payments whose orders are lost.
 */
const restores = (): Source => sql`
  select 'database_restored', 'database', l.at, null::uuid, null, lost.cents, lost.count,
    to_json(l.lost_from)#>>'{}', l.until, case when lost.count > 0 then 'pay_back_lost' else '' end
  from ${heldRestore} l, (
    select sum(p.amount_cents)::bigint as cents, count(*) as count from ${lostPayments} p
  ) lost`

/** Due refunds of a restored database. The database that was lost may have paid them. */
const perhapsPaid = (): Source => sql`
  select 'refund_perhaps_paid', r.id::text, r.created_at, r.order_id, r.unmatched_receipt,
    r.amount_cents, null::bigint, concat_ws(', ', r.reason), null::timestamptz,
    case when ${isPayableByHand} then 'paid_manually' else '' end
  from ${heldRestore} l join refund r on r.state = 'due' and r.created_at < l.at`

/** Drafts that their organizers have sent in, and changes of published events. */
const sentIn = (): Source => sql`
  select case when q.proposal->>'change' is null then 'draft_sent_in' else 'change_sent_in' end, q.subject_id::text, q.asked_at, null::uuid, null, null::bigint, null::bigint,
    coalesce(a.email, 'An admin'), null::timestamptz, ''
  from request q join event d on d.id = q.subject_id left join account a on a.id = d.organizer_id
  where q.kind = 'event' and q.state = 'sent'`

/** Names of organizers that only an admin may allow. */
const askedNames = (): Source => sql`
  select 'name_asked', p.account_id::text, p.updated_at, null::uuid, null, null::bigint, null::bigint,
    a.email || ' ' || p.asked_name, null::timestamptz, ''
  from organizer_page p join account a on a.id = p.account_id where p.asked_name is not null`

/** Cancellations and reschedules that organizers ask for, with the amounts that may be refunded. */
const askedMeasures = (): Source => sql`
  select (q.proposal->>'kind') || '_asked', q.subject_id::text, q.asked_at, null::uuid, null, sold.amount_cents,
    sold.tickets::bigint, jsonb_build_object('by', a.email, 'reason', q.reason,
      'orders', sold.orders, 'date', q.proposal->'schedule'->'date',
      'time', q.proposal->'schedule'->'time', 'location', q.proposal->'schedule'->'location', 'version', ${requestVersion})::text, null::timestamptz, ''
  from ${requestsWithSums} join account a on a.id = q.asked_by where q.state = 'sent'`

/** Events that visitors have reported. */
const reported = (): Source => sql`
  select 'event_reported', c.id::text, c.created_at, null::uuid, null, null::bigint, null::bigint,
    c.reason || ' ' || c.words, null::timestamptz, ''
  from complaint c where c.settled_at is null`

const SOURCES: ((times: WorkTimes) => Source)[] = [
  suspense,
  restores,
  perhapsPaid,
  strayReceipts,
  ordersWithoutTickets,
  buyersNotReached,
  holdersNotReached,
  unavailableList,
  receiptsNotListed,
  paymentsWithoutReceipt,
  otherAmounts,
  lastDifferences,
  waitingRefunds,
  refunds,
  refundsTwice,
  returned,
  unconfirmed,
  accounts,
  sentIn,
  askedNames,
  askedMeasures,
  reported,
  () => payoutsAsked,
  () => payoutsByHand,
  () => payoutsShort,
]

/** The oldest tasks first. Returns up to `limit` + 1 rows. */
export async function selectWork(db: Db, times: WorkTimes, page: Page): Promise<WorkItem[]> {
  const all = sql.join(
    SOURCES.map((source) => source(times)),
    sql` union all `,
  )
  const { rows } = await sql<WorkItem>`
    with w as (select kind || ':' || key as id, found.* from (${all}) found)
    select w.*, o.code as order_code, e.id as event_id, e.title as event_title,
      case when starts_with(w.kind, 'refund_') then exists (
        select from refund r join payment p on p.id = r.payment_id
        where r.id = w.key::uuid and p.method = 'cash'
      ) else false end as is_cash
    from (select * from w where ${isBeyond(page)} order by ${sortedBy(page.sorting)}
        limit ${page.limit + 1}) w
      left join "order" o on o.id = w.order_id left join event e
        on e.id = case when w.kind in ('draft_sent_in', 'change_sent_in', 'cancel_asked', 'reschedule_asked') then w.key::uuid
          when w.kind = 'event_reported' then (select event_id from complaint where id = w.key::uuid)
          ${payoutEvent} else o.event_id end
    order by ${sortedBy(page.sorting)}`.execute(db)
  return rows
}

import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'

/**
 * A sum in the ledger (`booked`) that differs from the sum that follows from the rows' states
 * (`expected`). Both are in cents; a debit is positive.
 */
export type BookDifference = { what: string; name: string; expected: number; booked: number }

/**
 * The sums of each payment's ledger entries. A refund that an admin paid from the bank counts as
 * money that left our bank. Payments that M-Pesa took back are compared separately. Here such a
 * payment counts as money that we still have, and the refunds that it ended count as still due.
 */
const BOOKED = sql`
  select e.payment_id as id,
    sum(l.amount_cents) filter (where l.account in ('collection', 'utility', 'bank', 'cash')) as balance,
    sum(l.amount_cents) filter (where l.account in ('organizer', 'fees')) as sold,
    sum(l.amount_cents) filter (where l.account = 'fees') as fees,
    sum(l.amount_cents) filter (where l.account = 'suspense') as suspense,
    sum(l.amount_cents) filter (where l.account = 'differences') as differences,
    sum(l.amount_cents) filter (where l.account = 'buyers') as buyers
  from ledger_entry e join ledger_line l on l.entry_id = e.id
  where e.payment_id is not null and e.kind <> 'returned' group by e.payment_id`

/**
 * The sums that follow from each payment's rows: the amounts taken, sold, refunded, and still to be
 * refunded.
 */
const STATED = sql`
  select p.id, coalesce(p.mpesa_receipt, p.id::text) as name,
    case when p.state = 'confirmed' then coalesce(p.confirmed_amount_cents, p.amount_cents)
      else 0 end as taken, p.amount_cents as requested,
    case when p.use = 'sale' then coalesce(s.left_cents, 0) else 0 end as sold,
    case when p.use = 'sale' then coalesce(s.fee_cents, 0) else 0 end as fees,
    coalesce(r.done_cents, 0) as done, coalesce(r.due_cents, 0) as due,
    p.use = 'refund_due' and not coalesce(r.has_rest, false) as is_unopened
  from payment p left join (
    select l.order_id, sum(s.amount_cents - s.back_cents) as left_cents,
      sum(s.fee_cents - s.back_fee_cents) as fee_cents
    from paid_line s join order_line l on l.id = s.order_line_id
    where s.status = 'paid' group by l.order_id
  ) s on s.order_id = p.order_id left join (
    select payment_id, bool_or(is_rest) as has_rest,
      sum(amount_cents) filter (where state = 'done' and way <> 'returned') as done_cents,
      sum(amount_cents) filter (where state <> 'done' or way = 'returned') as due_cents
    from refund where payment_id is not null group by payment_id
  ) r on r.payment_id = p.id`

/**
 * Compares the ledger entries of each payment with its state, its order's lines and its refunds.
 * Returns one row for each sum that differs. Reads all payments.
 */
export async function selectPaymentDifferences(db: Db): Promise<BookDifference[]> {
  const { rows } = await sql<BookDifference>`
    with booked as (${BOOKED}), stated as (${STATED}), compared as (
      select coalesce(p.name, id::text) as name,
        coalesce(p.taken - p.done, 0) as balance, coalesce(b.balance, 0) as balance_booked,
        coalesce(p.sold, 0) as sold, -coalesce(b.sold, 0) as sold_booked,
        coalesce(p.fees, 0) as fees, -coalesce(b.fees, 0) as fees_booked,
        coalesce(p.taken - p.sold - p.done, 0) as open,
        -coalesce(b.buyers, 0) - coalesce(b.suspense, 0) - coalesce(b.differences, 0) as open_booked,
        -- A payment may have three amounts in suspense: nothing, the whole amount taken, or the
        -- difference between taken and requested. The ledger allows no other amounts, and each can
        -- be settled once.
        case when -coalesce(b.suspense, 0) in (0, p.taken, p.taken - p.requested)
          then -coalesce(b.suspense, 0) else 0 end as suspense,
        -coalesce(b.suspense, 0) as suspense_booked,
        -- Before the refund row exists, only the ledger says how much the buyer is owed, so there
        -- is nothing to compare with.
        case when p.is_unopened then -coalesce(b.buyers, 0) else coalesce(p.due, 0) end as owed,
        -coalesce(b.buyers, 0) as owed_booked
      from stated p full join booked b using (id)
    )
    select what, name, expected::bigint, booked::bigint from compared, lateral (values
      ('held', balance, balance_booked), ('sold', sold, sold_booked), ('fees', fees, fees_booked),
      ('not sold', open, open_booked), ('in suspense', suspense, suspense_booked),
      ('owed to the buyer', owed, owed_booked)
    ) sum (what, expected, booked) where expected <> booked order by 1, 2`.execute(db)
  return rows
}

/**
 * Compares the payments that M-Pesa took back with their ledger entries. The whole payment must
 * have left our account, and the refunds that its return ended must no longer be due.
 */
export async function selectReturnDifferences(db: Db): Promise<BookDifference[]> {
  const { rows } = await sql<BookDifference>`
    with booked as (
      select e.payment_id, sum(-l.amount_cents) filter (where l.account = 'collection') as taken,
        sum(l.amount_cents) filter (where l.account = 'buyers') as ended
      from ledger_entry e join ledger_line l on l.entry_id = e.id
      where e.kind = 'returned' and e.payment_id is not null group by e.payment_id
    ), stated as (
      select v.payment_id, p.mpesa_receipt as name, v.amount_cents as taken, (
          select sum(r.amount_cents) from refund r
          where r.payment_id = v.payment_id and r.state = 'done' and r.way = 'returned'
        ) as ended
      from payment_return v join payment p on p.id = v.payment_id
    )
    select what, coalesce(s.name, payment_id::text) as name, coalesce(expected, 0)::bigint as expected,
      coalesce(booked, 0)::bigint as booked
    from stated s full join booked b using (payment_id), lateral (values
      ('returned by M-Pesa', s.taken, b.taken), ('returned to the buyer', s.ended, b.ended)
    ) sum (what, expected, booked) where coalesce(expected, 0) <> coalesce(booked, 0)
    order by 1, 2`.execute(db)
  return rows
}

/**
 * Receipts without an order: their money is in suspense until it is refunded or attached to an
 * order.
 */
const STRAYS = sql`
  select s.receipt, s.state, s.amount_cents,
    -coalesce(sum(l.amount_cents) filter (where l.account = 'suspense'), 0) as suspense,
    -coalesce(sum(l.amount_cents) filter (where l.account = 'buyers'), 0) as buyers
  from unmatched_receipt s left join (
    select reference as receipt, id as entry_id from ledger_entry
    where movement like 'stray:%'
    union all
    select r.unmatched_receipt, e.id from refund r
      join ledger_entry e on e.movement = 'refund:' || r.id || ':paid_back'
  ) entry using (receipt) left join ledger_line l using (entry_id)
  group by s.receipt`

/**
 * Compares the ledger with the receipts without an order, and with the revenue figure of each
 * event.
 */
export async function selectFigureDifferences(db: Db): Promise<BookDifference[]> {
  const { rows } = await sql<BookDifference>`
    with stray as (${STRAYS})
    select 'under no code' as what, receipt as name,
      case when state = 'open' then amount_cents else 0 end as expected, suspense::bigint as booked
      from stray where suspense <> case when state = 'open' then amount_cents else 0 end
    union all
    select 'owed under no code', receipt, case when state = 'refund_due' then amount_cents else 0 end,
      buyers::bigint
      from stray where buyers <> case when state = 'refund_due' then amount_cents else 0 end
    union all
    select 'revenue of an event', event_id::text, sum(figure)::bigint, sum(booked)::bigint
      from (
        select event_id, revenue_cents as figure, 0 as booked from sales_by_type
        union all select event_id, revenue_cents, 0 from sale_delta
        union all
        select l.event_id, 0, -l.amount_cents from ledger_line l
          join ledger_entry e on e.id = l.entry_id
          where l.event_id is not null and e.kind not in ('payout', 'returned')
      ) sums group by event_id having sum(figure) <> sum(booked)
    order by 1, 2`.execute(db)
  return rows
}

/**
 * Compares each part of an approved payout with its ledger entries. The amount must be out of the
 * organizer's balance until the part is given back. It must be in the account `payouts` until the
 * part is paid or given back.
 */
export async function selectPayoutDifferences(db: Db): Promise<BookDifference[]> {
  const { rows } = await sql<BookDifference>`
    with booked as (
      select split_part(e.movement, ':', 2)::uuid as id,
        sum(l.amount_cents) filter (where l.account = 'organizer') as taken,
        -sum(l.amount_cents) filter (where l.account = 'payouts') as unsent,
        -sum(l.amount_cents) filter (
          where l.account in ('utility', 'collection', 'bank') and e.kind = 'payout') as paid
      from ledger_entry e join ledger_line l on l.entry_id = e.id
      where starts_with(e.movement, 'payout_part:')
        and split_part(e.movement, ':', 3) <> 'paid_twice'
      group by 1
    )
    select what, id::text as name, coalesce(expected, 0)::bigint as expected,
      coalesce(booked, 0)::bigint as booked
    from payout_part r full join booked b using (id), lateral (values
      ('payout from the balance', case when r.state <> 'given_back' then r.amount_cents end, b.taken),
      ('payout not sent yet', case when r.state not in ('done', 'given_back') then r.amount_cents end,
        b.unsent),
      ('payout sent', case when r.state = 'done' then r.amount_cents end, b.paid)
    ) sum (what, expected, booked) where coalesce(expected, 0) <> coalesce(booked, 0)
    order by 1, 2`.execute(db)
  return rows
}

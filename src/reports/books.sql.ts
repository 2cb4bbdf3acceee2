import { sql } from 'kysely'
import type { Db } from '../platform/db.ts'

/** A sum in the books that is not what the states say, in cents; a debit is positive. */
export type BookDifference = { what: string; name: string; expected: number; booked: number }

/**
 * What the books say of each payment against what its state and its order's lines say; one row for
 * each sum that differs. It reads everything.
 */
export async function selectPaymentDifferences(db: Db): Promise<BookDifference[]> {
  const { rows } = await sql<BookDifference>`
    with booked as (
      select e.payment_id as id,
        sum(l.amount_cents) filter (where l.account in ('collection', 'utility')) as held,
        sum(l.amount_cents) filter (where l.account in ('organizer', 'fees')) as sold,
        sum(l.amount_cents) filter (where l.account = 'fees') as fees,
        sum(l.amount_cents) filter (where l.account = 'suspense') as suspense,
        sum(l.amount_cents) filter (where l.account = 'buyers') as buyers
      from ledger_entry e join ledger_line l on l.entry_id = e.id
      where e.payment_id is not null group by e.payment_id
    ), listed as (
      select l.order_id, sum(s.amount_cents - s.back_cents) as left_cents,
        sum(s.fee_cents - s.back_fee_cents) as fee_cents
      from paid_line s join order_line l on l.id = s.order_line_id
      where s.status = 'paid' group by l.order_id
    ), payments as (
      select p.id, coalesce(p.mpesa_receipt, p.id::text) as name, p.use,
        case when p.state = 'confirmed' then coalesce(p.confirmed_amount_cents, p.amount_cents)
          else 0 end as taken,
        case when p.use = 'sale' then coalesce(s.left_cents, 0) else 0 end as sold,
        case when p.use = 'sale' then coalesce(s.fee_cents, 0) else 0 end as fees
      from payment p left join listed s on s.order_id = p.order_id
    ), compared as (
      select coalesce(p.name, id::text) as name,
        case when p.use = 'refunded' then 0 else coalesce(p.taken, 0) end as held,
        coalesce(b.held, 0) as held_booked,
        coalesce(p.sold, 0) as sold, -coalesce(b.sold, 0) as sold_booked,
        coalesce(p.fees, 0) as fees, -coalesce(b.fees, 0) as fees_booked,
        case when p.use in ('refund_due', 'suspense') then p.taken else 0 end as open,
        case p.use when 'suspense' then -coalesce(b.suspense, 0)
          when 'refund_due' then -coalesce(b.buyers, 0) - coalesce(b.suspense, 0)
          when 'refunded' then -coalesce(b.buyers, 0) else 0 end as open_booked
      from payments p full join booked b using (id)
    )
    select 'held by M-Pesa' as what, name, held::bigint as expected, held_booked::bigint as booked
      from compared where held <> held_booked
    union all select 'sold', name, sold::bigint, sold_booked::bigint
      from compared where sold <> sold_booked
    union all select 'fees', name, fees::bigint, fees_booked::bigint
      from compared where fees <> fees_booked
    union all select 'not sold', name, open::bigint, open_booked::bigint
      from compared where open <> open_booked
    order by 1, 2`.execute(db)
  return rows
}

/** The same of money under no order's code, and of what was sold for each event. */
export async function selectFigureDifferences(db: Db): Promise<BookDifference[]> {
  const { rows } = await sql<BookDifference>`
    select 'under no code' as what, receipt as name,
      case when state = 'open' then amount_cents else 0 end as expected,
      booked::bigint as booked
      from (
        select s.receipt, s.state, s.amount_cents, -coalesce(sum(l.amount_cents), 0) as booked
        from stray_receipt s
          left join ledger_entry e on e.movement in
            ('stray:' || s.receipt, 'stray:' || s.receipt || ':listed',
              'stray:' || s.receipt || ':found')
          left join ledger_line l on l.entry_id = e.id and l.account = 'suspense'
        group by s.receipt
      ) stray where booked <> case when state = 'open' then amount_cents else 0 end
    union all
    select 'revenue of an event', event_id::text, sum(figure)::bigint, sum(booked)::bigint
      from (
        select event_id, revenue_cents as figure, 0 as booked from sales_by_type
        union all select event_id, revenue_cents, 0 from sale_delta
        union all
        select l.event_id, 0, -l.amount_cents from ledger_line l
          join ledger_entry e on e.id = l.entry_id
          where l.event_id is not null and e.kind <> 'payout'
      ) sums group by event_id having sum(figure) <> sum(booked)
    order by 1, 2`.execute(db)
  return rows
}

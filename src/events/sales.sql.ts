import { type RawBuilder, sql } from 'kysely'
import { lastEndedDay, type SaleStop } from './sales.rules.ts'

/** Whether event `e` is over. Compares the date only, so that PostgreSQL can use an index. */
export function hasEnded(now: Date): RawBuilder<boolean> {
  return sql`(e.date <= ${lastEndedDay(now.getTime())}::date)`
}

/** Whether event `e` is neither cancelled nor over, and its sales are not stopped. */
export function salesOpen(now: Date): RawBuilder<boolean> {
  return sql`(e.cancelled_at is null and e.sales_stopped_at is null
    and e.date > ${lastEndedDay(now.getTime())}::date)`
}

/**
 * Why the tickets of event `e` are not for sale, by the rules of `saleStop` in sales.rules.ts. Null
 * if they are for sale.
 */
export function saleStop(now: Date): RawBuilder<SaleStop | null> {
  return sql`case when not e.is_published then 'draft' when not ${salesOpen(now)} then 'closed'
    when e.is_sold_out then 'sold_out' end`
}

/** Whether event `e` has an order. Unpaid orders count, too. */
export function hasOrders(): RawBuilder<boolean> {
  return sql`exists (select from "order" o where o.event_id = e.id)`
}

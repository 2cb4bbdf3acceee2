import { type RawBuilder, sql } from 'kysely'
import { SALES_END_HOUR, type SaleStop } from './sales.rules.ts'

/** Event `e` is neither cancelled nor over. */
export function salesOpen(now: Date): RawBuilder<boolean> {
  const hour = sql.lit(SALES_END_HOUR)
  const end = sql`(e.date + 1 + make_time(${hour}, 0, 0)) at time zone 'Africa/Nairobi'`
  return sql`(e.cancelled_at is null and ${end} > ${now})`
}

/** What keeps event `e` from selling, as `saleStop` of sales.rules.ts has it; null if it sells. */
export function saleStop(now: Date): RawBuilder<SaleStop | null> {
  return sql`case when not e.is_published then 'draft' when not ${salesOpen(now)} then 'closed'
    when e.is_sold_out then 'sold_out' end`
}

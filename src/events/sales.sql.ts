import { type RawBuilder, sql } from 'kysely'
import { lastEndedDay, type SaleStop } from './sales.rules.ts'

/** Event `e` is neither cancelled nor over: by its date alone, so that an index begins there. */
export function salesOpen(now: Date): RawBuilder<boolean> {
  return sql`(e.cancelled_at is null and e.date > ${lastEndedDay(now.getTime())}::date)`
}

/** What keeps event `e` from selling, as `saleStop` of sales.rules.ts has it; null if it sells. */
export function saleStop(now: Date): RawBuilder<SaleStop | null> {
  return sql`case when not e.is_published then 'draft' when not ${salesOpen(now)} then 'closed'
    when e.is_sold_out then 'sold_out' end`
}

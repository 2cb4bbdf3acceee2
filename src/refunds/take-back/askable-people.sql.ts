import { type RawBuilder, sql } from 'kysely'
import { everAdmitted } from '../../tickets/tickets.sql.ts'

/**
 * How many people of ticket `k` of type `t` can be refunded by a refund link, as `refundableUnits`
 * counts them. Excludes used entries, and parts of a table or pack.
 */
export const askablePeople: RawBuilder<number> = sql<number>`(case
  when t.sold_in = 1 then k.admits - ${everAdmitted}
  when ${everAdmitted} = 0 and (k.admits = t.sold_in or not exists (
    select from ticket part where part.order_line_id = k.order_line_id and part.id <> k.id
      and part.state <> 'void'
  )) then k.admits else 0 end)`

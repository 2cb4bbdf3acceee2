import { sql } from 'kysely'
import { type Forgotten, isForgotten } from '../orders/forget-people.sql.ts'
import type { Tx } from '../platform/database/db.ts'

/**
 * Empties the names of the guests, and the fingerprints of the requests that contained those names.
 * Must run before `forgetBuyers`, because it finds the guests by the phone number in the order.
 */
export async function forgetGuests(tx: Tx, who: Forgotten): Promise<void> {
  const ofThem = sql`g.order_id = o.id and o.id = any(${who.orderIds}::uuid[])
    and ${isForgotten(sql`o.phone`, who)}`
  await sql`
    update complimentary_batch b set request_fingerprint = '' from complimentary_order g, "order" o
    where b.id = g.batch_id and ${ofThem}`.execute(tx)
  await sql`update complimentary_order g set guest = '' from "order" o where ${ofThem}`.execute(tx)
}

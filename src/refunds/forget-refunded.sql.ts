import { sql } from 'kysely'
import { type Forgotten, isForgotten } from '../orders/forget-people.sql.ts'
import { forgetResponses } from '../payments/outgoing/attempts.sql.ts'
import type { Tx } from '../platform/database/db.ts'

/**
 * Empties phone and reason of refunds to these people, and M-Pesa's raw responses about the
 * refunds. A refund without a phone belongs to the buyer. The rows stay for the books.
 */
export async function forgetRefunded(tx: Tx, who: Forgotten): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    update refund r set phone = null, note = '' from "order" o
    where o.id = r.order_id and o.id = any(${who.orderIds}::uuid[])
      and (${isForgotten(sql`r.phone`, who)} or r.phone is null and o.phone = ${who.phone})
    returning r.id`.execute(tx)
  await forgetResponses(
    tx,
    rows.map(({ id }) => id),
  )
}

/** Empties the phone of refunds that have a receipt but no order. */
export async function forgetStrayRefunds(tx: Tx, phone: string): Promise<void> {
  await sql`update refund set phone = null, note = ''
    where phone = ${phone} and order_id is null and state = 'done'`.execute(tx)
}

import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../platform/database/db.ts'

/** The orders, and the phone of the person to erase. If `phone` is null, erases all people. */
export type Forgotten = { orderIds: readonly string[]; phone: string | null }

/** Whether `column` has the person's own number: payer, buyer, recipient and holder may differ. */
export function isForgotten(
  column: RawBuilder<unknown>,
  { phone }: Forgotten,
): RawBuilder<boolean> {
  return sql`(${phone}::text is null or ${column} = ${phone})`
}

/**
 * Erases the phone number from orders and paid lines. If it is the buyer's, also erases email and
 * IP addresses, and the recipient's number of an order that was never paid. Call this last, because
 * other erasures compare stored numbers with the buyer's. Returns the number of orders.
 */
export async function forgetBuyers(tx: Tx, who: Forgotten): Promise<number> {
  const { orderIds: ids, phone } = who
  await sql`
    update paid_line p set phone = null from order_line l
    where p.order_line_id = l.id and l.order_id = any(${ids}::uuid[]) and p.phone is not null
      and ${isForgotten(sql`p.phone`, who)}`.execute(tx)
  await sql`
    update "order" set client_network = null
    where id = any(${ids}::uuid[]) and client_network = ${phone}`.execute(tx)
  const { rows: bought } = await sql<{ id: string }>`
    update "order" o set phone = null, email = null, request_fingerprint = '',
      client_network = null, client_prefix = null,
      recipient_phone = case when o.paid_at is not null then o.recipient_phone end
    where o.id = any(${ids}::uuid[]) and o.phone is not null and ${isForgotten(sql`o.phone`, who)}
    returning id`.execute(tx)
  const { rows: received } = await sql<{ id: string }>`
    update "order" o set recipient_phone = null, request_fingerprint = ''
    where o.id = any(${ids}::uuid[]) and o.recipient_phone is not null
      and ${isForgotten(sql`o.recipient_phone`, who)}
    returning id`.execute(tx)
  return new Set([...bought, ...received].map(({ id }) => id)).size
}

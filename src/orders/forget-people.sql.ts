import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../platform/database/db.ts'

/**
 * Orders, and the phone number of the person whose data is erased from them. If the phone is null,
 * the data of all people of the orders is erased.
 */
export type Forgotten = { orderIds: readonly string[]; phone: string | null }

/**
 * Whether to erase the phone number in `column`: the person's own number. Payer, buyer, recipient
 * and holder of an order may be different people. If `phone` is null, any number.
 */
export function isForgotten(
  column: RawBuilder<unknown>,
  { phone }: Forgotten,
): RawBuilder<boolean> {
  return sql`(${phone}::text is null or ${column} = ${phone})`
}

/**
 * Erases the person's phone number from the paid lines and the orders. If the person is the buyer
 * of an order, also erases the order's email and addresses, and the number of the recipient if the
 * order was never paid. The rows stay for the books. Call this
 * after the other functions that erase data, because those functions compare stored numbers with
 * the buyer's. Returns the number of orders from which the person was erased.
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

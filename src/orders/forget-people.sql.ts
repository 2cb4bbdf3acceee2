import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../platform/database/db.ts'

/**
 * Orders, and the phone number of the person whose data is erased from them. If the phone is null,
 * the data of all people of the orders is erased.
 */
export type Forgotten = { orderIds: readonly string[]; phone: string | null }

/** Whether the person is the buyer of order `o`, under either number. */
const isBuyer = ({ phone }: Forgotten) =>
  sql<boolean>`(${phone}::text is null or o.phone = ${phone} or o.recipient_phone = ${phone})`

/**
 * Whether to erase the phone number in `column`, which is stored with order `o`: the person's
 * number, and both numbers of the order if the person is its buyer. If `phone` is null, any number.
 */
export function isForgotten(column: RawBuilder<unknown>, who: Forgotten): RawBuilder<boolean> {
  return sql`(${who.phone}::text is null or ${column} = ${who.phone}
    or (${isBuyer(who)} and ${column} in (o.phone, o.recipient_phone)))`
}

/**
 * Erases the person's phone numbers from the paid lines. If the person is the buyer of an order,
 * also erases the order's phones, email and addresses. The rows stay for the books. Call this after
 * the other functions that erase data, because those functions compare stored numbers with the
 * buyer's. Returns the number of orders whose buyer was erased.
 */
export async function forgetBuyers(tx: Tx, who: Forgotten): Promise<number> {
  const { orderIds: ids, phone } = who
  await sql`
    update paid_line p set phone = null from order_line l join "order" o on o.id = l.order_id
    where p.order_line_id = l.id and o.id = any(${ids}::uuid[]) and p.phone is not null
      and ${isForgotten(sql`p.phone`, who)}`.execute(tx)
  await sql`
    update "order" set client_network = null
    where id = any(${ids}::uuid[]) and client_network = ${phone}`.execute(tx)
  const { rows } = await sql`
    update "order" o set phone = null, recipient_phone = null, email = null,
      request_fingerprint = '', client_network = null, client_prefix = null
    where o.id = any(${ids}::uuid[]) and o.phone is not null and ${isBuyer(who)}
    returning id`.execute(tx)
  return rows.length
}

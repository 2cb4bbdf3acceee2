import { sql } from 'kysely'
import { type Forgotten, isForgotten } from '../orders/forget-people.sql.ts'
import type { Tx } from '../platform/database/db.ts'

/**
 * Empties the phones of these payments, and M-Pesa's ids, which contain digits of the phone.
 * Deletes the raw calls about these payments. The rows stay for the books.
 */
export async function forgetPayers(tx: Tx, who: Forgotten): Promise<void> {
  const ids = who.orderIds
  await sql`
    with forgotten as (
      update payment p set phone = null, push_response = null, checkout_request_id = null,
        reported_request_id = null
      from "order" o
      where o.id = p.order_id and o.id = any(${ids}::uuid[]) and ${isForgotten(sql`p.phone`, who)}
      returning p.callback_token
    )
    delete from provider_callback where token in (select callback_token from forgotten)`.execute(tx)
  await sql`
    update payment p set payer = null from "order" o
    where o.id = p.order_id and o.id = any(${ids}::uuid[]) and p.payer is not null
      and ${isForgotten(sql`p.payer`, who)}`.execute(tx)
}

/** Empties the payer of settled unmatched receipts that this phone paid. */
export async function forgetStrayPayer(tx: Tx, phone: string): Promise<void> {
  await sql`update unmatched_receipt set msisdn = '', account_reference = ''
    where msisdn = ${phone} and state <> 'open'`.execute(tx)
}

/** Empties the payers of settled unmatched receipts found before `before`. Returns how many. */
export async function forgetOldStrays(tx: Tx, before: Date, count: number): Promise<number> {
  const result = await sql`update unmatched_receipt set msisdn = '', account_reference = ''
    where receipt in (
      select receipt from unmatched_receipt
      where found_at < ${before} and msisdn <> '' and state in ('attached', 'refunded')
      limit ${count}
    )`.execute(tx)
  return Number(result.numAffectedRows)
}

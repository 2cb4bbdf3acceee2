import { sql } from 'kysely'
import { type Forgotten, isForgotten } from '../orders/forget-people.sql.ts'
import type { Tx } from '../platform/database/db.ts'
import { payerForms } from './payer.ts'

/** M-Pesa's ids are emptied too: they contain digits of the phone. The rows stay for the books. */
export async function forgetPayers(tx: Tx, who: Forgotten): Promise<void> {
  const ids = who.orderIds
  await sql`
    update payment p set phone = null, push_response = null, checkout_request_id = null,
      reported_request_id = null
    where p.order_id = any(${ids}::uuid[]) and ${isForgotten(sql`p.phone`, who)}`.execute(tx)
  const payer = who.phone === null ? sql`true` : sql`p.payer = any(${payerForms(who.phone)})`
  await sql`
    update payment p set payer = null
    where p.order_id = any(${ids}::uuid[]) and p.payer is not null and ${payer}`.execute(tx)
}

/** Empties the payer of settled receipts that this phone paid, or that are in `receipts`. */
export async function forgetStrayPayer(
  tx: Tx,
  { phone, receipts }: { phone: string; receipts: readonly string[] },
): Promise<void> {
  await sql`update unmatched_receipt set msisdn = '', account_reference = ''
    where state <> 'open'
      and (msisdn = any(${payerForms(phone)}) or receipt = any(${receipts}::text[]))`.execute(tx)
}

export async function forgetOldStrays(tx: Tx, before: Date, count: number): Promise<number> {
  const result = await sql`update unmatched_receipt set msisdn = '', account_reference = ''
    where receipt in (
      select receipt from unmatched_receipt
      where found_at < ${before} and msisdn <> '' and state in ('attached', 'refunded')
      limit ${count}
    )`.execute(tx)
  return Number(result.numAffectedRows)
}

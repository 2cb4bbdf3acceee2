import { sql } from 'kysely'
import type { Tx } from '../src/platform/db.ts'

/** Payments of the sandbox's sample orders, as rows by the columns' names. */
export async function insertSamplePayments(
  tx: Tx,
  rows: { payments: object[]; events: object[] },
): Promise<void> {
  await sql`
    insert into payment (id, order_id, attempt, state, use, phone, amount_cents, confirmed_amount_cents,
      callback_token, merchant_request_id, checkout_request_id, result_code, settled_by,
      mpesa_receipt, created_at, prompting_at, prompted_at, confirmed_at, updated_at, query_count)
    select id, order_id, attempt, state, use, phone, amount_cents, confirmed_amount_cents,
      callback_token, merchant_request_id, checkout_request_id, result_code, settled_by,
      mpesa_receipt, created_at, prompting_at, prompted_at, confirmed_at, updated_at, query_count
    from jsonb_populate_recordset(null::payment, ${JSON.stringify(rows.payments)})`.execute(tx)
  await sql`
    insert into payment_event (payment_id, from_state, to_state, use, cause, detail, at)
    select payment_id, from_state, to_state, use, cause, detail, at
    from jsonb_populate_recordset(null::payment_event, ${JSON.stringify(rows.events)})`.execute(tx)
}

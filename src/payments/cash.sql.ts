import { sql } from 'kysely'
import type { Tx } from '../platform/database/db.ts'

type CashRow = {
  id: string
  order_id: string
  phone: string
  amount_cents: number
  callback_token: string
  /** The gate phone that takes the cash. */
  takenBy: string
  now: Date
}

/** Returns false if the order has a sale already. */
export async function insertCashPayment(tx: Tx, row: CashRow): Promise<boolean> {
  const { rows } = await sql`
    with made as (
      insert into payment (id, order_id, state, use, method, phone, amount_cents,
        confirmed_amount_cents, callback_token, confirmed_at, created_at, updated_at)
      values (${row.id}, ${row.order_id}, 'confirmed', 'sale', 'cash', ${row.phone},
        ${row.amount_cents}, ${row.amount_cents}, ${row.callback_token}, ${row.now}, ${row.now},
        ${row.now})
      on conflict (order_id) where use = 'sale' do nothing returning id
    )
    insert into payment_event (payment_id, from_state, to_state, use, cause, detail, at)
    select id, null, 'confirmed', 'sale', 'cash',
      jsonb_build_object('taken_by', ${row.takenBy}::text), ${row.now}
    from made returning payment_id`.execute(tx)
  return rows.length === 1
}

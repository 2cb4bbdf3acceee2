import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/db.ts'
import { isOpenOrder, isPaymentOpen } from '../open-orders.sql.ts'

/** The order is locked. */
export async function setOwnPhone(tx: Tx, id: string, phone: string, now: Date): Promise<void> {
  await tx
    .updateTable('order')
    .set({ own_phone: phone, updated_at: now })
    .where('id', '=', id)
    .execute()
}

/** Open orders without an open prompt whose next number was stored before `before`. */
export async function selectForgottenPhones(
  db: Db,
  before: Date,
  count: number,
): Promise<{ id: string }[]> {
  const { rows } = await sql<{ id: string }>`
    select o.id from "order" o
    where ${isOpenOrder('o')} and o.own_phone <> o.phone and o.updated_at <= ${before}
      and not ${isPaymentOpen('o')}
    order by o.created_at limit ${count}`.execute(db)
  return rows
}

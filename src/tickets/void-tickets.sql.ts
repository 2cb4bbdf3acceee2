import { type SqlBool, sql } from 'kysely'
import type { Tx } from '../platform/database/db.ts'

/** The order's good tickets under lock, as a check-in locks them: the order is locked before. */
export async function lockGoodTickets(tx: Tx, orderId: string) {
  return await tx
    .selectFrom('ticket')
    .select(['id', 'number', 'order_line_id', 'admits', 'admitted', 'ticket_type_id', 'gate_id'])
    .select('holder_phone')
    .where('order_id', '=', orderId)
    .where('state', '<>', 'void')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/** They let nobody in from now on; returns how many. Their lock is the caller's. */
export async function voidTickets(
  tx: Tx,
  ids: readonly string[],
  reason: 'refunded' | 'transferred' | 'revoked',
): Promise<number> {
  if (ids.length === 0) return 0
  const result = await tx
    .updateTable('ticket')
    .set({ state: 'void', void_reason: reason })
    .where(sql<SqlBool>`id = any(${ids}::uuid[])`)
    .where('state', '<>', 'void')
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}

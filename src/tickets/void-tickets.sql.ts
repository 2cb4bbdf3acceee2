import { type SqlBool, sql } from 'kysely'
import type { Tx } from '../platform/database/db.ts'

/** Locks the order's valid and used tickets, like a check-in. The caller has locked the order. */
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

/** Makes tickets void and returns their number. The caller has locked the tickets. */
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

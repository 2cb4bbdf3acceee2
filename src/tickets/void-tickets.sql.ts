import { type SqlBool, sql } from 'kysely'
import type { Tx } from '../platform/database/db.ts'

type VoidReason = 'refunded' | 'transferred' | 'revoked' | 'given_back'

// Subqueries, because a join would make the lock name its table.
const itsKind = sql<string>`(select t.kind from ticket_type t where t.id = ticket.ticket_type_id)`
const itsUnit = sql<number>`(select t.sold_in from ticket_type t where t.id = ticket.ticket_type_id)`

/** Takes the same lock as a check-in. The caller has locked the order. */
export async function lockGoodTickets(tx: Tx, orderId: string) {
  return await tx
    .selectFrom('ticket')
    .select(['id', 'number', 'order_line_id', 'admits', 'admitted', 'ticket_type_id', 'gate_id'])
    .select(['holder_phone', itsKind.as('kind'), itsUnit.as('sold_in')])
    .where('order_id', '=', orderId)
    .where('state', '<>', 'void')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/** The caller has locked the tickets. Returns their number. */
export async function voidTickets(
  tx: Tx,
  ids: readonly string[],
  reason: VoidReason,
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

/**
 * The ticket becomes used if all remaining people are inside, void if none remain. Returns false if
 * not valid, or fewer people are outside.
 */
export async function takeFromTicket(
  tx: Tx,
  id: string,
  people: number,
  reason: VoidReason,
): Promise<boolean> {
  const result = await sql`
    update ticket set admits = case when gone.are_all then admits else admits - gone.people end,
      state = case when gone.are_all then 'void' when admitted = admits - gone.people then 'used'
        else state end,
      void_reason = case when gone.are_all then ${reason} else void_reason end
    from (
      select id, ${people}::int as people, admits = ${people}::int as are_all
      from ticket where id = ${id}
    ) gone
    where ticket.id = gone.id and state = 'valid' and admits - admitted >= gone.people`.execute(tx)
  return result.numAffectedRows === 1n
}

import { type SqlBool, sql } from 'kysely'
import { gateDay } from '../events/sales.rules.ts'
import type { Tx } from '../platform/database/db.ts'
import { everAdmitted } from './tickets.sql.ts'

type VoidReason = 'refunded' | 'transferred' | 'revoked' | 'given_back'

// Subqueries, because with a join the lock would have to name the table that it locks.
const itsKind = sql<string>`(select t.kind from ticket_type t where t.id = k.ticket_type_id)`
const itsUnit = sql<number>`(select t.sold_in from ticket_type t where t.id = k.ticket_type_id)`

/** Locks the tickets that are not void, as a check-in does. The caller has locked the order. */
export async function lockGoodTickets(tx: Tx, orderId: string) {
  return await tx
    .selectFrom('ticket as k')
    .select(['id', 'number', 'order_line_id', 'admits', 'ticket_type_id', 'gate_id'])
    .select([
      everAdmitted.as('admitted'),
      'holder_phone',
      itsKind.as('kind'),
      itsUnit.as('sold_in'),
    ])
    .where('order_id', '=', orderId)
    .where('state', '<>', 'void')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/** Expects that the caller has locked the tickets. Returns how many it made void. */
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

type Taken = {
  id: string
  people: number
  reason: VoidReason
  /** If present, people who came in on an earlier day with a pass count as outside. */
  now?: Date
}

/**
 * Takes people from a ticket. It becomes used if all remaining people are inside, and void if none
 * remain. Returns false if the ticket is not valid or fewer people are outside.
 */
export async function takeFromTicket(tx: Tx, { id, people, reason, now }: Taken): Promise<boolean> {
  const result = await sql`
    update ticket k set admits = case when gone.are_all then k.admits else k.admits - gone.people end,
      admitted = case when gone.are_all or k.admitted_on is null then k.admitted
        else least(k.admitted, k.admits - gone.people) end,
      state = case when gone.are_all then 'void'
        when k.admitted = k.admits - gone.people and k.admitted_on is null then 'used'
        else k.state end,
      void_reason = case when gone.are_all then ${reason} else k.void_reason end
    from (
      select id, ${people}::int as people, admits = ${people}::int as are_all,
        ${now ? gateDay(now) : null}::date as today
      from ticket where id = ${id}
    ) gone
    where k.id = gone.id and k.state = 'valid' and k.admits
      - case when k.admitted_on <> gone.today then 0 else k.admitted end >= gone.people`.execute(tx)
  return result.numAffectedRows === 1n
}

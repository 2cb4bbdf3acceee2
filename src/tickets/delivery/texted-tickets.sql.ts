import { sql } from 'kysely'
import { whenColumns } from '../../events/sales.sql.ts'
import { isSmsOfTicket } from '../../messages/messages.sql.ts'
import type { Tx } from '../../platform/database/db.ts'

/**
 * Each ticket with its phone, the number of its SMS that were queued for this phone, and whether
 * one of them may still arrive.
 */
export async function selectTextedTickets(
  tx: Tx,
  { order_id, line_id }: { order_id: string; line_id: string | null },
  phone: string,
) {
  return await tx
    .selectFrom('ticket as k')
    .innerJoin('ticket_type as t', 't.id', 'k.ticket_type_id')
    .innerJoin('order_line as l', 'l.id', 'k.order_line_id')
    .leftJoin('gate as g', 'g.id', 'k.gate_id')
    .innerJoinLateral(
      sql<{ texts: number; is_under_way: boolean }>`(
        select count(*)::int as texts,
          coalesce(bool_or(state in ('queued', 'sending', 'doubtful')), false) as is_under_way
        from message
        where recipient = coalesce(k.holder_phone, ${phone})
          and ${isSmsOfTicket(sql`message`, sql`k`)}
      )`.as('m'),
      (join) => join.onTrue(),
    )
    .select(['k.id', 'k.number', 'k.admits', 't.name as ticket_type', 'g.name as gate'])
    .select(['t.sold_in as soldIn', 't.kind'])
    .innerJoin('event as e', 'e.id', 'k.event_id')
    .select(whenColumns)
    .select(['m.texts', 'm.is_under_way'])
    .select(sql<string>`coalesce(k.holder_phone, ${phone})`.as('phone'))
    // If the receiver was erased, the buyer must not get the ticket instead.
    .where(sql<boolean>`k.state <> 'void' and (k.sent_from is null or k.holder_phone is not null)`)
    .where('k.order_id', '=', order_id)
    .$if(line_id !== null, (q) => q.where('k.order_line_id', '=', line_id))
    .orderBy('l.position')
    .orderBy('k.part')
    .execute()
}

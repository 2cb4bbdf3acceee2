import { isDayCancelled, whenColumns } from '../../events/sales.sql.ts'
import type { Db } from '../../platform/database/db.ts'

export async function selectGenuineFacts(db: Db, number: string) {
  return await db
    .selectFrom('ticket as k')
    .innerJoin('order as o', 'o.id', 'k.order_id')
    .innerJoin('ticket_type as t', 't.id', 'k.ticket_type_id')
    .innerJoin('event as e', 'e.id', 'k.event_id')
    .select(['k.id', 'k.sent_from', 'k.opened_at'])
    .select(['k.state', 'k.void_reason', 'o.state as order_state', 'e.cancelled_at'])
    .select(['e.title', 'e.highest_day', 't.name as ticket_type', 'k.admits'])
    .select(['t.sold_in', 't.kind', isDayCancelled.as('is_day_cancelled')])
    .select(whenColumns)
    .where('k.number', '=', number)
    .executeTakeFirst()
}

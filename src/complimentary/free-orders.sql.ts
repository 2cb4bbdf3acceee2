import { sql } from 'kysely'
import { isVisibleTo } from '../events/events.sql.ts'
import { hasEnded } from '../events/sales.sql.ts'
import type { Db } from '../platform/database/db.ts'
import type { Viewer } from '../platform/http/viewer.ts'

/** The order of an order line. Undefined if the viewer does not see its event. */
export async function selectOrderOfLine(db: Db, viewer: Viewer, lineId: string, now: Date) {
  const { rows } = await sql<{ order_id: string; is_free: boolean; has_ended: boolean }>`
    select o.id as order_id, o.payment_method = 'free' as is_free, ${hasEnded(now)} as has_ended
    from order_line l join "order" o on o.id = l.order_id join event e on e.id = o.event_id
    where l.id = ${lineId} and ${isVisibleTo(viewer)}`.execute(db)
  return rows[0]
}

import { sql } from 'kysely'
import { isVisibleTo } from '../events/events.sql.ts'
import type { Db } from '../platform/database/db.ts'
import type { Viewer } from '../platform/http/viewer.ts'
import { holderPhone } from '../tickets/holder.sql.ts'

/**
 * Counts the phone numbers that hold tickets of this type with people who can still come in. Each
 * number gets one SMS if the type moves to another gate (tell-of-gate.job.ts). Null if the type
 * does not exist or the viewer does not manage its event.
 */
export async function countHolders(
  db: Db,
  viewer: Viewer,
  { eventId, typeId }: { eventId: string; typeId: string },
): Promise<number | null> {
  const { rows } = await sql<{ holders: number }>`
    select (select count(distinct ${holderPhone})
      from ticket k join "order" o on o.id = k.order_id
      where k.ticket_type_id = t.id and k.state = 'valid' and o.state = 'issued')::int as holders
    from ticket_type t join event e on e.id = t.event_id
    where t.id = ${typeId} and e.id = ${eventId} and ${isVisibleTo(viewer)}`.execute(db)
  return rows[0]?.holders ?? null
}

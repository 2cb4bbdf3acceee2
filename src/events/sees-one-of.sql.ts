import { sql } from 'kysely'
import type { Db } from '../platform/database/db.ts'
import { organizationsOf } from '../platform/http/rights.rules.ts'
import type { Viewer } from '../platform/http/viewer.ts'
import { isUuid } from '../platform/ids.ts'
import { isVisibleTo } from './events.sql.ts'

/**
 * Whether the viewer sees at least one of these things. An id may be the id of an organization or
 * event, or of something that belongs to an event, such as an order, a ticket number or a receipt.
 */
export async function seesOneOf(db: Db, viewer: Viewer, ids: readonly string[]): Promise<boolean> {
  const uuids = ids.filter(isUuid).map((id) => id.toLowerCase())
  if (organizationsOf(viewer, 'see').some((id) => uuids.includes(id))) return true
  const texts = ids.map((id) => id.trim().toUpperCase()).filter((id) => id.length <= 40)
  const { rows } = await sql`
    select from event e where ${isVisibleTo(viewer)} and e.id = any(array(
      select unnest(${uuids}::uuid[])
      union all select event_id from "order" where id = any(${uuids}::uuid[])
      union all select o.event_id from order_line l join "order" o on o.id = l.order_id
        where l.id = any(${uuids}::uuid[])
      union all select event_id from gate_phone where id = any(${uuids}::uuid[])
      union all select event_id from payout where id = any(${uuids}::uuid[])
      union all select event_id from given_batch where id = any(${uuids}::uuid[])
      union all select event_id from allotment where id = any(${uuids}::uuid[])
      union all select event_id from "order" where code = any(${texts})
      union all select event_id from ticket where number = any(${texts})
      union all select o.event_id from payment p join "order" o on o.id = p.order_id
        where p.mpesa_receipt = any(${texts})
    )) limit 1`.execute(db)
  return rows.length > 0
}

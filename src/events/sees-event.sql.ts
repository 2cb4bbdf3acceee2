import { sql } from 'kysely'
import { organizersOf } from '../platform/http/rights.rules.ts'
import type { Sees } from '../platform/http/viewer.ts'
import { isUuid } from '../platform/ids.ts'
import { isVisibleTo } from './events.sql.ts'

/** Whether the request contains the id of an organizer or event that the viewer may see. */
export const seesEvent: Sees = async (db, viewer, sent) => {
  const ids = Object.values(sent).flatMap((value) => (isUuid(value) ? value.toLowerCase() : []))
  if (organizersOf(viewer, 'see').some((id) => ids.includes(id))) return true
  const { rows } = await sql`
    select from event e where ${isVisibleTo(viewer)} and e.id = any(${ids}::uuid[]) limit 1`.execute(
    db,
  )
  return rows.length > 0
}

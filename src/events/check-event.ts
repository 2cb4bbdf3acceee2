import type { Db } from '../platform/database/db.ts'
import type { Viewer } from '../platform/http/viewer.ts'
import { isUuid } from '../platform/ids.ts'
import { existsVisibleEvent } from './cancel.sql.ts'
import { EventError } from './errors.ts'

/** Throws event_not_found if no event has this id, or if the viewer does not manage it. */
export async function checkEvent(db: Db, viewer: Viewer, id: string): Promise<void> {
  const isThere = isUuid(id) && (await existsVisibleEvent(db, viewer, id))
  if (!isThere) throw new EventError('event_not_found')
}

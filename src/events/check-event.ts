import type { Db, Tx } from '../platform/database/db.ts'
import type { Viewer } from '../platform/http/viewer.ts'
import { isUuid } from '../platform/ids.ts'
import { lockVisibleEvent, selectVisibleTitle } from './cancel.sql.ts'
import { EventError } from './errors.ts'

/**
 * Returns the event's title. Throws event_not_found if no event has this id, or if the viewer does
 * not manage it.
 */
export async function checkEvent(db: Db, viewer: Viewer, id: string): Promise<string> {
  const title = isUuid(id) ? await selectVisibleTitle(db, viewer, id) : undefined
  if (title === undefined) throw new EventError('event_not_found')
  return title
}

/** Like `checkEvent`, but also locks the event. */
export async function lockOwnEvent(tx: Tx, viewer: Viewer, id: string) {
  const event = isUuid(id) ? await lockVisibleEvent(tx, viewer, id) : undefined
  if (!event) throw new EventError('event_not_found')
  return event
}

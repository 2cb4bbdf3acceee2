import { EventError } from '../events/errors.ts'
import type { Db } from '../platform/database/db.ts'
import type { Viewer } from '../platform/http/viewer.ts'
import { isUuid } from '../platform/ids.ts'
import { selectGuardedEvent } from './checkin.sql.ts'

export async function findOwnEvent(db: Db, viewer: Viewer, id: string) {
  const event = isUuid(id) ? await selectGuardedEvent(db, viewer, id) : undefined
  if (!event) throw new EventError('event_not_found')
  return event
}

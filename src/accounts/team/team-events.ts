import type { Db } from '../../platform/database/db.ts'
import type { OwnEvents } from '../sessions.ts'

type OfEvent = { organizer_id: string; event_id: string | null }
type WithEvent = { event: { id: string; title: string; is_published: boolean | null } | null }

/** Reads of events and public pages, which belong to a room to the right. */
export type TeamEvents = OwnEvents & {
  /** Adds its event to each row. Leaves out rows whose event has moved to another organizer. */
  withEvents: <R extends OfEvent>(db: Db, rows: readonly R[]) => Promise<(R & WithEvent)[]>
  /** The title of this event if it is published, or of the organizer's latest published event. */
  readPublishedTitle: (
    db: Db,
    about: { organizerId: string; eventId: string | null },
  ) => Promise<string | undefined>
  /** The names of public pages, or of accounts without a page. */
  readNames: (db: Db, ids: readonly string[]) => Promise<Map<string, string>>
  /** The name of an organizer, if an admin has allowed it. */
  readDecidedName: (db: Db, id: string) => Promise<string | undefined>
}

import type { Db } from '../../platform/database/db.ts'
import type { OwnEvents } from '../sessions.ts'

type OfEvent = { organizer_id: string; event_id: string | null }
type WithEvent = { event: { id: string; title: string; is_published: boolean | null } | null }

/** Reads events and public pages, which belong to rooms that this room may not import. */
export type TeamEvents = OwnEvents & {
  /** Adds its event to each row. Leaves out rows whose event has moved to another organizer. */
  withEvents: <R extends OfEvent>(db: Db, rows: readonly R[]) => Promise<(R & WithEvent)[]>
  /** This event's title if it is published; otherwise the title of the latest published event. */
  readPublishedTitle: (
    db: Db,
    about: { organizerId: string; eventId: string | null },
  ) => Promise<string | undefined>
  /** The names on the organizers' public pages, or of their accounts if they have no page. */
  readNames: (db: Db, ids: readonly string[]) => Promise<Map<string, string>>
  /** The name of an organizer, if an admin has allowed it. */
  readDecidedName: (db: Db, id: string) => Promise<string | undefined>
}

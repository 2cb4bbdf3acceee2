import type { Tx } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { type Notice, notifyOrganizer } from '../../requests/notices.ts'
import { settle } from '../../requests/requests.ts'
import { publishedText } from '../sharing/sharing.ts'
import type { LockedEvent } from './event-edit.sql.ts'

/** The notice to the organizer of an event that was published in this transaction. */
export async function publishedNotice(
  tx: Tx,
  deps: Pick<Deps, 'env' | 'clock'>,
  { id }: LockedEvent,
): Promise<Notice> {
  const text = await publishedText(tx, deps, id)
  return { what: 'Published', text, page: `events/${id}/share` }
}

/**
 * Ends the review of a draft that was published without an approval, and notifies the organizer of
 * the first publication.
 */
export async function endReview(
  tx: Tx,
  deps: Pick<Deps, 'env' | 'clock'>,
  viewer: Viewer,
  { event, now }: { event: LockedEvent; now: Date },
): Promise<void> {
  await settle(tx, viewer, { kind: 'event', id: event.id, to: 'approved', now })
  await notifyOrganizer(tx, deps, event, { ...(await publishedNotice(tx, deps, event)), now })
}

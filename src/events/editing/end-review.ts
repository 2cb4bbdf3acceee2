import type { Tx } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { notifyOrganizer } from '../../requests/notices.ts'
import { settle } from '../../requests/requests.ts'
import type { LockedEvent } from './event-edit.sql.ts'

export const PUBLISHED = {
  what: 'Published',
  text: 'Your event is public now, and its tickets are on sale.',
}

/**
 * Ends the review of a draft that is published by another way than its approval, and notifies the
 * organizer. Does nothing if the draft was not sent in.
 */
export async function endReview(
  tx: Tx,
  deps: Pick<Deps, 'env'>,
  viewer: Viewer,
  { event, now }: { event: LockedEvent; now: Date },
): Promise<void> {
  const ended = { kind: 'event', id: event.id, to: 'approved', now } as const
  if (await settle(tx, viewer, ended)) await notifyOrganizer(tx, deps, event, { ...PUBLISHED, now })
}

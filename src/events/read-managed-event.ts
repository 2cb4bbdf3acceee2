import type { Deps } from '../platform/deps.ts'
import { isUuid } from '../platform/ids.ts'
import type { Viewer } from '../platform/viewer.ts'
import { describeManagedEvent } from './describe-managed-event.ts'
import type { EventReply } from './events.contract.ts'
import { selectAllTypes, selectManagedEvent } from './events.sql.ts'

/** The event with its edit fields; null if the viewer does not manage it. */
export async function readManagedEvent(
  deps: Pick<Deps, 'db' | 'env' | 'clock'>,
  viewer: Viewer,
  id: string,
): Promise<EventReply | null> {
  const row = isUuid(id)
    ? await selectManagedEvent(deps.db, viewer, deps.clock.now(), id)
    : undefined
  if (!row) return null
  const types = await selectAllTypes(deps.db, [row.id])
  return describeManagedEvent(deps.env.publicOrigin, row, types)
}

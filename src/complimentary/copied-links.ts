import { selectAccount } from '../accounts/accounts.sql.ts'
import { AccountError } from '../accounts/errors.ts'
import type { Deps } from '../platform/database/deps.ts'
import { refuseField } from '../platform/errors.ts'
import { organizersOf } from '../platform/http/rights.rules.ts'
import type { Viewer } from '../platform/http/viewer.ts'
import { isUuid } from '../platform/ids.ts'
import { selectOpenLinks } from './allotment.sql.ts'
import { withdrawAllotment } from './allotments.ts'
import type { OpenLinks } from './complimentary.contract.ts'

type LinkDeps = Pick<Deps, 'db' | 'clock'>
/** All events of an organizer, or one event. */
type Scope = { organizer: string; eventId: string | null }

async function findLinks({ db, clock }: LinkDeps, viewer: Viewer, scope: Scope) {
  const { eventId } = scope
  const organizerId = scope.organizer.toLowerCase()
  const isOwn = viewer.role === 'admin' || organizersOf(viewer, 'own').includes(organizerId)
  const isFound = isOwn && isUuid(organizerId) && (await selectAccount(db, organizerId))
  if (!isFound) throw new AccountError('organization_not_found')
  if (eventId !== null && !isUuid(eventId)) refuseField('event_id', 'event_id must be a UUID.')
  return await selectOpenLinks(db, { organizerId, eventId, now: clock.now() })
}

/**
 * The sponsor links that still hand out tickets. A removed member may have copied them. Throws
 * organization_not_found.
 */
export async function readOpenLinks(
  deps: LinkDeps,
  viewer: Viewer,
  scope: Scope,
): Promise<OpenLinks> {
  const links = await findLinks(deps, viewer, scope)
  return { open: links.length, left: links.reduce((sum, { left }) => sum + left, 0) }
}

/** Ends the links of `scope`. Returns the links still open. Throws organization_not_found. */
export async function withdrawLinks(
  deps: LinkDeps,
  viewer: Viewer,
  scope: Scope,
): Promise<OpenLinks> {
  for (const { id } of await findLinks(deps, viewer, scope)) {
    await withdrawAllotment(deps, viewer, id)
  }
  return await readOpenLinks(deps, viewer, scope)
}

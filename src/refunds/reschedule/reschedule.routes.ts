import { checkEvent } from '../../events/check-event.ts'
import { readManagedEvent } from '../../events/editing/managed-events.ts'
import { selectChanges, selectWaitingNotice } from '../../events/event-change.sql.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { actionRoute } from '../../platform/http/action-route.ts'
import { type App, route } from '../../platform/http/http.ts'
import { IdParams } from '../../platform/http/platform.contract.ts'
import { viewerOf } from '../../platform/http/viewer.ts'
import { countConcerned, countNotified } from './refund-link.sql.ts'
import { requestMove } from './request-move.ts'
import {
  Rescheduled,
  type RescheduleReply,
  RescheduleRequest,
  RescheduleState,
} from './reschedule.contract.ts'

type RouteDeps = Pick<Deps, 'db' | 'env' | 'clock'>

/** Reschedules an event, and shows the progress to the back office. */
export function registerRescheduleRoutes(app: App, deps: RouteDeps): void {
  actionRoute(app, {
    url: '/api/events/:id/reschedule',
    access: 'organizer',
    right: 'money',
    refuses: [409, 429],
    body: RescheduleRequest,
    reply: Rescheduled,
    act: async (viewer, id, { tell = true, reason = '', ...schedule }) => {
      const request = { schedule, tell, reason: reason.trim() }
      const { waits } = await requestMove(deps, viewer, id, request)
      return { ...(await readManagedEvent(deps, viewer, id))!, waits }
    },
  })
  route(app, {
    method: 'GET',
    url: '/api/events/:id/reschedule',
    access: 'organizer',
    right: 'money',
    schema: { params: IdParams, response: { 200: RescheduleState } },
    handler: async (request) => {
      await checkEvent(deps.db, viewerOf(request), request.params.id)
      return await readReschedule(deps, request.params.id)
    },
  })
}

async function readReschedule(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  eventId: string,
): Promise<RescheduleReply | null> {
  const [change] = await selectChanges(db, eventId)
  if (!change) return null
  const { day, announced_at: before, is_cancellation: isCancellation } = change
  const notice = { changeId: change.id, eventId, before, day, isCancellation }
  const date = change.new.date
  if (!isCancellation) {
    const was = day !== null && { day_was: change.old.date }
    const at = await selectWaitingNotice(db, change.id, clock.now())
    const later = at && { notify_at: at.toISOString() }
    return { date, ...was, ...(await countNotified(db, notice)), ...later }
  }
  return { date, is_day_cancelled: true, ...(await countConcerned(db, notice)) }
}

import { checkEvent } from '../../events/check-event.ts'
import { selectLatestChange } from '../../events/event-change.sql.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { type App, route } from '../../platform/http/http.ts'
import { IdParams } from '../../platform/http/platform.contract.ts'
import { viewerOf } from '../../platform/http/viewer.ts'
import { countNotified } from './refund-link.sql.ts'
import { type RescheduleReply, RescheduleState } from './reschedule.contract.ts'

/** The progress of a reschedule, for the back office. */
export function registerRescheduleRoutes(app: App, deps: Pick<Deps, 'db'>): void {
  route(app, {
    method: 'GET',
    url: '/api/events/:id/reschedule',
    access: 'organizer',
    schema: { params: IdParams, response: { 200: RescheduleState } },
    handler: async (request) => {
      await checkEvent(deps.db, viewerOf(request), request.params.id)
      return await readReschedule(deps, request.params.id)
    },
  })
}

async function readReschedule(
  { db }: Pick<Deps, 'db'>,
  eventId: string,
): Promise<RescheduleReply | null> {
  const change = await selectLatestChange(db, eventId)
  if (!change) return null
  const before = change.announced_at
  const counts = await countNotified(db, { changeId: change.id, eventId, before })
  return { date: change.new.date, ...counts }
}

import { Type } from 'typebox'
import { checkEvent } from '../../events/check-event.ts'
import type { Db } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { type App, route } from '../../platform/http/http.ts'
import { viewerOf } from '../../platform/http/viewer.ts'
import { findDayCancellation, type OneDay, pauseDay } from '../cancellation/pause-day.ts'
import { DayCancellationReply } from './day-cancellation.contract.ts'
import { countConcerned } from './refund-link.sql.ts'

const DayParams = Type.Object({ id: Type.String(), day: Type.String() })

/** Shows, pauses and resumes the refunds of a cancelled day. */
export function registerDayCancellation(app: App, deps: Pick<Deps, 'db' | 'clock'>): void {
  const url = '/api/events/:id/days/:day/cancellation'
  const schema = { params: DayParams, response: { 200: DayCancellationReply } }
  route(app, {
    method: 'GET',
    url,
    access: 'organizer',
    right: 'figures',
    schema,
    handler: async (request) => {
      const { id: eventId, day } = request.params
      await checkEvent(deps.db, viewerOf(request), eventId)
      return await readDayCancellation(deps.db, { eventId, day })
    },
  })
  for (const verb of ['pause', 'resume'] as const) {
    route(app, {
      method: 'POST',
      url: `${url}/${verb}`,
      access: 'admin',
      schema,
      handler: async (request) => {
        const { id: eventId, day } = request.params
        const isPause = verb === 'pause'
        await pauseDay(deps, viewerOf(request), { eventId, day, isPause })
        return await readDayCancellation(deps.db, { eventId, day })
      },
    })
  }
}

async function readDayCancellation(db: Db, of: OneDay): Promise<DayCancellationReply> {
  const { id: changeId, announced_at: before, ...shown } = await findDayCancellation(db, of)
  const notice = { changeId, eventId: of.eventId, before, day: Number(of.day) }
  return { ...shown, ...(await countConcerned(db, { ...notice, isCancellation: true })) }
}

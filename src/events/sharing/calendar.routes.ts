import { Type } from 'typebox'
import type { Deps } from '../../platform/database/deps.ts'
import { type App, route } from '../../platform/http/http.ts'
import { IdParams } from '../../platform/http/platform.contract.ts'
import { isUuid } from '../../platform/ids.ts'
import { eventCalendar } from '../calendar.rules.ts'
import { EventError } from '../errors.ts'
import { selectCalendarEvent } from '../events.sql.ts'

export function registerCalendarRoutes(app: App, deps: Pick<Deps, 'db' | 'env'>): void {
  const { publicOrigin } = deps.env
  route(app, {
    method: 'GET',
    url: '/event/:id/calendar.ics',
    access: 'public',
    answers: {
      200: { types: ['text/calendar'], headers: { 'Content-Disposition': Type.String() } },
    },
    schema: { params: IdParams },
    handler: async (request, reply) => {
      const { id } = request.params
      const event = isUuid(id) ? await selectCalendarEvent(deps.db, id) : undefined
      if (!event) throw new EventError('event_not_found')
      const calendar = eventCalendar({ ...event, time: event.time.slice(0, 5) }, publicOrigin)
      return reply
        .type('text/calendar; charset=utf-8')
        .headers({
          'content-disposition': `attachment; filename="${fileName(event.title)}.ics"`,
          'cache-control': 'no-cache',
        })
        .send(calendar)
    },
  })
}

function fileName(title: string): string {
  const plain = title.normalize('NFD').toLowerCase().replace(/\p{M}/gu, '')
  return (
    plain
      .replace(/[^a-z0-9]+/g, '-')
      .slice(0, 60)
      .replace(/^-|-$/g, '') || 'event'
  )
}

import { Type } from 'typebox'
import type { Deps } from '../../platform/database/deps.ts'
import { type App, route } from '../../platform/http/http.ts'
import { IdParams } from '../../platform/http/platform.contract.ts'
import { isUuid } from '../../platform/ids.ts'
import { eventCalendar } from '../calendar.rules.ts'
import { EventError } from '../errors.ts'
import { selectCalendarEvent } from '../events.sql.ts'

/** The days for which a ticket is valid. If absent, the calendar has all days of the event. */
const CalendarQuery = Type.Object({
  own_days: Type.Optional(
    Type.String({
      maxLength: 100,
      pattern: '^\\d+(,\\d+)*$',
      description: 'the numbers of days, such as 2,3',
    }),
  ),
})

export function registerCalendarRoutes(app: App, deps: Pick<Deps, 'db' | 'env'>): void {
  const { publicOrigin } = deps.env
  route(app, {
    method: 'GET',
    url: '/event/:id/calendar.ics',
    access: 'public',
    answers: {
      200: { types: ['text/calendar'], headers: { 'Content-Disposition': Type.String() } },
    },
    schema: { params: IdParams, querystring: CalendarQuery },
    handler: async (request, reply) => {
      const { id } = request.params
      const { own_days: only } = request.query
      const event = isUuid(id) ? await selectCalendarEvent(deps.db, id) : undefined
      if (!event) throw new EventError('event_not_found')
      const isOwn = ({ n }: { n: number }) => only === undefined || only.split(',').includes(`${n}`)
      const facts = { ...event, time: event.time.slice(0, 5), days: event.days.filter(isOwn) }
      const calendar = eventCalendar(facts, publicOrigin)
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

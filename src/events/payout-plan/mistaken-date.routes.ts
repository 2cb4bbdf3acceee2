import { Type } from 'typebox'
import type { Deps } from '../../platform/database/deps.ts'
import { actionRoute } from '../../platform/http/action-route.ts'
import type { App } from '../../platform/http/http.ts'
import { MessageReply, ReasonText } from '../../platform/http/platform.contract.ts'
import { takeOutDate } from './mistaken-date.ts'

/** Adds the route for admins to correct the dates for which money waits (decisions/0210). */
export function registerMistakenDateRoute(app: App, deps: Pick<Deps, 'db' | 'clock'>): void {
  actionRoute(app, {
    url: '/api/events/:id/mistaken_dates',
    access: 'admin',
    refuses: [],
    body: Type.Object({ date: Type.String({ maxLength: 40 }), words: ReasonText }),
    reply: MessageReply,
    act: async (viewer, id, { date, words }) => {
      await takeOutDate(deps, viewer, { id, date, words: words.trim() })
      return { message: 'The money no longer waits for this date.' }
    },
  })
}

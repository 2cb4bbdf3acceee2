import { readManagedEvent } from '../../events/editing/managed-events.ts'
import { EventReply } from '../../events/events.contract.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { actionRoute } from '../../platform/http/action-route.ts'
import type { App } from '../../platform/http/http.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { approveMeasure, returnMeasure, withdrawMeasure } from './decide-measure.ts'
import { ApproveMeasure, ReturnMeasure } from './measure-requests.contract.ts'

/** Decisions about the cancellations and reschedules that organizers ask for. */
export function registerMeasureRoutes(app: App, deps: Pick<Deps, 'db' | 'env' | 'clock'>): void {
  const replied = async (viewer: Viewer, id: string) => (await readManagedEvent(deps, viewer, id))!
  actionRoute(app, {
    url: '/api/events/:id/measure/approve',
    access: 'admin',
    body: ApproveMeasure,
    reply: EventReply,
    act: async (viewer, id, { version }) => {
      await approveMeasure(deps, viewer, id, version)
      return await replied(viewer, id)
    },
  })
  actionRoute(app, {
    url: '/api/events/:id/measure/return',
    access: 'admin',
    body: ReturnMeasure,
    reply: EventReply,
    act: async (viewer, id, { words }) => {
      await returnMeasure(deps, viewer, id, words)
      return await replied(viewer, id)
    },
  })
  actionRoute(app, {
    url: '/api/events/:id/measure/withdraw',
    access: 'organizer',
    right: 'money',
    reply: EventReply,
    act: async (viewer, id) => {
      await withdrawMeasure(deps, viewer, id)
      return await replied(viewer, id)
    },
  })
}

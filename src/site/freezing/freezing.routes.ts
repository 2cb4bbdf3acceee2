import { Type } from 'typebox'
import type { Deps } from '../../platform/database/deps.ts'
import { actionRoute } from '../../platform/http/action-route.ts'
import type { App } from '../../platform/http/http.ts'
import { MessageReply, ReasonText } from '../../platform/http/platform.contract.ts'
import { release, settleCheckIns } from './release-payouts.ts'

/** The work list's actions on events that are over without a check-in. */
export function registerFreezingRoutes(app: App, deps: Pick<Deps, 'db' | 'env' | 'clock'>): void {
  actionRoute(app, {
    url: '/api/events/:id/payouts/release',
    access: 'admin',
    refuses: [],
    body: Type.Object({ words: ReasonText }),
    reply: MessageReply,
    act: async (viewer, id, { words }) => {
      await release(deps, viewer, { id: id.toLowerCase(), words: words.trim() })
      return { message: 'Payouts released.' }
    },
  })
  actionRoute(app, {
    url: '/api/events/:id/missing_check_ins/settle',
    access: 'admin',
    refuses: [],
    body: Type.Object({ words: ReasonText }),
    reply: MessageReply,
    act: async (viewer, id, { words }) => {
      await settleCheckIns(deps, viewer, { id: id.toLowerCase(), words: words.trim() })
      return { message: 'Settled.' }
    },
  })
}

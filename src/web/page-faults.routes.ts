import { Type } from 'typebox'
import type { Deps } from '../platform/database/deps.ts'
import { type App, route } from '../platform/http/http.ts'
import { within } from '../platform/limits/limits.ts'

const HOUR_MS = 3_600_000
/** The maximum number of reports per hour: from one IP network, and from all networks. */
const PER_ADDRESS = 10
const PER_SHOP = 300

/**
 * Logs that a page's script failed while it started (start-script.ts). Anyone can call this route,
 * so the log shows only the beginning of the page's path, which contains no number or token.
 */
export function registerPageFaults(app: App, deps: Pick<Deps, 'db' | 'clock' | 'log'>): void {
  route(app, {
    method: 'POST',
    url: '/api/functions/page-fault',
    access: 'public',
    refuses: [429],
    answers: { 204: {} },
    schema: {
      body: Type.Object({
        page: Type.String({ maxLength: 200 }),
        fault: Type.String({ maxLength: 1000 }),
      }),
    },
    handler: async (request, reply) => {
      const limits = [
        { key: `page-fault:${request.address}`, max: PER_ADDRESS, windowMs: HOUR_MS },
        { key: 'page-faults', max: PER_SHOP, windowMs: HOUR_MS },
      ]
      const { page, fault } = request.body
      const browser = request.headers['user-agent']?.slice(0, 300)
      const shown = /^(\/sw)?\/(organizer\/[a-z-]*|[a-z-]{0,20})/.exec(page)?.[0] ?? ''
      await within(deps, limits, async () =>
        deps.log.warn({ shown, fault, browser }, 'a page did not start'),
      )
      return reply.code(204).send()
    },
  })
}

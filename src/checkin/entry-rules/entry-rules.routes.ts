import { checkEvent } from '../../events/check-event.ts'
import { duplicateEvent } from '../../events/editing/duplicate-event.ts'
import { copyEntryRules, type RuleRow, selectEntryRules } from '../../events/entry-rules.sql.ts'
import { EventError } from '../../events/errors.ts'
import { EventReply } from '../../events/events.contract.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { actionRoute } from '../../platform/http/action-route.ts'
import { type App, route } from '../../platform/http/http.ts'
import { IdParams } from '../../platform/http/platform.contract.ts'
import { viewerOf } from '../../platform/http/viewer.ts'
import { isUuid } from '../../platform/ids.ts'
import { copyQuestions } from '../../questions/questions.sql.ts'
import { countHolders } from '../holders.sql.ts'
import {
  EntryRules,
  EntryRulesRequest,
  OpenQuery,
  StopReply,
  StopRequest,
  TypeHolders,
  TypeParams,
} from './entry-rules.contract.ts'
import { saveEntryRules, stopEntry } from './entry-rules.ts'

export function registerEntryRuleRoutes(app: App, deps: Pick<Deps, 'db' | 'env' | 'clock'>): void {
  actionRoute(app, {
    url: '/api/events/:id/duplicate',
    access: 'organizer',
    right: 'edit',
    refuses: [429],
    reply: EventReply,
    status: 201,
    act: (viewer, id) =>
      duplicateEvent(deps, viewer, id, async (tx, copy) => {
        await copyEntryRules(tx, copy)
        await copyQuestions(tx, copy)
      }),
  })
  route(app, {
    method: 'GET',
    url: '/api/events/:id/entry_rules',
    access: 'organizer',
    right: 'see',
    schema: { params: IdParams, response: { 200: EntryRules } },
    handler: async (request) => {
      const { id } = request.params
      await checkEvent(deps.db, viewerOf(request), id)
      return toReply(await selectEntryRules(deps.db, id))
    },
  })
  route(app, {
    method: 'PUT',
    url: '/api/events/:id/entry_rules',
    access: 'organizer',
    right: 'door',
    schema: { params: IdParams, body: EntryRulesRequest, response: { 200: EntryRules } },
    handler: async (request) =>
      toReply(await saveEntryRules(deps, viewerOf(request), request.params.id, request.body)),
  })
  route(app, {
    method: 'GET',
    url: '/api/events/:id/ticket_types/:type_id/holders',
    access: 'organizer',
    right: 'see',
    schema: { params: TypeParams, response: { 200: TypeHolders } },
    handler: async (request) => {
      const { id: eventId, type_id: typeId } = request.params
      const isKnown = isUuid(eventId) && isUuid(typeId)
      const holders = isKnown
        ? await countHolders(deps.db, viewerOf(request), { eventId, typeId })
        : null
      if (holders === null) throw new EventError('event_not_found')
      return { holders }
    },
  })
  registerStopRoutes(app, deps)
}

function registerStopRoutes(app: App, deps: Pick<Deps, 'db' | 'clock'>): void {
  route(app, {
    method: 'POST',
    url: '/api/events/:id/stopped_gates',
    access: 'organizer',
    right: 'door',
    schema: { params: IdParams, body: StopRequest, response: { 200: StopReply } },
    handler: async (request) => {
      const gateId = request.body.gate_id?.toLowerCase() ?? null
      const stop = { eventId: request.params.id, gateId, isStopped: true }
      await stopEntry(deps, viewerOf(request), stop)
      return { gate_id: gateId, is_stopped: true }
    },
  })
  route(app, {
    method: 'DELETE',
    url: '/api/events/:id/stopped_gates',
    access: 'organizer',
    right: 'door',
    schema: { params: IdParams, querystring: OpenQuery, response: { 200: StopReply } },
    handler: async (request) => {
      const gateId = request.query.gate_id?.toLowerCase() ?? null
      const opening = { eventId: request.params.id, gateId, isStopped: false }
      await stopEntry(deps, viewerOf(request), opening)
      return { gate_id: gateId, is_stopped: false }
    },
  })
}

function toReply({ any_gate_from, ...rules }: RuleRow): EntryRules {
  return { ...rules, any_gate_from: any_gate_from?.toISOString() ?? null }
}

import { EventError } from '../events/errors.ts'
import type { Deps } from '../platform/deps.ts'
import { type App, route } from '../platform/http.ts'
import { isUuid } from '../platform/ids.ts'
import { readPage, takePage } from '../platform/list-page.ts'
import { type Viewer, viewerOf } from '../platform/viewer.ts'
import { checkInTicket } from './check-in-ticket.ts'
import {
  CheckInReply,
  CheckInRequest,
  type Validation,
  ValidationList,
  ValidationQuery,
} from './checkin.contract.ts'
import { resultsOf, validationStatus } from './checkin.rules.ts'
import { selectGuardedEvent, selectValidations, VALIDATION_SORTS } from './checkin.sql.ts'

export function registerCheckInRoutes(app: App, deps: Pick<Deps, 'db' | 'clock'>): void {
  route(app, {
    method: 'POST',
    url: '/api/check_ins',
    work: 'free',
    access: 'organizer',
    refuses: [404, 409],
    schema: { body: CheckInRequest, response: { 200: CheckInReply } },
    handler: async (request) => checkInTicket(deps, viewerOf(request), request.body),
  })
  route(app, {
    method: 'GET',
    url: '/api/ticket_validations',
    access: 'organizer',
    refuses: [404],
    schema: {
      querystring: ValidationQuery,
      response: { 200: ValidationList },
    },
    handler: async (request) => listValidations(deps, viewerOf(request), request.query),
  })
}

async function listValidations(
  deps: Pick<Deps, 'db'>,
  viewer: Viewer,
  query: ValidationQuery,
): Promise<ValidationList> {
  const eventId = query.event_id
  const event = isUuid(eventId) ? await selectGuardedEvent(deps.db, viewer, eventId) : undefined
  if (!event) throw new EventError('event_not_found')
  const { sort = '-timestamp', status } = query
  const wanted = readPage(VALIDATION_SORTS[sort], query, 50)
  const results = status && resultsOf(status)
  const rows = await selectValidations(deps.db, viewer, { eventId, results, ...wanted })
  const { page, next_cursor } = takePage(rows, wanted)
  return { data: page.map(describeValidation), next_cursor }
}

type Row = Awaited<ReturnType<typeof selectValidations>>[number]

function describeValidation(row: Row): Validation {
  const { at, method, order_line_id, phone, email, ...rest } = row
  return {
    ...rest,
    ...validationStatus(row.result),
    timestamp: at.toISOString(),
    validation_type: method,
    transaction: order_line_id === null ? null : { id: order_line_id, phone_number: phone!, email },
  }
}

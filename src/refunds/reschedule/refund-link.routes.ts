import { Type } from 'typebox'
import { unitFields } from '../../events/event.rules.ts'
import { type EventChange, selectChanges } from '../../events/event-change.sql.ts'
import { OrderError } from '../../orders/errors.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { type App, route } from '../../platform/http/http.ts'
import { IdParams } from '../../platform/http/platform.contract.ts'
import { type Language, requestedLanguage } from '../../platform/values/language.rules.ts'
import { toKes } from '../../platform/values/money.rules.ts'
import { findByNumber } from '../../tickets/limits.ts'
import { readTicketNumber } from '../../tickets/number.rules.ts'
import { formatRefundNote } from '../refund-note.rules.ts'
import { selectLinkRefunds } from '../refund-note.sql.ts'
import { type NamedTicket, readParts } from '../take-back/chosen-tickets.ts'
import {
  freedOf,
  limitsOf,
  ownOf,
  partsOfQuery,
  previewLink,
  stateOf,
  worthOf,
} from './link-tickets.ts'
import { LinkQuery, LinkRefundRequest, RefundLinkReply } from './refund-link.contract.ts'
import { type LinkOwner, type LinkRow, selectLink } from './refund-link.sql.ts'
import { requestLinkRefund } from './request-link-refund.ts'

type RouteDeps = Pick<Deps, 'db' | 'env' | 'clock' | 'metrics' | 'log'> & {
  /** Passed in, because the folder `refunds` may not import from the folder `questions`. */
  havePeopleAnswered: (ticketIds: readonly string[]) => Promise<boolean>
}

/** Routes of refund links after a reschedule. Buyers and holders need no account for them. */
export function registerRefundLinkRoutes(app: App, deps: RouteDeps): void {
  route(app, {
    method: 'GET',
    url: '/api/refund_links/:token',
    access: 'public',
    refuses: [404, 409, 429],
    schema: { querystring: LinkQuery, response: { 200: RefundLinkReply } },
    handler: async (request) => {
      const { token } = request.params as { token: string }
      const { people } = request.query
      const parts = people === undefined ? null : readParts(partsOfQuery(people))
      return await readLink(deps, { token, parts, ...callerOf(request) })
    },
  })
  route(app, {
    method: 'POST',
    url: '/api/orders/:id/refund_request',
    access: 'public',
    refuses: [404, 409, 429],
    schema: { params: IdParams, body: LinkRefundRequest, response: { 202: RefundLinkReply } },
    handler: async (request, reply) => {
      const asked = { ...request.body, ...callerOf(request) }
      const link = await askRefund(deps, asked, { orderId: request.params.id })
      return reply.code(202).send(link)
    },
  })
  route(app, {
    method: 'POST',
    url: '/api/tickets/:ticket_number/refund_request',
    access: 'public',
    refuses: [404, 409, 429],
    schema: {
      params: Type.Object({ ticket_number: Type.String({ maxLength: 100 }) }),
      body: LinkRefundRequest,
      response: { 202: RefundLinkReply },
    },
    handler: async (request, reply) => {
      const asked = { ...request.body, ...callerOf(request) }
      const ticketNumber = readTicketNumber(request.params.ticket_number) ?? ''
      return reply.code(202).send(await askRefund(deps, asked, { ticketNumber }))
    },
  })
}

type Caller = { address: string; language: Language }

const callerOf = (request: { address: string; headers: Record<string, unknown> }): Caller => {
  return { address: request.address, language: requestedLanguage(request.headers) }
}

async function askRefund(
  deps: RouteDeps,
  request: LinkRefundRequest & Caller,
  owner: LinkOwner,
): Promise<RefundLinkReply> {
  const token = tokenOf(request.token)
  await findLink(deps, token, request.address)
  const parts = request.tickets ? readParts(request.tickets) : null
  await requestLinkRefund(deps, { token, owner, parts })
  return await readLink(deps, { ...request, token, parts: null })
}

/** Some buyers type the token, so case and spaces do not matter. */
function tokenOf(typed: string): string {
  return readTicketNumber(typed) ?? ''
}

const noOrder = () => new OrderError('order_not_found')

/**
 * Finds a link. Look-ups of unknown tokens are limited like look-ups of unknown ticket numbers. A
 * known link is always found.
 */
async function findLink(deps: RouteDeps, typed: string, address: string): Promise<LinkRow> {
  const find = () => selectLink(deps.db, tokenOf(typed))
  return await findByNumber(deps, { address, miss: noOrder(), find })
}

type LinkLook = { token: string; parts: readonly NamedTicket[] | null } & Caller

async function readLink(
  deps: RouteDeps,
  { token, parts, address, language }: LinkLook,
): Promise<RefundLinkReply> {
  const link = await findLink(deps, token, address)
  const now = deps.clock.now()
  const changes = await selectChanges(deps.db, link.event_id)
  const { change, changes: causes, isIn, own, only } = freedOf(link, changes, now)
  if (!change) throw noOrder()
  const isBuyers = link.ticket_number === null
  const leftCents = worthOf(link, own)
  const state = stateOf(link, own, { leftCents, isIn })
  return {
    order_id: isBuyers ? link.id : null,
    code: isBuyers ? link.code : null,
    ticket_number: link.ticket_number,
    event_id: link.event_id,
    event_title: change.title,
    is_event_cancelled: link.cancelled_at !== null,
    ...((await deps.havePeopleAnswered(own.map(({ id }) => id))) && { has_answers: true as const }),
    ...changeFields(change),
    ...(causes.length > 0 && { changes: causes.map(changeFields) }),
    until: change.request_until.toISOString(),
    state,
    amount: toKes(state === 'asked' ? link.back_cents : leftCents),
    requested: toKes(link.back_cents),
    ...(ownOf(link).length > 0 && { keeps_tickets: true as const }),
    tickets: own.map((ticket) => ({
      ticket_number: ticket.number,
      ticket_type: ticket.ticket_type,
      quantity: ticket.admits,
      ...limitsOf(ticket, link.tickets),
      ...unitFields(ticket),
    })),
    chosen: state === 'open' ? previewLink(link, change.title, { parts, only, now }) : null,
    in_cash: link.in_cash,
    refund: link.requested_at && (await readRefund(deps, link, language)),
  }
}

function changeFields(change: EventChange): Pick<RefundLinkReply, 'day' | 'old' | 'new'> {
  const { day, is_cancellation: isCancelled, old, new: now } = change
  return { ...(day !== null && { day: isCancelled ? 'cancelled' : 'moved' }), old, new: now }
}

async function readRefund(
  { db }: RouteDeps,
  { id: orderId, ticket_number: ticketNumber }: LinkRow,
  language: Language,
) {
  const refunds = await selectLinkRefunds(db, { orderId, ticketNumber })
  return formatRefundNote(refunds, 'nobody', language)
}

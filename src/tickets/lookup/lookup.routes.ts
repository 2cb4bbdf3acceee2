import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { unitFields, whenFields } from '../../events/event.rules.ts'
import { selectLatestChange } from '../../events/event-change.sql.ts'
import { imageUrl } from '../../events/image.rules.ts'
import { previousSchedule } from '../../events/reschedule.rules.ts'
import { REPLIES } from '../../messages/replies.text.ts'
import type { Db } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { refuseField } from '../../platform/errors.ts'
import { type App, route } from '../../platform/http/http.ts'
import { isByRobot } from '../../platform/http/preview-robots.ts'
import { type Language, requestedLanguage } from '../../platform/values/language.rules.ts'
import { TicketError } from '../errors.ts'
import { selectFreeTicket } from '../free/free-tickets.sql.ts'
import { giveBackStop } from '../free/give-back.rules.ts'
import { findByNumber, findByTyped, findWithin } from '../limits.ts'
import { readTicketNumber } from '../number.rules.ts'
import { isUnopened, openTicket } from '../openings.ts'
import { nearReceipts, type Reference, readReference } from '../reference.rules.ts'
import {
  MetadataReply,
  OpenedReply,
  TicketLookupReply,
  TicketLookupRequest,
  TicketReply,
} from '../tickets.contract.ts'
import { selectTicket, selectTicketsOfCodes, selectTicketsOfReceipts } from '../tickets.sql.ts'
import { selectTransferred } from '../transfer/take-backs.sql.ts'
import { sentText, takeBackText, transferStop } from '../transfer/transfer.rules.ts'
import { selectSendable } from '../transfer/transfer.sql.ts'
import { type ReadRefundNote, refundOf, type SoldTicket, toFound } from './found-tickets.ts'
import { GenuineReply } from './genuine.contract.ts'
import { genuineStatus } from './genuine.rules.ts'
import { selectGenuineFacts } from './genuine.sql.ts'
import { registerPhoneRoutes } from './phone-tickets.routes.ts'

type TicketDeps = Pick<Deps, 'db' | 'env' | 'clock' | 'metrics' | 'log'> & {
  readRefundNote: ReadRefundNote
  /** Passed in, because `tickets` may not import `questions`. */
  asksQuestions: (eventId: string) => Promise<boolean>
}

export function registerLookupRoutes(app: App, deps: TicketDeps): void {
  route(app, {
    method: 'GET',
    url: '/api/functions/metadata',
    access: 'public',
    refuses: [404, 429],
    schema: {
      querystring: Type.Object({ ticket_number: Type.String({ maxLength: 100 }) }),
      response: { 200: MetadataReply },
    },
    handler: async (request) => {
      const ticket = await readFor(deps, request, request.query.ticket_number)
      return { gate: ticket.gate, ticket_type: ticket.ticket_type, quantity: ticket.admits }
    },
  })
  route(app, {
    method: 'POST',
    url: '/api/functions/ticket-lookup',
    access: 'public',
    refuses: [404, 429],
    schema: {
      body: TicketLookupRequest,
      response: { 200: TicketLookupReply },
    },
    handler: async (request) => lookUp(deps, request.body.reference, request),
  })
  registerPhoneRoutes(app, deps)
  registerTicketPage(app, deps)
  registerOpenedRoute(app, deps)
  registerGenuineRoute(app, deps)
}

type Caller = Pick<FastifyRequest, 'method' | 'headers' | 'address'>

/** Finds a ticket. Records that it was opened, unless the reader is a robot. */
async function readFor(deps: TicketDeps, caller: Caller, typed: string) {
  const read = () => findTicket(deps, typed, caller.address)
  return isByRobot(caller) ? await read() : await openTicket(deps, read)
}

function registerTicketPage(app: App, deps: TicketDeps): void {
  route(app, {
    method: 'GET',
    url: '/api/tickets/:number',
    access: 'public',
    refuses: [429],
    schema: {
      params: Type.Object({ number: Type.String({ maxLength: 100 }) }),
      response: { 200: TicketReply },
    },
    handler: async (request) => {
      const ticket = await findTicket(deps, request.params.number, request.address)
      return {
        ticket_number: ticket.number,
        ticket_type: ticket.ticket_type,
        quantity: ticket.admits,
        ...unitFields(ticket),
        gate: ticket.gate,
        state: ticket.state as TicketReply['state'],
        admitted: ticket.admitted_now,
        last_admission: ticket.last_admitted_at && {
          at: ticket.last_admitted_at.toISOString(),
          gate: ticket.last_gate,
        },
        void_reason: ticket.void_reason as TicketReply['void_reason'],
        can_be_taken_back: isUnopened(ticket) && ticket.admitted === 0,
        sendable: await countSendable(deps, ticket.id),
        ...(await readReturnable(deps, ticket)),
        sent: await readSent(deps, ticket, requestedLanguage(request.headers)),
        refund: await refundOf(deps, ticket, requestedLanguage(request.headers)),
        event_id: ticket.event_id,
        event_title: ticket.title,
        event_image: ticket.image_key && imageUrl(deps.env.publicOrigin, ticket.image_key),
        ...whenFields(ticket),
        ...dayFields(ticket),
        location: ticket.location,
        moved_from: await readMovedFrom(deps, ticket.event_id, requestedLanguage(request.headers)),
        is_event_cancelled: ticket.cancelled_at !== null,
        ...((await deps.asksQuestions(ticket.event_id)) && { has_questions: true as const }),
      }
    },
  })
}

const dayFields = (ticket: Awaited<ReturnType<typeof findTicket>>) => ({
  ...(ticket.is_day_cancelled && { is_day_cancelled: true as const }),
  ...(ticket.is_day_cancelled &&
    ticket.state === 'valid' &&
    ticket.payment_method !== 'free' && {
      day_refund: ticket.is_refund_paused ? ('paused' as const) : ('due' as const),
    }),
  ...(ticket.days.length > 0 && { day_numbers: ticket.days.map(({ n }) => n) }),
  ...(ticket.days.length > 1 && {
    pass_days: ticket.days.map(({ date, time }) => ({ date, time })),
    once_in_all: ticket.once_in_all,
  }),
})

/**
 * The route by which the page reports that a person sees the ticket. Loading the page reports
 * nothing, because preview programs load pages too.
 */
function registerOpenedRoute(app: App, deps: TicketDeps): void {
  route(app, {
    method: 'POST',
    url: '/api/tickets/:ticket_number/opened',
    access: 'public',
    refuses: [404, 429],
    schema: {
      params: Type.Object({ ticket_number: Type.String({ maxLength: 100 }) }),
      response: { 200: OpenedReply },
    },
    handler: async (request) => {
      const ticket = await readFor(deps, request, request.params.ticket_number)
      return { state: ticket.state as OpenedReply['state'] }
    },
  })
}

async function readSent(
  { db, clock }: TicketDeps,
  { id, state, order_state, void_reason }: Awaited<ReturnType<typeof findTicket>>,
  language: Language,
): Promise<TicketReply['sent']> {
  const isGone = state === 'void' && void_reason !== 'transferred'
  const transferred = isGone ? [] : await selectTransferred(db, id)
  return transferred.map((one) => {
    const canTakeBack = one.isUntouched && order_state === 'issued'
    return {
      id: one.id,
      words: sentText(one, language, clock.now()),
      can_take_back: canTakeBack,
      note: takeBackText({ ...one, canTakeBack }, language, clock.now()),
    }
  })
}

async function countSendable({ db, clock }: TicketDeps, id: string): Promise<number> {
  const now = clock.now()
  const ticket = await selectSendable(db, id, now)
  return !ticket || transferStop(ticket, now) ? 0 : ticket.admits - ticket.admitted
}

async function readReturnable(
  { db, clock }: TicketDeps,
  { id, payment_method }: Awaited<ReturnType<typeof findTicket>>,
): Promise<Pick<TicketReply, 'returnable' | 'is_returned_whole'>> {
  const ticket = payment_method === 'free' ? await selectFreeTicket(db, id) : undefined
  if (!ticket || giveBackStop(ticket, clock.now())) return { returnable: 0 }
  return { returnable: ticket.admits, ...(ticket.soldIn > 1 && { is_returned_whole: true }) }
}

async function readMovedFrom(
  deps: TicketDeps,
  eventId: string,
  language: Language,
): Promise<string | null> {
  const change = await selectLatestChange(deps.db, eventId)
  return change ? previousSchedule(change.old, change.new, language) : null
}

async function findTicket(deps: TicketDeps, typed: string, address: string) {
  const select = (number: string) => selectTicket(deps.db, number, deps.clock.now())
  return await findByTyped(deps, { typed, address }, select)
}

/** Anyone with the M-PESA message may see the tickets, so the reply has no phone and no email. */
async function lookUp(deps: TicketDeps, typed: string, caller: Caller): Promise<TicketLookupReply> {
  const language = requestedLanguage(caller.headers)
  if (typed.trim() === '') refuseField('reference', 'reference is required.')
  const reference = readReference(typed)
  for (const number of reference.numbers) {
    const numbered = await selectTicket(deps.db, number, deps.clock.now())
    if (!numbered) continue
    // A number cannot be guessed, so hits are not limited.
    const ticket = isUnopened(numbered) ? await readFor(deps, caller, number) : numbered
    return await toLookupReply(deps, [ticket], language)
  }
  const find = async () => {
    const tickets = await findTickets(deps.db, reference)
    if (tickets.length > 0) return tickets
    const refund = await deps.readRefundNote(reference, language)
    if (refund) {
      const text = `${REPLIES.boughtNoTicket[language]} ${refund.words}`
      throw new TicketError('no_ticket_for_reference', { text })
    }
    return null
  }
  const guesses = Math.max(1, ...Object.values(reference).map((tried) => tried.length))
  const { address } = caller
  const found = await findWithin(deps, { address, miss: 'no_ticket_for_reference', find, guesses })
  return await toLookupReply(deps, found, language)
}

async function findTickets(db: Db, reference: Reference) {
  const { receipts, codes } = reference
  const bought = receipts.length === 0 ? [] : await selectTicketsOfReceipts(db, receipts)
  if (bought.length > 0) return bought
  const coded = codes.length === 0 ? [] : await selectTicketsOfCodes(db, codes)
  const near = coded.length === 0 ? nearReceipts(reference) : []
  if (near.length === 0) return coded
  const meant = await selectTicketsOfReceipts(db, near)
  return new Set(meant.map(({ order_id }) => order_id)).size === 1 ? meant : []
}

async function toLookupReply(
  deps: TicketDeps,
  found: readonly SoldTicket[],
  language: Language,
): Promise<TicketLookupReply> {
  const tickets = await Promise.all(found.map((ticket) => toFound(deps, ticket, language)))
  return { ticket_number: tickets[0]!.ticket_number, tickets }
}

function registerGenuineRoute(
  app: App,
  deps: Pick<Deps, 'db' | 'env' | 'clock' | 'metrics' | 'log'>,
): void {
  route(app, {
    method: 'GET',
    url: '/api/genuine/:ticket_number',
    access: 'public',
    refuses: [429],
    schema: {
      params: Type.Object({ ticket_number: Type.String({ maxLength: 100 }) }),
      response: { 200: GenuineReply },
    },
    handler: async (request) => {
      const number = readTicketNumber(request.params.ticket_number)
      const find = async () => (number === null ? null : await selectGenuineFacts(deps.db, number))
      const lookup = { address: request.address, miss: 'no_such_ticket', find } as const
      const read = () => findByNumber(deps, lookup)
      const facts = isByRobot(request) ? await read() : await openTicket(deps, read)
      const { title: event, ticket_type, sent_from } = facts
      return {
        ...{ status: genuineStatus(facts), event, ticket_type, sent: sent_from !== null },
        ...(facts.highest_day > 0 && whenFields(facts)),
      }
    },
  })
}

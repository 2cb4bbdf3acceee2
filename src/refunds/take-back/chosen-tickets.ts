import { REPLIES } from '../../messages/replies.text.ts'
import { fill } from '../../messages/twin.rules.ts'
import { refuseField } from '../../platform/errors.ts'
import { TicketError } from '../../tickets/errors.ts'
import { readTicketNumber } from '../../tickets/number.rules.ts'
import { RefundError } from '../errors.ts'
import type { TicketParts } from '../refunds.contract.ts'
import {
  type ChosenTicket,
  type GoodTicket,
  isWithBuyer,
  partsOfUnits,
  refundablePeople,
  refundableUnits,
  wholeUnitsOnly,
} from './ticket-shares.rules.ts'

/**
 * A ticket to refund. `number` has no dashes. `people` is the number of the ticket's people to
 * refund. Without `people`, all are refunded or, by a refund link, all except the people inside.
 */
export type NamedTicket = {
  number: string
  people?: number
  /** How many people the ticket admitted when the caller read it. */
  of?: number | undefined
}

export const NAMED_TWICE = 'Name each ticket once.'

/**
 * The number without dashes and spaces. A text that is no number is returned unchanged, so that no
 * ticket is found.
 */
export const readNumber = (typed: string) => readTicketNumber(typed) ?? typed

/** Reads the tickets of a request, each with the number of its people to refund. */
export function readParts(parts: TicketParts): NamedTicket[] {
  const tickets = parts.map(({ ticket_number, admits, of }) => {
    return { number: readNumber(ticket_number), people: admits, of }
  })
  const numbers = new Set(tickets.map(({ number }) => number))
  if (numbers.size < tickets.length) refuseField('tickets', NAMED_TWICE)
  return tickets
}

export type OwnedTicket = GoodTicket & { holder_phone: string | null }
export type Chosen = ChosenTicket & OwnedTicket

/**
 * The user of a refund link: the buyer, for the tickets on the buyer's phone, or the holder of a
 * transferred ticket. Null in the back office.
 */
type LinkUser = { buyerPhone: string } | 'holder' | null

type TicketChoice = {
  /** The tickets to refund. Without this field, all remaining tickets. */
  tickets?: readonly NamedTicket[]
  by?: LinkUser
  /** The ids of the only tickets that may be refunded. Absent: all may be refunded. */
  only?: ReadonlySet<string> | undefined
  /** Whether to refund tickets with which people were admitted. */
  usedToo?: boolean
  /** Whether to refund parts of a table, which only admins do. Users of a refund link never can. */
  cutsUnits?: boolean
}

/** Chooses the people to refund of an order's valid and used tickets, or throws a RefundError. */
export function chooseTickets(
  good: readonly OwnedTicket[],
  { tickets, by = null, only, usedToo = false, cutsUnits = by === null }: TicketChoice,
): Chosen[] {
  const all = ownTickets(good, by)
  if (good.length > 0 && all.length === 0) throw new RefundError('sent_on')
  const own = only ? all.filter(({ id }) => only.has(id)) : all
  const requested = tickets ? findNamed(own, tickets) : own
  const chosen = by === null ? requested.map(inWhole) : exceptInside(requested, good)
  for (const ticket of chosen) refuseInside(ticket, { by, usedToo })
  if (!cutsUnits) refuseParts(chosen, { good, by })
  return chosen
}

export function ownTickets<T extends OwnedTicket>(good: readonly T[], by: LinkUser): readonly T[] {
  if (by === null || by === 'holder') return good
  return good.filter((ticket) => isWithBuyer(ticket, by.buyerPhone))
}

type RequestedTicket = OwnedTicket & { people?: number }

const inWhole = (ticket: RequestedTicket): Chosen => ({
  ...ticket,
  people: ticket.people ?? ticket.admits,
})

/**
 * Leaves out the people inside, and parts of tables. If nothing is left, returns all people, so
 * that `refuseInside` or `refuseParts` refuses them.
 */
function exceptInside(tickets: readonly RequestedTicket[], good: readonly OwnedTicket[]): Chosen[] {
  const outside = tickets.map((one) => ({
    ...one,
    people: one.people ?? refundableUnits(one, good),
  }))
  const some = outside.filter(({ people }) => people > 0)
  return some.length > 0 ? some : tickets.map(inWhole)
}

function findNamed(
  own: readonly OwnedTicket[],
  tickets: readonly NamedTicket[],
): RequestedTicket[] {
  const unknown = () => new RefundError('unknown_ticket', { details: { field: fieldOf(tickets) } })
  if (tickets.length === 0) throw unknown()
  return tickets.map(({ number, people, of }) => {
    const ticket = own.find((one) => one.number === number)
    if (!ticket) throw unknown()
    if (of !== undefined && of !== ticket.admits) throw changed(ticket.admits)
    return { ...ticket, ...(people !== undefined && { people }) }
  })
}

/** The field of the request that names the tickets. */
export function fieldOf(tickets: readonly NamedTicket[] | undefined): string {
  return tickets?.some(({ people }) => people !== undefined) ? 'tickets' : 'ticket_numbers'
}

/**
 * Throws if people who are inside would be refunded. Only an admin with a note (`usedToo`) can
 * refund them, together with the whole ticket. A refund of a part would leave more people inside
 * than the ticket admits.
 */
function refuseInside(
  ticket: Chosen,
  { by, usedToo }: Required<Pick<TicketChoice, 'by' | 'usedToo'>>,
): void {
  const left = refundablePeople(ticket)
  const isWhole = ticket.people === ticket.admits
  if (ticket.people <= left || (isWhole && usedToo)) return
  if (isWhole || left === 0) {
    if (by !== null) throw new RefundError('came_in')
    throw new RefundError('tickets_used', { details: { field: 'words' } })
  }
  throw tooMany(left)
}

/** Throws if only a part of a table, or of a pack of add-ons, would be refunded. */
function refuseParts(
  chosen: readonly Chosen[],
  { good, by }: { good: readonly OwnedTicket[]; by: LinkUser },
): void {
  const [part] = partsOfUnits(chosen, good)
  if (!part) return
  const text = by === null && wholeUnitsOnly(part)
  throw new RefundError('whole_units_only', {
    ...(text && { text }),
    details: { field: 'tickets' },
  })
}

function tooMany(left: number): TicketError {
  const { onePersonRefundable, peopleRefundable } = REPLIES
  const text =
    left === 1
      ? onePersonRefundable
      : { en: fill(peopleRefundable, 'en', { left }), sw: fill(peopleRefundable, 'sw', { left }) }
  return new TicketError('too_many_people', { text, details: { field: 'tickets', left } })
}

function changed(left: number): RefundError {
  const { nowAdmits } = REPLIES
  const text = { en: fill(nowAdmits, 'en', { left }), sw: fill(nowAdmits, 'sw', { left }) }
  return new RefundError('ticket_changed', { text, details: { field: 'tickets', left } })
}

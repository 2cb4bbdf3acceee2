import { TicketError } from '../tickets/errors.ts'
import { selectFreeTicket } from '../tickets/free/free-tickets.sql.ts'
import { giveBackStop } from '../tickets/free/give-back.rules.ts'
import { findByNumber } from '../tickets/limits.ts'
import { genuineStatus } from '../tickets/lookup/genuine.rules.ts'
import { selectGenuineFacts } from '../tickets/lookup/genuine.sql.ts'
import { readTicketNumber } from '../tickets/number.rules.ts'
import { markOpened } from '../tickets/openings.sql.ts'
import { openTicket } from '../tickets/openings.ts'
import { isTooOften } from './actions.ts'
import { sellsAddOns } from './event-views.ts'
import {
  checkedScreen,
  giveBackScreen,
  type ShownTicket,
  ticketScreen,
  ticketsScreen,
} from './own-tickets.rules.ts'
import { readTickets } from './phone-tickets.ts'
import { countOpenChoices } from './question-views.ts'
import { readEvent } from './shared-events.ts'
import { ussdTexts } from './ussd.text.ts'
import { backTo, type UssdDeps, type View, type Visit } from './visit.ts'

export async function viewTickets(
  deps: UssdDeps,
  visit: Visit,
  { from }: { from: number },
): Promise<View> {
  return ticketsScreen(visit, await readTickets(deps, visit.phone), from)
}

export async function viewTicket(
  deps: UssdDeps,
  visit: Visit,
  { id }: { id: string },
): Promise<View> {
  const read = () => readTickets(deps, visit.phone, id)
  const [found] = await read()
  // The phone that has the ticket shows it, so from now on its sender cannot take it back.
  if (found) await markOpened(deps.db, id, deps.clock.now())
  const [ticket] = found ? await read() : []
  if (!ticket) return { path: backTo(visit.path, 'tickets') }
  return ticketScreen(visit, ticket, {
    isReturnable: await isReturnable(deps, ticket),
    hasAddOns: await offersAddOns(deps, ticket),
    questions: await countOpenChoices(deps, ticket),
  })
}

async function offersAddOns(deps: UssdDeps, { kind, event_id, status }: ShownTicket) {
  if (kind === 'add_on' || status === 'cancelled') return false
  const event = await readEvent(deps, event_id)
  return event !== null && sellsAddOns(event)
}

async function isReturnable({ db, clock }: UssdDeps, { id, isFree }: ShownTicket) {
  const ticket = isFree ? await selectFreeTicket(db, id) : undefined
  return ticket !== undefined && giveBackStop(ticket, clock.now()) === null
}

/** Asks for a yes before the ticket is given back. */
export async function viewGiveBack(
  deps: UssdDeps,
  visit: Visit,
  { id }: { id: string },
): Promise<View> {
  const [ticket] = await readTickets(deps, visit.phone, id)
  if (ticket && (await isReturnable(deps, ticket))) return giveBackScreen(visit, ticket)
  return { path: backTo(visit.path, 'ticket') }
}

/** Looks a ticket up by its number alone. Wrong guesses count for a limit per calling phone. */
export async function viewChecked(
  deps: UssdDeps,
  visit: Visit,
  { typed }: { typed: string },
): Promise<View> {
  const { check } = ussdTexts[visit.language]
  const path = backTo(visit.path, 'check')
  const number = readTicketNumber(typed)
  // After a mistyped number the caller can type again, and the mistake does not count as a wrong
  // guess.
  if (number === null) return { path, notice: check.mistyped }
  const find = () => selectGenuineFacts(deps.db, number)
  try {
    const lookup = { address: visit.phone, miss: 'no_such_ticket', find } as const
    const ticket = await openTicket(deps, () => findByNumber(deps, lookup))
    const time = ticket.time.slice(0, 5)
    return checkedScreen(visit, genuineStatus(ticket), { ...ticket, time })
  } catch (error) {
    if (error instanceof TicketError) return { path, notice: check.unknown }
    if (isTooOften(error)) return { path, notice: check.tooOften }
    throw error
  }
}

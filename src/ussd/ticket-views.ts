import { isUuid } from '../platform/ids.ts'
import { nairobiDate } from '../platform/values/nairobi.rules.ts'
import { TicketError } from '../tickets/errors.ts'
import { findByNumber } from '../tickets/limits.ts'
import { genuineStatus } from '../tickets/lookup/genuine.rules.ts'
import { selectGenuineFacts } from '../tickets/lookup/genuine.sql.ts'
import { readTicketNumber } from '../tickets/number.rules.ts'
import { markOpened } from '../tickets/openings.sql.ts'
import { openTicket } from '../tickets/openings.ts'
import { isTooOften } from './actions.ts'
import {
  checkedScreen,
  type ShownTicket,
  ticketScreen,
  ticketsScreen,
} from './own-tickets.rules.ts'
import { selectTicketsOfPhone } from './ussd.sql.ts'
import { ussdTexts } from './ussd.text.ts'
import { backTo, type UssdDeps, type View, type Visit } from './visit.ts'

/** Listed until the day after the event, which may last past midnight. */
const DAY_MS = 24 * 3600_000

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
  if (ticket) return ticketScreen(visit, ticket)
  return { path: backTo(visit.path, 'tickets') }
}

async function readTickets(
  { db, clock }: UssdDeps,
  phone: string,
  id: string | null = null,
): Promise<ShownTicket[]> {
  if (id !== null && !isUuid(id)) return []
  const since = nairobiDate(new Date(clock.now().getTime() - DAY_MS))
  const rows = await selectTicketsOfPhone(db, { phone, since, id })
  return rows.map(({ number, ...row }) => ({
    ...row,
    ending: number.slice(-4),
    time: row.time.slice(0, 5),
    status: genuineStatus(row),
  }))
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

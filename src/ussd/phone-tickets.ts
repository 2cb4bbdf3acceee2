import { isUuid } from '../platform/ids.ts'
import { type GenuineFacts, genuineStatus } from '../tickets/lookup/genuine.rules.ts'
import { selectTicketsOfPhone } from '../tickets/lookup/phone-tickets.sql.ts'
import { isOver, type OwnStatus, type ShownTicket } from './own-tickets.rules.ts'
import type { UssdDeps } from './visit.ts'

/** The tickets of a phone, or only the ticket with this id. */
export async function readTickets(
  { db, clock }: UssdDeps,
  phone: string,
  id: string | null = null,
): Promise<ShownTicket[]> {
  if (id !== null && !isUuid(id)) return []
  const rows = await selectTicketsOfPhone(db, { phone, now: clock.now(), id })
  return rows.map(({ number, is_free, ...row }) => ({
    ...row,
    isFree: is_free,
    ending: number.slice(-4),
    time: row.time.slice(0, 5),
    status: ownStatus(row),
  }))
}

function ownStatus(facts: GenuineFacts): OwnStatus {
  const status = genuineStatus(facts)
  if (status !== 'void') return status
  if (facts.cancelled_at !== null) return 'cancelled'
  return facts.is_day_cancelled ? 'day_cancelled' : status
}

/** Whether this phone has the ticket, and the ticket can still let people in. */
export async function isTicketOf(deps: UssdDeps, phone: string, id: string): Promise<boolean> {
  const [ticket] = await readTickets(deps, phone, id)
  return ticket !== undefined && !isOver(ticket.status)
}

import { whenFields } from '../../events/event.rules.ts'
import { sendPhoneCode } from '../../messages/phone-codes.ts'
import { SMS } from '../../messages/sms.text.ts'
import { fill } from '../../messages/twin.rules.ts'
import type { Deps } from '../../platform/database/deps.ts'
import type { Language } from '../../platform/values/language.rules.ts'
import { TicketError } from '../errors.ts'
import { isRightCode } from '../limits.ts'
import { markOpened } from '../openings.sql.ts'
import { isUnopened } from '../openings.ts'
import type { PhoneTicketsReply } from '../tickets.contract.ts'
import { type ReadRefundNote, toFound } from './found-tickets.ts'
import { PHONE_TICKETS_MAX } from './phone-tickets.rules.ts'
import { selectTicketsOfPhone } from './phone-tickets.sql.ts'

type CodeDeps = Pick<Deps, 'db' | 'env' | 'clock'>

const TICKETS = { purpose: 'tickets', scope: '' } as const

/** Sends a code to a phone, if the phone has tickets. */
export async function sendTicketsCode(
  deps: CodeDeps,
  { phone, address, language }: { phone: string; address: string; language: Language },
): Promise<void> {
  await sendPhoneCode(deps, {
    ...TICKETS,
    phone,
    address,
    text: (code) => fill(SMS.ticketsCode, language, { code }),
    isWanted: async () => (await readTickets(deps, phone)).length > 0,
  })
}

/**
 * The tickets of the phone's owner. Throws `wrong_tickets_code` if the phone has no such code now,
 * and `no_ticket_of_phone` if the tickets have gone since the code was sent. Wrong codes count
 * towards the limits, and towards the limit over all addresses that raises an alarm.
 */
export async function readPhoneTickets(
  deps: CodeDeps & Pick<Deps, 'log'> & { readRefundNote: ReadRefundNote },
  { language, ...typed }: { phone: string; code: string; address: string; language: Language },
): Promise<PhoneTicketsReply> {
  if (!(await isRightCode(deps, { ...TICKETS, ...typed }))) {
    throw new TicketError('wrong_tickets_code', { details: { field: 'code' } })
  }
  const found = await openTickets(deps, typed.phone)
  const [first] = found
  if (!first) throw new TicketError('no_ticket_of_phone')
  const tickets = await Promise.all(
    found.map(async (ticket) => ({
      ...(await toFound(deps, ticket, language)),
      event_title: ticket.title,
      ...whenFields(ticket),
    })),
  )
  return { ticket_number: first.number, tickets }
}

/** Marks the tickets as opened: the reply shows the numbers, so senders cannot take them back. */
async function openTickets(deps: CodeDeps, phone: string) {
  const found = await readTickets(deps, phone)
  const unopened = found.filter(isUnopened)
  for (const { id } of unopened) await markOpened(deps.db, id, deps.clock.now())
  // Reads again, because a sender may have just taken a ticket back.
  return unopened.length === 0 ? found : await readTickets(deps, phone)
}

async function readTickets({ db, clock }: CodeDeps, phone: string) {
  const chosen = { phone, now: clock.now(), withPast: true, max: PHONE_TICKETS_MAX }
  return await selectTicketsOfPhone(db, chosen)
}

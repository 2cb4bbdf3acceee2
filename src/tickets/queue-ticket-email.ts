import { eventCalendar } from '../events/calendar.rules.ts'
import { queueEmail } from '../messages/outbox.ts'
import type { Tx } from '../platform/db.ts'
import type { Deps } from '../platform/deps.ts'
import { pathPrefix } from '../platform/language.rules.ts'
import { toKes } from '../platform/money.rules.ts'
import { ticketEmail } from './ticket-email.rules.ts'
import { selectEmailFacts, selectOrderTickets } from './tickets.sql.ts'

/** Queues the one e-mail of an order that has an address, with all its tickets. */
export async function queueTicketEmail(
  tx: Tx,
  deps: Pick<Deps, 'env' | 'clock'>,
  orderId: string,
): Promise<void> {
  const facts = await selectEmailFacts(tx, orderId)
  if (facts.email === null) return
  const { publicOrigin, mail, support } = deps.env
  const tickets = await selectOrderTickets(tx, orderId)
  const codeOf = (number: string) => `${publicOrigin}/t/${number}`
  await queueEmail(tx, {
    ...ticketEmail({
      language: facts.language,
      eventTitle: facts.title,
      date: facts.date,
      time: facts.time,
      location: facts.location,
      amountKes: toKes(facts.amount_cents),
      receipt: facts.mpesa_receipt,
      tickets: tickets.map((ticket) => ({
        number: ticket.number,
        ticketType: ticket.ticket_type,
        admits: ticket.admits,
        gate: ticket.gate,
        link: `${publicOrigin}${pathPrefix(facts.language)}/t/${ticket.number}`,
        code: codeOf(ticket.number),
      })),
      supportEmail: support.email,
      supportPhone: support.phone,
    }),
    codes: tickets.map(({ number }) => codeOf(number)),
    calendar: eventCalendar(
      { ...facts, id: facts.event_id, time: facts.time.slice(0, 5) },
      publicOrigin,
    ),
    to: facts.email,
    from: mail.from,
    replyTo: support.email,
    dedupeKey: `tickets:${orderId}`,
    orderId,
    now: deps.clock.now(),
  })
}

import { eventCalendar } from '../../events/calendar.rules.ts'
import { queueEmail } from '../../messages/outbox.ts'
import type { Tx } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { pathPrefix } from '../../platform/values/language.rules.ts'
import { toKes } from '../../platform/values/money.rules.ts'
import { selectEmailFacts, selectOrderTickets, selectTicketsOfNumbers } from '../tickets.sql.ts'
import { ticketEmail } from './ticket-email.rules.ts'

/** Chosen tickets for an address; sent once per key. */
type TicketEmailRequest = { to: string; numbers: readonly string[]; key: string }

/**
 * Queues the email with all tickets of an order, if the order has an address; or the requested
 * email.
 */
export async function queueTicketEmail(
  tx: Tx,
  deps: Pick<Deps, 'env' | 'clock'>,
  orderId: string,
  asked?: TicketEmailRequest,
): Promise<void> {
  const facts = await selectEmailFacts(tx, orderId)
  const to = asked?.to ?? facts.email
  if (to === null) return
  const { publicOrigin, mail, support } = deps.env
  const tickets = asked
    ? await selectTicketsOfNumbers(tx, asked.numbers)
    : await selectOrderTickets(tx, orderId)
  const codeOf = (number: string) => `${publicOrigin}/t/${number}`
  await queueEmail(tx, {
    ...ticketEmail({
      language: facts.language,
      eventTitle: facts.title,
      date: facts.date,
      time: facts.time,
      location: facts.location,
      amountKes: toKes(facts.amount_cents),
      receipt: asked ? null : facts.mpesa_receipt,
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
    to,
    from: mail.from,
    replyTo: support.email,
    dedupeKey: asked ? `tickets:${orderId}:${asked.key}` : `tickets:${orderId}`,
    orderId,
    now: deps.clock.now(),
  })
}

import { eventCalendar, whenFor } from '../../events/calendar.rules.ts'
import { DEFAULT_GATE } from '../../events/event.rules.ts'
import { queueEmail, queueSms } from '../../messages/outbox.ts'
import type { Tx } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { type Language, pathPrefix } from '../../platform/values/language.rules.ts'
import { toKes } from '../../platform/values/money.rules.ts'
import { selectEmailFacts, selectTicketsOfNumbers, selectTicketsOfOrders } from '../tickets.sql.ts'
import { ticketEmail } from './ticket-email.rules.ts'
import { pairSms, type TicketSms, ticketSms } from './ticket-sms.rules.ts'

/** An email with only these tickets, to this address, sent once for each key. */
type TicketEmailRequest = { to: string; numbers: readonly string[]; key: string }

/** Queues the requested email, or the email with all tickets if the order has an address. */
export async function queueTicketEmail(
  tx: Tx,
  deps: Pick<Deps, 'env' | 'clock'>,
  orderId: string,
  request?: TicketEmailRequest,
): Promise<void> {
  const facts = await selectEmailFacts(tx, orderId)
  const to = request?.to ?? facts.email
  if (to === null) return
  const { publicOrigin, mail, support } = deps.env
  const tickets = request
    ? await selectTicketsOfNumbers(tx, request.numbers)
    : await selectTicketsOfOrders(tx, [orderId])
  const codeOf = (number: string) => `${publicOrigin}/t/${number}`
  await queueEmail(tx, {
    ...ticketEmail({
      language: facts.language,
      eventTitle: facts.title,
      imageKey: facts.image_key,
      ...whenFor(facts, { day_numbers: facts.days.map(({ n }) => n) }),
      location: facts.location,
      amountKes: toKes(facts.amount_cents),
      receipt: request ? null : facts.mpesa_receipt,
      // An email for some tickets, such as a friend's, must not have the code of the whole order.
      orderNumber: request || facts.amount_cents > 0 ? null : facts.code,
      tickets: tickets.map((ticket) => ({
        number: ticket.number,
        ticketType: ticket.ticket_type,
        admits: ticket.admits,
        soldIn: ticket.sold_in,
        isAddOn: ticket.kind === 'add_on',
        gate: ticket.gate,
        ...(facts.days.length > 0 && { when: ticket }),
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
    dedupeKey: request ? `tickets:${orderId}:${request.key}` : `tickets:${orderId}`,
    orderId,
    now: deps.clock.now(),
  })
}

export type TextedTicket = {
  id: string
  orderId: string
  number: string
  admits: number
  eventTitle: string
  /** YYYY-MM-DD and HH:MM in Nairobi. */
  date: string
  time: string
  /** The last date of the ticket's type. Absent: `date` is the only date. */
  until?: string
  location: string
  ticketType: string
  soldIn: number
  kind: string
  gate: string | null
  language: Language
  /** Host of a complimentary ticket, named in its first SMS only. */
  host?: string
}

/** Queues an SMS, only once for each `time`: the number of the ticket's earlier SMS. */
export async function queueTicketSms(
  tx: Tx,
  deps: Pick<Deps, 'env' | 'clock'>,
  ticket: TextedTicket,
  to: { phone: string; time: number },
): Promise<void> {
  await queueSms(tx, {
    phone: to.phone,
    orderId: ticket.orderId,
    body: ticketSms(factsOf(deps, ticket)),
    dedupeKey: to.time === 0 ? `ticket:${ticket.id}` : `ticket:${ticket.id}:${to.time}`,
    now: deps.clock.now(),
  })
}

/** Queues a single SMS for two tickets if both fit into it, otherwise an SMS for each ticket. */
export async function queueFirstSms(
  tx: Tx,
  deps: Pick<Deps, 'env' | 'clock'>,
  tickets: readonly TextedTicket[],
  phone: string,
): Promise<void> {
  const [first, second, ...others] = tickets
  const isPair = first && second && others.length === 0
  const body = isPair ? pairSms(factsOf(deps, first), factsOf(deps, second)) : null
  if (!isPair || body === null) {
    for (const ticket of tickets) await queueTicketSms(tx, deps, ticket, { phone, time: 0 })
    return
  }
  await queueSms(tx, {
    phone,
    orderId: first.orderId,
    body,
    dedupeKey: `ticket:${first.id}+${second.id}`,
    now: deps.clock.now(),
  })
}

function factsOf(deps: Pick<Deps, 'env'>, ticket: TextedTicket): TicketSms {
  return {
    language: ticket.language,
    eventTitle: ticket.eventTitle,
    date: ticket.date,
    time: ticket.time,
    ...(ticket.until && { until: ticket.until }),
    location: ticket.location,
    ticketType: ticket.ticketType,
    quantity: ticket.admits,
    soldIn: ticket.soldIn,
    kind: ticket.kind,
    // If an add-on has no gate yet, the linked page names the gate later.
    gate: ticket.gate ?? (ticket.kind === 'add_on' ? '' : DEFAULT_GATE),
    ticketNumber: ticket.number,
    ...(ticket.host && { host: ticket.host }),
    link: `${deps.env.publicOrigin}/t/${ticket.number}`,
  }
}

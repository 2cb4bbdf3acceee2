import type { EventChange } from '../../events/event-change.sql.ts'
import { toKes } from '../../platform/values/money.rules.ts'
import { maskPhone } from '../../platform/values/phone.rules.ts'
import type { TicketParts } from '../refunds.contract.ts'
import { chooseTickets, type NamedTicket, ownTickets } from '../take-back/chosen-tickets.ts'
import { holderSms } from '../take-back/notify-holders.ts'
import { requestedSms } from '../take-back/take-back.ts'
import {
  countChosen,
  partsOf,
  refundablePeople,
  refundableUnits,
  sumOf,
} from '../take-back/ticket-shares.rules.ts'
import type { RefundLinkReply } from './refund-link.contract.ts'
import type { LinkRow } from './refund-link.sql.ts'

type Tickets = readonly LinkRow['tickets'][number][]

/** The valid and used tickets for which the link's owner may request a refund. */
export function ownOf({ tickets, ticket_number, buyer_phone: buyerPhone }: LinkRow): Tickets {
  if (ticket_number === null) return ownTickets(tickets, { buyerPhone })
  return tickets.filter(({ number }) => number === ticket_number)
}

/** The tickets of a link for which its owner can request a refund now, or could do so before. */
type FreedTickets = {
  /** The latest change that lets the owner request a refund. */
  change: EventChange | undefined
  /** The changes because of which a refund can be requested, if there are several: one for each day. */
  changes: readonly EventChange[]
  /** Whether a refund can be requested now. */
  isIn: boolean
  own: Tickets
  /** The ids of the tickets that a changed day concerns. Absent if it concerns the whole order. */
  only?: ReadonlySet<string>
}

/**
 * A link shows the latest change that lets its owner request a refund: a change of the whole event,
 * or of a day of one of its tickets. `changes` begins with the latest change.
 */
export function freedOf(link: LinkRow, changes: readonly EventChange[], now: Date): FreedTickets {
  const own = ownOf(link)
  const isOpen = (change: EventChange | undefined) =>
    change !== undefined && link.created_at <= change.announced_at && now <= change.request_until
  if (link.tickets.length === 0 || changes.every(({ day }) => day === null)) {
    // An order without tickets may be for other days, so only a change of the whole event counts.
    const whole = changes.find(({ day }) => day === null)
    return { change: whole ?? changes[0], changes: [], isIn: isOpen(whole), own }
  }
  const freed = own.filter(({ freed_by }) => freed_by.length > 0)
  const open = freed.filter((one) => isOpen(changes.find(({ id }) => id === one.freed_by[0])))
  const shown = open.length > 0 ? open : freed
  const causes = changes.filter(
    (change, at) =>
      isOpen(change) &&
      shown.some((one) => one.freed_by.includes(change.id)) &&
      changes.findIndex(({ day }) => day === change.day) === at,
  )
  return {
    change: changes.find(({ id }) => shown.some((one) => one.freed_by[0] === id)) ?? changes[0],
    changes: causes.length > 1 ? causes : [],
    isIn: open.length > 0,
    own: shown,
    only: new Set(shown.map(({ id }) => id)),
  }
}

/**
 * The amount for the people who can be refunded. If the order has no tickets yet, the amount of the
 * whole order.
 */
export function worthOf({ tickets, lines }: LinkRow, own: Tickets): number {
  if (tickets.length === 0) return sumOf(lines)
  const chosen = own.map((ticket) => ({ ...ticket, people: refundableUnits(ticket, tickets) }))
  return sumOf(
    partsOf(
      chosen.filter(({ people }) => people > 0),
      lines,
    ),
  )
}

/** How many people of a ticket can be refunded by its link; if none can, also the reason. */
export function limitsOf(
  ticket: Tickets[number],
  good: Tickets,
): Pick<RefundLinkReply['tickets'][number], 'refundable' | 'blocked_by'> {
  const refundable = refundableUnits(ticket, good)
  if (refundable > 0) return { refundable }
  return { refundable, blocked_by: refundablePeople(ticket) > 0 ? 'part' : 'inside' }
}

export function stateOf(
  link: LinkRow,
  own: Tickets,
  { leftCents, isIn }: { leftCents: number; isIn: boolean },
): RefundLinkReply['state'] {
  const isSold = link.state === 'paid' || link.state === 'issued'
  if (link.requested_at !== null && (!isSold || leftCents === 0 || !isIn)) return 'asked'
  const isSentOn =
    link.ticket_number === null
      ? link.tickets.length > 0 && ownOf(link).length === 0
      : link.void_reason === 'transferred'
  if (isSold && isSentOn) return 'sent_on'
  const isNone = (count: (ticket: Tickets[number], good: Tickets) => number) =>
    own.length > 0 && own.every((ticket) => count(ticket, link.tickets) === 0)
  const areInside = isNone(refundablePeople)
  const areParts = isNone(refundableUnits) && !areInside
  if (!isSold || (leftCents === 0 && !areInside && !areParts)) return 'gone'
  if (!isIn) return 'closed'
  if (areParts) return 'parts'
  return areInside ? 'used' : 'open'
}

/** Parses 'NUMBER:2,NUMBER:1'. Tickets without chosen people are left out. */
export function partsOfQuery(people: string): TicketParts {
  return people.split(',').flatMap((one) => {
    const [ticket_number = '', count] = one.split(':')
    const admits = Number(count)
    return Number.isInteger(admits) && admits > 0 ? [{ ticket_number, admits }] : []
  })
}

/** Previews a request by the link: for the people in `parts`, or for all who can be refunded. */
export function previewLink(
  link: LinkRow,
  eventTitle: string,
  {
    parts,
    only,
    now,
  }: { parts: readonly NamedTicket[] | null; only?: ReadonlySet<string> | undefined; now: Date },
): RefundLinkReply['chosen'] {
  const { tickets: good, lines, ticket_number: number, buyer_phone: buyerPhone } = link
  const by = number === null ? { buyerPhone } : ('holder' as const)
  const named = parts ?? (number === null ? null : [{ number }])
  const chosen = chooseTickets(good, { by, only, ...(named && { tickets: named }) })
  const shares = good.length === 0 ? lines : partsOf(chosen, lines)
  const amountCents = sumOf(shares)
  const order = { language: link.language, event_title: eventTitle, code: link.code }
  const payment = { method: link.in_cash ? 'cash' : 'mpesa' }
  const [own] = chosen
  const count = shares.reduce((sum, { quantity }) => sum + quantity, 0)
  return {
    ...countChosen(chosen, count),
    amount: toKes(amountCents),
    to: number === null && !link.in_cash && link.payer ? maskPhone(link.payer) : null,
    in_cash: link.in_cash,
    sms:
      number === null || !own
        ? requestedSms({ order, payment, request: { reason: 'moved' }, amountCents, now })
        : holderSms(order, own, { reason: 'moved' }).body,
    tickets: chosen.map((ticket) => {
      return { ticket_number: ticket.number, admits: ticket.people, of: ticket.admits }
    }),
  }
}

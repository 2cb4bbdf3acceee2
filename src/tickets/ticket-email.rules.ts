import { formatDate, formatTime, formatWeekday } from '../events/event-words.rules.ts'
import { emailPage } from '../messages/email.rules.ts'
import { escapeHtml } from '../platform/escape-html.rules.ts'
import { formatKes } from '../platform/money.rules.ts'
import { formatTicketNumber } from './number.rules.ts'

export type TicketEmailFacts = {
  eventTitle: string
  /** YYYY-MM-DD and HH:MM in Nairobi. */
  date: string
  time: string
  location: string
  amountKes: number
  /** Null while M-Pesa has not named it. */
  receipt: string | null
  tickets: { number: string; ticketType: string; admits: number; gate: string; link: string }[]
  supportEmail: string
  supportPhone: string
}

const AT_THE_GATE =
  'Show the QR code behind the link, or the ticket number, at the gate. Keep it safe and do not share it with others.'

/** The tickets of one order, as plain text and as HTML that says the same. */
export function ticketEmail(facts: TicketEmailFacts): {
  subject: string
  text: string
  html: string
} {
  const count = facts.tickets.reduce((sum, ticket) => sum + ticket.admits, 0)
  const subject = `Your ${count === 1 ? 'ticket' : 'tickets'}: ${facts.eventTitle}`
  return { subject, text: textOf(facts), html: htmlOf(subject, facts) }
}

function whenOf({ date, time }: TicketEmailFacts): string {
  return `${formatWeekday(date)}, ${formatDate(date)}, ${formatTime(time)}`
}

function textOf(facts: TicketEmailFacts): string {
  const tickets = facts.tickets.flatMap((ticket) => [
    '',
    `${ticket.admits} x ${ticket.ticketType}`,
    `Enter Through: ${ticket.gate}`,
    `Ticket number: ${formatTicketNumber(ticket.number)}`,
    ticket.link,
  ])
  return [
    facts.eventTitle,
    whenOf(facts),
    facts.location,
    ...tickets,
    '',
    `Paid: ${formatKes(facts.amountKes)}`,
    ...(facts.receipt === null ? [] : [`M-PESA reference: ${facts.receipt}`]),
    '',
    AT_THE_GATE,
    '',
    `Questions? ${facts.supportEmail} or ${facts.supportPhone}`,
  ].join('\n')
}

const TICKET = 'margin:16px 0 0;padding:16px;border:1px solid #e6dccf;border-radius:8px'
const NUMBER = 'margin:4px 0 12px;font:700 18px/1.4 ui-monospace,Menlo,Consolas,monospace'
const BUTTON =
  'display:inline-block;padding:12px 20px;background:#b4430c;color:#ffffff;font-weight:600;text-decoration:none;border-radius:8px'

function htmlOf(subject: string, facts: TicketEmailFacts): string {
  const { tickets, receipt } = facts
  const paid = `Paid ${escapeHtml(formatKes(facts.amountKes))}`
  const content = [
    `<h1 style="margin:0;font-size:24px;line-height:1.25">${escapeHtml(facts.eventTitle)}</h1>`,
    `<p style="margin:8px 0 0">${escapeHtml(whenOf(facts))}<br>${escapeHtml(facts.location)}</p>`,
    ...tickets.map(ticketBlock),
    `<p style="margin:16px 0 0">${paid}${receipt === null ? '' : `<br>M-PESA reference ${escapeHtml(receipt)}`}</p>`,
    `<p style="margin:16px 0 0">${AT_THE_GATE}</p>`,
  ]
  const phone = `<span style="white-space:nowrap">${escapeHtml(facts.supportPhone)}</span>`
  const footer = `Questions? ${escapeHtml(facts.supportEmail)} or ${phone}`
  return emailPage(subject, content.join('\n'), footer)
}

function ticketBlock(ticket: TicketEmailFacts['tickets'][number]): string {
  return [
    `<div style="${TICKET}">`,
    `<p style="margin:0;font-weight:600">${ticket.admits} × ${escapeHtml(ticket.ticketType)}</p>`,
    `<p style="margin:8px 0 0;color:#665c53">Enter Through</p>`,
    `<p style="margin:0;font-size:24px;font-weight:700;line-height:1.25">${escapeHtml(ticket.gate)}</p>`,
    `<p style="${NUMBER}">${formatTicketNumber(ticket.number)}</p>`,
    `<a href="${escapeHtml(ticket.link)}" style="${BUTTON}">View Ticket</a>`,
    '</div>',
  ].join('\n')
}

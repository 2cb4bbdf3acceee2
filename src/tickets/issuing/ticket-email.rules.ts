import { codeName, emailPage, posterImage } from '../../messages/email.rules.ts'
import { QUESTIONS, TICKET_EMAIL } from '../../messages/emails.text.ts'
import { fill } from '../../messages/twin.rules.ts'
import { escapeHtml } from '../../platform/values/escape-html.rules.ts'
import type { Language } from '../../platform/values/language.rules.ts'
import { formatKes } from '../../platform/values/money.rules.ts'
import { formatFullDate, formatTime } from '../../ui/dates.rules.ts'
import { formatTicketNumber } from '../number.rules.ts'

type When = { date: string; time: string; until?: string }

export type TicketEmailFacts = {
  language: Language
  eventTitle: string
  imageKey: string | null
  /** YYYY-MM-DD and HH:MM in Nairobi. */
  date: string
  time: string
  /** The last date, if the tickets are for several days. */
  until?: string
  location: string
  amountKes: number
  /** The receipt; null until M-Pesa has reported one. */
  receipt: string | null
  /** The code of an order without a payment, which finds its tickets; null for others. */
  orderNumber: string | null
  /** `link` opens the ticket's page; `code` is the content of its QR code. */
  tickets: {
    number: string
    ticketType: string
    admits: number
    soldIn: number
    isAddOn: boolean
    gate: string
    /** The days of the ticket. Absent in an event of one day. */
    when?: When
    link: string
    code: string
  }[]
  supportEmail: string
  supportPhone: string
}

/** Returns plain text and HTML with the same content. */
export function ticketEmail(facts: TicketEmailFacts): {
  subject: string
  text: string
  html: string
} {
  const count = facts.tickets.reduce((sum, ticket) => sum + ticket.admits, 0)
  const line = count === 1 ? TICKET_EMAIL.subjectOne : TICKET_EMAIL.subject
  const subject = fill(line, facts.language, { title: facts.eventTitle })
  return { subject, text: textOf(facts), html: htmlOf(subject, facts) }
}

function whenOf({ date, until = date, time }: When, language: Language): string {
  if (until !== date) return [date, until].map((day) => formatFullDate(day, language)).join(' – ')
  return `${formatFullDate(date, language)}, ${formatTime(time)}`
}

function textOf(facts: TicketEmailFacts): string {
  const say = speak(facts.language)
  const tickets = facts.tickets.flatMap((ticket) => [
    '',
    whatOf(ticket, say, 'x'),
    ...(ticket.when ? [whenOf(ticket.when, facts.language)] : []),
    ...(ticket.gate ? [`${whereOf(ticket, say)}: ${ticket.gate}`] : []),
    `${say.ticketNumber}: ${formatTicketNumber(ticket.number)}`,
    ticket.link,
  ])
  return [
    facts.eventTitle,
    whenOf(facts, facts.language),
    facts.location,
    ...tickets,
    ...(facts.amountKes === 0 ? [] : ['', `${say.paid}: ${formatKes(facts.amountKes)}`]),
    ...(facts.receipt === null ? [] : [`${say.reference}: ${facts.receipt}`]),
    ...(facts.orderNumber === null ? [] : ['', `${say.orderNumber}: ${facts.orderNumber}`]),
    '',
    say.atTheGateText,
    '',
    fill(QUESTIONS, facts.language, { email: facts.supportEmail, phone: facts.supportPhone }),
  ].join('\n')
}

type EmailTicket = TicketEmailFacts['tickets'][number]

/** '2 x VIP' or, for a type sold in units, 'Table of 10 (10 people)' or 'Drinks (3 uses)'. */
function whatOf({ admits, ticketType, soldIn, isAddOn }: EmailTicket, say: Texts, by: string) {
  if (soldIn === 1) return `${admits} ${by} ${ticketType}`
  const line = isAddOn ? say.uses : say.people
  return `${ticketType} (${line.replace('{count}', String(admits))})`
}

const whereOf = ({ isAddOn }: EmailTicket, say: Texts) =>
  isAddOn ? say.redeemAt : say.enterThrough

type Texts = Record<keyof typeof TICKET_EMAIL, string>

function speak(language: Language): Texts {
  const texts = Object.entries(TICKET_EMAIL).map(([key, text]) => [key, text[language]])
  return Object.fromEntries(texts) as Texts
}

const TICKET = 'margin:16px 0 0;padding:16px;border:1px solid #e6dccf;border-radius:8px'
const NUMBER = 'margin:4px 0 12px;font:700 18px/1.4 ui-monospace,Menlo,Consolas,monospace'
const BUTTON =
  'display:inline-block;padding:12px 20px;background:#b4430c;color:#ffffff;font-weight:600;text-decoration:none;border-radius:8px'

function htmlOf(subject: string, facts: TicketEmailFacts): string {
  const { tickets, receipt, language } = facts
  const say = speak(language)
  const paid = `${say.paid} ${escapeHtml(formatKes(facts.amountKes))}`
  const content = [
    `${posterImage(facts.imageKey)}<h1 style="margin:0;font-size:24px;line-height:1.25">${escapeHtml(facts.eventTitle)}</h1>`,
    `<p style="margin:8px 0 0">${escapeHtml(whenOf(facts, language))}<br>${escapeHtml(facts.location)}</p>`,
    ...tickets.map((ticket) => ticketBlock(ticket, say, language)),
    ...(facts.amountKes === 0
      ? []
      : [
          `<p style="margin:16px 0 0">${paid}${receipt === null ? '' : `<br>${say.reference} ${escapeHtml(receipt)}`}</p>`,
        ]),
    ...(facts.orderNumber === null
      ? []
      : [`<p style="margin:16px 0 0">${say.orderNumber} ${facts.orderNumber}</p>`]),
    `<p style="margin:16px 0 0">${say.atTheGate}</p>`,
  ]
  const phone = `<span style="white-space:nowrap">${escapeHtml(facts.supportPhone)}</span>`
  const footer = fill(QUESTIONS, language, { email: escapeHtml(facts.supportEmail), phone })
  return emailPage(subject, content.join('\n'), footer, language)
}

/** Attaches the code: an image loaded from a server would reveal that the email was read. */
function ticketBlock(ticket: EmailTicket, say: Texts, language: Language): string {
  const number = formatTicketNumber(ticket.number)
  const code = escapeHtml(say.codeOf.replace('{number}', number))
  return [
    `<div style="${TICKET}">`,
    `<p style="margin:0;font-weight:600">${escapeHtml(whatOf(ticket, say, '×'))}</p>`,
    ...(ticket.when
      ? [`<p style="margin:4px 0 0">${escapeHtml(whenOf(ticket.when, language))}</p>`]
      : []),
    ...(ticket.gate
      ? [
          `<p style="margin:8px 0 0;color:#665c53">${whereOf(ticket, say)}</p>`,
          `<p style="margin:0;font-size:24px;font-weight:700;line-height:1.25">${escapeHtml(ticket.gate)}</p>`,
        ]
      : []),
    `<p style="margin:12px 0 0"><img src="cid:${codeName(ticket.code)}" width="220" height="220" alt="${code}" style="display:block;max-width:100%;background:#ffffff"></p>`,
    `<p style="margin:12px 0 0;color:#665c53">${say.ticketNumber}</p>`,
    `<p style="${NUMBER}">${number}</p>`,
    `<a href="${escapeHtml(ticket.link)}" style="${BUTTON}">${say.view}</a>`,
    '</div>',
  ].join('\n')
}

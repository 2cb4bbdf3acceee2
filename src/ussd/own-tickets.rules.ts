import { DEFAULT_GATE } from '../events/event.rules.ts'
import { smsWhen } from '../messages/sms.rules.ts'
import type { Language } from '../platform/values/language.rules.ts'
import type { GenuineStatus } from '../tickets/lookup/genuine.rules.ts'
import { addOnsOf } from './event-screens.rules.ts'
import type { Line } from './layout.rules.ts'
import { datedScreen, type Frame, ROWS, type Row, screenOf } from './menu.rules.ts'
import type { RenderedScreen, ScreenRef } from './navigation.rules.ts'
import type { Texts } from './screen-texts.text.ts'
import { sellingTexts } from './selling.text.ts'
import { ussdTexts } from './ussd.text.ts'

/** A ticket that is not valid because its event or its day is cancelled says so. */
export type OwnStatus = GenuineStatus | 'cancelled' | 'day_cancelled'

export type ShownTicket = {
  id: string
  /** The last symbols only: the gateway sees the screen, and the phone may be borrowed. */
  ending: string
  event_id: string
  admits: number
  admitted: number
  ticket_type: string
  sold_in: number
  kind: string
  gate: string | null
  title: string
  /** YYYY-MM-DD and HH:MM in Nairobi. */
  date: string
  time: string
  /** The last date for which its type is valid. If absent, `date` is the only date. */
  until?: string
  status: OwnStatus
  /** True if the order had no payment: its buyer proved the phone. */
  isFree: boolean
}

export function ticketsScreen(
  frame: Frame,
  tickets: readonly ShownTicket[],
  from: number,
): RenderedScreen {
  const texts = ussdTexts[frame.language]
  const shown = tickets.slice(from, from + ROWS)
  const hasMore = tickets.length > from + ROWS
  const more: ScreenRef | undefined = hasMore ? { at: 'tickets', from: from + ROWS } : undefined
  const head = shown.length === 0 ? [texts.noTickets] : []
  return datedScreen(frame, (dayText) => {
    const rows = shown.map((ticket): Row => {
      const { id, title, date, admits, status, kind } = ticket
      const count = `x${isAddOn(kind) ? unitsOf(ticket) : admits}`
      const what = isOver(status) ? texts.ended[status].inList : count
      // An add-on, such as parking, is listed by its type's name, an entry by its event's title.
      const line = {
        name: isAddOn(kind) ? ticket.ticket_type : title,
        instead: isAddOn(kind) ? texts.unnamed.ticket : texts.unnamed.event,
        after: ` ${dayText(date, date, frame.language)} ${what}`,
      }
      return { line, to: { at: 'ticket', id } }
    })
    return { head, rows, more }
  })
}

/** `questions`: how many questions with choices lack an answer. */
type TicketRows = { isReturnable: boolean; hasAddOns: boolean; questions: number }

export function ticketScreen(
  frame: Frame,
  ticket: ShownTicket,
  { isReturnable, hasAddOns, questions }: TicketRows,
): RenderedScreen {
  const texts = ussdTexts[frame.language]
  const about = ownLines(frame.language, ticket)
  if (isOver(ticket.status))
    return screenOf(frame, { head: [...about, texts.ended[ticket.status].said] })
  const rows: Row[] = [{ line: texts.numberBySms, to: { at: 'resend', id: ticket.id } }]
  const { giveBack, addOns, questions: asked } = sellingTexts[frame.language]
  const toAsked = { at: 'asked', id: ticket.id, from: 0, skipped: 0 } as const
  if (questions > 0) rows.push({ line: asked(questions), to: toAsked })
  if (hasAddOns) rows.push({ line: addOns, to: addOnsOf({ id: ticket.event_id }) })
  if (isReturnable) rows.push({ line: giveBack, to: { at: 'give_back', id: ticket.id } })
  const head = [...about, { name: ticket.gate ?? DEFAULT_GATE, instead: texts.unnamed.gate }]
  return screenOf(frame, { head: [...head, texts.number(ticket.ending)], rows })
}

export function giveBackScreen(frame: Frame, ticket: ShownTicket): RenderedScreen {
  const { giveBack, giveBackAsked } = sellingTexts[frame.language]
  const about = ownLines(frame.language, ticket)
  return screenOf(frame, {
    head: [giveBackAsked, ...about],
    rows: [{ line: giveBack, to: { at: 'given_back', id: ticket.id } }],
  })
}

/** A ticket that is over is shown without number and gate, because the gate would refuse it. */
export const isOver = (status: OwnStatus): status is Exclude<OwnStatus, 'valid' | 'used'> =>
  status !== 'valid' && status !== 'used'

export function checkScreen(frame: Frame): RenderedScreen {
  const { typeNumber } = ussdTexts[frame.language]
  return screenOf(frame, { head: [typeNumber], field: { kind: 'number' } })
}

type Verdict = Exclude<keyof Texts['check'], 'unknown' | 'mistyped' | 'tooOften'>

/** Facts that any caller may see about a ticket: event and type, and no name or phone number. */
export function checkedScreen(frame: Frame, verdict: Verdict, ticket: TicketFacts): RenderedScreen {
  const texts = ussdTexts[frame.language]
  return screenOf(frame, { head: [texts.check[verdict], ...linesOf(frame.language, ticket)] })
}

const isAddOn = (kind: string) => kind === 'add_on'

/** An add-on that is redeemed once may have several units on a ticket. */
const unitsOf = ({ admits, sold_in }: ShownTicket) => (sold_in > 1 ? 1 : admits)

/** With 'Parking x1, 0 of 1 used' for an add-on. */
function ownLines(language: Language, ticket: ShownTicket): Line[] {
  const { kind, admits, admitted, ticket_type: name } = ticket
  const lines = linesOf(language, ticket)
  if (!isAddOn(kind)) return lines
  const after = ` x${unitsOf(ticket)}, ${sellingTexts[language].usedOf(admitted, admits)}`
  return [...lines.slice(0, -1), { name, instead: ussdTexts[language].unnamed.ticket, after }]
}

type TicketFacts = Pick<
  ShownTicket,
  'title' | 'date' | 'time' | 'until' | 'admits' | 'ticket_type' | 'sold_in' | 'kind'
>

function linesOf(language: Language, ticket: TicketFacts): Line[] {
  const texts = ussdTexts[language]
  return [
    { name: ticket.title, instead: texts.unnamed.event },
    smsWhen(ticket, language),
    whatLine(language, ticket),
  ]
}

/** '2 x VIP', 'Table of 10 (3 people)' or 'Drinks (3 uses)' */
function whatLine(language: Language, { kind, sold_in, admits, ticket_type: name }: TicketFacts) {
  const instead = ussdTexts[language].unnamed.ticket
  if (sold_in === 1) return { before: `${admits} x `, name, instead }
  const { people, uses } = sellingTexts[language]
  return { name, instead, after: ` (${(isAddOn(kind) ? uses : people)(admits)})` }
}

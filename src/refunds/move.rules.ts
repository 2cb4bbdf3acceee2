import { formatDate, formatTime } from '../events/event-words.rules.ts'
import type { Place } from '../events/reschedule.rules.ts'
import { emailPage } from '../messages/email.rules.ts'
import { gsmTitle, SMS_MAX_SEPTETS, shorten, toGsm } from '../messages/sms.rules.ts'
import { escapeHtml } from '../platform/escape-html.rules.ts'
import { shortDay } from './business-days.rules.ts'

type Moved = {
  eventTitle: string
  old: Place
  now: Place
  /** YYYY-MM-DD: the last day on which a refund can be asked for. */
  until: string
  /** Where. */
  link: string
}

/** Old and new, what is the same left out, in one part; a long title or place is cut. */
export function movedSms({ eventTitle, old, now, until, link }: Moved): string {
  const isWhen = old.date !== now.date || old.time !== now.time
  const isWhere = old.location !== now.location
  const when = isWhen ? `${whenWords(old)} to ${whenWords(now)}` : ''
  const head = ' moved: '
  const tail = `. Tickets stay valid. Refund? Ask by ${shortDay(until)}: ${link}`
  const room =
    SMS_MAX_SEPTETS - head.length - tail.length - when.length - (isWhen && isWhere ? 2 : 0)
  const title = shorten(gsmTitle(eventTitle), Math.max(8, isWhere ? Math.floor(room / 3) : room))
  const left = Math.floor((room - title.length - ' to '.length) / 2)
  const cut = (place: string) => shorten(toGsm(place), Math.max(4, left))
  const where = isWhere ? `${cut(old.location)} to ${cut(now.location)}` : ''
  return title + head + [when, where].filter((part) => part !== '').join(', ') + tail
}

/** '12 Dec 15:00' */
function whenWords({ date, time }: Place): string {
  return `${shortDay(date)} ${time}`
}

const fullWords = ({ date, time, location }: Place) =>
  `${formatDate(date)}, ${formatTime(time)}, ${location}`

/** As plain text and as HTML that says the same. */
export function movedEmail(facts: Moved & { supportEmail: string; supportPhone: string }): {
  subject: string
  text: string
  html: string
} {
  const { eventTitle, old, now, until, link } = facts
  const subject = `Moved: ${eventTitle}`
  const lines = [
    `${eventTitle} has moved. Your tickets stay valid; you need not do anything.`,
    `New: ${fullWords(now)}`,
    `Before: ${fullWords(old)}`,
    `If you cannot come, you may ask for your money until ${formatDate(until)}:`,
  ]
  const footer = `Questions? ${facts.supportEmail} or ${facts.supportPhone}`
  const content = [
    `<h1 style="margin:0;font-size:24px;line-height:1.25">${escapeHtml(eventTitle)}</h1>`,
    ...lines.map((line) => `<p style="margin:16px 0 0">${escapeHtml(line)}</p>`),
    `<p style="margin:8px 0 0"><a href="${escapeHtml(link)}">${escapeHtml(link)}</a></p>`,
  ].join('\n')
  const text = [...lines, link, footer].join('\n\n')
  return { subject, text, html: emailPage(subject, content, escapeHtml(footer)) }
}

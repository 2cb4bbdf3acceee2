import { emailPage, posterImage } from '../../messages/email.rules.ts'
import {
  CANCELLED_EMAIL,
  DAY_CANCELLED_EMAIL,
  MOVED_EMAIL,
  QUESTIONS,
} from '../../messages/emails.text.ts'
import { fill } from '../../messages/twin.rules.ts'
import { escapeHtml } from '../../platform/values/escape-html.rules.ts'
import type { Language } from '../../platform/values/language.rules.ts'
import { formatKes } from '../../platform/values/money.rules.ts'
import { formatDate } from '../../ui/dates.rules.ts'

type Cancelled = {
  language: Language
  eventTitle: string
  /** 0 if nothing is refunded. */
  amountKes: number
  code: string
}

type Mailed = Cancelled & {
  /** The key of the event's picture. */
  imageKey: string | null
  /** YYYY-MM-DD */
  by: string
  supportEmail: string
  supportPhone: string
}

/** Writes the email as plain text and as HTML with the same content. */
export function cancelledEmail(facts: Mailed): { subject: string; text: string; html: string } {
  const { language, eventTitle: title } = facts
  const subject = fill(CANCELLED_EMAIL.subject, language, { title })
  const by = formatDate(facts.by, language)
  const lines = [
    fill(CANCELLED_EMAIL.cancelled, language, { title }),
    ...(facts.amountKes === 0
      ? []
      : [fill(CANCELLED_EMAIL.refund, language, { amount: formatKes(facts.amountKes), by })]),
    fill(CANCELLED_EMAIL.invalid, language, { code: facts.code }),
  ]
  const heading = fill(CANCELLED_EMAIL.heading, language, { title })
  return pageOf(facts, { subject, heading, lines, links: [] })
}

type Page = { subject: string; heading: string; lines: string[]; links: string[] }

function pageOf(
  { language, ...facts }: Pick<Mailed, 'language' | 'imageKey' | 'supportEmail' | 'supportPhone'>,
  { subject, heading, lines, links }: Page,
): { subject: string; text: string; html: string } {
  const reached = { email: facts.supportEmail, phone: facts.supportPhone }
  const footer = fill(QUESTIONS, language, reached)
  const content = [
    `${posterImage(facts.imageKey)}<h1 style="margin:0;font-size:24px;line-height:1.25">${escapeHtml(heading)}</h1>`,
    ...lines.map((line) => `<p style="margin:16px 0 0">${escapeHtml(line)}</p>`),
    ...links.map(
      (link) =>
        `<p style="margin:8px 0 0"><a href="${escapeHtml(link)}" style="word-break:break-all">${escapeHtml(link)}</a></p>`,
    ),
  ].join('\n')
  const text = [...lines, ...links, footer].join('\n\n')
  return { subject, text, html: emailPage(subject, content, escapeHtml(footer), language) }
}

type DayMailed = Mailed & {
  /** The cancelled day, YYYY-MM-DD. */
  day: string
  /** Whether tickets of the order were only for this day, and whether it has passes. */
  lost: boolean
  kept: boolean
  /** How holders of passes request a refund; null if they cannot. */
  refund: { until: string; link: string } | null
}

/** Writes the email about a cancelled day of an event of several days. */
export function dayCancelledEmail(facts: DayMailed): {
  subject: string
  text: string
  html: string
} {
  const { language, eventTitle: title, refund } = facts
  const texts = DAY_CANCELLED_EMAIL
  const day = formatDate(facts.day, language)
  const money = { amount: formatKes(facts.amountKes), by: formatDate(facts.by, language) }
  const lines = [
    fill(texts.cancelled, language, { day, title }),
    ...(facts.amountKes > 0 ? [fill(CANCELLED_EMAIL.refund, language, money)] : []),
    ...(facts.lost ? [fill(texts.invalid, language, { code: facts.code })] : []),
    ...(facts.kept ? [fill(texts.kept, language, {})] : []),
    ...(refund
      ? [fill(MOVED_EMAIL.refund, language, { until: formatDate(refund.until, language) })]
      : []),
  ]
  const subject = fill(texts.subject, language, { day, title })
  return pageOf(facts, { subject, heading: title, lines, links: refund ? [refund.link] : [] })
}

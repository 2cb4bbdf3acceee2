import { emailPage, posterImage } from '../../messages/email.rules.ts'
import { CANCELLED_EMAIL, QUESTIONS } from '../../messages/emails.text.ts'
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
  const reached = { email: facts.supportEmail, phone: facts.supportPhone }
  const footer = fill(QUESTIONS, language, reached)
  const heading = escapeHtml(fill(CANCELLED_EMAIL.heading, language, { title }))
  const content = [
    `${posterImage(facts.imageKey)}<h1 style="margin:0;font-size:24px;line-height:1.25">${heading}</h1>`,
    ...lines.map((line) => `<p style="margin:16px 0 0">${escapeHtml(line)}</p>`),
  ].join('\n')
  const text = [...lines, footer].join('\n\n')
  return { subject, text, html: emailPage(subject, content, escapeHtml(footer), language) }
}

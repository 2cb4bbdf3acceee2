import { emailPage, posterImage } from '../messages/email.rules.ts'
import { QUESTIONS } from '../messages/emails.text.ts'
import { fill } from '../messages/twin.rules.ts'
import { escapeHtml } from '../platform/values/escape-html.rules.ts'
import type { Language } from '../platform/values/language.rules.ts'

export type BuyerEmail = { subject: string; text: string; html: string }

export type EmailFrame = {
  language: Language
  /** The storage key of the event's picture. */
  imageKey: string | null
  supportEmail: string
  supportPhone: string
}

type Content = { subject: string; heading: string; lines: string[]; links: string[] }

/** Writes an email to a buyer as plain text and as HTML with the same content. */
export function buyerEmail(
  { language, imageKey, supportEmail, supportPhone }: EmailFrame,
  { subject, heading, lines, links }: Content,
): BuyerEmail {
  const footer = fill(QUESTIONS, language, { email: supportEmail, phone: supportPhone })
  const content = [
    `${posterImage(imageKey)}<h1 style="margin:0;font-size:24px;line-height:1.25">${escapeHtml(heading)}</h1>`,
    ...lines.map((line) => `<p style="margin:16px 0 0">${escapeHtml(line)}</p>`),
    ...links.map(
      (link) =>
        `<p style="margin:8px 0 0"><a href="${escapeHtml(link)}" style="word-break:break-all">${escapeHtml(link)}</a></p>`,
    ),
  ].join('\n')
  const text = [...lines, ...links, footer].join('\n\n')
  return { subject, text, html: emailPage(subject, content, escapeHtml(footer), language) }
}

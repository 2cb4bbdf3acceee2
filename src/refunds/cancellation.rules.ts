import { formatDate } from '../events/event-words.rules.ts'
import { emailPage } from '../messages/email.rules.ts'
import { escapeHtml } from '../platform/escape-html.rules.ts'
import { formatKes } from '../platform/money.rules.ts'

type Cancelled = { eventTitle: string; amountKes: number; code: string }

type Mailed = Cancelled & {
  /** YYYY-MM-DD */
  by: string
  supportEmail: string
  supportPhone: string
}

/** As plain text and as HTML that says the same. */
export function cancelledEmail(facts: Mailed): { subject: string; text: string; html: string } {
  const subject = `Cancelled: ${facts.eventTitle}`
  const amount = formatKes(facts.amountKes)
  const lines = [
    `${facts.eventTitle} will not take place. We are sorry.`,
    `${amount} will be refunded by ${formatDate(facts.by)}, to the M-PESA number that paid. You need not do anything.`,
    `Your tickets are not valid any more. Reference: ${facts.code}`,
  ]
  const footer = `Questions? ${facts.supportEmail} or ${facts.supportPhone}`
  const content = [
    `<h1 style="margin:0;font-size:24px;line-height:1.25">${escapeHtml(facts.eventTitle)} is cancelled</h1>`,
    ...lines.map((line) => `<p style="margin:16px 0 0">${escapeHtml(line)}</p>`),
  ].join('\n')
  const text = [...lines, footer].join('\n\n')
  return { subject, text, html: emailPage(subject, content, escapeHtml(footer)) }
}

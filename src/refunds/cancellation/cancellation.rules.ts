import { CANCELLED_EMAIL, DAY_CANCELLED_EMAIL, MOVED_EMAIL } from '../../messages/emails.text.ts'
import { smsDate, smsShortDate, writeSms } from '../../messages/sms.rules.ts'
import { SMS } from '../../messages/sms.text.ts'
import { fill } from '../../messages/twin.rules.ts'
import { type Language, linkIn } from '../../platform/values/language.rules.ts'
import { formatKes } from '../../platform/values/money.rules.ts'
import { formatDate } from '../../ui/dates.rules.ts'
import { type BuyerEmail, buyerEmail, type EmailFrame } from '../buyer-email.rules.ts'

type Cancelled = {
  language: Language
  eventTitle: string
  /** The refunded amount in whole shillings; 0 if nothing is refunded. */
  amountKes: number
  code: string
}

type Mailed = Cancelled &
  EmailFrame & {
    /** The last day for paying the refund, YYYY-MM-DD. */
    by: string
  }

/** Writes the email about a cancelled event. */
export function cancelledEmail(facts: Mailed): BuyerEmail {
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
  return buyerEmail(facts, { subject, heading, lines, links: [] })
}

type DayMailed = Mailed & {
  /** The cancelled day, YYYY-MM-DD. */
  day: string
  /** `lost`: whether tickets of the order were only for this day. `kept`: whether it has passes. */
  lost: boolean
  kept: boolean
  /** How holders of passes request a refund; null if they cannot. */
  refund: { until: string; link: string } | null
}

/** Writes the email about a cancelled day of an event of several days. */
export function dayCancelledEmail(facts: DayMailed): BuyerEmail {
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
  return buyerEmail(facts, { subject, heading: title, lines, links: refund ? [refund.link] : [] })
}

/**
 * The SMS about a cancelled day to the holder of a pass, which stays valid for the other days.
 * `refund` is null if there is none to request; `isSent`: another phone bought the pass.
 */
export function passSms({
  language,
  eventTitle: title,
  day: date,
  refund,
  isSent = false,
}: {
  language: Language
  eventTitle: string
  day: string
  refund: { until: string; link: string } | null
  isSent?: boolean
}): string {
  const day = smsDate(date, language)
  if (!refund) return writeSms(SMS.passKept, language, { title, day })
  const until = smsShortDate(refund.until, language)
  const text = isSent ? SMS.sentPassFreed : SMS.passFreed
  return writeSms(text, language, { title, day, until, link: linkIn(language, refund.link) })
}

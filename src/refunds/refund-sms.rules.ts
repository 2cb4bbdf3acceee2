import { shorten, smsDate, toGsm, writeSms } from '../messages/sms.rules.ts'
import { SMS, SMS_PARTS } from '../messages/sms.text.ts'
import { fill } from '../messages/twin.rules.ts'
import type { Language } from '../platform/values/language.rules.ts'
import { formatKesAndCents } from '../platform/values/money.rules.ts'
import { formatTicketNumber } from '../tickets/number.rules.ts'
import type { RefundWay } from './refund.rules.ts'

type Refund = {
  language: Language
  eventTitle: string
  amountKes: number
  code: string
  /** True if the buyer paid in cash at the door: the organizer, not M-Pesa, returns the money. */
  isCash: boolean
}

/** `by` is the last day on which the refund policy allows paying this refund, such as '14 Dec'. */
export function refundRequestedSms(refund: Refund & { by: string }): string {
  const text = refund.isCash ? SMS.cashRequested : SMS.refundRequested
  return writeSms(text, refund.language, { ...fieldsOf(refund), by: refund.by })
}

/** The SMS for tickets that were voided because M-Pesa took their payment back. */
export function returnedSms(refund: Refund): string {
  return writeSms(SMS.returned, refund.language, fieldsOf(refund))
}

/**
 * The SMS about the refund of an order for a cancelled event. `by` is the same day as in
 * `refundRequestedSms`.
 */
export function cancelledSms(refund: Refund & { by: string }): string {
  const text = refund.isCash ? SMS.cashCancelled : SMS.cancelled
  return writeSms(text, refund.language, { ...fieldsOf(refund), by: refund.by })
}

/** Like `cancelledSms`, but for the tickets of one cancelled day. `day` is YYYY-MM-DD. */
export function dayCancelledSms(refund: Refund & { by: string; day: string }): string {
  const text = refund.isCash ? SMS.cashDayCancelled : SMS.dayCancelled
  const day = smsDate(refund.day, refund.language)
  return writeSms(text, refund.language, { ...fieldsOf(refund), by: refund.by, day })
}

/** How the refund was paid. `receipt` is null if M-Pesa reported none. */
export type Proof = { way: RefundWay; receipt: string | null; isCash: boolean }

export function refundDoneSms(refund: Refund & Proof): string {
  if (refund.way === 'returned') {
    return writeSms(SMS.alreadyReturned, refund.language, fieldsOf(refund))
  }
  const proof = proofOf(refund, refund.language)
  return writeSms(SMS.refundDone, refund.language, { ...fieldsOf(refund), proof })
}

/** Money that was paid without an order. `receipt` is its M-Pesa receipt. */
type UnmatchedMoney = { language: Language; amountKes: number; receipt: string }

export function strayRequestedSms({
  language,
  amountKes,
  receipt,
  by,
}: UnmatchedMoney & { by: string }): string {
  return fill(SMS.strayRequested, language, { amount: amountText(amountKes), receipt, by })
}

export function strayDoneSms(
  { language, amountKes, receipt }: UnmatchedMoney,
  went: Proof,
): string {
  const proof = proofOf(went, language)
  return fill(SMS.strayDone, language, { amount: amountText(amountKes), receipt, proof })
}

const amountText = (kes: number) => toGsm(formatKesAndCents(kes))

/** Maximum length of a reference in an SMS. A longer reference is cut, to fit into one SMS. */
const REFERENCE_MAX = 40

function proofOf({ way, receipt, isCash }: Proof, language: Language): string {
  const reference = shorten(toGsm(receipt ?? ''), REFERENCE_MAX)
  if (reference === '') return ''
  if (way !== 'manual') return ` M-PESA ${reference}.`
  const text = isCash ? SMS_PARTS.inCash : SMS_PARTS.byHand
  return ` ${fill(text, language, { reference })}`
}

const fieldsOf = ({ eventTitle, amountKes, code }: Refund) => ({
  title: eventTitle,
  amount: amountText(amountKes),
  code,
})

/**
 * The SMS for free tickets and for tickets whose price was already refunded. Mentions no money.
 */
export function freeCancelledSms({
  language,
  eventTitle: title,
  code,
  day,
}: Pick<Refund, 'language' | 'eventTitle' | 'code'> & Day): string {
  if (day) {
    return writeSms(SMS.freeDayCancelled, language, { title, code, day: smsDate(day, language) })
  }
  return writeSms(SMS.freeCancelled, language, { title, code })
}

/** The cancelled day, as YYYY-MM-DD. Absent if the whole event was cancelled. */
type Day = { day?: string | undefined }

type Gone = { language: Language; eventTitle: string; number: string }

/**
 * The SMS to a holder whose ticket was paid by another person. The ticket is void, and the refund
 * goes to the payer.
 */
export function ticketRefundedSms({ language, eventTitle: title, number }: Gone): string {
  return writeSms(SMS.ticketRefunded, language, { title, number: formatTicketNumber(number) })
}

/** The SMS to a holder whose ticket admits `left` people after a refund of `people`. */
export function ticketPartRefundedSms({
  language,
  eventTitle: title,
  number,
  left,
  people,
}: Gone & { left: number; people: number }): string {
  const facts = { title, number: formatTicketNumber(number), left: `${left}`, people: `${people}` }
  return writeSms(SMS.ticketPartRefunded, language, facts)
}

export function ticketCancelledSms(gone: Gone & Day): string {
  const { language, eventTitle: title, number, day } = gone
  if (day) {
    const facts = { title, number: formatTicketNumber(number), day: smsDate(day, language) }
    return writeSms(SMS.ticketDayCancelled, language, facts)
  }
  return writeSms(SMS.ticketCancelled, language, { title, number: formatTicketNumber(number) })
}

import { toGsm, writeSms } from '../messages/sms.rules.ts'
import { SMS } from '../messages/sms.text.ts'
import type { Language } from '../platform/language.rules.ts'
import { formatKesAndCents } from '../platform/money.rules.ts'
import { formatTicketNumber } from '../tickets/number.rules.ts'

type Refund = { language: Language; eventTitle: string; amountKes: number; code: string }

/** `by` is the last day of the policy: '14 Dec'. */
export function refundRequestedSms(refund: Refund & { by: string }): string {
  return writeSms(SMS.refundRequested, refund.language, { ...wordsOf(refund), by: refund.by })
}

/** In place of the words of any other refund. */
export function cancelledSms(refund: Refund & { by: string }): string {
  return writeSms(SMS.cancelled, refund.language, { ...wordsOf(refund), by: refund.by })
}

/** `receipt` is M-Pesa's of the money that went back; null where it told none. */
export function refundDoneSms(refund: Refund & { receipt: string | null }): string {
  const proof = refund.receipt === null ? '' : ` M-PESA ${refund.receipt}.`
  return writeSms(SMS.refundDone, refund.language, { ...wordsOf(refund), proof })
}

const wordsOf = ({ eventTitle, amountKes, code }: Refund) => ({
  title: eventTitle,
  amount: toGsm(formatKesAndCents(amountKes)),
  code,
})

type Gone = { language: Language; eventTitle: string; number: string }

/** To who has a ticket that somebody else paid for: the money is not theirs. */
export function ticketRefundedSms({ language, eventTitle: title, number }: Gone): string {
  return writeSms(SMS.ticketRefunded, language, { title, number: formatTicketNumber(number) })
}

export function ticketCancelledSms({ language, eventTitle: title, number }: Gone): string {
  return writeSms(SMS.ticketCancelled, language, { title, number: formatTicketNumber(number) })
}

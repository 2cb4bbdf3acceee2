import { gsmTitle, SMS_AIM_SEPTETS, shorten, toGsm } from '../messages/sms.rules.ts'
import { formatKes } from '../platform/money.rules.ts'

type Refund = { eventTitle: string; amountKes: number; code: string }

function refundSms(head: string, tail: string, title: string): string {
  const room = SMS_AIM_SEPTETS - head.length - tail.length
  return head + shorten(gsmTitle(title), Math.max(8, room)) + tail
}

/** `by` is the last day of the policy: '14 Dec'. */
export function refundRequestedSms({ eventTitle, amountKes, code, by }: Refund & { by: string }) {
  const head = `Your ${kes(amountKes)} for `
  const tail = ` will be refunded by ${by} to the M-PESA number that paid. Ref ${code}`
  return refundSms(head, tail, eventTitle)
}

/** `receipt` is M-Pesa's of the money that went back; null where it told none. */
export function refundDoneSms({
  eventTitle,
  amountKes,
  code,
  receipt,
}: Refund & { receipt: string | null }) {
  const head = `Refunded: ${kes(amountKes)} for `
  const proof = receipt === null ? '' : ` M-PESA ${receipt}.`
  return refundSms(head, `.${proof} Ref ${code}`, eventTitle)
}

function kes(amount: number): string {
  const cents = Math.round(amount * 100) % 100
  const whole = toGsm(formatKes(Math.trunc(amount)))
  return cents === 0 ? whole : `${whole}.${String(cents).padStart(2, '0')}`
}

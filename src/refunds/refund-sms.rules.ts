import { aroundTitle, toGsm } from '../messages/sms.rules.ts'
import { formatKesAndCents } from '../platform/money.rules.ts'

type Refund = { eventTitle: string; amountKes: number; code: string }

/** `by` is the last day of the policy: '14 Dec'. */
export function refundRequestedSms({ eventTitle, amountKes, code, by }: Refund & { by: string }) {
  const head = `Your ${kes(amountKes)} for `
  const tail = ` will be refunded by ${by} to the M-PESA number that paid. Ref ${code}`
  return aroundTitle(head, eventTitle, tail)
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
  return aroundTitle(head, eventTitle, `.${proof} Ref ${code}`)
}

const kes = (amount: number) => toGsm(formatKesAndCents(amount))

import { shortTime } from '../events/day-words.rules.ts'
import { toGsm, writeSms } from '../messages/sms.rules.ts'
import { SMS } from '../messages/sms.text.ts'
import type { Language } from '../platform/values/language.rules.ts'
import { formatKesAndCents } from '../platform/values/money.rules.ts'

/** `amountKes` is what was taken, to the cent. */
export type MoneySms = {
  language: Language
  eventTitle: string
  amountKes: number
  code: string
}

/** Money that bought no tickets, and goes back. */
export function refundDueSms(money: MoneySms): string {
  return writeSms(SMS.refundDue, money.language, wordsOf(money))
}

/** Money that came in for an event that is cancelled: whatever it was for, it goes back. */
export function cancelledMoneySms(money: MoneySms): string {
  return writeSms(SMS.cancelledMoney, money.language, wordsOf(money))
}

/** Money for an order that was paid before: it goes back, and nothing else does. */
export function secondPaymentSms(money: MoneySms): string {
  return writeSms(SMS.secondPayment, money.language, wordsOf(money))
}

/** Money whose amount is not what was asked for. */
export function suspenseSms(money: MoneySms): string {
  return writeSms(SMS.suspense, money.language, wordsOf(money))
}

/** How to pay by hand, after a prompt that failed or that nobody answered; `until` is HH:MM. */
export function paybillSms(order: MoneySms & { business: string; until: string }): string {
  const { business } = order
  const until = shortTime(order.until)
  return writeSms(SMS.paybill, order.language, { ...wordsOf(order), business, until })
}

const wordsOf = ({ eventTitle, amountKes, code }: MoneySms) => ({
  title: eventTitle,
  amount: toGsm(formatKesAndCents(amountKes)),
  code,
})

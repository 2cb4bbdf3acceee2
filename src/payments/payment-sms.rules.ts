import { shortTime } from '../events/day-words.rules.ts'
import { toGsm, writeSms } from '../messages/sms.rules.ts'
import { SMS } from '../messages/sms.text.ts'
import type { Language } from '../platform/values/language.rules.ts'
import { formatKesAndCents } from '../platform/values/money.rules.ts'

/** `amountKes` is the amount taken, to the cent. */
export type MoneySms = {
  language: Language
  eventTitle: string
  amountKes: number
  code: string
}

/** The SMS about money that bought no tickets and is refunded. */
export function refundDueSms(money: MoneySms): string {
  return writeSms(SMS.refundDue, money.language, wordsOf(money))
}

/**
 * The SMS about money that is not the order's price, such as the first of two part payments. Buyers
 * can pay with the order's code until the order has expired, so after that the text differs.
 */
export function wrongAmountSms(
  money: MoneySms & { priceKes: number; hasExpired: boolean },
): string {
  const price = toGsm(formatKesAndCents(money.priceKes))
  const text = money.hasExpired ? SMS.wrongAmountEnded : SMS.wrongAmount
  return writeSms(text, money.language, { ...wordsOf(money), price })
}

/** The SMS about money that arrived for a cancelled event and is refunded. */
export function cancelledMoneySms(money: MoneySms): string {
  return writeSms(SMS.cancelledMoney, money.language, wordsOf(money))
}

/**
 * The SMS about money for an order that exceeds `max`, the number of tickets that one phone may
 * buy.
 */
export function phoneLimitSms(money: MoneySms & { max: number }): string {
  return writeSms(SMS.phoneLimit, money.language, { ...wordsOf(money), max: String(money.max) })
}

/** The SMS about a second payment of a paid order: only the second payment is refunded. */
export function secondPaymentSms(money: MoneySms): string {
  return writeSms(SMS.secondPayment, money.language, wordsOf(money))
}

/** The SMS about money that differs from the price. */
export function suspenseSms(money: MoneySms): string {
  return writeSms(SMS.suspense, money.language, wordsOf(money))
}

/** How to pay by paybill after a failed or unanswered prompt; `until` is HH:MM. */
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

import { smsTime, toGsm, writeSms } from '../messages/sms.rules.ts'
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

export function refundDueSms(money: MoneySms): string {
  return writeSms(SMS.refundDue, money.language, fieldsOf(money))
}

/** For an amount that is not the price, such as a part. The order's code stays valid. */
export function wrongAmountSms(money: MoneySms & { priceKes: number }): string {
  const price = toGsm(formatKesAndCents(money.priceKes))
  return writeSms(SMS.wrongAmount, money.language, { ...fieldsOf(money), price })
}

/**
 * For an amount that is not the price of an expired order. `priceKes` is null if a new order may
 * have a different price.
 */
export function wrongAmountEndedSms(money: MoneySms & { priceKes: number | null }): string {
  if (money.priceKes === null) {
    return writeSms(SMS.wrongAmountAgain, money.language, fieldsOf(money))
  }
  const price = toGsm(formatKesAndCents(money.priceKes))
  return writeSms(SMS.wrongAmountEnded, money.language, { ...fieldsOf(money), price })
}

export function cancelledMoneySms(money: MoneySms): string {
  return writeSms(SMS.cancelledMoney, money.language, fieldsOf(money))
}

/** `max`: the tickets that one phone may buy. */
export function phoneLimitSms(money: MoneySms & { max: number }): string {
  return writeSms(SMS.phoneLimit, money.language, { ...fieldsOf(money), max: String(money.max) })
}

/** Only the second payment is refunded. */
export function secondPaymentSms(money: MoneySms): string {
  return writeSms(SMS.secondPayment, money.language, fieldsOf(money))
}

export function suspenseSms(money: MoneySms): string {
  return writeSms(SMS.suspense, money.language, fieldsOf(money))
}

/** `until` is HH:MM. */
export function paybillSms(order: MoneySms & { business: string; until: string }): string {
  const { business } = order
  const until = smsTime(order.until)
  return writeSms(SMS.paybill, order.language, { ...fieldsOf(order), business, until })
}

const fieldsOf = ({ eventTitle, amountKes, code }: MoneySms) => ({
  title: eventTitle,
  amount: toGsm(formatKesAndCents(amountKes)),
  code,
})

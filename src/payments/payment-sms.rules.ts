import { aroundTitle, toGsm } from '../messages/sms.rules.ts'
import { formatKesAndCents } from '../platform/money.rules.ts'

/** `amountKes` is what was taken, to the cent. */
export type MoneySms = { eventTitle: string; amountKes: number; code: string }

/** Money that bought no tickets, and goes back. */
export function refundDueSms(money: MoneySms): string {
  return aroundTitle(
    `Your ${kes(money.amountKes)} for `,
    money.eventTitle,
    ` could not buy tickets. It will be refunded to this M-PESA number. Ref ${money.code}`,
  )
}

/** Money that came in for an event that is cancelled: whatever it was for, it goes back. */
export function cancelledMoneySms(money: MoneySms): string {
  return aroundTitle(
    '',
    money.eventTitle,
    ` is cancelled. Your ${kes(money.amountKes)} will be refunded to this M-PESA number. Ref ${money.code}`,
  )
}

/** Money for an order that was paid before: it goes back, and nothing else does. */
export function secondPaymentSms(money: MoneySms): string {
  return aroundTitle(
    `Your second payment, ${kes(money.amountKes)} for `,
    money.eventTitle,
    `, will be refunded to this M-PESA number. Your tickets stay valid. Ref ${money.code}`,
  )
}

/** Money whose amount is not what was asked for. */
export function suspenseSms(money: MoneySms): string {
  return aroundTitle(
    'We got your M-PESA payment for ',
    money.eventTitle,
    ` and are checking the amount. Do not pay again. Ref ${money.code}`,
  )
}

/** How to pay by hand, after a prompt that failed or that nobody answered. */
export function paybillSms(order: MoneySms & { business: string; until: string }): string {
  const { business, code, amountKes, until } = order
  return aroundTitle(
    'Not paid yet: ',
    order.eventTitle,
    `. By hand: M-PESA Paybill ${business}, account ${code}, ${kes(amountKes)} by ${until}. If you typed your PIN, wait.`,
  )
}

const kes = (amount: number) => toGsm(formatKesAndCents(amount))

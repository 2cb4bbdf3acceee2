import { gsmTitle, SMS_AIM_SEPTETS, shorten, toGsm } from '../messages/sms.rules.ts'
import { formatKes } from '../platform/money.rules.ts'

/** `amountKes` is what was taken, to the cent. */
export type MoneySms = { eventTitle: string; amountKes: number; code: string }

function moneySms(head: string, tail: string, { eventTitle }: MoneySms): string {
  const room = SMS_AIM_SEPTETS - head.length - tail.length
  return head + shorten(gsmTitle(eventTitle), Math.max(8, room)) + tail
}

/** Money that bought no tickets, and goes back. */
export function refundDueSms(money: MoneySms): string {
  return moneySms(
    `Your ${formatGsmKes(money.amountKes)} for `,
    ` could not buy tickets. It will be refunded to this M-PESA number. Ref ${money.code}`,
    money,
  )
}

/** Money for an order that was paid before: it goes back, and nothing else does. */
export function secondPaymentSms(money: MoneySms): string {
  return moneySms(
    `Your second payment, ${formatGsmKes(money.amountKes)} for `,
    `, will be refunded to this M-PESA number. Your tickets stay valid. Ref ${money.code}`,
    money,
  )
}

/** Money whose amount is not what was asked for. */
export function suspenseSms(money: MoneySms): string {
  return moneySms(
    'We got your M-PESA payment for ',
    ` and are checking the amount. Do not pay again. Ref ${money.code}`,
    money,
  )
}

/** How to pay by hand, after a prompt that failed or that nobody answered. */
export function paybillSms(order: MoneySms & { business: string; until: string }): string {
  const { business, code, amountKes, until } = order
  return moneySms(
    'Not paid yet: ',
    `. By hand: M-PESA Paybill ${business}, account ${code}, ${formatGsmKes(amountKes)} by ${until}. If you typed your PIN, wait.`,
    order,
  )
}

function formatGsmKes(amount: number): string {
  const cents = Math.round(amount * 100) % 100
  const whole = toGsm(formatKes(Math.trunc(amount)))
  return cents === 0 ? whole : `${whole}.${String(cents).padStart(2, '0')}`
}

import { type NewOrder, normalForm } from '../orders/new-order.rules.ts'
import { readEmailAddress } from '../platform/values/email-address.rules.ts'
import { toCents } from '../platform/values/money.rules.ts'
import { normalisePhone } from '../platform/values/phone.rules.ts'
import type { OrderRequest } from './checkout.contract.ts'
import { exactAmount } from './choice.rules.ts'
import type { PurchaseInput, PurchaseRequest } from './purchase.rules.ts'

/** The request for a payment, with the amounts that the page showed. */
export function toPurchaseRequest({ event, lines, typed }: PurchaseInput): PurchaseRequest {
  const tickets = lines.map(({ ticketTypeId, quantity, priceKes, amountKes, isChosen }) => ({
    ticketTypeId,
    quantity,
    amount: priceKes === undefined ? amountKes : exactAmount(priceKes, quantity),
    ...(isChosen && priceKes !== undefined && { price: priceKes }),
  }))
  return {
    eventId: event.id,
    eventTitle: event.title,
    phoneNumber: typed.phoneNumber,
    email: typed.email || null,
    ...(typed.payBy && { payBy: typed.payBy }),
    ...(typed.proof && { proof: typed.proof }),
    ...(event.promo && { promo_code: event.promo.code }),
    tickets,
    amount: tickets.reduce((cents, ticket) => cents + Math.round(ticket.amount * 100), 0) / 100,
    lines,
  }
}

type OrderFields = Omit<OrderRequest, 'orderId'>

/**
 * Whether the server treats the second order as a repeat of the first order. If it does not, and
 * both orders have the same id, the server refuses the second order.
 */
export function isSamePurchase(one: OrderFields, other: OrderFields): boolean {
  return normalForm(orderOf(one)) === normalForm(orderOf(other))
}

function orderOf({
  eventId,
  phoneNumber,
  email,
  payBy,
  promo_code,
  amount,
  tickets,
}: OrderFields): NewOrder {
  return {
    eventId,
    phone: normalisePhone(phoneNumber) ?? phoneNumber,
    email: readEmailAddress(email ?? ''),
    ...(payBy && { paymentMethod: payBy }),
    ...(promo_code && { promoCode: { fold: promo_code } }),
    lines: tickets.map(({ price, ...line }) => ({
      ...line,
      ...(price !== undefined && { chosenCents: price * 100 }),
    })),
    shown: {
      totalCents: toCents(amount) ?? Number.NaN,
      lineCents: tickets.map((line) => toCents(line.amount) ?? Number.NaN),
    },
  }
}

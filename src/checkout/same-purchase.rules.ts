import { type AskedOrder, normalForm } from '../orders/same-order.rules.ts'
import { toCents } from '../platform/money.rules.ts'
import { normalisePhone } from '../platform/phone.rules.ts'
import type { OrderRequest } from './checkout.contract.ts'

type Asked = Omit<OrderRequest, 'orderId'>

/** Whether the server takes one for a repetition of the other; else it refuses their common id. */
export function isSamePurchase(one: Asked, other: Asked): boolean {
  return normalForm(orderOf(one)) === normalForm(orderOf(other))
}

function orderOf({ eventId, phoneNumber, email, amount, tickets }: Asked): AskedOrder {
  return {
    eventId,
    phone: normalisePhone(phoneNumber) ?? phoneNumber,
    email: email?.trim() || null,
    lines: tickets,
    shown: {
      totalCents: toCents(amount) ?? Number.NaN,
      lineCents: tickets.map((line) => toCents(line.amount) ?? Number.NaN),
    },
  }
}

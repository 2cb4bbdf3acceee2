import type { OrderRequest } from '../checkout/checkout.contract.ts'
import { normalisePhone } from '../platform/phone.rules.ts'

type Asked = Pick<OrderRequest, 'phoneNumber' | 'email' | 'amount' | 'tickets'>

/** Whether the server takes one for a repetition of the other; else it refuses their common id. */
export function isSamePurchase(one: Asked, other: Asked): boolean {
  return writeAsked(one) === writeAsked(other)
}

function writeAsked({ phoneNumber, email, amount, tickets }: Asked): string {
  const lines = tickets.map((line) => `${line.ticketTypeId} ${line.quantity} ${line.amount}`)
  const phone = normalisePhone(phoneNumber) ?? phoneNumber
  return JSON.stringify([phone, email?.trim() || null, amount, lines.sort()])
}

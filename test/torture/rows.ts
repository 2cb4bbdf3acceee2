import type { Facts } from './facts.ts'

export function groupBy<T>(rows: readonly T[], key: (row: T) => string): Map<string, T[]> {
  return Map.groupBy(rows, key)
}

export const sum = (numbers: readonly number[]) =>
  numbers.reduce((total, number) => total + number, 0)
/** Converts whole shillings to cents. M-Pesa and the sandbox's ledger count in shillings. */
export const inCents = (shillings: number) => Math.round(shillings * 100)
export const SOLD_STATES = ['paid', 'issued']

type LineFacts = Pick<Facts, 'orders' | 'lines' | 'tickets' | 'refundTickets' | 'paidLines'>

/**
 * Returns the order lines without their refunded or returned part: the number of people with a
 * ticket, and their payment in cents. Both are 0 if the order is not sold.
 */
export function leftLines(facts: LineFacts) {
  const orders = new Map(facts.orders.map((order) => [order.id, order]))
  const lineOf = new Map(facts.tickets.map((ticket) => [ticket.id, ticket.order_line_id]))
  const back = groupBy(facts.refundTickets, (row) => lineOf.get(row.ticket_id) ?? 'none')
  // A free order has no refunds. Its returns are compared with its tickets by `checkTickets`.
  const returned = new Map(facts.paidLines.map((row) => [row.order_line_id, row.back_quantity]))
  return facts.lines.map((line) => {
    const { state, payment_method: method } = orders.get(line.order_id)!
    const isSold = SOLD_STATES.includes(state)
    const rows = back.get(line.id) ?? []
    const gone =
      method === 'free' ? (returned.get(line.id) ?? 0) : sum(rows.map(({ admits }) => admits))
    const quantity = isSold ? line.quantity - gone : 0
    const cents = isSold ? line.amount_cents - sum(rows.map((row) => row.amount_cents)) : 0
    return { ...line, quantity, amount_cents: cents }
  })
}

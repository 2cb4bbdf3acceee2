import type { Facts } from './facts.ts'

export function groupBy<T>(rows: readonly T[], key: (row: T) => string): Map<string, T[]> {
  return Map.groupBy(rows, key)
}

export const sum = (numbers: readonly number[]) =>
  numbers.reduce((total, number) => total + number, 0)
/** Converts whole shillings to cents. M-Pesa and the sandbox's ledger count in shillings. */
export const inCents = (shillings: number) => Math.round(shillings * 100)
export const SOLD_STATES = ['paid', 'issued']

/**
 * Returns the order lines without their refunded part: the people who still have a ticket, and what
 * they paid in cents. Both are 0 if the order is not sold.
 */
export function leftLines(facts: Pick<Facts, 'orders' | 'lines' | 'tickets' | 'refundTickets'>) {
  const states = new Map(facts.orders.map(({ id, state }) => [id, state]))
  const lineOf = new Map(facts.tickets.map((ticket) => [ticket.id, ticket.order_line_id]))
  const back = groupBy(facts.refundTickets, (row) => lineOf.get(row.ticket_id) ?? 'none')
  return facts.lines.map((line) => {
    const isSold = SOLD_STATES.includes(states.get(line.order_id)!)
    const rows = back.get(line.id) ?? []
    const quantity = isSold ? line.quantity - sum(rows.map(({ admits }) => admits)) : 0
    const cents = isSold ? line.amount_cents - sum(rows.map((row) => row.amount_cents)) : 0
    return { ...line, quantity, amount_cents: cents }
  })
}

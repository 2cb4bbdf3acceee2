export type GoodTicket = {
  id: string
  number: string
  order_line_id: string
  admits: number
  admitted: number
}

/** Whether a ticket is still with the buyer. The buyer may have transferred it to their own phone. */
export function isWithBuyer(
  { holder_phone: holder }: { holder_phone: string | null },
  buyerPhone: string,
): boolean {
  return holder === null || holder === buyerPhone
}

/** The part of an order line that is still sold. */
export type LeftLine = { lineId: string; quantity: number; amountCents: number }

/** The part of an order line to refund, with its tickets. */
export type Part = LeftLine & { tickets: { id: string; amountCents: number }[] }

/**
 * The value of some tickets of an order: a share of the rest of their order line, by the number of
 * people that the tickets admit, in whole shillings, because M-Pesa pays whole shillings. The last
 * ticket of a line gets the remainder.
 */
export function partsOf(tickets: readonly GoodTicket[], lines: readonly LeftLine[]): Part[] {
  const left = new Map(lines.map((line) => [line.lineId, { ...line }]))
  const parts = new Map<string, Part>()
  for (const ticket of tickets) {
    const line = left.get(ticket.order_line_id)
    if (!line || line.quantity < ticket.admits) throw new Error(`${ticket.id} was refunded before`)
    const isLast = line.quantity === ticket.admits
    const share = Math.floor((line.amountCents * ticket.admits) / line.quantity / 100) * 100
    const amountCents = isLast ? line.amountCents : share
    line.quantity -= ticket.admits
    line.amountCents -= amountCents
    const part = parts.get(line.lineId) ?? {
      lineId: line.lineId,
      quantity: 0,
      amountCents: 0,
      tickets: [],
    }
    part.quantity += ticket.admits
    part.amountCents += amountCents
    part.tickets.push({ id: ticket.id, amountCents })
    parts.set(line.lineId, part)
  }
  return [...parts.values()]
}

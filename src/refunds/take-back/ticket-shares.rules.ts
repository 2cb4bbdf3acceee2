export type GoodTicket = {
  id: string
  number: string
  order_line_id: string
  admits: number
  admitted: number
}

/** A ticket with the number of its people to refund, at most `admits`. */
export type ChosenTicket = GoodTicket & { people: number }

/** How many people of a ticket can be refunded although others of the ticket are inside. */
export function refundablePeople({ admits, admitted }: GoodTicket): number {
  return admits - admitted
}

/** The tickets with people outside, each with the number of these people. */
export function outsideOf<T extends GoodTicket>(tickets: readonly T[]): (T & ChosenTicket)[] {
  return tickets
    .map((ticket) => ({ ...ticket, people: refundablePeople(ticket) }))
    .filter(({ people }) => people > 0)
}

export const sumOf = (parts: readonly { amountCents: number }[]): number =>
  parts.reduce((sum, { amountCents }) => sum + amountCents, 0)

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
export type Part = LeftLine & { tickets: { id: string; people: number; amountCents: number }[] }

/**
 * Computes the refund for some people of an order's tickets: the remaining amount of each order
 * line, in proportion to the number of people. The refund is rounded down to whole shillings,
 * because M-Pesa pays only whole shillings. The last people of a line get the remainder.
 */
export function partsOf(tickets: readonly ChosenTicket[], lines: readonly LeftLine[]): Part[] {
  const left = new Map(lines.map((line) => [line.lineId, { ...line }]))
  const parts = new Map<string, Part>()
  for (const ticket of tickets) {
    const line = left.get(ticket.order_line_id)
    if (!line || line.quantity < ticket.people) throw new Error(`${ticket.id} was refunded before`)
    const isLast = line.quantity === ticket.people
    const share = Math.floor((line.amountCents * ticket.people) / line.quantity / 100) * 100
    const amountCents = isLast ? line.amountCents : share
    line.quantity -= ticket.people
    line.amountCents -= amountCents
    const part = parts.get(line.lineId) ?? {
      lineId: line.lineId,
      quantity: 0,
      amountCents: 0,
      tickets: [],
    }
    part.quantity += ticket.people
    part.amountCents += amountCents
    part.tickets.push({ id: ticket.id, people: ticket.people, amountCents })
    parts.set(line.lineId, part)
  }
  return [...parts.values()]
}

export type GoodTicket = {
  id: string
  number: string
  order_line_id: string
  admits: number
  admitted: number
  /** How many people one unit of the ticket's type has, such as 10 for a table. */
  sold_in: number
  kind: string
}

/** A ticket with the number of its people to refund, at most `admits`. */
export type ChosenTicket = GoodTicket & { people: number }

/** How many people of a ticket can be refunded while other people of the ticket are inside. */
export function refundablePeople({ admits, admitted }: GoodTicket): number {
  return admits - admitted
}

/**
 * The chosen tickets of which only a part of a unit would be refunded, such as 3 people of a table
 * of ten. A guest's transferred share of a table is such a part, too. The last people of an order
 * line are no part: an admin may have refunded the others. `good`: all tickets of the order.
 */
export function partsOfUnits<T extends ChosenTicket>(
  chosen: readonly T[],
  good: readonly GoodTicket[],
): T[] {
  const left = new Map<string, number>()
  const count = (line: string, people: number) => left.set(line, (left.get(line) ?? 0) + people)
  for (const { order_line_id, admits } of good) count(order_line_id, admits)
  for (const { order_line_id, people } of chosen) count(order_line_id, -people)
  const isWhole = ({ people, sold_in }: ChosenTicket) => people === sold_in
  return chosen.filter(
    (ticket) => ticket.sold_in > 1 && !isWhole(ticket) && left.get(ticket.order_line_id) !== 0,
  )
}

/**
 * The chosen people, and how many redemptions of add-ons are chosen. `all`: the people of an order that
 * has no tickets yet.
 */
export function countChosen(
  chosen: readonly ChosenTicket[],
  all: number,
): { people: number; add_ons?: number } {
  const addOns = chosen.reduce((sum, { kind, people }) => sum + (kind === 'add_on' ? people : 0), 0)
  return { people: all - addOns, ...(addOns > 0 && { add_ons: addOns }) }
}

/** Explains the rule of `partsOfUnits` to organizers and their team. */
export const wholeUnitsOnly = ({ kind }: { kind?: string }): string =>
  `Whole ${kind === 'add_on' ? 'packs' : 'tables'} only; an admin can refund part of one.`

/** Like `refundablePeople`, for callers who refund only whole units: 0 for a part of a table. */
export function refundableUnits(ticket: GoodTicket, good: readonly GoodTicket[]): number {
  const people = refundablePeople(ticket)
  if (ticket.sold_in === 1) return people
  const isPart = partsOfUnits([{ ...ticket, people }], good).length > 0
  return isPart ? 0 : people
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

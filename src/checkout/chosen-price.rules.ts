import type { TicketTypeReply } from '../events/events.contract.ts'
import { CHOSEN_PRICE_MAX, mostKes } from '../events/price.rules.ts'
import { formatKes } from '../platform/values/money.rules.ts'
import type { OrderRequest } from './checkout.contract.ts'
import { type ChosenLine, exactAmount, priceField, readChoice } from './choice.rules.ts'

// Prices that buyers choose, in whole shillings and within the bounds of the ticket type.

/** The typed price of each ticket type, by its id; absent if the buyer has typed none. */
export type TypedPrices = Record<string, string>

type Choosable = Pick<TicketTypeReply, 'id' | 'lowest' | 'suggested' | 'highest'>

/** Prefix of the query parameters and form fields with a chosen price. */
const CHOSEN = 'c_'

export function chosenField(ticketTypeId: string): string {
  return CHOSEN + ticketTypeId
}

export function readTypedPrices(fields: Iterable<readonly [string, string]>): TypedPrices {
  const chosen = [...fields].filter(([name]) => name.startsWith(CHOSEN))
  return Object.fromEntries(chosen.map(([name, price]) => [name.slice(CHOSEN.length), price]))
}

/** Form fields with the chosen prices of lines, for a browser without scripts. */
export function chosenFields(lines: readonly ChosenLine[]): Record<string, string> {
  const chosen = lines.filter(({ isChosen }) => isChosen)
  return Object.fromEntries(
    chosen.map(({ ticketTypeId, priceKes }) => [chosenField(ticketTypeId), String(priceKes)]),
  )
}

/** The text of the price field: the typed text, else the suggested or the lowest price. */
export function typedPrice({ id, lowest, suggested }: Choosable, typed: TypedPrices): string {
  return typed[id] ?? String(suggested ?? lowest)
}

/** The price to calculate with. The lowest price if the text is no price; see `priceFault`. */
export function chosenKes(type: Choosable, typed: TypedPrices): number {
  return readWhole(typedPrice(type, typed)) ?? type.lowest!
}

function readWhole(text: string): number | null {
  return /^\d{1,7}$/.test(text) ? Number(text) : null
}

/** The reason why the typed price of `quantity` tickets cannot be paid. Null if it can be paid. */
export function priceFault(type: Choosable, typed: TypedPrices, quantity = 1): string | null {
  const { lowest = 0, highest } = type
  const text = typedPrice(type, typed)
  const kes = readWhole(text)
  const most = mostKes(type, quantity)
  if (kes !== null && kes >= lowest && kes <= most) return null
  if (typeof highest === 'number') {
    return `Choose a price from ${formatKes(lowest)} to ${formatKes(most)}.`
  }
  if (Number(text) > most)
    return `M-PESA takes at most ${formatKes(CHOSEN_PRICE_MAX)} in one payment.`
  return `Choose a price of ${formatKes(lowest)} or more.`
}

const CHOICES = 3

/** Prices for buttons: lowest, suggested and highest; multiples replace missing prices. */
export function priceChoices({ lowest = 0, suggested, highest }: Choosable): number[] {
  const first = suggested || lowest || 100
  const most = highest ?? CHOSEN_PRICE_MAX
  const wanted = [lowest, suggested ?? first, highest ?? first * 2, first * 2, first * 5]
  const within = wanted.filter((kes) => kes >= lowest && kes <= most)
  return [...new Set(within)].slice(0, CHOICES).sort((one, other) => one - other)
}

/**
 * The lines of a payment request from a posted form: the quantities, the displayed prices, and the
 * prices that the buyer chose.
 */
export function readPostedTickets(fields: ReadonlyMap<string, string>): OrderRequest['tickets'] {
  return Object.entries(readChoice(fields)).map(([ticketTypeId, quantity]) => {
    const chosen = fields.get(chosenField(ticketTypeId))
    return {
      ticketTypeId,
      quantity,
      amount: exactAmount(Number(fields.get(priceField(ticketTypeId))) || 0, quantity),
      ...(chosen !== undefined && { price: Number(chosen) }),
    }
  })
}

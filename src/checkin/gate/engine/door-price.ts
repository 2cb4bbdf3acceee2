import { mostKes, saleWindow } from '../../../events/price.rules.ts'
import { unitWord } from '../../../events/types/unit.rules.ts'
import { linePrice } from '../../../orders/placing/offer.rules.ts'
import {
  formatKes,
  formatKesAndCents,
  lineAmountKes,
  toKes,
} from '../../../platform/values/money.rules.ts'
import { formatFullDate, formatMoment, formatShortDate } from '../../../ui/dates.rules.ts'
import type { GateEvent } from '../../gate.contract.ts'
import { otherDayOfType } from './ticket-days.ts'

type GateType = GateEvent['types'][number]

/** All amounts are in shillings. `fee` is the service fee that `amount` includes. */
type DoorPrice = { amount: number; fee: number; step: string | null }

/**
 * The sum of a door sale at `now`, the server's time in ms. `chosen` is the price of one ticket if
 * the buyer chooses the price; it includes the service fee.
 */
export function doorPrice(
  type: GateType,
  quantity: number,
  now: number,
  chosen: number | null = null,
): DoorPrice {
  if (type.lowest !== undefined) return { amount: (chosen ?? 0) * quantity, fee: 0, step: null }
  const { name: step, price, fee } = linePrice(type, quantity, now)
  return {
    amount: lineAmountKes(centsOf(price), quantity),
    fee: toKes(centsOf(fee) * quantity),
    step,
  }
}

const centsOf = (shillings: number) => Math.round(shillings * 100)

export type DoorType = GateType & { isAddOn?: true }

/**
 * The types that are sold at the door, add-ons last. Gate phones also know the other types, because
 * they check those tickets in.
 */
export const doorTypes = ({ types, extras = [] }: GateEvent): DoorType[] =>
  [...types, ...extras.map((extra) => ({ ...extra, isAddOn: true as const }))].filter(
    (type) => type.sold_at_door !== false,
  )

/** The quantities that a steward can choose. */
export const quantitiesOf = ({ min_per_order: least = 1 }: DoorType): number[] =>
  Array.from({ length: 10 }, (_, index) => least + index)

/** The label of the number of units: 'People', 'Tables', or 'How many' of add-ons. */
export function quantityLabel({ name, sold_in = 1, isAddOn }: DoorType): string {
  if (isAddOn) return 'How many'
  return sold_in === 1 ? 'People' : capitalise(unitWord(name, 2))
}

/** The label of the price field: 'Price of one ticket (KES)', or of one table or add-on. */
export const priceFieldLabel = ({ name, sold_in = 1, isAddOn }: DoorType): string =>
  `Price of one ${isAddOn ? 'add-on' : sold_in === 1 ? 'ticket' : unitWord(name)} (KES)`

/** The note below the sum: '20 people', or an add-on's gates. Null for plain tickets. */
export function unitsNote(
  { sold_in = 1, isAddOn, gates }: DoorType,
  quantity: number,
  event: Pick<GateEvent, 'gates'>,
): string | null {
  if (!isAddOn) return sold_in === 1 ? null : `${quantity * sold_in} people`
  const names = event.gates.filter(({ n }) => gates.includes(n)).map(({ name }) => name)
  return `For a number with a ticket. Redeemed at ${names.join(' or ')}; lets no one in.`
}

const capitalise = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

const SHILLINGS = /^\d{1,7}$/

/**
 * Reads the typed price of one ticket, in whole shillings. Null if the text is no price, or outside
 * the type's bounds for `quantity` tickets.
 */
export function readChosen(type: GateType, typed: string, quantity: number): number | null {
  const bare = typed.replace(/[\s,]/g, '')
  const price = SHILLINGS.test(bare) ? Number(bare) : Number.NaN
  return price >= (type.lowest ?? 0) && price <= mostKes(type, quantity) ? price : null
}

/** 'KES 200 to KES 1,000' */
export const boundsText = (type: GateType, quantity: number): string =>
  `${formatKes(type.lowest ?? 0)} to ${formatKes(mostKes(type, quantity))}`

/**
 * Why the door does not sell the type at `now`, the server's time in ms: 'On sale Fri, Nov 27,
 * 10:00 AM'. Null if the type is on sale.
 */
export function closedText({ sale_from, sale_until }: GateType, now: number): string | null {
  const window = { sale_from: sale_from ?? null, sale_until: sale_until ?? null }
  switch (saleWindow(window, now)) {
    case 'not_yet':
      return `On sale ${formatMoment(sale_from!, new Date(now))}`
    case 'over':
      return 'No longer on sale'
    default:
      return null
  }
}

/** 'VIP, KES 500', or 'Saturday, KES 500, for Sat, Dec 12' if the type enters on another day. */
export function typeLabel(event: GateEvent, type: GateType, now: number): string {
  const day = otherDayOfType(event, type, now)
  const label = priceLabel(type, now)
  return day ? `${label}, for ${formatShortDate(day.date, new Date(now))}` : label
}

/** The warning before the sale of tickets that enter on another day. Null for tickets of today. */
export function dayNote(event: GateEvent, type: GateType, now: number): string | null {
  const day = otherDayOfType(event, type, now)
  return day && `For ${formatFullDate(day.date)}. Lets no one in today.`
}

/** 'VIP, KES 500', 'RSVP, free', 'Support, from KES 200', or 'VIP, on sale Fri, Nov 27, 10:00 AM'. */
function priceLabel(type: GateType, now: number): string {
  const closed = closedText(type, now)
  if (closed !== null) return `${type.name}, ${closed.charAt(0).toLowerCase()}${closed.slice(1)}`
  if (type.is_free) return `${type.name}, free`
  if (type.lowest !== undefined) return `${type.name}, from ${formatKes(type.lowest)}`
  return `${type.name}, ${formatKesAndCents(linePrice(type, 1, now).price)}`
}

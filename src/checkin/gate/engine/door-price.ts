import { mostKes, saleWindow } from '../../../events/price.rules.ts'
import { linePrice } from '../../../orders/placing/offer.rules.ts'
import {
  formatKes,
  formatKesAndCents,
  lineAmountKes,
  toKes,
} from '../../../platform/values/money.rules.ts'
import { formatMoment } from '../../../ui/dates.rules.ts'
import type { GateEvent } from '../../gate.contract.ts'

type GateType = GateEvent['types'][number]

/** All amounts are in shillings. `fee` is the service fee that `amount` includes. */
type DoorPrice = { amount: number; fee: number; step: string | null }

/**
 * The sum of a door sale at `now`: the server's time in ms. `chosen` is the price of one ticket if
 * the buyer chooses the price; the service fee is inside.
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

/** The types that the door sells. Gate phones know all types, because all tickets come in. */
export const doorTypes = ({ types }: GateEvent): GateType[] =>
  types.filter((type) => type.sold_at_door !== false)

const SHILLINGS = /^\d{1,7}$/

/**
 * The typed price of each of `quantity` tickets in whole shillings. Null if it is outside the type's
 * bounds.
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

/** 'VIP, KES 500', 'RSVP, free', 'Support, from KES 200', or 'VIP, on sale Fri, Nov 27, 10:00 AM'. */
export function typeLabel(type: GateType, now: number): string {
  const closed = closedText(type, now)
  if (closed !== null) return `${type.name}, ${closed.charAt(0).toLowerCase()}${closed.slice(1)}`
  if (type.is_free) return `${type.name}, free`
  if (type.lowest !== undefined) return `${type.name}, from ${formatKes(type.lowest)}`
  return `${type.name}, ${formatKesAndCents(linePrice(type, 1, now).price)}`
}

import { formatMoment } from '../../../events/day-words.rules.ts'
import { saleWindow } from '../../../events/price.rules.ts'
import { linePrice } from '../../../orders/placing/offer.rules.ts'
import { formatKesAndCents, lineAmountKes, toKes } from '../../../platform/values/money.rules.ts'
import type { GateEvent } from '../../gate.contract.ts'

type GateType = GateEvent['types'][number]

/** All amounts are in shillings. `fee` is the service fee that `amount` includes. */
type DoorPrice = { amount: number; fee: number; step: string | null }

/** The sum of a door sale at `now`: the server's time in ms. */
export function doorPrice(type: GateType, quantity: number, now: number): DoorPrice {
  const { name: step, price, fee } = linePrice(type, quantity, now)
  return {
    amount: lineAmountKes(centsOf(price), quantity),
    fee: toKes(centsOf(fee) * quantity),
    step,
  }
}

const centsOf = (shillings: number) => Math.round(shillings * 100)

/**
 * Why the door does not sell the type at `now`, the server's time in ms: 'On sale Fri, Nov 27,
 * 10:00 AM'. Null if the type is on sale.
 */
export function closedText({ sale_from, sale_until }: GateType, now: number): string | null {
  const window = { sale_from: sale_from ?? null, sale_until: sale_until ?? null }
  switch (saleWindow(window, now)) {
    case 'not_yet':
      return `On sale ${formatMoment(sale_from!)}`
    case 'over':
      return 'No longer on sale'
    default:
      return null
  }
}

/** 'VIP, KES 500', or 'VIP, on sale Fri, Nov 27, 10:00 AM'. */
export function typeLabel(type: GateType, now: number): string {
  const closed = closedText(type, now)
  if (closed !== null) return `${type.name}, ${closed.charAt(0).toLowerCase()}${closed.slice(1)}`
  return `${type.name}, ${formatKesAndCents(linePrice(type, 1, now).price)}`
}

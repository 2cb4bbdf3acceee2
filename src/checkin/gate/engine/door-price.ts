import { priceFor } from '../../../events/price.rules.ts'
import { lineAmountKes, toKes } from '../../../platform/values/money.rules.ts'
import type { GateEvent } from '../../gate.contract.ts'

type GateType = GateEvent['types'][number]

/** All amounts are in shillings. `fee` is the service fee that `amount` includes. */
type DoorPrice = { amount: number; fee: number; step: string | null }

/** The sum of a door sale at `now`: the server's time in ms. */
export function doorPrice(type: GateType, quantity: number, now: number): DoorPrice {
  const { price, fee = 0, prices = [ownPrice(price, fee)] } = type
  const found = priceFor(prices, quantity, now)
  return {
    amount: lineAmountKes(centsOf(found.price), quantity),
    fee: toKes(centsOf(found.fee) * quantity),
    step: found.name,
  }
}

const ownPrice = (price: number, fee: number) => {
  return { name: null, price, fee, starts_at: null, ends_at: null, left: null }
}

const centsOf = (shillings: number) => Math.round(shillings * 100)

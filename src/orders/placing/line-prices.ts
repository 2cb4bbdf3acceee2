import { isForPrice, isWantedCode, unlocks } from '../../events/codes/code.rules.ts'
import { EventError } from '../../events/errors.ts'
import {
  type FeeTerms,
  feeOfUnit,
  feeTermsNow,
  isOpenAt,
  lineAmounts,
  priceFor,
  priceList,
  type StoredCode,
  type StoredFeeTerms,
  saleWindow,
} from '../../events/price.rules.ts'
import type { Fee } from '../../platform/values/money.rules.ts'
import {
  aboveOnePayment,
  amountChanged,
  notOnSale,
  OrderError,
  outsideBounds,
  saleOver,
} from '../errors.ts'
import type { PricedType } from '../stock.rules.ts'
import { isFreeOrder, type LineRow, type OrderRow } from './order-row.ts'

/** The event's code that the order names. It may not have begun, or may have ended. */
export const codeOf = (
  { event_id, promo_code: wanted }: Pick<OrderRow, 'event_id' | 'promo_code'>,
  codes: readonly StoredCode[],
): StoredCode | undefined =>
  wanted ? codes.find((one) => one.event_id === event_id && isWantedCode(one, wanted)) : undefined

/** The named code or null. Throws the same unknown_code for unknown, ended and future codes. */
export function findCode(
  order: Pick<OrderRow, 'event_id' | 'promo_code'>,
  codes: readonly StoredCode[],
  now: number,
): StoredCode | null {
  if (!order.promo_code) return null
  const code = codeOf(order, codes)
  if (code && isOpenAt(code, now)) return code
  throw new OrderError('unknown_code', { details: { field: 'promo_code' } })
}

export type PricedLines = ReturnType<typeof priceLines<LineRow>>

type PriceFacts = {
  events: readonly { id: string; fee: StoredFeeTerms }[]
  types: readonly PricedType[]
  codes: readonly StoredCode[]
}

/** The amount of a new order at present prices, in cents. */
export function amountNow(
  order: Pick<OrderRow, 'event_id' | 'promo_code'> & { lines: readonly OrderedTickets[] },
  { events, types, codes }: PriceFacts,
  { now, serviceFee }: { now: number; serviceFee: Fee },
): number {
  const event = events.find(({ id }) => id === order.event_id)!
  const fee = feeTermsNow(event.fee, serviceFee)
  const lines = priceLines(order, types, { fee, now, code: findCode(order, codes, now) })
  for (const { type } of lines) refuseOutsideWindow(type, now)
  return sum(lines.map(({ amount_cents }) => amount_cents))
}

type OrderedTickets = Pick<LineRow, 'ticket_type_id' | 'units' | 'chosen_cents'>

type Pricing = { fee: FeeTerms; now: number; code: StoredCode | null }

export function priceLines<L extends OrderedTickets>(
  { event_id, lines }: { event_id: string; lines: readonly L[] },
  types: readonly PricedType[],
  pricing: Pricing,
) {
  return lines.map((line, index) => {
    const type = types.find(({ id }) => id === line.ticket_type_id)
    if (type?.event_id !== event_id || type.is_archived) throw new EventError('unknown_ticket_type')
    const price = priceLine(type, line, { ...pricing, index })
    const amounts = lineAmounts(price, line.units, price.fee)
    const { price_cents, isFree } = price
    const limit_ids = [...price.limit_ids, ...(type.pool_id === null ? [] : [type.pool_id])]
    const quantity = line.units * type.sold_in
    return { ...line, type, quantity, isFree, price_cents, limit_ids, ...amounts }
  })
}

/**
 * Whether a type is for sale. A steward sells only types that are sold at the door. Other buyers
 * can buy a hidden type only with a code that unlocks the type.
 */
export function isForSale(type: PricedType, isAtDoor: boolean, code: StoredCode | null): boolean {
  if (isAtDoor) return type.sold_at_door
  return !type.is_hidden || (code !== null && unlocks(code, type))
}

/** The price of one unit of a line, and the limits of its step and code that count the line. */
function priceLine(
  type: PricedType,
  { units, chosen_cents }: OrderedTickets,
  { fee: terms, now, code, index }: Pricing & { index: number },
) {
  const fee = feeOfUnit(terms, type.sold_in)
  const unlocked = code && unlocks(code, type) ? [code.id] : []
  if (type.lowest_cents !== null) {
    const price_cents = readChosen(type, chosen_cents, index)
    const inside = { ...fee, fees_on_top: false }
    return {
      price_cents,
      fee_cents: 0,
      fee: inside,
      limit_ids: unlocked,
      isFree: price_cents === 0,
    }
  }
  const lowering = code && isForPrice(code, type) ? code : null
  const prices = priceList(type, fee, lowering)
  const price = priceFor(prices, units, now)
  const { price_cents, fee_cents, full_cents } = price
  const isLowered = full_cents !== null
  const stepLimit = isLowered ? null : (type.steps[prices.indexOf(price)]?.limit_id ?? null)
  const isCounted = isLowered || unlocked.length > 0
  const limit_ids = [...(stepLimit === null ? [] : [stepLimit]), ...(isCounted ? [code!.id] : [])]
  const isFree = type.is_free || (isLowered && price_cents === 0)
  return { price_cents, fee_cents, fee, limit_ids, isFree }
}

/** Reads the only price that clients send. Throws if out of bounds or not in whole shillings. */
function readChosen(type: PricedType, chosen: number | null, index: number): number {
  const lowest = type.lowest_cents!
  const isWithin = chosen !== null && chosen >= lowest && chosen <= (type.highest_cents ?? chosen)
  if (isWithin && chosen % 100 === 0) return chosen
  throw outsideBounds(index, { lowest, highest: type.highest_cents })
}

export function refuseOutsideWindow(type: PricedType, now: number): void {
  const window = saleWindow(type, now)
  if (window === 'over') throw saleOver(type)
  if (window === 'not_yet') throw notOnSale(type)
}

export function refuseAmount(
  order: OrderRow,
  amountCents: number,
  { lines, before }: { lines: PricedLines; before: PricedLines | null },
  maxCents: number,
): void {
  const isFree = isFreeOrder(order)
  if (amountCents === 0 && !(isFree && lines.every((line) => line.isFree))) {
    throw new OrderError('nothing_to_pay')
  }
  const isAccepted =
    isShown(order, lines) || (before !== null && isShownForMore(order, before, amountCents))
  if (!isAccepted) throw amountChanged(amountCents)
  if (isFree && amountCents > 0) throw new OrderError('not_free')
  if (amountCents > maxCents) {
    const isChosen = lines.some(({ type }) => type.lowest_cents !== null)
    throw isChosen ? aboveOnePayment(maxCents) : new OrderError('over_limit')
  }
}

/**
 * Whether the client displayed the right amounts. The amount of a line may be exact or rounded up
 * to whole shillings. The total may be the sum of the exact, charged or displayed amounts.
 */
function isShown(order: OrderRow, lines: PricedLines): boolean {
  const amounts = lines.map(({ amount_cents }) => amount_cents)
  const exact = lines.map(({ price_cents, units }) => price_cents * units)
  const shown = lines.map(({ shown_cents }, index) => shown_cents ?? exact[index]!)
  const total = order.shown_cents ?? sum(amounts)
  return (
    lines.every((_, index) => [exact[index], amounts[index]].includes(shown[index])) &&
    [sum(exact), sum(shown), sum(amounts)].includes(total)
  )
}

/**
 * Whether a page showed more than is charged. A page that does not know the buyer's open order
 * counts its early prices as taken. Callers and stewards (`provenPhone`) confirm each amount.
 */
const isShownForMore = (order: OrderRow, before: PricedLines, amountCents: number): boolean =>
  order.proof.provenPhone === undefined &&
  isShown(order, before) &&
  amountCents <= sum(before.map(({ amount_cents }) => amount_cents))

export const sum = (numbers: readonly number[]) =>
  numbers.reduce((total, number) => total + number, 0)

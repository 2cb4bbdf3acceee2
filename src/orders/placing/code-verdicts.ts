import { isForPrice, unlocks } from '../../events/codes/code.rules.ts'
import type { StoredCode } from '../../events/price.rules.ts'
import { codeUsedUp, OrderError } from '../errors.ts'
import type { HeldLine } from '../stock.rules.ts'
import { type PricedLines, sum } from './line-prices.ts'
import type { OrderRow } from './order-row.ts'

/** An active seller of an event, with the commission. */
export type SellerTerms = {
  id: string
  event_id: string
  number: number
  phone: string | null
  basis_points: number
  per_ticket_cents: number
}

/** The seller of an order, with the commission. The commission is 0 if the seller is the buyer. */
export type OrderSeller = Pick<SellerTerms, 'id' | 'basis_points' | 'per_ticket_cents'>

/** Throws if a code fits no line or is used up. It counts tickets that it discounts or unlocks. */
export function refuseUsedCode(
  code: StoredCode,
  lines: PricedLines,
  /** The number of tickets that the phone already has with the code. */
  own: number,
): void {
  const isFitting = ({ type }: PricedLines[number]) => unlocks(code, type) || isForPrice(code, type)
  if (!lines.some(isFitting)) {
    throw new OrderError('code_not_for_these', { details: { field: 'promo_code' } })
  }
  const wanted = countedBy(code, lines)
  if (code.left !== null && wanted > code.left) throw codeUsedUp(Math.max(0, code.left))
  const { max_per_phone: most } = code
  if (most !== null && own + wanted > most) throw codeUsedUp(Math.max(0, most - own), most)
}

export const countedBy = (
  code: StoredCode,
  lines: readonly Omit<HeldLine, 'ticket_type_id'>[],
): number =>
  sum(lines.filter(({ limit_ids }) => limit_ids.includes(code.id)).map((line) => line.quantity))

/** The seller of the code, otherwise the seller of the link. Null if there is neither. */
export function sellerOf(
  { event_id, phone, source }: OrderRow,
  code: StoredCode | null,
  sellers: readonly SellerTerms[],
): OrderSeller | null {
  const isOfCode = ({ id }: SellerTerms) => id === code?.seller_id
  const isOfLink = (one: SellerTerms) => one.event_id === event_id && one.number === source.seller
  const seller = sellers.find(isOfCode) ?? sellers.find(isOfLink)
  if (!seller) return null
  const { id, basis_points, per_ticket_cents } = seller
  if (seller.phone === phone) return { id, basis_points: 0, per_ticket_cents: 0 }
  return { id, basis_points, per_ticket_cents }
}

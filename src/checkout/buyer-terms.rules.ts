import { chargedKes, formatPrice } from '../events/event-words.rules.ts'
import type { PromoReply, TicketTypeReply } from '../events/events.contract.ts'
import { offeredTypes, priceTime } from '../events/price.rules.ts'
import { linePrice } from '../orders/placing/offer.rules.ts'
import {
  type Choice,
  type ChosenLine,
  linesFor,
  type Offer,
  offerFor,
  type PriceOf,
  quantitiesOf,
} from './choice.rules.ts'
import { chosenKes, priceFault, type TypedPrices } from './chosen-price.rules.ts'
import type { StoredOrder } from './purchase.rules.ts'

// The promo code and the chosen prices of a purchase on the event page. Follows the rules by which
// orders/placing refuses orders.

export type Promo = PromoReply

const isNamed = ({ ticket_type_ids: ids }: Promo, { id }: TicketTypeReply): boolean =>
  ids?.includes(id) ?? false

/** Whether the page shows a hidden type because of the code. */
export function isUnlocked(type: TicketTypeReply, promo: Promo | null | undefined): boolean {
  return Boolean(promo && type.is_hidden && isNamed(promo, type))
}

/** Whether the code applies to the type, even while a step is cheaper than the code's price. */
function isFor(promo: Promo, type: TicketTypeReply): boolean {
  if (isUnlocked(type, promo)) return true
  if (promo.kind === 'access' || type.is_free || type.lowest !== undefined) return false
  return promo.ticket_type_ids === null ? !type.is_hidden : isNamed(promo, type)
}

/** For 'with code FRIEND, instead of KES 1,000'. Null if the code does not concern the price. */
type CodePrice = { is: 'lowered'; full: number } | { is: 'step'; step: string } | null

/** Whether the code or the step sets the price of one ticket. */
export function codePrice(type: TicketTypeReply, promo: Promo | null | undefined): CodePrice {
  if (!promo) return null
  if (type.full_price !== undefined) return { is: 'lowered', full: type.full_price }
  const withCode = type.prices?.at(-1)
  const isLower = type.step !== undefined && withCode?.full_price !== undefined
  return isLower && type.price < withCode.price ? { is: 'step', step: type.step! } : null
}

/** The parts of a purchase that come from the buyer: the code and the typed prices. */
type BuyerTerms = {
  promo: Promo | null | undefined
  typed: TypedPrices
  priceOf: PriceOf
}

/** The types. A type whose price the buyer chooses has the typed price. */
export function atChosenPrices(
  types: readonly TicketTypeReply[],
  typed: TypedPrices,
): TicketTypeReply[] {
  return types.map((type) =>
    type.lowest === undefined ? type : { ...type, price: chosenKes(type, typed) },
  )
}

/** The types before the buyer chooses anything, each at its lowest price. */
export function offeredFrom(types: readonly TicketTypeReply[]): readonly TicketTypeReply[] {
  return offeredTypes(types).map((type) => ({ ...type, price: type.lowest ?? type.price }))
}

/** The prices of lines at `now`, in ms (see `pricesAt`). Marks the lines that use the code. */
export function termPrices(
  pricesNow: PriceOf,
  { promo, now }: { promo: Promo | null | undefined; now: number },
): PriceOf {
  return (type, quantity) => {
    const price = pricesNow(type, quantity)
    if (type.lowest !== undefined) {
      const each = `${formatPrice(chargedKes(price.priceKes))} each`
      return { ...price, isChosen: true, ...(quantity > 1 && { each }), ...byCode(type, promo) }
    }
    const { full_price } = linePrice(type, quantity, priceTime(type.sale_from, now))
    if (full_price === undefined) return { ...price, ...byCode(type, promo) }
    return { ...price, isByCode: true }
  }
}

const byCode = (type: TicketTypeReply, promo: Promo | null | undefined) =>
  isUnlocked(type, promo) ? { isByCode: true as const } : {}

/**
 * The lines of a choice. Prices are taken from the open order if its promo code and chosen prices are
 * unchanged.
 */
export function linesWith(
  types: readonly TicketTypeReply[],
  { choice, order }: { choice: Choice; order: StoredOrder | null },
  { promo, typed, priceOf }: BuyerTerms,
): ChosenLine[] {
  const isSame =
    order?.promo_code === promo?.code &&
    order?.lines.every(({ ticketTypeId: id, isChosen, priceKes }) => {
      return !isChosen || typed[id] === undefined || typed[id] === String(priceKes)
    })
  return linesFor(types, choice, isSame ? order!.lines : null, priceOf)
}

/** The offer for lines that cannot be bought, also because of a chosen price or of the code. */
export function offerWith(
  types: readonly TicketTypeReply[],
  { lines, order }: { lines: readonly ChosenLine[]; order: StoredOrder | null },
  terms: BuyerTerms,
): Offer | null {
  const faults = types.flatMap((type) => {
    const chosen = lines.find((line) => line.ticketTypeId === type.id && line.isChosen)
    const fault = chosen ? priceFault(type, terms.typed, chosen.quantity) : null
    return fault === null ? [] : fault
  })
  if (faults.length > 0) return { lines: [], reasons: [...new Set(faults)], isShort: false }
  const short = offerFor(types, lines, terms.priceOf)
  const byCode = terms.promo && codeOffer(types, { lines: short?.lines ?? lines, order }, terms)
  if (!byCode) return short
  return {
    ...byCode,
    reasons: [...(short?.reasons ?? []), ...byCode.reasons],
    isShort: byCode.isShort || Boolean(short?.isShort),
  }
}

/** Null if the code applies to a chosen type and has enough uses for the lines that use it. */
function codeOffer(
  types: readonly TicketTypeReply[],
  { lines, order }: { lines: readonly ChosenLine[]; order: StoredOrder | null },
  { priceOf, ...terms }: BuyerTerms,
): Offer | null {
  const promo = terms.promo!
  const chosen = lines.flatMap(({ ticketTypeId }) => types.filter(({ id }) => id === ticketTypeId))
  if (chosen.length === 0) return null
  if (!chosen.some((type) => isFor(promo, type))) {
    return { lines: [], reasons: [NOT_FOR_THESE], isShort: false }
  }
  const own = order?.promo_code === promo.code ? countByCode(order.lines) : 0
  const left = promo.left === null ? Infinity : Math.max(0, promo.left + own)
  const most = Math.min(left, promo.max_per_phone ?? Infinity)
  if (countByCode(lines) <= most) return null
  const isShort = left === most
  const fewer = linesFor(types, lowerTo(most, lines), null, priceOf)
  return {
    lines: most > 0 ? fewer : [],
    reasons: [isShort ? leftOfCode(most, isOfPeople(lines)) : mostOfCode(most, isOfPeople(lines))],
    isShort,
  }
}

/** The number of uses of a code. A table counts once for each of its people. */
const countByCode = (lines: readonly ChosenLine[]): number =>
  lines.reduce(
    (sum, { isByCode, quantity, soldIn = 1 }) => sum + (isByCode ? quantity * soldIn : 0),
    0,
  )

const isOfPeople = (lines: readonly ChosenLine[]): boolean =>
  lines.some(({ isByCode, soldIn }) => isByCode && soldIn)

/** Reduces the quantities of lines that use the code, to at most `most` uses in total. */
function lowerTo(most: number, lines: readonly ChosenLine[]): Choice {
  let room = most
  const lowered = lines.map((line) => {
    if (!line.isByCode) return line
    const { soldIn = 1 } = line
    const quantity = Math.min(line.quantity, Math.floor(room / soldIn))
    room -= quantity * soldIn
    return { ...line, quantity }
  })
  return quantitiesOf(lowered)
}

const NOT_FOR_THESE = 'This code is for other tickets of this event.'

/** The text about the tickets, or people of tables, for which the code still works. */
export function leftOfCode(left: number, isPeople = false): string {
  if (left === 0) return 'This code has been used up.'
  if (isPeople) {
    return left === 1
      ? 'This code works for 1 more person'
      : `This code works for ${left} more people`
  }
  if (left === 1) return 'This code works for 1 more ticket'
  return `This code works for ${left} more tickets`
}

function mostOfCode(most: number, isPeople: boolean): string {
  if (isPeople) return `One phone number can buy for ${most} people with this code.`
  return most === 1
    ? 'One phone number can buy 1 ticket with this code.'
    : `One phone number can buy ${most} tickets with this code.`
}

import { availableOf, isTypeSold } from '../events/event.rules.ts'
import { isOpen, type SaleStop } from '../events/sales.rules.ts'
import { AppError, declareErrors } from '../platform/errors.ts'
import { formatKes, toKes } from '../platform/values/money.rules.ts'
import { isoText } from '../platform/values/nairobi.rules.ts'
import { orderTimes } from './declarations.ts'
import { PRICE_CHANGED } from './new-order.rules.ts'
import { countAvailable, type WantedStock } from './stock.rules.ts'

export class OrderError extends declareErrors({
  order_not_found: [404, 'Order not found', 'Agizo halikupatikana'],
  too_many: [
    422,
    "That's more than the limit per order.",
    'Hiyo ni zaidi ya idadi inayoruhusiwa kwa agizo moja.',
  ],
  too_few: [
    422,
    "That's fewer than the least of one order.",
    'Hiyo ni chini ya idadi ya chini kwa agizo moja.',
  ],
  needs_entry: [
    409,
    'Add-ons need a ticket. Buy a ticket for this event first, or together with them.',
    'Nyongeza zinahitaji tiketi. Nunua tiketi ya tukio hili kwanza, au pamoja nazo.',
  ],
  phone_limit: [
    409,
    'That is more than one phone number may buy for this event.',
    'Hiyo ni zaidi ya idadi ambayo nambari moja ya simu inaweza kununua kwa tukio hili.',
  ],
  nothing_to_pay: [
    422,
    'There is nothing to pay. Choose at least one ticket that has a price.',
    'Hakuna cha kulipa. Chagua angalau tiketi moja yenye bei.',
  ],
  not_free: [
    422,
    'These tickets are not free. Pay for them with M-PESA.',
    'Tiketi hizi si za bure. Zilipie kwa M-PESA.',
  ],
  unknown_code: [422, 'This code is not valid here', 'Msimbo huu haufanyi kazi hapa'],
  code_not_for_these: [
    422,
    'This code is for other tickets of this event.',
    'Msimbo huu ni wa tiketi nyingine za tukio hili.',
  ],
  code_used_up: [409, 'This code has been used up.', 'Msimbo huu umeshatumika wote.'],
  over_limit: [422, 'Choose fewer tickets', 'Chagua tiketi chache zaidi'],
  sold_out: [409, 'These tickets are sold out.', 'Tiketi hizi zimeisha.'],
  few_left: [409, 'Too few tickets are left.', 'Tiketi zilizobaki hazitoshi.'],
  all_taken: [
    409,
    'All tickets are being bought right now. Unpaid ones return within minutes.',
    'Tiketi zote zinanunuliwa sasa hivi. Zisizolipiwa hurudi baada ya dakika chache.',
  ],
  sales_closed: [409, 'Ticket sales have ended', 'Mauzo ya tiketi yameisha'],
  not_on_sale: [409, 'These tickets are not on sale yet.', 'Tiketi hizi bado hazijaanza kuuzwa.'],
  amount_changed: [409, PRICE_CHANGED, 'Bei imebadilika. Tafadhali angalia jumla mpya.'],
  order_conflict: [
    409,
    'This order number is already in use for another purchase.',
    'Nambari hii ya agizo tayari inatumika kwa ununuzi mwingine.',
  ],
  payment_open: [
    409,
    'A payment for this event is already in progress on this phone. Finish it or wait until it ends, then try again.',
    'Kuna malipo ya tukio hili yanayoendelea kwenye simu hii. Yakamilishe au subiri yaishe, kisha ujaribu tena.',
  ],
  too_many_unpaid: [
    429,
    'There are too many unpaid orders from your network. Tickets are still available.',
    'Kuna maagizo mengi mno ambayo hayajalipiwa kutoka mtandao wako. Tiketi bado zipo.',
  ],
  too_many_unproven: [
    429,
    'Many tickets are waiting to be paid by other buyers. They are not sold out.',
    'Tiketi nyingi zinasubiri kulipiwa na wanunuzi wengine. Hazijaisha.',
  ],
  too_many_by_paybill: [
    429,
    'Many tickets are waiting to be paid by paybill. They are not sold out: pay with an M-PESA prompt instead.',
    'Tiketi nyingi zinasubiri kulipiwa kwa paybill. Hazijaisha: lipa kwa ombi la M-PESA kwenye simu yako badala yake.',
  ],
  prompt_open: [
    409,
    'An M-PESA prompt is still open on this phone. Finish it first.',
    'Kuna ombi la M-PESA kwenye simu hii. Likamilishe kwanza.',
  ],
  already_paid: [409, 'This order is already paid.', 'Agizo hili limeshalipiwa.'],
  too_late: [
    409,
    'This order is too old to be paid. Please start again.',
    'Agizo hili ni la zamani mno kulipiwa. Tafadhali anza upya.',
  ],
}) {}

/** The error for too few tickets. `min` is the minimum for an order of the type, in units. */
export function tooFew(index: number, min: number): OrderError {
  return new OrderError('too_few', {
    text: {
      en: `One order needs at least ${min} of these tickets.`,
      sw: `Agizo moja linahitaji angalau tiketi ${min} za aina hii.`,
    },
    details: { field: `tickets.${index}.quantity`, min },
  })
}

/** The error for a type that is not on sale yet. `from` is the instant at which sales begin. */
export function notOnSale({
  id,
  sale_from: from,
}: {
  id: string
  sale_from: string | null
}): OrderError {
  return new OrderError('not_on_sale', { details: { ticket_type_id: id, from: isoText(from) } })
}

/** The error for a type whose sale is over; other types of the event may be on sale. */
export function saleOver({ id }: { id: string }): OrderError {
  const text = {
    en: 'These tickets are no longer on sale.',
    sw: 'Tiketi hizi haziuzwi tena.',
  }
  return new OrderError('sales_closed', { text, details: { ticket_type_id: id } })
}

/**
 * The error for a line whose price the buyer chooses, if the sent price is missing, too low or too
 * high. Amounts are in cents. `highest` is null if there is no maximum.
 */
export function outsideBounds(
  index: number,
  { lowest, highest }: { lowest: number; highest: number | null },
): AppError {
  const [from, to] = [formatKes(toKes(lowest)), highest === null ? '' : formatKes(toKes(highest))]
  return new AppError('invalid_field', {
    text:
      highest === null
        ? { en: `Choose a price of ${from} or more.`, sw: `Chagua bei ya ${from} au zaidi.` }
        : {
            en: `Choose a price from ${from} to ${to}.`,
            sw: `Chagua bei kati ya ${from} na ${to}.`,
          },
    details: { field: `tickets.${index}.price` },
  })
}

/** The error for a used-up code. `left` tickets remain; with `most`, for this phone number. */
export function codeUsedUp(left: number, most: number | null = null): OrderError {
  const details = { field: 'promo_code', left, ...(most !== null && { most }) }
  if (most !== null) return new OrderError('code_used_up', { text: mostOfCode(most), details })
  return new OrderError('code_used_up', { ...(left > 0 && { text: leftOfCode(left) }), details })
}

const leftOfCode = (left: number) => ({
  en: `This code works for ${left} more ${left === 1 ? 'ticket' : 'tickets'}.`,
  sw: `Msimbo huu unafaa kwa tiketi ${left} zaidi.`,
})

const mostOfCode = (most: number) => ({
  en: `One phone number can buy ${most} ${most === 1 ? 'ticket' : 'tickets'} with this code.`,
  sw: `Nambari moja ya simu inaweza kununua tiketi ${most} kwa msimbo huu.`,
})

/** `amountCents` is the order's present amount. `tickets`: for pages that do not know them. */
export function amountChanged(
  amountCents: number,
  tickets?: readonly { ticketTypeId: string; quantity: number }[],
): OrderError {
  const amount = toKes(amountCents)
  return new OrderError('amount_changed', { details: { amount, ...(tickets && { tickets }) } })
}

export function saleStopped(stop: SaleStop): OrderError {
  return new OrderError(isOpen(stop) ? 'sold_out' : 'sales_closed')
}

const unitsLeft = (type: WantedStock) => (type.is_archived ? 0 : availableOf(type))

/** Takes a pool's places for the types in order, so that only the last types are short. */
function inTurn(wanted: readonly WantedStock[]): WantedStock[] {
  const taken = new Map<string, number>()
  return wanted.map((type) => {
    const { pool, pool_id, quantity } = type
    if (!pool || pool_id === null) return type
    const before = taken.get(pool_id) ?? 0
    const inTurn = { ...type, pool: { ...pool, sold: pool.sold + before } }
    if (quantity <= countAvailable(inTurn)) taken.set(pool_id, before + quantity)
    return inTurn
  })
}

/** The texts of a refusal if only some of the ordered ticket types are not available. */
const SOME = {
  sold_out: { en: 'Some of these tickets are sold out.', sw: 'Baadhi ya tiketi hizi zimeisha.' },
  all_taken: {
    en: 'Some of these tickets are being bought right now. Unpaid ones return within minutes.',
    sw: 'Baadhi ya tiketi hizi zinanunuliwa sasa hivi. Zisizolipiwa hurudi baada ya dakika chache.',
  },
}

/**
 * The error for the ticket type that is hardest to get. A sold-out type comes first, then a type
 * that unpaid orders hold, then the type with the fewest units left. A type has no units left if
 * fewer are left than an order needs. Null if enough tickets are left.
 */
export function shortageOf(wanted: readonly WantedStock[]): OrderError | null {
  if (wanted.some((type) => type.is_closed)) return new OrderError('sales_closed')
  const short = inTurn(wanted)
    .filter((type) => type.quantity > countAvailable(type))
    .map((type) => ({ ...type, left: unitsLeft(type), units: type.quantity / type.sold_in }))
    .sort((one, other) => one.left - other.left || other.units - one.units)
  const gone = short.filter(({ left }) => left === 0)
  const sold = gone.find((type) => type.is_archived || isTypeSold(type))
  const type = sold ?? gone[0] ?? short[0]
  if (!type) return null
  const { id, left, units } = type
  const details = { ticket_type_id: id, left }
  if (left > 0) return new OrderError('few_left', { text: fewLeft(left, units), details })
  const code = sold ? 'sold_out' : 'all_taken'
  return new OrderError(code, { ...(gone.length < wanted.length && { text: SOME[code] }), details })
}

const fewLeft = (left: number, wanted: number) => ({
  en: `Only ${left} of ${wanted} ${left === 1 ? 'is' : 'are'} left.`,
  sw: `${left === 1 ? 'Imebaki' : 'Zimebaki'} ${left} tu kati ya ${wanted}.`,
})

/** The error above the limit per phone. `tickets` is the number that the phone already has. */
export function aboveCap(max: number, tickets: number): OrderError {
  const left = Math.max(0, max - tickets)
  return new OrderError('phone_limit', {
    text: tickets === 0 ? capOf(max) : leftOfCap(max, left),
    details: { left, max },
  })
}

/** The error above the limit of free tickets. `tickets`: the phone's free tickets of the type. */
export function aboveFree(max: number, tickets: number): OrderError {
  const left = Math.max(0, max - tickets)
  const text = {
    en: `One phone number can get ${max} of these free tickets. This number can get ${left} more.`,
    sw: `Nambari moja ya simu inaweza kupata tiketi ${max} za bure za aina hii. Nambari hii inaweza kupata ${left} zaidi.`,
  }
  return new OrderError('phone_limit', { text, details: { left, max } })
}

/** The error for a chosen price that exceeds the maximum of one payment. */
export function aboveOnePayment(maxCents: number): OrderError {
  const most = formatKes(toKes(maxCents))
  return new OrderError('over_limit', {
    text: {
      en: `M-PESA takes at most ${most} in one payment. Choose a lower price.`,
      sw: `M-PESA hupokea ${most} pekee kwa malipo moja. Chagua bei ya chini.`,
    },
  })
}

const capOf = (max: number) => ({
  en: `One phone number can buy ${max} ${max === 1 ? 'ticket' : 'tickets'} for this event.`,
  sw: `Nambari moja ya simu inaweza kununua tiketi ${max} za tukio hili.`,
})

const leftOfCap = (max: number, left: number) =>
  left === 0
    ? {
        en: `The limit for this event is ${max} per phone number, and this number has reached it.`,
        sw: `Kikomo cha tukio hili ni tiketi ${max} kwa kila nambari ya simu, na nambari hii imekifikia.`,
      }
    : {
        en: `You can buy ${left} more ${left === 1 ? 'ticket' : 'tickets'} for this event. The limit is ${max} per phone number.`,
        sw: `Unaweza kununua tiketi ${left} zaidi za tukio hili. Kikomo ni ${max} kwa kila nambari ya simu.`,
      }

/**
 * Does not describe the other open order, because the phone may be a stranger's. `heldMs`: how long
 * it still holds tickets without an open prompt. `ownId`: its id, if the buyer proved to own it.
 */
export function paymentOpen(
  timeScale: number,
  { heldMs, ownId }: { heldMs?: number; ownId?: string } = {},
): OrderError {
  const ms = heldMs ?? orderTimes(timeScale).promptOpenMs
  return new OrderError('payment_open', {
    retryAfter: Math.max(1, Math.ceil(ms / 1000)),
    ...(heldMs !== undefined && { text: heldText(Math.max(1, Math.ceil(heldMs / 60_000))) }),
    ...(ownId !== undefined && { details: { order_id: ownId } }),
  })
}

const heldText = (minutes: number) => ({
  en: `An unpaid order of this phone number is holding tickets for this event. Pay it on the page where you placed it, or try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
  sw: `Agizo ambalo halijalipiwa la nambari hii ya simu limeshikilia tiketi za tukio hili. Lilipie kwenye ukurasa ulioagizia, au ujaribu tena baada ya dakika ${minutes}.`,
})

/** `heldUntil` is the earliest end of the address's holds for this event. */
export function tooManyUnpaid(heldUntil: Date | null, now: Date): OrderError {
  return new OrderError('too_many_unpaid', { retryAfter: secondsUntil(heldUntil, now) })
}

/** `heldUntil` is the earliest end of a hold of this ticket type by an unproven buyer. */
export function tooManyUnproven(
  heldUntil: Date | null,
  { now, isByPaybill }: { now: Date; isByPaybill: boolean },
): OrderError {
  const code = isByPaybill ? 'too_many_by_paybill' : 'too_many_unproven'
  return new OrderError(code, { retryAfter: secondsUntil(heldUntil, now) })
}

function secondsUntil(end: Date | null, now: Date): number {
  return Math.max(1, Math.ceil(end ? (end.getTime() - now.getTime()) / 1000 : 0))
}

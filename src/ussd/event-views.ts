import { randomUUID } from 'node:crypto'
import { isOnSale } from '../events/price.rules.ts'
import { saleStop } from '../events/sales.rules.ts'
import { selectCategories } from '../events/search/choices.sql.ts'
import { smsMoment } from '../messages/sms.rules.ts'
import { selectEntryPhones } from '../orders/phone-cap.sql.ts'
import { isFreeLine, linePrice } from '../orders/placing/offer.rules.ts'
import { type PhoneOffer, readOffer } from '../orders/placing/offer.ts'
import { offeredWallet, paybillNumber } from '../payments/paybill-number.rules.ts'
import type { Language } from '../platform/values/language.rules.ts'
import { toCents } from '../platform/values/money.rules.ts'
import { confirmFreeScreen, confirmScreen, fewScreen } from './buying.rules.ts'
import { codeEnd } from './code-views.ts'
import {
  addOnsScreen,
  eventScreen,
  eventsScreen,
  isAddOn,
  type PriceBounds,
  priceScreen,
  quantityScreen,
  type ShownEvent,
  type ShownType,
} from './event-screens.rules.ts'
import { categoriesScreen, ROWS } from './menu.rules.ts'
import type { At, Purchase, ScreenRef } from './navigation.rules.ts'
import { sellingTexts } from './selling.text.ts'
import { listEvents, readEvent } from './shared-events.ts'
import { selectEventOfCode, selectUnpaidOrder } from './ussd.sql.ts'
import { ussdTexts } from './ussd.text.ts'
import {
  backTo,
  backToTypes,
  endingIn,
  type UssdDeps,
  type View,
  type Visit,
  withoutCode,
} from './visit.ts'

export async function viewCategories(
  { db }: UssdDeps,
  visit: Visit,
  { from }: At<'categories'>,
): Promise<View> {
  const names = (await selectCategories(db)).map(({ name }) => name)
  return categoriesScreen(visit, names, from)
}

export async function viewEvents(
  deps: UssdDeps,
  visit: Visit,
  { at, ...sought }: At<'events'>,
): Promise<View> {
  const { data, next_cursor } = await listEvents(deps, { ...sought, limit: String(ROWS) })
  const more: ScreenRef | undefined =
    next_cursor === null ? undefined : { at, ...sought, cursor: next_cursor }
  return eventsScreen(visit, data, more)
}

/** Resolves a typed or dialled event code: replaces the code in the path by the event's screen. */
export async function viewCoded(
  { db }: UssdDeps,
  visit: Visit,
  { code }: At<'coded'>,
): Promise<View> {
  const id = await selectEventOfCode(db, code)
  if (id !== null) return { path: endingIn(visit.path, { at: 'event', id, from: 0 }) }
  return { path: [{ at: 'menu' }], notice: ussdTexts[visit.language].noEvent(code) }
}

export async function viewEvent(deps: UssdDeps, visit: Visit, screen: At<'event'>): Promise<View> {
  const { at: _, id, from, ...via } = screen
  const event = await readEvent(deps, id, via.promo)
  if (!event) return { path: [{ at: 'menu' }], notice: ussdTexts[visit.language].closed }
  const end = via.promo === undefined ? null : await codeEnd(deps, visit, event)
  // The code has ended: shows the event's screen without the code, and the reason as a notice.
  if (end !== null) return { path: withoutCode(visit.path), notice: end }
  const unpaid = await unpaidOrder(deps, visit, event)
  const hasAddOns = sellsAddOns(event) && (await holdsEntry(deps, visit, id))
  return eventScreen(visit, event, { from, unpaid, hasAddOns, via })
}

/** Whether the phone has a ticket of the event, which it needs to buy add-ons. */
async function holdsEntry({ db }: UssdDeps, { phone }: Visit, eventId: string): Promise<boolean> {
  return (await selectEntryPhones(db, [{ event_id: eventId, phone }])).length > 0
}

/** The caller's unpaid order, which may hold the tickets that are sold out for other callers. */
async function unpaidOrder({ db }: UssdDeps, { phone }: Visit, event: ShownEvent) {
  const isOut = event.ticket_types.some(({ available }) => available < 1)
  const mayHold = saleStop(event) === 'sold_out' || (saleStop(event) === null && isOut)
  return mayHold ? await selectUnpaidOrder(db, { phone, eventId: event.id }) : null
}

/** If the caller has no ticket of the event, returns to the previous list or to the menu. */
export async function viewAddOns(
  deps: UssdDeps,
  visit: Visit,
  { at: _, id, from, ...via }: At<'add_ons'>,
): Promise<View> {
  const event = await readEvent(deps, id)
  const { noAddOns, needsEntry } = sellingTexts[visit.language]
  const before = visit.path.length > 1 ? visit.path.slice(0, -1) : ([{ at: 'menu' }] as const)
  if (!event || !sellsAddOns(event)) return { path: before, notice: visit.notice ?? noAddOns }
  const isHolder = await holdsEntry(deps, visit, id)
  if (!isHolder) return { path: before, notice: visit.notice ?? needsEntry }
  return addOnsScreen(visit, event, { from, via })
}

export async function viewQuantity(
  deps: UssdDeps,
  visit: Visit,
  { at: _, eventId, typeId, ...via }: At<'quantity'>,
): Promise<View> {
  const wanted = { eventId, typeId, ...via }
  const found = await readType(deps, wanted)
  if (!found) return await notSold(deps, visit, wanted)
  const { event, type } = found
  const { phone } = visit
  const offer = await readOffer(deps, { event, type, phone, code: event.dialled })
  if (offer.limit === 'stock' && offer.most < 1) return await notSold(deps, visit, wanted)
  if (offer.most < 1) {
    return { path: backToTypes(visit.path), notice: whyFewer(visit, found, offer) }
  }
  return quantityScreen(visit, event, type, { phone, max: offer.most, via })
}

/** The screen on which the caller chooses the price of a ticket. */
export async function viewPrice(
  deps: UssdDeps,
  visit: Visit,
  { purchase }: At<'price'>,
): Promise<View> {
  const found = await readType(deps, purchase)
  if (!found) return await notSold(deps, visit, purchase)
  const bounds = priceBounds(deps, found.type, purchase)
  if (bounds) return priceScreen(visit, found.type, purchase, bounds)
  return { path: endingIn(visit.path, { at: 'confirm', ...purchase }) }
}

/**
 * The lowest and highest price per ticket that the caller may choose, limited by M-Pesa's maximum per
 * payment. Null if the price is fixed.
 */
function priceBounds(
  { env }: UssdDeps,
  { lowest, highest }: ShownType,
  { quantity }: Pick<Purchase, 'quantity'>,
): PriceBounds | null {
  if (lowest === undefined) return null
  const most = Math.floor(env.mpesa.maxKes / quantity)
  return { lowest: Math.ceil(lowest), highest: Math.min(Math.floor(highest ?? most), most) }
}

/**
 * Shows the total. If the paying phone may order fewer tickets, because the phone was changed or
 * has bought tickets since, returns to the previous screen, which offers only the allowed number.
 */
export async function viewConfirm(
  deps: UssdDeps,
  visit: Visit,
  { at: _, totalKes, ...purchase }: At<'confirm'>,
): Promise<View> {
  const found = await readType(deps, purchase)
  if (!found) return await notSold(deps, visit, purchase)
  const { event, type } = found
  const offer = await readOffer(deps, { event, type, phone: purchase.phone, code: event.dialled })
  const isTooMany = purchase.quantity > offer.most
  if (isTooMany && ['phone', 'free', 'amount'].includes(offer.limit)) {
    const isOwn = offer.most < 1 && purchase.phone === visit.phone
    const path = isOwn ? backToTypes(visit.path) : backTo(visit.path, 'quantity')
    return { path, notice: whyFewer(visit, found, offer) }
  }
  const bounds = priceBounds(deps, type, purchase)
  if (bounds && !isWithin(bounds, purchase.chosenKes)) return askPrice(visit, purchase)
  const price = priceOf(deps, type, purchase)
  if (price.isFree && !totalKes) {
    return confirmFreeScreen(visit, found, { ...purchase, phone: visit.phone }, randomUUID())
  }
  const isByHand = paybillNumber(deps.env.mpesa) !== null
  const wallet = offeredWallet(deps.env.mpesa, purchase.phone)
  const drawn = { prompt: randomUUID(), paybill: isByHand ? randomUUID() : null, wallet }
  return confirmScreen(visit, { ...found, price, totalKes }, purchase, drawn)
}

/** Asks for the price: the caller has chosen none yet, or the organizer changed the bounds. */
function askPrice({ path, language }: Visit, purchase: Purchase): View {
  const isAsked = path.some(({ at }) => at === 'price')
  const to = endingIn(isAsked ? backTo(path, 'price') : path, { at: 'price', purchase })
  return { path: to, ...(isAsked && { notice: ussdTexts[language].newPrice }) }
}

const isWithin = ({ lowest, highest }: PriceBounds, kes: number | undefined) =>
  kes !== undefined && kes >= lowest && kes <= highest

/** The price of one ticket at this quantity, or the price that the caller has chosen. */
function priceOf(
  { clock }: UssdDeps,
  type: ShownType,
  { quantity, chosenKes = 0 }: Pick<Purchase, 'quantity' | 'chosenKes'>,
): { price: number; fee: number; full_price?: number | undefined; isFree: boolean } {
  if (type.lowest !== undefined) return { price: chosenKes, fee: 0, isFree: chosenKes === 0 }
  const price = linePrice(type, quantity, clock.now().getTime())
  return { ...price, isFree: isFreeLine(type, price) }
}

/** Offers the tickets that are left, at the current price for this quantity. */
export async function viewFew(deps: UssdDeps, visit: Visit, few: At<'few'>): Promise<View> {
  const found = await readType(deps, few)
  if (!found) return await notSold(deps, visit, few)
  const { price } = priceOf(deps, found.type, few)
  return fewScreen(visit, few, { priceCents: toCents(price)!, orderId: randomUUID() })
}

/** Why a phone may not order more tickets of a type, although more are left. */
function whyFewer(
  { language }: Visit,
  { event: { max_per_phone: max, dialled }, type }: { event: ShownEvent; type: ShownType },
  { limit, phoneLeft, most }: PhoneOffer,
): string {
  const { phoneLimit, refused } = ussdTexts[language]
  const { freeLimit, peopleLimit, codeTooSmall } = sellingTexts[language]
  const inPeople = (type.sold_in ?? 1) > 1 ? peopleLimit : phoneLimit
  if (limit === 'free') return freeLimit(Math.max(0, most), type.max_per_order)
  if (limit === 'phone') return inPeople(phoneLeft ?? 0, max ?? 0)
  if (limit === 'code' && most < 1) return codeTooSmall(dialled?.digits ?? '')
  return limit === 'price' ? refused.nothingToPay : refused.overLimit
}

type WantedType = Pick<Purchase, 'eventId' | 'typeId' | 'promo'>

/** Returns to the event, whose screen says why the type cannot be bought now. */
async function notSold(
  deps: UssdDeps,
  visit: Visit,
  { eventId, typeId, promo }: WantedType,
): Promise<View> {
  const texts = ussdTexts[visit.language]
  const event = await readEvent(deps, eventId, promo)
  const stop = event && saleStop(event)
  const path = backToTypes(visit.path)
  const type = event?.ticket_types.find(({ id }) => id === typeId)
  if (stop && path.at(-1)!.at === 'event' && !(type && isAddOn(type))) return { path }
  if (stop === 'closed') {
    return { path, notice: event?.cancelled_at ? texts.cancelled : texts.closed }
  }
  const isCodeOver = promo !== undefined && event && !event.dialled
  if (isCodeOver) return { path, notice: sellingTexts[visit.language].wrongCode }
  if (!event || !type || isStopped(event, type)) return { path, notice: texts.notOneLeft }
  return { path, notice: whyNotNow(visit.language, type) }
}

function whyNotNow(language: Language, type: ShownEvent['ticket_types'][number]): string {
  const texts = ussdTexts[language]
  if (type.sale_window === 'over') return texts.typeOver
  if (type.sale_window === 'not_yet') return texts.typeNotYet(smsMoment(type.sale_from!, language))
  if (!type.is_sold_out) return texts.typeTaken
  return isAddOn(type) ? sellingTexts[language].addOnGone : texts.notOneLeft
}

/** Whether the type is not for sale. When an event is sold out, ticket holders can buy add-ons. */
function isStopped(event: ShownEvent, type: ShownType): boolean {
  const stop = saleStop(event)
  return stop !== null && !(stop === 'sold_out' && isAddOn(type))
}

/** Whether a caller with a ticket of the event may buy an add-on now or later. */
export function sellsAddOns(event: ShownEvent): boolean {
  const isOffered = (type: ShownType) =>
    isAddOn(type) && !isStopped(event, type) && type.sale_window !== 'over'
  return event.ticket_types.some(isOffered)
}

/** Null if the type is not for sale, or not with the code any more. */
async function readType(deps: UssdDeps, { eventId, typeId, promo }: WantedType) {
  const event = await readEvent(deps, eventId, promo)
  const type = event?.ticket_types.find(({ id }) => id === typeId)
  if (!event || !type || isStopped(event, type)) return null
  if (promo !== undefined && !event.dialled) return null
  return isOnSale(type) ? { event, type } : null
}

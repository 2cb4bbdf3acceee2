import { whenFor } from '../events/calendar.rules.ts'
import { gsmName, smsShortDate, smsShortSpan, smsTime, smsWhen } from '../messages/sms.rules.ts'
import type { linePrice } from '../orders/placing/offer.rules.ts'
import { isOtherOperator } from '../payments/prompts/operator.rules.ts'
import type { Wallet } from '../payments/wallet.rules.ts'
import type { Language } from '../platform/values/language.rules.ts'
import { formatKesAndCents, lineAmountKes } from '../platform/values/money.rules.ts'
import { localPhone } from '../platform/values/phone.rules.ts'
import { inNairobi } from '../ui/dates.rules.ts'
import {
  codeLines,
  feeLines,
  type ShownEvent,
  type ShownType,
  unitsText,
} from './event-screens.rules.ts'
import type { Line } from './layout.rules.ts'
import { type Frame, fittingScreen, lastScreen, type Row, screenOf } from './menu.rules.ts'
import type { At, Pay, Purchase, RenderedScreen } from './navigation.rules.ts'
import type { Texts } from './screen-texts.text.ts'
import { sellingTexts } from './selling.text.ts'
import { ussdTexts } from './ussd.text.ts'

/**
 * `prompt` and `paybill` are order ids. They are generated before the confirmation, so that a
 * repeated confirmation places no second order.
 */
type Drawn = { prompt: string; paybill: string | null; wallet: Wallet | null }

/**
 * `price` is the price of one ticket at this quantity. `totalKes`: the new total, if the order was
 * refused because the price had changed.
 */
type Sale = {
  event: ShownEvent
  type: ShownType
  price: Pick<ReturnType<typeof linePrice>, 'price' | 'fee' | 'full_price'>
  totalKes?: number | undefined
}

export function confirmScreen(
  frame: Frame,
  { event, type, price, totalKes }: Sale,
  purchase: Purchase,
  drawn: Drawn,
): RenderedScreen {
  const texts = ussdTexts[frame.language]
  const priceCents = Math.round(price.price * 100)
  const ownTotal = lineAmountKes(priceCents, purchase.quantity)
  const total = totalKes ?? ownTotal
  const rows = payRows(texts, purchase, { priceCents, totalKes }, drawn)
  const fee = total === ownTotal ? (Math.round(price.fee * 100) * purchase.quantity) / 100 : 0
  const code = price.full_price === undefined ? [] : codeLines(frame.language, event)
  const extras = [[...feeLines(texts, fee), ...code], code, []]
  const variants = extras.flatMap((more) =>
    [false, true].map((isShort) => {
      const head = [
        ...soldLines(frame.language, { event, type, isShort }, purchase),
        texts.total(formatKesAndCents(total)),
        ...more,
        payerLine(texts, purchase, drawn),
      ]
      return { head, rows }
    }),
  )
  const last = variants.at(-1)!
  // Leaves out the venue, because the warning needs its room.
  const [, title, , ...others] = last.head as [Line, Line, Line, ...Line[]]
  const day = whenText(frame.language, { event, type, isShort: true })
  const what = { before: `${purchase.quantity} x `, name: type.name, instead: texts.unnamed.ticket }
  const brief = { head: [what, title, day, ...others], rows }
  return fittingScreen(frame, isDoubtful(purchase, drawn) ? [...variants, brief] : variants)
}

/** Whether the number seems to be of another network. Numbers can move, so it may still pay. */
const isDoubtful = ({ phone }: Purchase, { wallet }: Drawn) =>
  wallet === null && isOtherOperator(phone)

function payerLine(texts: Texts, purchase: Purchase, drawn: Drawn): string {
  const phone = localPhone(purchase.phone)
  if (isDoubtful(purchase, drawn)) return texts.otherNetwork(phone)
  return texts.from(phone, drawn.wallet ?? 'M-PESA')
}

/**
 * The prompt does not reach phones of other networks. For such a phone, the paybill comes first if
 * the network's mobile money can pay it, and otherwise another number.
 */
function payRows(
  texts: Texts,
  purchase: Purchase,
  total: Pick<Pay, 'priceCents' | 'totalKes'>,
  drawn: Drawn,
): Row[] {
  const { wallet, prompt: promptId, paybill: paybillId } = drawn
  const pay = { at: 'pay', ...purchase, ...total } as const
  const prompt: Row = {
    line: wallet === null ? texts.pay : texts.askForPin,
    to: { ...pay, paymentMethod: 'prompt', orderId: promptId },
  }
  const other: Row = { line: texts.otherPhone, to: { at: 'phone', purchase } }
  const asked = isDoubtful(purchase, drawn) ? [other, prompt] : [prompt, other]
  if (paybillId === null) return asked
  const byHand = { ...pay, paymentMethod: 'paybill', orderId: paybillId } as const
  if (wallet === null) return [...asked, { line: texts.byPaybill, to: byHand }]
  return [{ line: texts.payFrom(wallet), to: byHand }, prompt, other]
}

/** Nothing is paid, so the screen asks for a confirmation. The calling number proves the phone. */
export function confirmFreeScreen(
  frame: Frame,
  sale: Pick<Sale, 'event' | 'type'>,
  purchase: Purchase,
  orderId: string,
): RenderedScreen {
  const { getFree, smsTo, get } = sellingTexts[frame.language]
  const pay = { at: 'pay', ...purchase, priceCents: 0, paymentMethod: 'free', orderId } as const
  const head = [getFree(purchase.quantity), ...soldLines(frame.language, sale, purchase)]
  return screenOf(frame, {
    head: [...head, smsTo(localPhone(purchase.phone))],
    rows: [{ line: get, to: pay }],
  })
}

/** `isShort`: without weekdays. */
type DatedSale = Pick<Sale, 'event' | 'type'> & { isShort?: boolean }

function soldLines(
  language: Language,
  sale: DatedSale,
  { quantity }: Pick<Purchase, 'quantity'>,
): Line[] {
  const texts = ussdTexts[language]
  const { event, type } = sale
  const units = unitsText(language, type, quantity)
  return [
    {
      before: `${quantity} x `,
      name: type.name,
      instead: texts.unnamed.ticket,
      after: units && ` (${units})`,
    },
    { name: event.title, instead: texts.unnamed.event },
    whenAndWhere(event, whenText(language, sale)),
  ]
}

/** 'Sat 21 Nov 4PM, Nyayo Stadium'. The location is left out if phones can show none of its letters. */
function whenAndWhere({ location }: ShownEvent, when: string): Line {
  return gsmName(location, '') === '' ? when : { before: `${when}, `, name: location }
}

/** The days for which the type is valid: 'Sat 21 Nov 4PM', or for a pass 'Fri 20-Sun 22 Nov'. */
function whenText(language: Language, { event, type, isShort = false }: DatedSale): string {
  const when = whenFor(event, type)
  const { date, time, until } = when
  if (!isShort) return smsWhen(when, language)
  if (until !== undefined) return smsShortSpan(date, until, language)
  return `${smsShortDate(date, language)} ${smsTime(time)}`
}

/** Asks for a phone number, for a new purchase or for an order that waits for payment. */
export function phoneScreen(
  frame: Frame,
  of: { purchase: Purchase } | { orderId: string },
): RenderedScreen {
  const { typePhone } = ussdTexts[frame.language]
  return screenOf(frame, { head: [typePhone], field: { kind: 'phone', ...of } })
}

/** Offers the tickets that are left. `orderId` is generated for the order of these tickets. */
export function fewScreen(
  frame: Frame,
  { at: _, wanted, of, ...purchase }: At<'few'>,
  { priceCents, orderId }: { priceCents: number; orderId: string },
): RenderedScreen {
  const texts = ussdTexts[frame.language]
  const { eventId, quantity, promo, seller } = purchase
  const isFree = purchase.paymentMethod === 'free'
  const kes = formatKesAndCents(lineAmountKes(priceCents, quantity))
  const { free, fewWithCode } = sellingTexts[frame.language]
  const total = isFree ? free : kes
  return screenOf(frame, {
    head: [
      of === 'code' ? fewWithCode(quantity, wanted, promo ?? '') : texts.fewLeft(quantity, wanted),
    ],
    rows: [
      { line: texts.take(quantity, total), to: { at: 'pay', ...purchase, priceCents, orderId } },
      { line: texts.otherTickets, to: { at: 'event', id: eventId, from: 0, promo, seller } },
    ],
  })
}

/** A refusal. 'Back' returns to the total, from which the caller can try again. */
export function refusedScreen(frame: Frame, { said, orderId }: At<'refused'>): RenderedScreen {
  const texts = ussdTexts[frame.language]
  const rows: Row[] = orderId ? [{ line: texts.unpaidOrder, to: { at: 'order', id: orderId } }] : []
  return screenOf(frame, { head: [texts.refused[said]], rows })
}

export type ToPay = {
  amountKes: number
  phone: string
  /** The order's code: the account number for a payment by paybill. */
  account: string
  /** The mobile money of another network that pays. Null for M-PESA. */
  business: string | null
  /** The other network's mobile money that pays. Null: M-PESA. */
  wallet: Wallet | null
  ussdCode: string
  paymentMethod: Pay['paymentMethod']
  /** The end of the time to pay by paybill. Null while M-Pesa's prompt is still to come. */
  paybillUntil: Date | null
}

/** The time in Nairobi, as '4:29PM'. */
export const untilText = (until: Date) => smsTime(inNairobi(until)[1])

export function linesToPay(texts: Texts, order: ToPay): Line[] {
  const { business, account, wallet } = order
  const sum = formatKesAndCents(order.amountKes)
  if (order.paymentMethod === 'paybill' && business !== null && order.paybillUntil !== null) {
    const until = untilText(order.paybillUntil)
    const paybill = { until, business, account, sum }
    return [wallet ? texts.payByWallet({ ...paybill, wallet }) : texts.payByHand(paybill)]
  }
  return [
    texts.prompted(sum, localPhone(order.phone)),
    texts.ifNone(business === null ? null : { business, account }, order.ussdCode),
  ]
}

/** Ends the session, because the order needs no payment. */
export function gotFreeScreen(
  { language }: Pick<Frame, 'language'>,
  { quantity, phone }: Pick<Purchase, 'quantity' | 'phone'>,
): RenderedScreen {
  return lastScreen([sellingTexts[language].freeBySms(quantity, localPhone(phone))])
}

/** Ends the session, because M-Pesa cannot prompt a phone with an open session. */
export function toPayScreen({ language }: Pick<Frame, 'language'>, order: ToPay): RenderedScreen {
  return lastScreen(linesToPay(ussdTexts[language], order))
}

// The screens of a session, and the screen that follows each input. The meaning of each digit is
// stored with the session, because lists and stock may change before the caller presses a digit.
import type { Language } from '../platform/values/language.rules.ts'
import { normalisePhone } from '../platform/values/phone.rules.ts'

/** How the caller came to the event. */
export type Via = {
  /** The digits of a promo code that was valid when they were typed. */
  promo?: string | undefined
  /** The number of a seller. A number that no seller has is ignored. */
  seller?: number | undefined
}

/** A purchase with the quantity and price that the caller saw. */
export type Purchase = Via & {
  eventId: string
  typeId: string
  quantity: number
  /** The phone that M-Pesa prompts; the calling phone if the tickets are free. */
  phone: string
  /** The price of one ticket in shillings, if the caller chooses it. */
  chosenKes?: number | undefined
}

/** The order's id is generated when the total is shown, so the order is placed only once. */
export type Pay = Purchase & {
  orderId: string
  priceCents: number
  /** The total, if the server returned it in a refusal. */
  totalKes?: number | undefined
  paymentMethod: 'prompt' | 'paybill' | 'free'
}

/** Refusals that need a screen of their own. */
export type RefusalKind = 'paymentOpen' | 'waitAndTry' | 'tooManyPrompts' | 'other'

/** An answer to a question with choices; `person` is absent if it is about the whole ticket. */
type ChosenAnswer = { question_id: string; person?: number; value: string }

export type ScreenRef =
  | { at: 'menu' | 'help' | 'dates' | 'check' }
  | { at: 'categories'; from: number }
  | { at: 'tickets'; from: number }
  | { at: 'events'; from?: string; to?: string; category?: string; cursor?: string }
  | ({ at: 'event'; id: string; from: number } & Via)
  /** The add-ons of an event. */
  | ({ at: 'add_ons'; id: string; from: number } & Via)
  | { at: 'coded'; code: number }
  /** Digits typed on the event's screen: a promo code or a seller's number. */
  | ({ at: 'via'; id: string; typed: string } & Via)
  | ({ at: 'quantity'; eventId: string; typeId: string } & Via)
  /** The caller chooses the price of a ticket. */
  | { at: 'price'; purchase: Purchase }
  /** `totalKes`: the server's total, if a different total was shown before. */
  | ({ at: 'confirm'; totalKes?: number | undefined } & Purchase)
  | { at: 'phone'; purchase: Purchase }
  | ({ at: 'pay' } & Pay)
  /** A purchase of `wanted` tickets was refused: `quantity` are left, with `of` for the code. */
  | ({ at: 'few'; wanted: number; of?: 'code' | undefined } & Omit<
      Pay,
      'orderId' | 'priceCents' | 'totalKes'
    >)
  /** `orderId`: the caller's own order, which is being paid. */
  | { at: 'refused'; said: RefusalKind; orderId?: string | undefined }
  | { at: 'order'; id: string }
  | { at: 'prompted_again'; id: string }
  | { at: 'renumber'; id: string }
  | { at: 'renumbered'; id: string; phone: string }
  | { at: 'ticket'; id: string }
  | { at: 'resend'; id: string }
  | { at: 'give_back' | 'given_back'; id: string }
  /** The question after `skipped` unanswered questions, with its choices from index `from` on. */
  | { at: 'asked'; id: string; from: number; skipped: number }
  | { at: 'why'; id: string; skipped: number }
  | { at: 'answered'; id: string; skipped: number; answer: ChosenAnswer }
  | { at: 'checked'; typed: string }

export type At<Kind extends ScreenRef['at']> = Extract<ScreenRef, { at: Kind }>

export type Step = { to: ScreenRef } | { speak: Language }

/** Inputs that a screen accepts in addition to the digits of its list. */
export type Field =
  | { kind: 'code' }
  | { kind: 'via'; id: string; via: Via }
  /** `asksPrice`: the caller chooses the price next. */
  | {
      kind: 'quantity'
      /** The smallest quantity. If absent: 1. */
      least?: number
      max: number
      asksPrice?: boolean
      of: Omit<Purchase, 'quantity'>
    }
  /** A price in whole shillings, within the bounds. */
  | { kind: 'price'; lowest: number; highest: number; purchase: Purchase }
  /** A phone number, for a new purchase or for an order that waits for payment. */
  | { kind: 'phone'; purchase: Purchase }
  | { kind: 'phone'; orderId: string }
  | { kind: 'number' }

/** A rendered screen. If `answers` is null, the session ends with this screen. */
export type RenderedScreen = {
  text: string
  answers: { choices: Record<string, Step>; field?: Field } | null
}

/** The path's last entry is the current screen. `choices` are the digits that it accepts. */
export type State = { path: ScreenRef[] } & NonNullable<RenderedScreen['answers']>

export type Move = { path: ScreenRef[]; speak?: Language }

const MENU: ScreenRef = { at: 'menu' }
/** A session ends after three minutes, so '0 Back' needs no longer path. */
const PATH_MAX = 12

/** The next move for an input, or null if the screen does not accept the input. */
export function moveOn({ path, choices, field }: State, input: string): Move | null {
  const typed = input.trim()
  if (typed === '00') return { path: [MENU] }
  const step = Object.hasOwn(choices, typed) ? choices[typed] : undefined
  if (step && 'speak' in step) return { path, speak: step.speak }
  if (step) return { path: pushScreen(path, step.to) }
  if (typed === '0' && path.length > 1) return { path: path.slice(0, -1) }
  const place = field ? readField(field, typed) : null
  return place && { path: pushScreen(path, place) }
}

export function pushScreen(path: readonly ScreenRef[], to: ScreenRef): ScreenRef[] {
  if (to.at === 'menu') return [MENU]
  const before = to.at === 'via' ? path.slice(0, firstOfEvent(path)) : path
  return [...before, to].slice(-PATH_MAX)
}

/** Index of the event's first screen at the path's end: new digits replace all its screens. */
function firstOfEvent(path: readonly ScreenRef[]): number {
  return path.findLastIndex(({ at }) => at !== 'event') + 1
}

/** Rows have one digit. A seller's number has two digits, a promo code four or eight. */
const VIA = /^([1-9]\d|\d{4}|\d{8})$/

function readField(field: Field, typed: string): ScreenRef | null {
  switch (field.kind) {
    case 'code':
      return /^[1-9]\d{1,8}$/.test(typed) ? { at: 'coded', code: Number(typed) } : null
    case 'via':
      return VIA.test(typed) ? { at: 'via', id: field.id, typed, ...field.via } : null
    case 'quantity': {
      const quantity = readNumber(typed)
      const { least = 1, max } = field
      if (quantity === null || quantity < least || quantity > max) return null
      const purchase = { ...field.of, quantity }
      return field.asksPrice ? { at: 'price', purchase } : { at: 'confirm', ...purchase }
    }
    case 'price': {
      const { purchase, lowest, highest } = field
      const chosenKes = readNumber(typed.replace(/^kes\s*/i, '').replaceAll(',', ''))
      if (chosenKes === null || chosenKes < lowest || chosenKes > highest) return null
      return { at: 'confirm', ...purchase, chosenKes }
    }
    case 'phone': {
      const phone = normalisePhone(typed)
      if (phone === null) return null
      return 'orderId' in field
        ? { at: 'renumbered', id: field.orderId, phone }
        : { at: 'confirm', ...field.purchase, phone }
    }
    case 'number':
      return typed === '' ? null : { at: 'checked', typed }
  }
}

/** A whole number of at most six digits, or null. */
const readNumber = (typed: string): number | null =>
  /^\d{1,6}$/.test(typed) ? Number(typed) : null

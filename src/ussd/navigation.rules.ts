// The screens of a session, and the screen that follows each input. The meaning of each digit is
// stored with the session, because lists and stock may change before the caller presses a digit.
import type { Language } from '../platform/values/language.rules.ts'
import { normalisePhone } from '../platform/values/phone.rules.ts'

/** A purchase with the quantity and price that the caller saw. */
export type Purchase = {
  eventId: string
  typeId: string
  quantity: number
  /** The phone that M-Pesa prompts. */
  phone: string
}

/** The order's id was generated with the total, so the order is placed once. */
export type Pay = Purchase & {
  orderId: string
  priceCents: number
  /** The total, if the server named it in a refusal. */
  totalKes?: number | undefined
  paymentMethod: 'prompt' | 'paybill'
}

/** Refusals that need a screen of their own. */
export type RefusalKind = 'paymentOpen' | 'waitAndTry' | 'tooManyPrompts' | 'other'

export type ScreenRef =
  | { at: 'menu' | 'help' | 'dates' | 'check' }
  | { at: 'categories'; from: number }
  | { at: 'tickets'; from: number }
  | { at: 'events'; from?: string; to?: string; category?: string; cursor?: string }
  | { at: 'event'; id: string; from: number }
  | { at: 'coded'; code: number }
  | { at: 'quantity'; eventId: string; typeId: string }
  /** `totalKes`: the total that the server named, because another one was shown. */
  | ({ at: 'confirm'; totalKes?: number | undefined } & Purchase)
  | { at: 'phone'; purchase: Purchase }
  | ({ at: 'pay' } & Pay)
  /** The refusal of a purchase of `wanted` tickets, of which `quantity` are left. */
  | ({ at: 'few'; wanted: number } & Omit<Pay, 'orderId' | 'priceCents' | 'totalKes'>)
  /** `orderId`: the caller's own order, which is being paid. */
  | { at: 'refused'; said: RefusalKind; orderId?: string | undefined }
  | { at: 'order'; id: string }
  | { at: 'prompted_again'; id: string }
  | { at: 'renumber'; id: string }
  | { at: 'renumbered'; id: string; phone: string }
  | { at: 'ticket'; id: string }
  | { at: 'resend'; id: string }
  | { at: 'checked'; typed: string }

export type At<Kind extends ScreenRef['at']> = Extract<ScreenRef, { at: Kind }>

export type Step = { to: ScreenRef } | { speak: Language }

/** Inputs that a screen accepts in addition to the digits of its list. */
export type Field =
  | { kind: 'code' }
  | { kind: 'quantity'; max: number; of: Omit<Purchase, 'quantity'> }
  /** A phone number, for a new purchase or for an order that waits for payment. */
  | { kind: 'phone'; purchase: Purchase }
  | { kind: 'phone'; orderId: string }
  | { kind: 'number' }

/** A rendered screen. If `answers` is null, the session ends with this screen. */
export type RenderedScreen = {
  text: string
  answers: { choices: Record<string, Step>; field?: Field } | null
}

/** The path's last entry is the current screen; `choices` are the digits there. */
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
  return [...path, to].slice(-PATH_MAX)
}

function readField(field: Field, typed: string): ScreenRef | null {
  switch (field.kind) {
    case 'code':
      return /^[1-9]\d{1,8}$/.test(typed) ? { at: 'coded', code: Number(typed) } : null
    case 'quantity': {
      const quantity = /^\d{1,6}$/.test(typed) ? Number(typed) : 0
      const isOne = quantity >= 1 && quantity <= field.max
      return isOne ? { at: 'confirm', ...field.of, quantity } : null
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

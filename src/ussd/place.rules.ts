// Where a session is, and where an input leads. What a screen's digits mean is kept with the session:
// lists and stock may be others by the time that it is answered.
import type { Language } from '../platform/values/language.rules.ts'
import { normalisePhone } from '../platform/values/phone.rules.ts'

/** What is about to be bought, as it was shown. */
export type Purchase = {
  eventId: string
  typeId: string
  quantity: number
  /** Whom M-Pesa asks. */
  phone: string
}

/** One that is confirmed: the order's id was drawn when its total was shown, so it is placed once. */
export type Pay = Purchase & { orderId: string; priceCents: number; paysBy: 'prompt' | 'paybill' }

/** Refusals that leave no room for another screen beside them. */
export type Refused = 'paymentOpen' | 'waitAndTry' | 'tooManyPrompts' | 'other'

export type Place =
  | { at: 'menu' | 'help' | 'dates' | 'check' }
  | { at: 'categories'; from: number }
  | { at: 'tickets'; from: number }
  | { at: 'events'; from?: string; to?: string; category?: string; cursor?: string }
  | { at: 'event'; id: string; from: number }
  | { at: 'coded'; code: number }
  | { at: 'quantity'; eventId: string; typeId: string }
  | ({ at: 'confirm' } & Purchase)
  | { at: 'phone'; purchase: Purchase }
  | ({ at: 'pay' } & Pay)
  | { at: 'refused'; said: Refused }
  | { at: 'order'; id: string }
  | { at: 'asked'; id: string }
  | { at: 'renumber'; id: string }
  | { at: 'renumbered'; id: string; phone: string }
  | { at: 'ticket'; id: string }
  | { at: 'resend'; id: string }
  | { at: 'checked'; typed: string }

export type Step = { to: Place } | { speak: Language }

/** What may be typed besides digits of the list. */
export type Field =
  | { kind: 'code' }
  | { kind: 'quantity'; max: number; of: Omit<Purchase, 'quantity'> }
  /** Of what is about to be bought, or of an order that waits. */
  | { kind: 'phone'; purchase: Purchase }
  | { kind: 'phone'; orderId: string }
  | { kind: 'number' }

/** A screen as it goes out. Without `answers` it is the last one. */
export type Shown = {
  text: string
  answers: { choices: Record<string, Step>; field?: Field } | null
}

/** What is kept of a session between two turns: the way there, the last being where it is. */
export type State = { path: Place[] } & NonNullable<Shown['answers']>

export type Move = { path: Place[]; speak?: Language }

const MENU: Place = { at: 'menu' }
/** So far back a session can go: it ends within three minutes. */
const PATH_MAX = 12

/** Null where the input is no answer to the screen. */
export function moveOn({ path, choices, field }: State, input: string): Move | null {
  const typed = input.trim()
  if (typed === '00') return { path: [MENU] }
  const step = Object.hasOwn(choices, typed) ? choices[typed] : undefined
  if (step && 'speak' in step) return { path, speak: step.speak }
  if (step) return { path: goOn(path, step.to) }
  if (typed === '0' && path.length > 1) return { path: path.slice(0, -1) }
  const place = field ? readField(field, typed) : null
  return place && { path: goOn(path, place) }
}

export function goOn(path: readonly Place[], to: Place): Place[] {
  if (to.at === 'menu') return [MENU]
  return [...path, to].slice(-PATH_MAX)
}

function readField(field: Field, typed: string): Place | null {
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

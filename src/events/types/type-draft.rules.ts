import { typedNumber } from '../edit.rules.ts'
import {
  boundsFault,
  type PriceInput,
  priceAfter,
  priceOf,
  type TypePrice,
} from './type-price.rules.ts'

// The price choice of a ticket type in the form, with texts as typed. If the user changes to
// another choice, the fields of the former choice stay as typed, but are not sent.

/** A fixed price, free, or a price that buyers choose. */
type PriceKind = 'price' | 'free' | 'chosen'

export type ChoiceDraft = {
  price_kind: PriceKind
  lowest: string
  /** '' if there is no suggested price. */
  suggested: string
  highest: string
  /** True if visitors need a promo code to see and buy the type. */
  is_hidden: boolean
  sold_at_door: boolean
}

export const PLAIN_PRICE: ChoiceDraft = {
  price_kind: 'price',
  lowest: '',
  suggested: '',
  highest: '',
  is_hidden: false,
  sold_at_door: true,
}

type Visibility = { is_hidden?: boolean | undefined; sold_at_door?: boolean | undefined }

/** Makes a draft from a reply. Fields that do not apply are absent in the reply. */
export function toChoiceDraft(type: Omit<PriceInput, 'price'> & Visibility): ChoiceDraft {
  const { is_free, lowest = null, suggested, highest, is_hidden = false } = type
  return {
    price_kind: is_free ? 'free' : lowest === null ? 'price' : 'chosen',
    lowest: String(lowest ?? ''),
    suggested: String(suggested ?? ''),
    highest: String(highest ?? ''),
    is_hidden,
    sold_at_door: type.sold_at_door ?? !is_hidden,
  }
}

type TypedPrice = Omit<ChoiceDraft, keyof Visibility> & { price: string }

/** The price of a draft without faults. */
export function draftPrice(type: TypedPrice): TypePrice {
  const { price_kind: kind, price } = type
  const none = { lowest: null, suggested: null, highest: null }
  if (kind === 'free') return { price: 0, is_free: true, ...none }
  if (kind === 'price') return { price: Number(price), is_free: false, ...none }
  const lowest = Number(type.lowest)
  const [suggested, highest] = [typedNumber(type.suggested), typedNumber(type.highest)]
  return { price: lowest, is_free: false, lowest, suggested, highest }
}

type ChoiceInput = Omit<TypePrice, 'price'> & Required<Visibility>

/** The request fields. Empty for a new type with a fixed price, not hidden, sold at the door. */
export function toChoiceInput(
  type: ChoiceDraft & { id: string | null; price: string },
): ChoiceInput | Record<never, never> {
  const { id, is_hidden, sold_at_door } = type
  const isPlain = type.price_kind === 'price' && !is_hidden && sold_at_door
  if (id === null && isPlain) return {}
  const { price: _, ...choice } = draftPrice(type)
  return { ...choice, is_hidden, sold_at_door }
}

/** The fields of a type that change when the user hides it, or shows it to all visitors. */
export function hiding(is_hidden: boolean, isNew: boolean): Partial<ChoiceDraft> {
  if (!is_hidden) return { is_hidden, sold_at_door: true }
  return isNew ? { is_hidden, sold_at_door: false } : { is_hidden }
}

/** Whether a whole number from 0 was typed. */
export const isWhole = (typed: string): boolean => /^\d+$/.test(typed.trim())

/** Whether a whole number from 1 was typed. */
export const isPositive = (typed: string): boolean => isWhole(typed) && Number(typed) >= 1
/** The faults of the lowest, suggested and highest price if buyers choose the price. */
export function choiceFaults(type: TypedPrice): { text: string; field: string }[] {
  if (type.price_kind !== 'chosen') return []
  const { suggested, highest } = type
  if (!isWhole(type.lowest)) {
    return [{ text: 'The lowest price must be whole shillings, 0 or more', field: 'lowest' }]
  }
  const odd = Object.entries({ suggested, highest }).find(
    ([, typed]) => typed.trim() !== '' && !isWhole(typed),
  )
  if (odd) {
    return [{ text: `The ${odd[0]} price must be whole shillings, or empty`, field: odd[0] }]
  }
  const { price: lowest, ...bounds } = draftPrice(type)
  const fault = boundsFault({ ...bounds, lowest })
  return fault ? [{ ...fault, text: fault.text.replace(/\.$/, '') }] : []
}

/** The price and the visibility of a stored type, after the change that waits for approval. */
export function waitingChoice(
  waiting: (PriceInput & Visibility) | undefined,
  stored: (PriceInput & Visibility) | undefined,
): Partial<ChoiceDraft> {
  if (!waiting || !stored) return {}
  const { is_hidden = stored.is_hidden, sold_at_door = stored.sold_at_door } = waiting
  return toChoiceDraft({ ...priceAfter(waiting, priceOf(stored)), is_hidden, sold_at_door })
}

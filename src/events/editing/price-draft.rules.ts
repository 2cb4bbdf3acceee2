import { toCents } from '../../platform/values/money.rules.ts'
import { instantOfField, nairobiField } from '../../platform/values/nairobi-field.rules.ts'
import { typedNumber } from '../edit.rules.ts'
import type { FeeTerms } from '../price.rules.ts'
import { ticketSums } from '../types/ticket-sums.rules.ts'
import {
  type ChoiceDraft,
  choiceFaults,
  isPositive,
  PLAIN_PRICE,
  toChoiceDraft,
} from '../types/type-draft.rules.ts'
import { typedSoldIn, type UnitDraft } from '../types/unit-draft.rules.ts'
import type { PriceStepInput, TicketTypeInput } from './event-edit.contract.ts'

// The sale dates and the early prices of a ticket type in the form, with texts as they were typed.
// Times are 'YYYY-MM-DDTHH:MM' in Nairobi, '' if there is none.

/** An early price in the form. The API calls it a price step. */
export type StepDraft = {
  /** Identifies the row in the form. */
  key: string
  id: string | null
  name: string
  price: string
  starts_at: string
  ends_at: string
  /** '' if only time limits the price. */
  quantity: string
  /** The number of tickets sold or held at this price. */
  taken: number
}

export type PricingDraft = {
  sale_from: string
  sale_until: string
  price_steps: StepDraft[]
} & ChoiceDraft

export const NO_PRICING: PricingDraft = {
  ...PLAIN_PRICE,
  sale_from: '',
  sale_until: '',
  price_steps: [],
}

/** The row that 'Add an early bird' adds, and the rows added after it. */
export function addedStep(key: string, isFirst: boolean): StepDraft {
  const empty = { price: '', starts_at: '', ends_at: '', quantity: '', taken: 0 }
  return { key, id: null, name: isFirst ? 'Early bird' : '', ...empty }
}

/** The steps after `step` has moved one place towards the front, or towards the end. */
export function movedStep(steps: readonly StepDraft[], step: StepDraft, by: -1 | 1): StepDraft[] {
  const rest = steps.filter((other) => other !== step)
  const place = steps.indexOf(step) + by
  return [...rest.slice(0, place), step, ...rest.slice(place)]
}

/** A ticket type of a reply, or of a change that waits. New steps that wait have no id yet. */
type PricedType = Parameters<typeof toChoiceDraft>[0] & {
  sale_from?: string | null
  sale_until?: string | null
  price_steps?: readonly (Pick<PriceStepInput, 'id'> & {
    name: string
    price: number
    starts_at: string | null
    ends_at: string | null
    quantity: number | null
    taken?: number
  })[]
}

export function toPricingDraft(type: PricedType): PricingDraft {
  const { sale_from = null, sale_until = null, price_steps = [] } = type
  return {
    ...toChoiceDraft(type),
    sale_from: nairobiField(sale_from),
    sale_until: nairobiField(sale_until),
    price_steps: price_steps.map((step, index) => ({
      key: step.id ?? `waiting-${index}`,
      id: step.id ?? null,
      name: step.name,
      price: String(step.price),
      starts_at: nairobiField(step.starts_at),
      ends_at: nairobiField(step.ends_at),
      quantity: String(step.quantity ?? ''),
      taken: step.taken ?? 0,
    })),
  }
}

type Pricing = Pick<TicketTypeInput, 'sale_from' | 'sale_until' | 'price_steps'>

/**
 * Sends no fields for a new type that has neither sale dates nor early prices. Only a price that the
 * organizer sets has early prices.
 */
export function toPricingInput(type: PricingDraft & { id: string | null }): Pricing {
  if (type.id === null && isUnused(type)) return {}
  const steps = type.price_kind === 'price' ? type.price_steps : []
  return {
    sale_from: instantOfField(type.sale_from),
    sale_until: instantOfField(type.sale_until),
    price_steps: steps.map((step) => ({
      ...(step.id !== null && { id: step.id }),
      name: step.name,
      price: Number(step.price),
      starts_at: instantOfField(step.starts_at),
      ends_at: instantOfField(step.ends_at),
      quantity: typedNumber(step.quantity),
    })),
  }
}

function isUnused({ sale_from, sale_until, price_steps }: PricingDraft): boolean {
  return sale_from === '' && sale_until === '' && price_steps.length === 0
}

export const isAmount = (text: string) => /^\d+(\.\d{1,2})?$/.test(text.trim())

const isInOrder = (from: string, until: string) => from === '' || until === '' || from < until

/** `price_kind` and its fields are absent for a price that the organizer sets. */
export type TypedPrice = { price: string } & Partial<ChoiceDraft & UnitDraft>

/** The lowest price of a ticket as typed, depending on the kind of price. */
export function leastPrice({ price_kind = 'price', price, lowest = '' }: TypedPrice): string {
  return price_kind === 'free' ? '0' : price_kind === 'chosen' ? lowest : price
}

/** For each field of a step: the rule, and the error text if the rule is broken. */
const STEP_RULES: [keyof StepDraft, (step: StepDraft, type: TypedPrice) => boolean, string][] = [
  ['name', ({ name }) => name.trim() !== '', "Name each early price, such as 'Early bird'"],
  [
    'price',
    ({ price }) => isAmount(price) && Number(price) > 0,
    'An early price must be more than 0, with at most two decimals',
  ],
  [
    'price',
    (step, type) => !isAmount(type.price) || !(Number(step.price) > Number(type.price)),
    "An early price cannot be more than the ticket's price",
  ],
  [
    'ends_at',
    ({ starts_at, ends_at }) => isInOrder(starts_at, ends_at),
    'An early price must end after it starts',
  ],
  [
    'ends_at',
    ({ ends_at, quantity }) => ends_at !== '' || quantity.trim() !== '',
    'An early price needs an end or a number of tickets',
  ],
  [
    'quantity',
    ({ quantity }) => quantity.trim() === '' || isPositive(quantity),
    'The number of tickets at an early price must be 1 or more, or empty',
  ],
]

/** The faults of the sale dates and early prices, with fields as the API names them. */
export function pricingFaults(type: PricingDraft & TypedPrice): { text: string; field: string }[] {
  const isWindow = isInOrder(type.sale_from, type.sale_until)
  const fault = { text: 'The sale must end after it starts', field: 'sale_until' }
  const steps = type.price_kind === 'price' ? type.price_steps : []
  return [
    ...choiceFaults(type),
    ...(isWindow ? [] : [fault]),
    ...steps.flatMap((step, index) =>
      STEP_RULES.filter(([, isRight]) => !isRight(step, type)).map(([field, , text]) => {
        return { text, field: `price_steps.${index}.${field}` }
      }),
    ),
  ]
}

/**
 * The amounts that a buyer pays and the organizer gets for one ticket or unit. Null unless the
 * price is a valid amount above 0. A price that buyers choose always includes the fee.
 */
export function sumsOf(type: TypedPrice, sale: FeeTerms): { pay: string; get: string } | null {
  const isChosen = type.price_kind === 'chosen'
  const price = (isChosen && type.suggested?.trim()) || leastPrice(type)
  const price_cents = isAmount(price) ? toCents(Number(price)) : null
  if (!price_cents) return null
  const terms = isChosen ? { ...sale, fees_on_top: false } : sale
  return ticketSums(price_cents, terms, typedSoldIn(type))
}

/** Removes the ids of steps that an admin has removed since. The change then adds them again. */
export function withoutGoneIds<S extends Pick<PriceStepInput, 'id'>>(
  steps: readonly S[],
  stored: readonly Pick<PriceStepInput, 'id'>[],
): S[] {
  const isStored = ({ id }: Pick<PriceStepInput, 'id'>) => stored.some((step) => step.id === id)
  return steps.map((step) => (isStored(step) ? step : { ...step, id: null }))
}

/** The steps of a waiting change, with the tickets that are sold or held at the stored steps. */
export function waitingSteps(
  waiting: Pick<PricedType, 'price_steps'> | undefined,
  stored: StepDraft[],
): StepDraft[] {
  if (!waiting?.price_steps) return stored
  const price_steps = withoutGoneIds(waiting.price_steps, stored)
  return toPricingDraft({ price_steps }).price_steps.map((step) => ({
    ...step,
    taken: stored.find(({ id }) => id !== null && id === step.id)?.taken ?? 0,
  }))
}

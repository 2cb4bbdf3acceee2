import { isForPrice, unlocks } from '../../events/codes/code.rules.ts'
import { storedValue } from '../../events/codes/code-form.rules.ts'
import type { CodeRequest } from '../../events/codes/promo-codes.contract.ts'
import { chargedKes } from '../../events/event-words.rules.ts'
import type { EventReply, TicketTypeReply } from '../../events/events.contract.ts'
import {
  entriesOf,
  feeOfUnit,
  priceFor,
  priceList,
  priceTime,
  type StoredCode,
  toPriceReply,
} from '../../events/price.rules.ts'
import { feeTermsOf } from '../../events/types/ticket-sums.rules.ts'
import { formatKes, toCents } from '../../platform/values/money.rules.ts'

/** The types that a code for all types covers, in words. */
export function allTypesWords(types: Parameters<typeof entriesOf>[0]): string {
  return `All ${hasAddOns(types) ? 'tickets and add-ons' : 'tickets'} that are not hidden`
}

export const hasAddOns = (types: Parameters<typeof entriesOf>[0]): boolean =>
  entriesOf(types).length < types.length

type NewCode = Pick<
  StoredCode,
  'kind' | 'percent' | 'value_cents' | 'is_for_all_types' | 'type_ids'
>

export type PricedEvent = Pick<EventReply, 'ticket_types' | 'service_fee' | 'fees_on_top'>

/**
 * A type's price with a new code: 'Standard', 'KES 500'. `full` is the price without the code if the
 * code lowers it, and `note` is what else buyers see.
 */
type CodePrice = { id: string; name: string; price: string; full?: string; note: string }

/**
 * The prices that buyers with a new code pay at `now`, in ms, for the types that the code covers:
 * the prices of the public page. Empty while the form's value is missing or wrong.
 */
export function codePrices(
  event: PricedEvent,
  { kind, value = null, ticket_type_ids: ids = null }: CodeRequest,
  now: number,
): CodePrice[] {
  const stored = storedValue(kind, value)
  if (stored === null) return []
  const code = { kind, ...stored, is_for_all_types: ids === null, type_ids: ids ?? [] }
  return event.ticket_types
    .filter(({ id, is_hidden }) => (ids === null ? !is_hidden : ids.includes(id)))
    .map((type) => ({ id: type.id, name: type.name, ...codePrice(event, type, { code, now }) }))
}

function codePrice(
  event: PricedEvent,
  type: TicketTypeReply,
  { code, now }: { code: NewCode; now: number },
): Omit<CodePrice, 'id' | 'name'> {
  const { id, is_free = false, is_hidden = false, sold_in = 1, lowest } = type
  const typed = { id, is_free, is_hidden, lowest_cents: centsOf(lowest) }
  const shown = unlocks(code, typed) ? ['shown by the code'] : []
  const noteOf = (...words: string[]) => [...words, ...shown].join(', ')
  if (lowest !== undefined) {
    return { price: `from ${wordsOf(lowest)}`, note: noteOf('buyers choose the price') }
  }
  // A draft can have types whose price is not typed yet.
  if (type.price === 0 && !is_free) return { price: 'no price yet', note: noteOf() }
  const fee = feeOfUnit(feeTermsOf(event.service_fee, event.fees_on_top ?? false), sold_in)
  const priced = {
    price_cents: centsOf(type.price)!,
    steps: (type.price_steps ?? []).map(toUnitStep),
    sold_in: 1,
  }
  const lowering = isForPrice(code, typed) ? code : null
  const prices = priceList(priced, fee, lowering).map(toPriceReply)
  const { price, full_price, name: step } = priceFor(prices, 1, priceTime(type.sale_from, now))
  const own = prices.at(-1)!
  if (full_price !== undefined) {
    return { price: wordsOf(price), full: wordsOf(full_price), note: noteOf() }
  }
  if (step !== null && own.full_price !== undefined) {
    const later = `later ${wordsOf(own.price)} instead of ${wordsOf(own.full_price)}`
    return { price: wordsOf(price), note: noteOf(`as ${step} is cheaper`, later) }
  }
  return { price: wordsOf(price), note: noteOf(...(code.kind === 'access' ? [] : [UNCHANGED])) }
}

const UNCHANGED = 'as without the code'

const centsOf = (kes: number | undefined) => (kes === undefined ? null : toCents(kes))

/** A step whose `left` counts units. */
const toUnitStep = ({ quantity, taken = 0, ...step }: StepReply) => ({
  ...step,
  price_cents: centsOf(step.price)!,
  left: quantity === null ? null : Math.max(0, quantity - taken),
})

type StepReply = NonNullable<TicketTypeReply['price_steps']>[number]

const wordsOf = (price: number) => (price === 0 ? 'free' : formatKes(chargedKes(price)))

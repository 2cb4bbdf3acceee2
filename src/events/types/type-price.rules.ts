import { listWords } from '../../platform/values/list-words.rules.ts'
import { formatKes, formatKesAndCents } from '../../platform/values/money.rules.ts'
import { CHOSEN_PRICE_MAX } from '../price.rules.ts'

// A ticket type has one of three price choices: a fixed price, free, or a price that the buyer
// chooses between a minimum and a maximum. Amounts are in shillings.

export const TYPES_TEXT = 'Please complete all ticket type information'

/** The price of a stored type. If buyers choose the price, `price` is the minimum. */
export type TypePrice = {
  price: number
  is_free: boolean
  lowest: number | null
  suggested: number | null
  highest: number | null
}

type Amount = number | null | undefined

/** The fields of a request that set the price. Absent fields stay as stored. */
export type PriceInput = {
  price?: Amount
  is_free?: boolean | undefined
  lowest?: Amount
  suggested?: Amount
  highest?: Amount
}

/**
 * The price of a type after a save. A new price choice removes the fields of the former choice.
 * `price` is undefined or null if the price is missing.
 */
export function priceAfter(
  sent: PriceInput,
  old: TypePrice | undefined,
): Omit<TypePrice, 'price'> & { price: Amount } {
  const kept = sent.is_free ? null : (old?.lowest ?? null)
  const lowest = sent.lowest === undefined ? kept : sent.lowest
  const is_free = sent.is_free ?? (lowest === null && (old?.is_free ?? false))
  const bound = (name: 'suggested' | 'highest') =>
    lowest === null ? null : ((sent[name] === undefined ? old?.[name] : sent[name]) ?? null)
  const price = is_free ? 0 : (lowest ?? (sent.price === undefined ? old?.price : sent.price))
  return { price, is_free, lowest, suggested: bound('suggested'), highest: bound('highest') }
}

/** The price of a type. Fields that are absent do not apply. */
export function priceOf(type: PriceInput): TypePrice {
  const { price, ...choice } = priceAfter(type, undefined)
  return { ...choice, price: price ?? 0 }
}

type Fault = { field: keyof PriceInput | 'price_steps'; text: string }

/** The first fault of the price fields. `steps` is the number of price steps after the save. */
export function priceFault(
  sent: PriceInput,
  old: TypePrice | undefined,
  steps: number,
): Fault | undefined {
  const after = priceAfter(sent, old)
  return after.is_free
    ? freeFault(sent, after.lowest, steps)
    : after.lowest === null
      ? boundFault(sent)
      : chosenFault(sent, { ...after, lowest: after.lowest, stored: old?.price, steps })
}

function freeFault({ price }: PriceInput, lowest: number | null, steps: number): Fault | undefined {
  if (lowest !== null) {
    return { field: 'lowest', text: 'A free ticket has no price that buyers choose.' }
  }
  if (price) {
    return { field: 'price', text: 'A free ticket has no price: untick free, or leave it out.' }
  }
  if (steps === 0) return undefined
  return { field: 'price_steps', text: 'A free ticket has no early prices. Remove them.' }
}

/** The fault if `suggested` or `highest` is sent for a price that buyers do not choose. */
function boundFault(sent: PriceInput): Fault | undefined {
  const field = (['suggested', 'highest'] as const).find((name) => (sent[name] ?? null) !== null)
  return (
    field && { field, text: `${field} is only for a price that buyers choose: send lowest, too.` }
  )
}

const BOUNDS = ['lowest', 'suggested', 'highest'] as const

/** The fault of the lowest, suggested and highest price. The form uses this check, too. */
export function boundsFault({
  lowest,
  suggested,
  highest,
}: {
  lowest: number
  suggested: number | null
  highest: number | null
}): (Fault & { field: (typeof BOUNDS)[number] }) | undefined {
  const bounds = { lowest, suggested, highest }
  const isAmount = (amount: number) => Number.isInteger(amount) && amount >= 0
  const odd = BOUNDS.find((name) => !isAmount(bounds[name] ?? 0))
  if (odd) return { field: odd, text: `The ${odd} price must be whole shillings, 0 or more.` }
  const large = BOUNDS.find((name) => (bounds[name] ?? 0) > CHOSEN_PRICE_MAX)
  if (large) {
    const most = formatKes(CHOSEN_PRICE_MAX)
    return {
      field: large,
      text: `The ${large} price cannot be more than ${most}, the most that M-Pesa takes.`,
    }
  }
  if (suggested !== null && suggested < lowest) {
    return { field: 'suggested', text: 'The suggested price cannot be less than the lowest.' }
  }
  if (highest === null || (highest >= (suggested ?? lowest) && highest > 0)) return undefined
  const than = suggested === null ? 'lowest' : 'suggested price'
  const text = highest === 0 ? 'be 0' : `be less than the ${than}`
  return { field: 'highest', text: `The highest price cannot ${text}.` }
}

/** The fault of a price that buyers choose. A client may send `price` back as it read it. */
function chosenFault(
  { price }: PriceInput,
  after: Parameters<typeof boundsFault>[0] & { stored: number | undefined; steps: number },
): Fault | undefined {
  const fault = boundsFault(after)
  if (fault) return fault
  if (after.steps > 0) {
    const text = 'A price that buyers choose has no early prices. Remove them.'
    return { field: 'price_steps', text }
  }
  const isOther = (price ?? null) !== null && price !== after.lowest && price !== after.stored
  if (!isOther) return undefined
  return { field: 'price', text: 'Buyers choose this price: change lowest, or send lowest: null.' }
}

/** Whether the price may have been forgotten: it is 0, and neither free nor chosen by buyers. */
export function isForgotten({ price, is_free, lowest }: Omit<TypePrice, 'suggested' | 'highest'>) {
  return price === 0 && !is_free && lowest === null
}

/** The question about a price of 0: 'Standard costs KES 0. Free, or was the price forgotten?' */
export function zeroPriceText(names: readonly string[]): string {
  const costs = names.length < 2 ? 'costs' : 'cost'
  return `${listWords(names)} ${costs} KES 0. Free, or was the price forgotten?`
}

/** 'KES 500', 'free', or 'from KES 200, buyers choose, KES 500 suggested, at most KES 1,000'. */
export function priceWords({ price, is_free, lowest, suggested, highest }: TypePrice): string {
  if (is_free) return 'free'
  if (lowest === null) return formatKesAndCents(price)
  return [
    `from ${formatKes(lowest)}, buyers choose`,
    ...(suggested === null ? [] : [`${formatKes(suggested)} suggested`]),
    ...(highest === null ? [] : [`at most ${formatKes(highest)}`]),
  ].join(', ')
}

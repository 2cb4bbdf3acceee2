import { formatKes } from '../../platform/values/money.rules.ts'
import { dialOf } from '../event.rules.ts'
import { type CodeTerms, priceList, type StoredCode } from '../price.rules.ts'
import { isForPrice } from './code.rules.ts'

/** The bounds of a code in the form and on the server; amounts are in shillings. */
export const CODES_MAX = 500
export const BATCHES_MAX = 10
export const BATCH_MAX = 5000
export const CODE_VALUE_MAX = 1_000_000
export const CODE_TICKETS_MAX = 1_000_000

export const isWhole = (value: number | null, least: number, most: number): value is number =>
  value !== null && Number.isInteger(value) && value >= least && value <= most

/** The least value of a code in shillings. A code can set a price of 0. */
export const leastValue = (kind: CodeTerms['kind']): number => (kind === 'price' ? 0 : 1)

/**
 * A code's percentage, or its amount in cents. Null if the form's `value`, in per cent or shillings,
 * is not valid for the kind.
 */
export function storedValue(
  kind: CodeTerms['kind'],
  value: number | null,
): Omit<CodeTerms, 'kind'> | null {
  if (kind === 'access') return value === null ? { percent: null, value_cents: null } : null
  if (kind === 'percent')
    return isWhole(value, 1, 100) ? { percent: value, value_cents: null } : null
  const isValid = isWhole(value, leastValue(kind), CODE_VALUE_MAX)
  return isValid ? { percent: null, value_cents: value * 100 } : null
}

type DigitTerms = Parameters<typeof isForPrice>[0] &
  Pick<StoredCode, 'percent' | 'value_cents'> & { max_tickets: number | null }

type DigitType = Parameters<typeof isForPrice>[1] & { price_cents: number }

/**
 * The number of digits of a code by USSD. Eight if guessing the code is worth much, because it is
 * for one ticket, shows hidden types or can make a ticket free. Otherwise four. `types` are the
 * present types of the event.
 */
export function digitsOf(code: DigitTerms, types: readonly DigitType[]): 4 | 8 {
  const { kind, max_tickets, percent, value_cents, type_ids } = code
  if (kind === 'access' || max_tickets === 1) return 8
  if (percent === 100 || value_cents === 0) return 8
  const isWorthGuessing = (type: DigitType) =>
    (type.is_hidden && type_ids.includes(type.id)) ||
    (isForPrice(code, type) &&
      priceList({ ...type, steps: [], sold_in: 1 }, NO_FEE, code)[0]!.price_cents === 0)
  return types.some(isWorthGuessing) ? 8 : 4
}

const NO_FEE = { fees_on_top: false, basis_points: 0, fixed_cents: 0 }

/** The number to dial for a code. Null before the event is published, or if USSD is turned off. */
export function dialOfCode(
  ussdCode: string,
  { digits, dial_code }: { digits: string; dial_code: number | null },
): string | null {
  if (ussdCode === '' || dial_code === null) return null
  return dialOf(ussdCode, dial_code).replace('#', `*${digits}#`)
}

/** The address of the event's page with a code. */
export const codeLink = (origin: string, eventId: string, code: string): string =>
  `${origin}/event/${eventId}?${new URLSearchParams({ code })}`

/** The effect of a code on the price of a ticket, in words; `value` is in shillings. */
export function codeWords({
  kind,
  percent,
  value = 0,
}: {
  kind: StoredCode['kind']
  percent?: number
  value?: number
}): string {
  if (kind === 'access') return 'Shows hidden tickets'
  if (kind === 'percent') return percent === 100 ? 'Free' : `${percent}% off`
  if (kind === 'amount') return `${formatKes(value)} off`
  return value === 0 ? 'Free' : `${formatKes(value)} a ticket`
}

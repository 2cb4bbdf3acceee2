import { formatKesAndCents, toCents, toKes } from '../../platform/values/money.rules.ts'
import { formatCount } from '../../ui/office/formats.rules.ts'
import type { TypeDaysDraft } from '../days/day-draft.rules.ts'
import { isEntry } from '../event.rules.ts'
import { type ChoiceDraft, isPositive } from './type-draft.rules.ts'
import { unitWord } from './unit.rules.ts'
import { typedSoldIn, type UnitDraft } from './unit-draft.rules.ts'

// Sentences in the form about a type that is sold in units, with numbers as typed.

type TypedUnit = UnitDraft &
  Pick<ChoiceDraft, 'price_kind' | 'lowest'> &
  Partial<TypeDaysDraft> & { name: string; price: string; quantity: string }

/**
 * 'Sold as tables of 10: 10 tables are 100 people, KES 20,000 per table, KES 2,000 a person.' For
 * an add-on, says how often it is redeemed. Null for a type that is not sold in units.
 */
export function unitSentence(type: TypedUnit): string | null {
  const soldIn = typedSoldIn(type)
  if (soldIn === 1) return null
  if (!isEntry(type)) return packSentence(type, soldIn)
  const [stock, price] = [stockWords(type, soldIn), priceWords(type, soldIn)]
  return `Sold as ${unitWord(type.name, 2)} of ${soldIn}${stock && `: ${stock}`}${price}.`
}

/** A pack that renews on each of its days is redeemed as often on each of them. */
function packSentence(type: TypedUnit, soldIn: number): string {
  const { day_numbers: { length: days } = [], once_in_all = false } = type
  const renews = days > 1 && !once_in_all
  const uses = renews ? soldIn * days : soldIn
  const [stock, price] = [stockWords(type, uses), priceWords(type, uses)]
  const often = renews
    ? `${soldIn} times on each of ${days} days (${uses} in all)`
    : `${soldIn} times${days > 1 ? ' in all' : ''}`
  return `Each is redeemed ${often}, in parts${stock && `: ${stock}`}${price}.`
}

function stockWords({ name, quantity, kind }: TypedUnit, soldIn: number): string {
  if (!isPositive(quantity)) return ''
  const [units, total] = [Number(quantity), formatCount(Number(quantity) * soldIn)]
  const are = units === 1 ? 'is' : 'are'
  return isEntry({ kind })
    ? `${formatCount(units)} ${unitWord(name, units)} ${are} ${total} people`
    : `${formatCount(units)} ${are} ${total} in all`
}

/** The price of a unit and of a person. Empty for a free type, or if no price is typed. */
function priceWords(type: TypedUnit, soldIn: number): string {
  const typed = { price: type.price, chosen: type.lowest, free: '' }[type.price_kind]
  const cents = toCents(Number(typed))
  if (!cents) return ''
  const kes = (amount: number) => formatKesAndCents(toKes(Math.round(amount)))
  const least = type.price_kind === 'chosen' ? 'at least ' : ''
  const [unit, one] = isEntry(type)
    ? [`per ${unitWord(type.name)}`, 'a person']
    : ['each', 'a time']
  return `, ${least}${kes(cents)} ${unit}, ${kes(cents / soldIn)} ${one}`
}

/** The text below a price: 'Per table of 10'. Undefined for a type that is not sold in units. */
export function perUnit({ name, ...type }: UnitDraft & { name: string }): string | undefined {
  const soldIn = typedSoldIn(type)
  if (soldIn === 1) return undefined
  return isEntry(type) ? `Per ${unitWord(name)} of ${soldIn}` : `For all ${soldIn}`
}

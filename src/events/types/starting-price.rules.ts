import { isEntry } from '../event.rules.ts'
import { isForgotten, type TypePrice } from './type-price.rules.ts'

type Priced = Pick<TypePrice, 'price' | 'is_free' | 'lowest'> & { is_hidden: boolean; kind: string }

/**
 * The starting price of an event, by the rule of the public 'From' price. The lowest price above 0
 * of the types that all visitors see; 0 if they are all free; null if no such type has a price
 * yet. Add-ons do not count. Early prices do not count either, because they end without a save.
 */
export function startingPrice(types: readonly Priced[]): number | null {
  const shown = types.filter((type) => isEntry(type) && !type.is_hidden && !isForgotten(type))
  if (shown.length === 0) return null
  const paid = shown.map(({ price }) => price).filter((price) => price > 0)
  return paid.length > 0 ? Math.min(...paid) : 0
}

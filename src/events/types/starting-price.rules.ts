import { isEntry } from '../event.rules.ts'
import { isForgotten, type TypePrice } from './type-price.rules.ts'

type Priced = Pick<TypePrice, 'price' | 'is_free' | 'lowest'> & { is_hidden: boolean; kind: string }

/**
 * The starting price of an event that follows from its ticket types, by the rule of the public
 * 'From' price: the lowest price above 0 of the types that everybody sees, 0 if all are free. Null if
 * no such type has a price yet. Add-ons do not count; nor do early prices, which end without a save.
 */
export function startingPrice(types: readonly Priced[]): number | null {
  const shown = types.filter((type) => isEntry(type) && !type.is_hidden && !isForgotten(type))
  if (shown.length === 0) return null
  const paid = shown.map(({ price }) => price).filter((price) => price > 0)
  return paid.length > 0 ? Math.min(...paid) : 0
}

import { isNamed } from './pool.rules.ts'

type PlacedType = {
  /** The number of units: tickets that each admit `sold_in` people. */
  quantity?: number | null | undefined
  sold_in?: number | undefined
  kind?: string | undefined
  pool_id?: string | null | undefined
  /** The name of a pool that has no id yet. */
  pool?: string | null | undefined
}

type SharedPool = { id?: string | null | undefined; name: string; quantity: number }

/** The pool of a ticket type, in a reply or in a request. */
export const poolOf = <P extends SharedPool>(
  { pool_id, pool }: PlacedType,
  pools: readonly P[],
): P | undefined => pools.find((one) => (pool ? isNamed(one, pool) : one.id && one.id === pool_id))

/**
 * The number of people that tickets of the given types can admit. Types of one pool admit at most
 * the pool's quantity. Add-ons do not count.
 */
export function placesOf(types: readonly PlacedType[], pools: readonly SharedPool[]): number {
  const entries = types.filter(({ kind = 'entry' }) => kind === 'entry')
  const sum = (some: readonly PlacedType[]) =>
    some.reduce((total, { quantity, sold_in = 1 }) => total + (quantity ?? 0) * sold_in, 0)
  const inPool = (pool: SharedPool | undefined) =>
    sum(entries.filter((type) => poolOf(type, pools) === pool))
  return pools.reduce(
    (total, pool) => total + Math.min(pool.quantity, inPool(pool)),
    inPool(undefined),
  )
}

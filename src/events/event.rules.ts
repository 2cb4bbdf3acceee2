export const DEFAULT_CATEGORY = 'Uncategorized'
export const DEFAULT_GATE = 'Main Gate'

/** A day of an event of several days. An event of one day has none. */
export type EventDay = {
  /** 1 to 31. Never changes, and is never used again after the day was removed. */
  n: number
  /** YYYY-MM-DD and HH:MM in Nairobi. */
  date: string
  time: string
  cancelled_at: string | null
}

/** Whether a type is a pass, which is valid for several days. A day ticket is valid for one. */
export const isPass = ({ day_numbers }: { day_numbers: readonly number[] }): boolean =>
  day_numbers.length > 1

/** Places for people. */
export type Places = { capacity: number; held: number; sold: number }

/** The stock of a ticket type, and of the pool that it shares with other types. */
type TypeStock = Places & {
  /** The number of people that one unit admits, such as 10 for a table. */
  sold_in: number
  /** In units. */
  min_per_order: number
  kind: string
  pool_id: string | null
  pool: Places | null
}

const free = ({ capacity, held, sold }: Places) => capacity - held - sold
const unsold = ({ capacity, sold }: Places) => capacity - sold

/** The number of people for whom both the type and its pool have places. */
export function placesLeft(
  type: Pick<TypeStock, keyof Places | 'pool'>,
  left: (places: Places) => number = free,
): number {
  return Math.min(left(type), type.pool ? left(type.pool) : Number.POSITIVE_INFINITY)
}

/** How many units of a type can be bought now: 0 if fewer are left than an order needs. */
export const availableOf = (type: TypeStock): number => unitsIn(placesLeft(type), type)

/**
 * Whether all tickets of a type are sold, so that too few are left for an order. A held ticket does
 * not count as sold, because its hold may end without a payment.
 */
export const isTypeSold = (type: TypeStock): boolean =>
  unitsIn(placesLeft(type, unsold), type) === 0

function unitsIn(places: number, { sold_in, min_per_order }: TypeStock): number {
  const units = Math.max(0, Math.floor(places / sold_in))
  return units < min_per_order ? 0 : units
}

/** The fields of a reply that a plain ticket for one person lacks. */
export const unitFields = ({ sold_in, kind }: Pick<TypeStock, 'sold_in' | 'kind'>) => ({
  ...(sold_in > 1 && { sold_in }),
  ...(kind === 'add_on' && { kind: 'add_on' as const }),
})

/** The dates of a ticket in a reply. Only a pass for several days has `last_date`. */
export const whenFields = (when: { date: string; time: string; until: string }) => ({
  date: when.date,
  time: when.time.slice(0, 5),
  ...(when.until !== when.date && { last_date: when.until }),
})

export const isEntry = ({ kind }: Pick<TypeStock, 'kind'>): boolean => kind === 'entry'

/** Whether all tickets of all types that admit people are sold. */
export function isStockSold(types: readonly TypeStock[]): boolean {
  const entries = types.filter(isEntry)
  return entries.length > 0 && entries.every(isTypeSold)
}

const FEW = 0.1

/** Whether some tickets are left, but at most a tenth of the total `of`. */
export const isFew = (left: number, of: number): boolean => left > 0 && left <= of * FEW

/** Whether at most a tenth of the places for people is left. */
export function isStockLimited(types: readonly TypeStock[]): boolean {
  const entries = types.filter(isEntry)
  return isFew(
    placesIn(entries, (places) => Math.max(0, unsold(places))),
    placesIn(entries, ({ capacity }) => capacity),
  )
}

/** The sum of `count` over all types. Types that share a pool count no more than the pool. */
function placesIn(types: readonly TypeStock[], count: (places: Places) => number): number {
  const sum = (some: readonly TypeStock[]) => some.reduce((total, type) => total + count(type), 0)
  const pools = new Map(types.flatMap(({ pool_id, pool }) => (pool ? [[pool_id, pool]] : [])))
  const ofPools = [...pools].map(([id, pool]) =>
    Math.min(count(pool), sum(types.filter(({ pool_id }) => pool_id === id))),
  )
  return (
    ofPools.reduce((total, places) => total + places, 0) +
    sum(types.filter(({ pool }) => pool === null))
  )
}

/**
 * Whether the event is or was published. The first publication gives the event a dial code, which
 * it keeps.
 */
export function wasPublished({ dial_code }: { dial_code?: number | null }): boolean {
  return (dial_code ?? null) !== null
}

/**
 * The dial string of an event: '*265*25*123#' for '*265*25#' and 123. Without a dial code, the USSD
 * code alone.
 */
export function dialOf(ussdCode: string, dialCode: number | undefined): string {
  return dialCode === undefined ? ussdCode : ussdCode.replace('#', `*${dialCode}#`)
}

import { sessionFetch } from '../../accounts/office/session.ts'
import { callApi } from '../../ui/api.ts'
import { countOf, formatCount, formatExactKes } from '../../ui/office/formats.rules.ts'
import { useQuery } from '../../ui/office/use-query.ts'
import { type NumberedDay, typeDayWords } from '../days/day-words.rules.ts'
import type { PoolInput, TicketTypeInput } from '../editing/event-edit.contract.ts'
import { ADDED_TYPE } from '../editing/event-form.rules.ts'
import type { Entrance } from '../entrances/entrance.rules.ts'
import type { NamedList } from '../events.contract.ts'
import { placesOf, poolOf } from '../pools/places.rules.ts'
import { priceOf } from '../types/type-price.rules.ts'
import { unitWord } from '../types/unit.rules.ts'

type Pools = readonly PoolInput[]
type Days = readonly NumberedDay[]

/**
 * The ticket types that an admin reviews, each with its price, quantity, gates and limits, and
 * below them the add-ons. `own` are the event's own gates.
 */
export function ReviewTypes({
  types,
  pools,
  days,
  own,
}: {
  types: readonly TicketTypeInput[]
  pools: Pools
  days: Days
  own: readonly Entrance[]
}) {
  const gates = useGateNames(own)
  if (types.length === 0) return <p className="text-quiet">No ticket types.</p>
  const addOns = types.filter(isAddOn)
  return (
    <>
      <TypeList
        types={types.filter((type) => !isAddOn(type))}
        pools={pools}
        days={days}
        gates={gates}
      />
      {addOns.length > 0 && (
        <>
          <h4 className="mt-4 mb-2 font-semibold">Add-ons</h4>
          <TypeList types={addOns} pools={pools} days={days} gates={gates} />
        </>
      )}
      {pools.length > 0 && (
        <p className="mt-2 text-small text-quiet wrap-anywhere">
          Shared capacity:{' '}
          {pools.map(({ name, quantity }) => `${name}, ${countOf(quantity, 'place')}`).join(' · ')}
        </p>
      )}
    </>
  )
}

const isAddOn = ({ kind }: TicketTypeInput) => kind === 'add_on'

function TypeList({
  types,
  pools,
  days,
  gates,
}: {
  types: readonly TicketTypeInput[]
  pools: Pools
  days: Days
  gates: ReadonlyMap<string, string>
}) {
  return (
    <ul className="divide-y divide-line rounded-soft border border-line empty:hidden">
      {types.map((type, index) => (
        <li key={type.id ?? `new-${index}`} className="px-4 py-3 wrap-anywhere">
          <p className="flex flex-wrap justify-between gap-x-4">
            <b className="font-semibold">{type.name}</b>
            <span className="font-semibold tabular-nums">{stockText(type)}</span>
          </p>
          {type.description && <p className="text-small">{type.description}</p>}
          <p className="text-small text-quiet">
            {[...dayTerms(type, days), ...unitTerms(type, pools), ...termsOf(type, gates)].join(
              ' · ',
            )}
          </p>
        </li>
      ))}
    </ul>
  )
}

function dayTerms(type: TicketTypeInput, days: Days): string[] {
  const words = typeDayWords(type, days)
  return words === '' ? [] : [words]
}

/** 'KES 1,500 × 50', 'Free × 50', 'From KES 200 × 50', or 'KES 20,000 × 10 tables of 10'. */
function stockText(type: TicketTypeInput): string {
  const { price, is_free, lowest } = priceOf(type)
  const amount = formatExactKes(lowest ?? price)
  const words = is_free ? 'Free' : lowest === null ? amount : `From ${amount}`
  const { name, quantity, sold_in = 1 } = type
  const units = formatCount(quantity ?? 0)
  if (isAddOn(type) || sold_in === 1) return `${words} × ${units}`
  return `${words} × ${units} ${unitWord(name ?? '', quantity ?? 0)} of ${sold_in}`
}

/** How a type is sold, unless it is a plain ticket. */
function unitTerms(type: TicketTypeInput, pools: Pools): string[] {
  const { quantity, sold_in = 1, min_per_order = 1 } = type
  const pool = poolOf(type, pools)
  return [
    ...(isAddOn(type) && sold_in > 1 && (type.day_numbers ?? []).length < 2
      ? [`Each redeemed ${sold_in} times`]
      : []),
    ...(!isAddOn(type) && sold_in > 1 ? [`${formatCount((quantity ?? 0) * sold_in)} people`] : []),
    ...(pool ? [`Places from ${pool.name}`] : []),
    ...(min_per_order > 1 ? [`At least ${min_per_order} per order`] : []),
  ]
}

function termsOf(type: TicketTypeInput, gates: ReadonlyMap<string, string>): string[] {
  const { lowest, suggested, highest } = priceOf(type)
  const bounds = [
    ...(suggested === null ? [] : [`${formatExactKes(suggested)} suggested`]),
    ...(highest === null ? [] : [`at most ${formatExactKes(highest)}`]),
  ]
  const chosen = ['Buyers choose the price', ...bounds].join(', ')
  const names = (type.gate_ids ?? []).map((id) => gates.get(id) ?? 'Another gate')
  const none = isAddOn(type) ? 'No gate yet' : 'Main Gate'
  const gate = names.length > 1 ? `Gates: ${names.join(', ')}` : (names[0] ?? none)
  return [
    ...(lowest === null ? [] : [chosen]),
    ...(type.is_hidden ? ['Hidden: only with a code'] : []),
    ...doorTerms(type),
    gate,
    `Up to ${type.max_per_order ?? ADDED_TYPE.max_per_order} per order`,
  ]
}

/**
 * The words about sales at the door. Empty if the type follows the default: hidden types are not
 * sold at the door, other types are.
 */
function doorTerms({ is_hidden = false, sold_at_door = !is_hidden }: TicketTypeInput): string[] {
  if (sold_at_door !== is_hidden) return []
  return [sold_at_door ? 'Also sold at the door' : 'Not sold at the door']
}

/** The names of the common gates, once they have loaded, and of the event's own gates, by id. */
function useGateNames(own: readonly Entrance[]): ReadonlyMap<string, string> {
  const path = '/api/gates'
  const { data } = useQuery(path, (signal) => callApi<NamedList>(sessionFetch, path, { signal }))
  return new Map([...(data?.data ?? []), ...own].map(({ id, name }) => [id, name]))
}

/** The sum of all units at full price, with the dearest places of each pool sold first. */
function mostOf(types: readonly TicketTypeInput[], pools: Pools): number {
  const perPlace = (type: TicketTypeInput) => priceOf(type).price / (type.sold_in ?? 1)
  const left = new Map(pools.map((pool) => [pool, pool.quantity]))
  const dearest = [...types].sort((one, other) => perPlace(other) - perPlace(one))
  return dearest.reduce((sum, type) => {
    const { quantity, sold_in: soldIn = 1 } = type
    const pool = poolOf(type, pools)
    const places = pool && left.get(pool)
    const units = Math.min(quantity ?? 0, Math.floor((places ?? Infinity) / soldIn))
    if (pool && places !== undefined) left.set(pool, places - units * soldIn)
    return sum + priceOf(type).price * units
  }, 0)
}

/**
 * '55 tickets, KES 75,000 at full price'. Prices that buyers choose count with the lowest, and then
 * the text says 'at least'; types that share places cannot all sell out, and then it says 'up to' the
 * sum of the dearest places.
 */
export function capacityText(types: readonly TicketTypeInput[], pools: Pools = []): string {
  const places = placesOf(types, pools)
  const tickets = countOf(places, 'ticket')
  const kes = mostOf(types, pools)
  const isChosen = types.some((type) => priceOf(type).lowest !== null)
  if (kes === 0) return tickets
  const bound = places < placesOf(types, []) ? 'up to ' : isChosen ? 'at least ' : ''
  return `${tickets}, ${bound}${formatExactKes(kes)} at full price`
}

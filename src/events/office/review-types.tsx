import { sessionFetch } from '../../accounts/office/session.ts'
import { callApi } from '../../ui/api.ts'
import { countOf, formatCount, formatExactKes } from '../../ui/office/formats.rules.ts'
import { useQuery } from '../../ui/office/use-query.ts'
import type { TicketTypeInput } from '../editing/event-edit.contract.ts'
import { ADDED_TYPE } from '../editing/event-form.rules.ts'
import type { Entrance } from '../entrances/entrance.rules.ts'
import type { NamedList } from '../events.contract.ts'
import { priceOf } from '../types/type-price.rules.ts'

/**
 * The ticket types that an admin reviews, each with its price, quantity, gates and limits. `own` are
 * the gates that the event names itself.
 */
export function ReviewTypes({
  types,
  own,
}: {
  types: readonly TicketTypeInput[]
  own: readonly Entrance[]
}) {
  const gates = useGateNames(own)
  if (types.length === 0) return <p className="text-quiet">No ticket types.</p>
  return (
    <ul className="divide-y divide-line rounded-soft border border-line">
      {types.map((type, index) => (
        <li key={type.id ?? `new-${index}`} className="px-4 py-3 wrap-anywhere">
          <p className="flex flex-wrap justify-between gap-x-4">
            <b className="font-semibold">{type.name}</b>
            <span className="font-semibold tabular-nums">{stockText(type)}</span>
          </p>
          {type.description && <p className="text-small">{type.description}</p>}
          <p className="text-small text-quiet">{termsOf(type, gates).join(' · ')}</p>
        </li>
      ))}
    </ul>
  )
}

/** 'KES 1,500 × 50', 'Free × 50', or 'From KES 200 × 50'. */
function stockText(type: TicketTypeInput): string {
  const { price, is_free, lowest } = priceOf(type)
  const amount = formatExactKes(lowest ?? price)
  const words = is_free ? 'Free' : lowest === null ? amount : `From ${amount}`
  return `${words} × ${formatCount(type.quantity ?? 0)}`
}

function termsOf(type: TicketTypeInput, gates: ReadonlyMap<string, string>): string[] {
  const { lowest, suggested, highest } = priceOf(type)
  const bounds = [
    ...(suggested === null ? [] : [`${formatExactKes(suggested)} suggested`]),
    ...(highest === null ? [] : [`at most ${formatExactKes(highest)}`]),
  ]
  const chosen = ['Buyers choose the price', ...bounds].join(', ')
  const names = (type.gate_ids ?? []).map((id) => gates.get(id) ?? 'Another gate')
  const gate = names.length > 1 ? `Gates: ${names.join(', ')}` : (names[0] ?? 'Main Gate')
  return [
    ...(lowest === null ? [] : [chosen]),
    ...(type.is_hidden ? ['Hidden: only with a code'] : []),
    ...doorTerms(type),
    gate,
    `Up to ${type.max_per_order ?? ADDED_TYPE.max_per_order} per order`,
  ]
}

/** Hidden types are not sold at the door, and other types are, unless the type says otherwise. */
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

/**
 * '55 tickets, KES 75,000 at full price'. Prices that buyers choose count with the lowest, and then
 * the text says 'at least'.
 */
export function capacityText(types: readonly TicketTypeInput[]): string {
  const sum = (of: (type: TicketTypeInput) => number) =>
    types.reduce((total, type) => total + of(type) * (type.quantity ?? 0), 0)
  const tickets = countOf(
    sum(() => 1),
    'ticket',
  )
  const kes = sum((type) => priceOf(type).price)
  const isChosen = types.some((type) => priceOf(type).lowest !== null)
  if (kes === 0) return tickets
  return `${tickets}, ${isChosen ? 'at least ' : ''}${formatExactKes(kes)} at full price`
}

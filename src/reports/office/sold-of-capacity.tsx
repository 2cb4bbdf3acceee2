import type { EventReply, TicketTypeReply } from '../../events/events.contract.ts'
import { placesOf } from '../../events/pools/places.rules.ts'
import { formatCount } from '../../ui/office/formats.rules.ts'
import { countsText, type TicketCounts } from '../../ui/office/ticket-counts.rules.ts'

type Stock = Pick<EventReply, 'pools'> & {
  ticket_types: readonly Pick<TicketTypeReply, 'quantity' | 'sold_in' | 'kind' | 'pool_id'>[]
}

/** The places for people of all types together. */
export const capacityOf = ({ ticket_types, pools = [] }: Stock): number =>
  placesOf(ticket_types, pools)

/** '2 sold, 8 complimentary of 53', with a bar. */
export function SoldOfCapacity({ counts, capacity }: { counts: TicketCounts; capacity: number }) {
  const taken = counts.sold + counts.complimentary + counts.reserved
  const hasOthers = taken > counts.sold
  const share = capacity > 0 ? Math.min(1, taken / capacity) : 0
  return (
    <>
      <span
        className={`block tabular-nums ${hasOthers ? 'min-w-36 max-w-44 whitespace-normal' : 'whitespace-nowrap'}`}
      >
        {countsText(counts)}
        {capacity > 0 && (
          <span className="whitespace-nowrap text-quiet"> of {formatCount(capacity)}</span>
        )}
      </span>
      <span aria-hidden="true" className="mt-1 block h-1 overflow-hidden rounded-full bg-line">
        <span className="block h-full bg-series-1" style={{ width: `${share * 100}%` }} />
      </span>
    </>
  )
}

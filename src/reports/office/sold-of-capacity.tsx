import type { TicketTypeReply } from '../../events/events.contract.ts'
import { formatCount } from '../../ui/office/formats.rules.ts'
import { countsText, type TicketCounts } from '../../ui/office/ticket-counts.rules.ts'

/** The number of tickets of all types together. */
export function capacityOf(types: readonly Pick<TicketTypeReply, 'quantity'>[]): number {
  return types.reduce((sum, { quantity }) => sum + quantity, 0)
}

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

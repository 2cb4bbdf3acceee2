import type { TicketTypeReply } from '../../events/events.contract.ts'
import { formatCount } from '../../ui/office/formats.rules.ts'

/** The number of tickets of all types together. */
export function capacityOf(types: readonly Pick<TicketTypeReply, 'quantity'>[]): number {
  return types.reduce((sum, { quantity }) => sum + quantity, 0)
}

/** '120 sold of 500', with a bar. */
export function SoldOfCapacity({ sold, capacity }: { sold: number; capacity: number }) {
  const share = capacity > 0 ? Math.min(1, sold / capacity) : 0
  return (
    <>
      <span className="block whitespace-nowrap tabular-nums">
        {formatCount(sold)} sold
        {capacity > 0 && <span className="text-quiet"> of {formatCount(capacity)}</span>}
      </span>
      <span aria-hidden="true" className="mt-1 block h-1 overflow-hidden rounded-full bg-line">
        <span className="block h-full bg-series-1" style={{ width: `${share * 100}%` }} />
      </span>
    </>
  )
}

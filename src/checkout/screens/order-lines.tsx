import { formatPrice } from '../../events/event-words.rules.ts'
import { formatKes } from '../../platform/values/money.rules.ts'
import { type ChosenLine, totalKes } from '../choice.rules.ts'

export function OrderLines({
  lines,
  hasTotal,
}: {
  lines: readonly ChosenLine[]
  hasTotal: boolean
}) {
  return (
    <>
      {lines.length === 0 && <p className="needs-script text-quiet">No tickets selected</p>}
      <dl className={`tabular-nums ${lines.length === 0 ? 'needs-script' : ''}`}>
        {lines.map((line) => (
          <div key={line.ticketTypeId} className="flex flex-wrap justify-between gap-x-4 py-1">
            <dt className="min-w-0">
              {line.quantity} × {line.name}
              {line.people}
              {line.each && <span className="block text-small text-quiet">{line.each}</span>}
            </dt>
            <dd className="whitespace-nowrap" translate="no">
              {formatPrice(line.amountKes)}
            </dd>
          </div>
        ))}
      </dl>
      {hasTotal && <OrderTotal lines={lines} />}
    </>
  )
}

export function OrderTotal({ lines }: { lines: readonly ChosenLine[] }) {
  return (
    <dl className={`tabular-nums ${lines.length === 0 ? 'needs-script' : ''}`}>
      <div className="mt-3 flex flex-wrap items-baseline justify-between gap-x-4 border-t border-line pt-3 font-bold">
        <dt>Total</dt>
        <dd className="whitespace-nowrap font-display text-lead" aria-live="polite" translate="no">
          {formatKes(totalKes(lines))}
        </dd>
      </div>
    </dl>
  )
}

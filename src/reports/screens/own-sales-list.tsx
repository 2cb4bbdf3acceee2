import { formatKes, formatKesAndCents } from '../../platform/values/money.rules.ts'
import { formatDate } from '../../ui/dates.rules.ts'
import type { OwnSale } from '../sellers/own-sales.contract.ts'

/** The figures of a seller, one card for each event. */
export function OwnSalesList({ sales }: { sales: readonly OwnSale[] }) {
  return (
    <div role="status" tabIndex={-1} className="flex flex-col gap-6 outline-none">
      {sales.map((sale) => (
        <Sale key={`${sale.event_id} ${sale.number}`} sale={sale} />
      ))}
      <p className="text-small text-quiet">
        The organizer pays your commission. Lango does not send it.
      </p>
    </div>
  )
}

function Sale({ sale }: { sale: OwnSale }) {
  const { event, date, number, visits, orders, tickets, paid, inside, refunded, owed } = sale
  const figures = [
    ['Visits', visits],
    ['Orders', orders],
    ['Tickets', tickets],
    ['Paid by buyers', formatKesAndCents(paid)],
    ['People inside', inside],
    ['Refunded to buyers', formatKesAndCents(refunded)],
  ] as const
  return (
    <section className="flex flex-col gap-2">
      <h2 className="wrap-anywhere text-lead font-bold tracking-tight">{event}</h2>
      <p className="text-small text-quiet">
        {date && <>{formatDate(date)} · </>}
        {`Number ${number}`} · {commissionWords(sale)}
      </p>
      {sale.ended_at !== null && (
        <p className="text-small font-semibold">You no longer sell for this event</p>
      )}
      <dl className="flex flex-col gap-1 tabular-nums">
        {figures.map(([name, value]) => (
          <div key={name} className="flex justify-between gap-4">
            <dt className="text-quiet">{name}</dt>
            <dd className="whitespace-nowrap">{value}</dd>
          </div>
        ))}
        <div className="flex justify-between gap-4 border-t border-line pt-1 font-bold">
          <dt>Your commission</dt>
          <dd className="whitespace-nowrap">{formatKesAndCents(owed)}</dd>
        </div>
      </dl>
    </section>
  )
}

function commissionWords({ kind, value }: OwnSale): string {
  if (kind === 'percent') return `${value}% of what the organizer receives`
  return `${formatKes(value)} for each paid ticket`
}

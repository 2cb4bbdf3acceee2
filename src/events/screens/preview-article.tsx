import { chargedKes, formatPrice } from '../event-words.rules.ts'
import type { EventReply } from '../events.contract.ts'
import { EventAbout, EventHeader } from './event-header.tsx'

/** An event as its public page will show it, but without buttons to buy tickets. */
export function PreviewArticle({ event }: { event: EventReply }) {
  return (
    <article className="mt-6 flex flex-col gap-8">
      <EventHeader event={event} />
      <section aria-labelledby="tickets">
        <h2 id="tickets" className="mb-3 text-lead font-bold tracking-tight">
          Tickets
        </h2>
        <ul className="rounded-card border border-line bg-paper px-4">
          {event.ticket_types.map(({ id, name, description, price, price_now }) => (
            <li
              key={id}
              className="flex flex-wrap justify-between gap-x-4 border-b border-line py-3 last:border-0"
            >
              <span className="min-w-0">
                <b className="block font-semibold">{name}</b>
                <span className="text-quiet">{description}</span>
              </span>
              <span className="tabular-nums">{formatPrice(chargedKes(price_now ?? price))}</span>
            </li>
          ))}
        </ul>
      </section>
      <EventAbout description={event.description} />
    </article>
  )
}

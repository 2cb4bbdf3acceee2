import { formatKesAndCents } from '../../platform/values/money.rules.ts'
import { LONE_LINK } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { EventReply } from '../events.contract.ts'
import { EventAbout, EventHeader } from '../screens/event-header.tsx'

/** The event as its public page will show it, for its organizer and admins. */
export function EventPreview({ event }: { event: EventReply }) {
  return (
    <div className="mx-auto max-w-[760px]">
      <Notice>
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <p>Preview. Visitors see this page when the event is published.</p>
          <Link to={`/organizer/events/${event.id}`} className={`min-w-11 ${LONE_LINK}`}>
            Back
          </Link>
        </div>
      </Notice>
      <article className="mt-6 flex flex-col gap-8">
        <EventHeader event={event} />
        <section aria-labelledby="tickets">
          <h2 id="tickets" className="mb-3 text-lead font-bold tracking-tight">
            Tickets
          </h2>
          <ul className="rounded-card border border-line bg-paper px-4">
            {event.ticket_types.map(({ id, name, description, price }) => (
              <li
                key={id}
                className="flex flex-wrap justify-between gap-x-4 border-b border-line py-3 last:border-0"
              >
                <span className="min-w-0">
                  <b className="block font-semibold">{name}</b>
                  <span className="text-quiet">{description}</span>
                </span>
                <span className="tabular-nums">{formatKesAndCents(price)}</span>
              </li>
            ))}
          </ul>
        </section>
        <EventAbout description={event.description} />
      </article>
    </div>
  )
}

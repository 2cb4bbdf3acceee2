import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { firstHeld } from '../../events/calendar.rules.ts'
import { formatSpan } from '../../events/days/day-span.rules.ts'
import type { EventReply } from '../../events/events.contract.ts'
import type { OrganizerReply } from '../../events/organizers/organizer.contract.ts'
import type { Links } from '../../events/organizers/organizer-links.rules.ts'
import { lastDate } from '../../events/sales.rules.ts'
import { EventGrid } from '../../events/screens/event-grid.tsx'
import { OrganizerLinks } from '../../events/screens/organizer-links.tsx'
import { type Picture, Poster, preloadOf } from '../../events/screens/poster.tsx'
import { cardFacts, type EventCardFacts } from '../../events/search/card.rules.ts'
import { apiOf, callApi, pageFailure } from '../../ui/api.ts'
import { FoldMark } from '../../ui/fold-mark.tsx'
import { Link } from '../../ui/link.tsx'
import type { PageHandle } from '../layouts/page-head.ts'

type PastEvent = Pick<EventReply, 'id' | 'title' | 'date' | 'location'> & { last: string }

type OrganizerData = Pick<OrganizerReply, 'id' | 'name' | 'words' | 'image'> & {
  links: Links
  coming: EventCardFacts[]
  past: PastEvent[]
}

const SIZES = '(min-width: 720px) 640px, 100vw'
const picture = ({ image }: Pick<OrganizerData, 'image'>): Picture => ({
  image,
  image_formats: image ? ['webp', 'jpg'] : [],
})

/** With the first and the last day that took place. */
function pastFacts(event: EventReply): PastEvent {
  const { id, title, location } = event
  return { id, title, date: firstHeld(event).date, last: lastDate(event), location }
}

export async function loader({ params, context, request }: LoaderFunctionArgs) {
  const path = `/api/organizers/${encodeURIComponent(params.id!)}`
  const answer = await callApi<OrganizerReply>(apiOf(context), path, { signal: request.signal })
  if (!answer.ok) throw pageFailure(answer, 'Organizer not found')
  const { id, name, words, image, coming, past } = answer.data
  const { whatsapp, instagram, tiktok } = answer.data
  const lists = { coming: coming.map(cardFacts), past: past.map(pastFacts) }
  const links = { whatsapp, instagram, tiktok }
  return { id, name, words, image, links, ...lists } satisfies OrganizerData
}

export const handle: PageHandle<OrganizerData> = {
  head: (data) => ({
    title: data ? `${data.name} · Lango` : 'Organizer not found · Lango',
    description: data ? `Events by ${data.name}. Tickets by M-PESA.` : 'Organizer not found',
    canonical: data && `/organizers/${data.id}`,
    preload: import.meta.env.SSR ? data && preloadOf(picture(data), SIZES) : undefined,
  }),
}

export function Component() {
  const organizer = useLoaderData<OrganizerData>()
  const { name, words, image, links, coming, past } = organizer
  return (
    <div className="flex flex-col gap-8 py-6 sm:py-12">
      <header className="flex max-w-[640px] flex-col gap-4">
        {image && (
          <Poster picture={picture(organizer)} eager sizes={SIZES} className="rounded-card" />
        )}
        <h1 className="text-title font-bold tracking-tight wrap-anywhere sm:text-hero">{name}</h1>
        {words && <p className="whitespace-pre-line">{words}</p>}
        <OrganizerLinks links={links} />
      </header>
      <section aria-labelledby="coming">
        <h2 id="coming" className="mb-4 text-lead font-bold tracking-tight">
          Upcoming events
        </h2>
        {coming.length > 0 ? (
          <EventGrid level={3} label="Upcoming events" events={coming} />
        ) : (
          <p className="text-quiet">No events on sale right now.</p>
        )}
      </section>
      {past.length > 0 && <PastEvents events={past} />}
    </div>
  )
}

/** Folded rows instead of cards, because a card offers tickets. */
function PastEvents({ events }: { events: readonly PastEvent[] }) {
  return (
    <details className="group rounded-card border border-line bg-paper">
      <summary className="flex min-h-14 list-none items-center justify-between gap-4 px-4 py-3 sm:px-6 [&::-webkit-details-marker]:hidden">
        <h2 id="past" className="text-lead font-bold tracking-tight">
          Past events <span className="font-normal tabular-nums text-quiet">({events.length})</span>
        </h2>
        <FoldMark />
      </summary>
      <ul aria-labelledby="past" className="divide-y divide-line border-t border-line">
        {events.map(({ id, title, date, last, location }) => (
          <li key={id} className="px-4 py-2 sm:px-6">
            <Link
              to={`/event/${id}`}
              className="inline-flex min-h-11 items-center font-semibold wrap-anywhere hover:underline"
            >
              {title}
            </Link>
            <p className="text-small text-quiet">
              <time dateTime={date}>{formatSpan(date, last)}</time> · {location}
            </p>
          </li>
        ))}
      </ul>
    </details>
  )
}

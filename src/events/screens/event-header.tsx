import type { ReactNode } from 'react'
import { Fact } from '../../ui/facts.tsx'
import { categoryWords } from '../catalogue/category.rules.ts'
import { formatAttending, formatDate, formatTime, formatWeekday } from '../event-words.rules.ts'
import type { EventReply } from '../events.contract.ts'
import { DateBlock } from './date-block.tsx'
import { Poster } from './poster.tsx'

export const BANNER_SIZES = '(min-width: 1160px) 660px, (min-width: 1024px) 56vw, 96vw'

/** Banner, category, title, date, venue and attendance. */
export function EventHeader({ event }: { event: EventReply }) {
  return (
    <header>
      <Poster picture={event} eager sizes={BANNER_SIZES} className="rounded-card" />
      {/* On a phone the title has its own row, because titles are long and phones narrow. */}
      <div className="mt-6 grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-3 sm:gap-x-6 sm:gap-y-0">
        <div className="sm:row-span-2 sm:self-start">
          <DateBlock date={event.date} large />
        </div>
        <p className="font-semibold text-accent">{categoryWords(event.category)}</p>
        <h1 className="col-span-2 text-title font-bold tracking-tight sm:col-span-1 sm:text-hero">
          {event.title}
        </h1>
      </div>
      <div className="mt-6 flex flex-col gap-3">
        {event.moved_from && event.cancelled_at === null && (
          <p className="font-semibold text-accent">Was: {event.moved_from}</p>
        )}
        <Fact icon="date">
          <Two
            first={
              <time dateTime={`${event.date}T${event.time}+03:00`}>{formatDate(event.date)}</time>
            }
            second={`${formatWeekday(event.date)}, ${formatTime(event.time)}`}
          />
        </Fact>
        <Fact icon="place">{event.location}</Fact>
        {event.attendees !== null && <Fact icon="people">{formatAttending(event.attendees)}</Fact>}
      </div>
    </header>
  )
}

function Two({ first, second }: { first: ReactNode; second: ReactNode }) {
  return (
    <>
      <span className="font-semibold">{first}</span>
      <br />
      <span className="text-quiet">{second}</span>
    </>
  )
}

/** The description. Blank lines separate paragraphs; single line breaks stay. */
export function EventAbout({ description }: { description: string }) {
  if (!description.trim()) return null
  return (
    <section aria-labelledby="about" className="max-w-[640px]">
      <h2 id="about" className="mb-3 text-lead font-bold tracking-tight">
        About this event
      </h2>
      <p className="whitespace-pre-line">{description}</p>
    </section>
  )
}

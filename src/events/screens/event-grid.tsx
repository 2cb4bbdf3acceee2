import { useEffect, useRef } from 'react'
import { useNavigation } from 'react-router'
import { Link } from '../../ui/link.tsx'
import type { EventCardFacts } from '../event-words.rules.ts'
import { EventCard } from './event-card.tsx'
import { GRID } from './skeleton-grid.tsx'

/**
 * Events as cards, and the way to more of them. `more` is the address that shows one page more:
 * it replaces this one, so that the back button leaves the list.
 */
export function EventGrid({
  label,
  level,
  events,
  more = null,
  isCut = false,
}: {
  label: string
  /** Of the cards' headings: one below the heading above. */
  level: 2 | 3
  events: readonly EventCardFacts[]
  more?: string | null
  /** There are more than a page will hold. */
  isCut?: boolean
}) {
  const list = useRef<HTMLUListElement>(null)
  const isMore = useFocusOnNew(list, events.length)
  return (
    <>
      <ul ref={list} aria-label={label} className={GRID}>
        {events.map((event) => (
          <li key={event.id}>
            <EventCard event={event} level={level} />
          </li>
        ))}
      </ul>
      {isCut && (
        <p className="mt-8 text-center text-quiet">
          There are more events. Search, or choose a category or a date.
        </p>
      )}
      {more !== null && (
        <p className="mt-8 text-center">
          <Link
            to={more}
            replace
            preventScrollReset
            onClick={isMore}
            className="inline-flex min-h-12 items-center rounded-soft border border-edge px-6 font-semibold hover:border-ink hover:bg-paper"
          >
            Load More Events
          </Link>
        </p>
      )}
    </>
  )
}

/** After 'Load More Events' the keyboard goes on at the first card that was not there. */
function useFocusOnNew(list: React.RefObject<HTMLUListElement | null>, count: number): () => void {
  const asked = useRef<number | null>(null)
  const { state } = useNavigation()
  useEffect(() => {
    if (state !== 'idle' || asked.current === null || count <= asked.current) return
    const cards = list.current?.querySelectorAll<HTMLElement>('article :is(h2, h3) a') ?? []
    cards[asked.current]?.focus({ preventScroll: true })
    asked.current = null
  }, [state, count, list])
  return () => {
    asked.current = count
  }
}

import { useEffect, useRef } from 'react'
import { useNavigation } from 'react-router'
import { Link } from '../../ui/link.tsx'
import type { EventCardFacts } from '../search/card.rules.ts'
import { EventCard } from './event-card.tsx'
import { GRID, SMALL_GRID } from './skeleton-grid.tsx'

/**
 * Event cards and a 'Load More Events' link. A single card in the last row fills the row. On a very
 * wide screen it keeps its size, because a third card size looks wrong. `more` is the address of
 * the longer list. The link replaces the current history entry, so that the back button leaves the
 * list.
 */
export function EventGrid({
  label,
  level,
  events,
  more = null,
  isSmall = false,
}: {
  label: string
  /** The heading level of the cards. */
  level: 2 | 3
  events: readonly EventCardFacts[]
  more?: string | null
  /** True for a long list (`SMALL_GRID`). */
  isSmall?: boolean
}) {
  const list = useRef<HTMLUListElement>(null)
  const isMore = useFocusOnNew(list, events.length)
  return (
    <>
      <ul ref={list} aria-label={label} className={isSmall ? SMALL_GRID : GRID}>
        {events.map((event) => (
          <li
            key={event.id}
            className="@container sm:max-lg:last:odd:col-span-2 lg:max-2xl:last:nth-[3n+1]:col-span-3"
          >
            <EventCard event={event} level={level} />
          </li>
        ))}
      </ul>
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

/** Moves the focus to the first new card after 'Load More Events'. */
function useFocusOnNew(list: React.RefObject<HTMLUListElement | null>, count: number): () => void {
  const countBefore = useRef<number | null>(null)
  const { state } = useNavigation()
  useEffect(() => {
    if (state !== 'idle' || countBefore.current === null || count <= countBefore.current) return
    const cards = list.current?.querySelectorAll<HTMLElement>('article :is(h2, h3) a') ?? []
    cards[countBefore.current]?.focus({ preventScroll: true })
    countBefore.current = null
  }, [state, count, list])
  return () => {
    countBefore.current = count
  }
}

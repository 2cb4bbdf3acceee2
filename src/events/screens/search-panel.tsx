import { type KeyboardEvent, type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { formatShortDateTime, formatShortSpan } from '../../ui/dates.rules.ts'
import { firstHeld } from '../calendar.rules.ts'
import type { EventList, EventReply } from '../events.contract.ts'
import { lastDate } from '../sales.rules.ts'
import { CategoryLinks } from './category-links.tsx'
import { Poster } from './poster.tsx'

const DEBOUNCE_MS = 300
const RETRY_MS = 3000
const ROWS = 6

/** The state of the list. The search field passes it on to screen readers. */
export type SearchPopup = { open: boolean; activeId?: string | undefined }

export type SearchPanelProps = {
  /** The search text. Never blank. */
  query: string
  listId: string
  /** The panel stores its key handler here. The search field calls it for each key press. */
  keys: RefObject<(event: KeyboardEvent) => void>
  onPopup: (popup: SearchPopup) => void
  /** Called before the panel opens another page. */
  onLeave: () => void
}

type SearchResult = { query: string; events: EventReply[] } | { query: string; events: null }

/**
 * The list of events below the search box. Arrow keys mark a row, and the focus stays in the input.
 */
export function SearchPanel({ query, listId, keys, onPopup, onLeave }: SearchPanelProps) {
  const navigate = useNavigate()
  const found = useSearch(query)
  const [active, setActive] = useState(-1)
  const events = found?.events ?? []
  const choose = (event: EventReply) => {
    onLeave()
    void navigate(`/event/${event.id}`)
  }
  const rowId = (index: number) => `${listId}-${index}`
  useEffect(() => {
    onPopup({ open: events.length > 0, activeId: events[active] && `${listId}-${active}` })
  }, [events, active, listId, onPopup])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list has another first row
  useEffect(() => setActive(-1), [found])
  const onKey = useEffectEvent((press: KeyboardEvent) => {
    const chosen = events[active]
    if (press.key === 'ArrowDown' || press.key === 'ArrowUp') {
      press.preventDefault()
      const step = press.key === 'ArrowDown' ? 1 : -1
      // Position 0 is the search field; the rows follow from position 1.
      const places = events.length + 1
      setActive((at) => ((at + 1 + step + places) % places) - 1)
    } else if (press.key === 'Enter' && chosen) {
      press.preventDefault()
      choose(chosen)
    }
  })
  useEffect(() => {
    keys.current = (press) => onKey(press)
  }, [keys])
  return (
    <div className="absolute inset-x-0 top-full z-20 mt-1 max-h-[70vh] overflow-y-auto rounded-soft border border-line bg-white shadow-lift">
      <p role="status" className="px-4 py-3 text-small text-quiet empty:hidden">
        {wordsFor(found)}
      </p>
      {found?.events?.length === 0 && (
        <div className="px-3 pb-3">
          <CategoryLinks onLeave={onLeave} />
        </div>
      )}
      {events.length > 0 && (
        <div id={listId} role="listbox" aria-label="Events found">
          {events.map((event, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the input has the focus and the keys
            <div
              key={event.id}
              id={rowId(index)}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              ref={(row) => {
                if (index === active) row?.scrollIntoView({ block: 'nearest' })
              }}
              // Keeps the focus in the input. If the input lost the focus, the list would close
              // before the click arrives.
              onPointerDown={(press) => press.preventDefault()}
              onMouseDown={(press) => press.preventDefault()}
              onClick={() => choose(event)}
              className="flex min-h-16 cursor-pointer items-center gap-3 px-3 py-2 hover:bg-accent-soft aria-selected:bg-accent-soft"
            >
              <span className="w-20 shrink-0 overflow-hidden rounded-soft">
                <Poster picture={event} sizes="80px" />
              </span>
              <span className="min-w-0 text-small">
                <b className="line-clamp-2 font-semibold">{event.title}</b>
                <span className="block text-quiet">
                  <When event={event} />
                </span>
                <span className="block truncate text-quiet">{event.location}</span>
              </span>
            </div>
          ))}
        </div>
      )}
    </div>
  )
}

function When({ event }: { event: EventReply }) {
  const { date, time } = firstHeld(event)
  const last = lastDate(event)
  return last === date
    ? formatShortDateTime(date, time, new Date())
    : formatShortSpan(date, last, new Date())
}

function wordsFor(found: SearchResult | null): string {
  if (!found) return 'Searching...'
  if (!found.events) return 'No connection. Trying again…'
  return found.events.length === 0 ? 'No events found' : ''
}

/** The results of this query. Null until they have arrived. */
function useSearch(query: string): SearchResult | null {
  const [found, setFound] = useState<SearchResult | null>(null)
  useEffect(() => {
    const abort = new AbortController()
    const ask = async () => {
      try {
        const params = new URLSearchParams({ q: query, limit: String(ROWS) })
        const answer = await fetch(`/api/events?${params}`, { signal: abort.signal })
        if (!answer.ok) throw new Error(`status ${answer.status}`)
        const { data } = (await answer.json()) as EventList
        setFound({ query, events: data })
      } catch {
        if (abort.signal.aborted) return
        setFound({ query, events: null })
        timer = setTimeout(ask, RETRY_MS)
      }
    }
    let timer = setTimeout(ask, DEBOUNCE_MS)
    return () => {
      abort.abort()
      clearTimeout(timer)
    }
  }, [query])
  return found?.query === query ? found : null
}

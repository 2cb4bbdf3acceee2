import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Link } from '../../ui/link.tsx'
import { useHydrated } from '../../ui/use-hydrated.ts'
import { shownCategory } from '../catalogue/shown-category.rules.ts'
import type { EventCardFacts } from '../search/card.rules.ts'
import { CardFoot } from './card-foot.tsx'
import { DateBlock } from './date-block.tsx'
import { Poster } from './poster.tsx'
import { TimeAndPlace } from './time-and-place.tsx'
import { titleSize } from './title-size.ts'

const INTERVAL_MS = 5000
export const HERO_SIZES = '(min-width: 1160px) 700px, (min-width: 768px) 60vw, 92vw'

/**
 * The main events in a row that snaps to slides. Visitors can swipe even without script. The script
 * adds automatic turning, dots, a counter and the title of the next slide. On a phone each slide
 * has room for a title of three lines, so that all slides have the same height and the first slide
 * does not move when the other slides arrive.
 */
export function HeroCarousel({ events }: { events: readonly EventCardFacts[] }) {
  const row = useRef<HTMLUListElement>(null)
  const [at, setAt] = useState(0)
  // Without script the row would end at the copy of the first slide, so the copy is added only
  // after hydration.
  const isRound = useHydrated() && events.length > 1
  const turning = useTurning(events.length, (step) => goTo(at + step))
  const goTo = (wanted: number) => {
    const list = row.current
    if (!list) return
    goRound(list, events.length)
    const index = (wanted + events.length) % events.length
    const isOnward = index === 0 && at === events.length - 1
    const place = isOnward ? events.length : index
    list.scrollTo({ left: place * list.clientWidth, behavior: isStill() ? 'auto' : 'smooth' })
  }
  const next = events[(at + 1) % events.length]
  return (
    <section
      aria-roledescription="carousel"
      aria-label="Main events"
      {...turning.pauses}
      className="mt-4 flex flex-col overflow-hidden rounded-card border border-line bg-paper shadow-lift"
    >
      {/* This bar comes before the slides in keyboard order, so that a user can stop the movement
          first. It is invisible until all slides are loaded, because each slide that arrives pushes
          it down. */}
      {next && events.length > 1 && (
        <div className="needs-script order-last flex flex-wrap items-center gap-x-3 border-t border-line px-4 not-has-[~i]:invisible">
          <PauseButton isPaused={turning.isStopped} onClick={turning.toggle} />
          <p className="shrink-0 text-small font-semibold tabular-nums">
            {at + 1} / {events.length}
          </p>
          <button
            type="button"
            onClick={() => goTo(at + 1)}
            className="min-h-11 flex-1 basis-24 truncate text-left text-small text-quiet hover:text-ink"
          >
            Next: <b className="font-semibold text-ink">{next.title}</b>
          </button>
          {/* On a phone the row has room for the next title and up to five narrow dots; more dots have
              a row of their own. */}
          <div className="-mx-2 flex flex-wrap sm:-mx-3">
            {events.map((event, index) => (
              <button
                key={event.id}
                type="button"
                aria-label={`Show ${event.title}`}
                aria-current={index === at}
                onClick={() => goTo(index)}
                className="group flex h-11 w-6 items-center justify-center sm:w-11"
              >
                <span className="h-2 w-2 rounded-soft bg-edge group-aria-[current=true]:w-5 group-aria-[current=true]:bg-accent" />
              </button>
            ))}
          </div>
        </div>
      )}
      <ul
        ref={row}
        aria-live={turning.isOn ? 'off' : 'polite'}
        onScroll={({ currentTarget }) => setAt(slideIn(currentTarget, events.length))}
        onScrollEnd={({ currentTarget }) => goRound(currentTarget, events.length)}
        className="relative flex snap-x snap-mandatory overflow-x-auto overscroll-x-contain [scrollbar-width:none]"
      >
        {events.map((event, index) => (
          <li key={event.id} className="w-full shrink-0 snap-start snap-always">
            <Slide event={event} eager={index === 0} />
          </li>
        ))}
        {isRound && events[0] && (
          <li className="w-full shrink-0 snap-start snap-always" inert aria-hidden>
            <Slide event={events[0]} eager={false} />
          </li>
        )}
      </ul>
      <i hidden />
    </section>
  )
}

function Slide({ event, eager }: { event: EventCardFacts; eager: boolean }) {
  return (
    <article className="relative grid h-full grid-rows-[auto_1fr] md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] md:grid-rows-1 low:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      <div className="relative">
        <Poster picture={event} eager={eager} sizes={HERO_SIZES} className="h-full" />
        <div className="absolute left-4 top-4">
          <DateBlock date={event.date} />
        </div>
      </div>
      <div className="flex min-w-0 flex-col gap-2 p-4 md:justify-center md:p-8">
        <div className="flex min-h-[10em] flex-col gap-1 md:mb-6 md:min-h-0 md:gap-2">
          <p className="text-small font-semibold text-accent">{shownCategory(event.category)}</p>
          <h3
            className={`line-clamp-4 font-bold tracking-tight md:text-title lg:text-hero ${titleSize(event.title)}`}
          >
            <Link to={`/event/${event.id}`} className="after:absolute after:inset-0">
              {event.title}
            </Link>
          </h3>
          <div className="line-clamp-2 text-quiet">
            <TimeAndPlace event={event} />
          </div>
        </div>
        <CardFoot event={event} look="loud" />
      </div>
    </article>
  )
}

function PauseButton({ isPaused, onClick }: { isPaused: boolean; onClick: () => void }) {
  return (
    <button
      type="button"
      aria-label={isPaused ? 'Play slideshow' : 'Pause slideshow'}
      onClick={onClick}
      className="-mx-3 flex size-11 shrink-0 items-center justify-center text-quiet hover:text-ink motion-reduce:hidden"
    >
      <svg viewBox="0 0 16 16" className="size-4 fill-current" aria-hidden="true">
        <path d={isPaused ? 'M4 2l10 6-10 6z' : 'M3 2h4v12H3zM9 2h4v12H9z'} />
      </svg>
    </button>
  )
}

/** The scroll position, counted in slides. */
function placeOf(list: HTMLElement): number {
  return Math.round(list.scrollLeft / Math.max(1, list.clientWidth))
}

function slideIn(list: HTMLElement, count: number): number {
  return placeOf(list) % count
}

/**
 * After the last slide comes a copy of the first slide. When the row stops on the copy, it jumps to
 * the first slide, which looks the same. It must not jump earlier, because a swipe would continue
 * from the old position. A browser without `scrollend` jumps just before the next automatic turn.
 */
function goRound(list: HTMLElement, count: number): void {
  if (placeOf(list) === count) list.scrollLeft = 0
}

function isStill(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}

/**
 * Turns the slides automatically. Pauses while the pointer or the focus is on them, while the page
 * is hidden, or when the visitor has stopped them.
 */
function useTurning(count: number, turn: (step: number) => void) {
  const [isStopped, setStopped] = useState(false)
  const [isHovered, setHovered] = useState(false)
  const [isFocused, setFocused] = useState(false)
  const turnOn = useEffectEvent(() => turn(1))
  const isOn = count > 1 && !isStopped && !isHovered && !isFocused
  useEffect(() => {
    if (!isOn) return
    const timer = setInterval(() => {
      if (!document.hidden && !isStill()) turnOn()
    }, INTERVAL_MS)
    return () => clearInterval(timer)
  }, [isOn])
  return {
    isOn,
    isStopped,
    toggle: () => setStopped(!isStopped),
    pauses: {
      onPointerEnter: () => setHovered(true),
      onPointerLeave: () => setHovered(false),
      onFocus: () => setFocused(true),
      onBlur: () => setFocused(false),
    },
  }
}

import { useEffect } from 'react'
import { Link } from 'react-router'
import { formatCount, formatShare } from '../../ui/office/formats.rules.ts'
import type { EntryView } from '../command-view.contract.ts'
import { type CapacityState, capacityState } from '../gate-text.rules.ts'

type Numbers = { inside: number; licensed: number | null }

const WORDS: Partial<Record<CapacityState, string>> = {
  near: '95% of the licensed capacity reached',
  full: 'Capacity reached. Stop entry.',
}

/**
 * A warning about the licensed capacity. Stays visible while the user scrolls, and also appears in
 * the title of the browser tab. Screen readers do not announce each change, because the numbers
 * change every few seconds.
 */
export function CapacityAlarm({ title, inside, licensed }: Numbers & { title: string }) {
  const warning = WORDS[capacityState(inside, licensed)]
  // Runs after every render, because the surrounding page sets the title as well.
  useEffect(() => {
    if (warning) document.title = `⚠ ${warning} · Lango`
  })
  useEffect(() => {
    if (!warning) return
    return () => {
      document.title = `${title} · Lango`
    }
  }, [warning, title])
  if (!warning) return null
  return (
    <div className="sticky top-18 z-5 -mx-4 mb-4 bg-bad px-4 py-3 text-white sm:mx-0 sm:rounded-card sm:px-6">
      <p role="alert" className="text-lead font-bold">
        <span aria-hidden="true">⚠ </span>
        <span>{warning}</span>
      </p>
      <p className="tabular-nums">
        {formatCount(inside)} inside of {formatCount(licensed!)}
      </p>
    </div>
  )
}

const BARS: Record<CapacityState, string> = {
  unknown: 'bg-good',
  fine: 'bg-good',
  near: 'bg-bad',
  full: 'bg-bad',
}

export function InsideNow({
  eventId,
  inside,
  licensed,
  complimentary: { given: issued, inside: guests },
}: Numbers & { eventId: string; complimentary: EntryView['complimentary'] }) {
  const state = capacityState(inside, licensed)
  return (
    <section
      aria-labelledby="inside-now"
      className="flex min-w-0 flex-col rounded-card border border-line bg-paper p-4"
    >
      <h2 id="inside-now" className="font-semibold">
        Inside now
      </h2>
      <p className="mt-1 text-hero font-bold tracking-tight tabular-nums">{formatCount(inside)}</p>
      {licensed === null ? (
        <p className="text-quiet">
          The licensed capacity is not set.{' '}
          <Link
            to={`/organizer/events/${eventId}/gate/rules`}
            className="inline-flex min-h-11 min-w-11 items-center font-semibold text-accent underline underline-offset-4"
          >
            Set it
          </Link>
        </p>
      ) : (
        <>
          <p className="text-quiet tabular-nums">
            {formatShare(inside, licensed)} of {formatCount(licensed)} licensed
          </p>
          <div aria-hidden="true" className="mt-3 h-3 overflow-hidden rounded-soft bg-line">
            <div
              className={`h-full ${BARS[state]}`}
              style={{ width: `${Math.min(100, (inside / licensed) * 100)}%` }}
            />
          </div>
        </>
      )}
      {issued > 0 && (
        <p className="mt-3 text-quiet tabular-nums">
          Complimentary: {formatCount(guests)} of {formatCount(issued)} inside
        </p>
      )}
    </section>
  )
}

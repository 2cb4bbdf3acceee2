import { useEffect, useState } from 'react'
import { FOUND_FOR_MS, type FoundTicket } from '../lookup/lookup.rules.ts'

type Tickets = readonly FoundTicket[]

/**
 * The tickets of the last look-up, so that a visitor who opens one of them and goes back finds the
 * others. Stored only in the page's memory; deleted after five minutes or when the page is
 * reloaded.
 */
let found: { tickets: Tickets; until: number } | null = null

export function useFoundTickets(posted: Tickets | null) {
  const [shown, setShown] = useState(posted)
  const keep = (tickets: Tickets | null) => {
    found = tickets && { tickets, until: Date.now() + FOUND_FOR_MS }
    setShown(tickets)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was posted came with the page
  useEffect(() => {
    if (posted) keep(posted)
    else setShown(current())
  }, [])
  useEffect(() => {
    if (!shown) return
    const check = () => {
      if (!current()) setShown(null)
    }
    // A sleeping phone runs no timers, so the time is checked again when the page becomes visible.
    document.addEventListener('visibilitychange', check)
    const timer = setTimeout(check, (found?.until ?? 0) - Date.now() + 1)
    return () => {
      document.removeEventListener('visibilitychange', check)
      clearTimeout(timer)
    }
  }, [shown])
  return { shown, keep }
}

function current(): Tickets | null {
  if (found && found.until <= Date.now()) found = null
  return found?.tickets ?? null
}

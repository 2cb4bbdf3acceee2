import { useEffect, useState } from 'react'
import { FOUND_FOR_MS, type FoundTicket } from '../lookup/lookup.rules.ts'

type Tickets = readonly FoundTicket[]

/** Found tickets stay in memory for five minutes, for visitors who go back to the others. */
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
    // A sleeping phone runs no timers.
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

import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { FOUND_FOR_MS, type FoundTicket } from '../lookup/lookup.rules.ts'

type Tickets = readonly FoundTicket[]

/** Found tickets stay in memory for five minutes, for visitors who go back to the list. */
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
    // A sleeping phone runs no timers, so checks again when the page becomes visible.
    document.addEventListener('visibilitychange', check)
    const timer = setTimeout(check, (found?.until ?? 0) - Date.now() + 1)
    return () => {
      document.removeEventListener('visibilitychange', check)
      clearTimeout(timer)
    }
  }, [shown])
  return { shown, keep }
}

/** Opens the ticket if only one was found. Passes several tickets to `onFound`. */
export function useOpenFound(
  tickets: Tickets | undefined,
  onFound: (tickets: Tickets) => void,
): void {
  const navigate = useNavigate()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each list is handed on once
  useEffect(() => {
    if (!tickets) return
    if (tickets.length > 1) onFound(tickets)
    else void navigate(`/t/${tickets[0]!.ticket_number}`, { state: { known: true } })
  }, [tickets])
}

function current(): Tickets | null {
  if (found && found.until <= Date.now()) found = null
  return found?.tickets ?? null
}

import { useEffect, useEffectEvent, useState } from 'react'
import { useRevalidator } from 'react-router'
import { callApi, type FetchApi } from '../../ui/api.ts'
import { Button } from '../../ui/button.tsx'
import { PREFIX } from '../../ui/language.rules.ts'
import type { OpenedReply } from '../tickets.contract.ts'

/** Reports that a person sees the ticket. The sender then cannot take the ticket back. */
export function reportOpened(fetchApi: FetchApi, number: string) {
  const path = `/api/tickets/${encodeURIComponent(number)}/opened`
  return callApi<OpenedReply>(fetchApi, path, { method: 'POST' })
}

/**
 * Reports only when the page is visible, because preview programs load pages too. Without script,
 * the holder reports by pressing the button.
 */
export function OpenedTicket({ number }: { number: string }) {
  const [isKept, setIsKept] = useState(false)
  const { revalidate } = useRevalidator()
  const report = useEffectEvent(async () => {
    const answer = await reportOpened((path, init) => fetch(path, init), number)
    if (!answer.ok) return
    setIsKept(true)
    // The sender has taken the ticket back just now: show its new state.
    if (answer.data.state === 'void') void revalidate()
  })
  useEffect(() => {
    const stop = new AbortController()
    const check = () => {
      // The browser may prepare a page before the user opens it.
      if (document.visibilityState !== 'visible') return
      stop.abort()
      void report()
    }
    document.addEventListener('visibilitychange', check, { signal: stop.signal })
    check()
    return () => stop.abort()
  }, [])
  if (isKept) return null
  return (
    <form
      method="post"
      action={`${PREFIX}/t/${number}`}
      className="rounded-card border border-line bg-paper px-4 py-3 print:hidden"
    >
      <input type="hidden" name="keep" value={number} />
      <p>The friend who sent this ticket can still take it back.</p>
      <Button type="submit" look="quiet" className="mt-2">
        Keep this ticket
      </Button>
    </form>
  )
}

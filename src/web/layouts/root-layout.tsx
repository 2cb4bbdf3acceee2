import { useLayoutEffect } from 'react'
import { Outlet, ScrollRestoration, useNavigation } from 'react-router'
import { useSite } from '../../ui/site.tsx'
import { useDocumentHead } from './page-head.ts'
import { useFocusOnArrival } from './use-focus-on-arrival.ts'

declare global {
  interface Window {
    /** Set by the inline script: ends the remembering and gives the clicks that nobody answered. */
    __earlyTaps?: () => MouseEvent[]
  }
}

/** Around every page, with or without header. */
export function RootLayout() {
  const { sandbox } = useSite()
  useFocusOnArrival()
  // A tap that came before the page could act on it acts now. In the layout effect, since from the
  // commit on React answers taps itself: one that came until a later effect would count twice.
  useLayoutEffect(() => {
    for (const { target } of window.__earlyTaps?.() ?? []) {
      const button = (target as Element).closest('button')
      // Each in a turn of its own: two taps on one button are two steps.
      setTimeout(() => button?.click())
    }
  }, [])
  return (
    <>
      {sandbox && (
        <aside
          aria-label="Sandbox"
          className="bg-ink px-4 py-1 text-center text-small text-ground print:hidden"
        >
          Sandbox: no money moves
        </aside>
      )}
      <DocumentHead />
      <Progress />
      <Outlet />
      <ScrollRestoration />
    </>
  )
}

/** Before the page, so that an error page has the last word. */
function DocumentHead() {
  useDocumentHead()
  return null
}

function Progress() {
  const { state } = useNavigation()
  if (state === 'idle') return null
  return (
    <div
      role="progressbar"
      aria-label="Loading the page"
      className="fixed inset-x-0 top-0 z-10 h-1 origin-left animate-pulse bg-accent"
    />
  )
}

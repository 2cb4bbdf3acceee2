import { useLayoutEffect } from 'react'
import { Outlet, ScrollRestoration, useNavigation } from 'react-router'
import { useSite } from '../../ui/site.tsx'
import { useDocumentHead } from './page-head.ts'
import { useFocusOnArrival } from './use-focus-on-arrival.ts'

declare global {
  interface Window {
    /**
     * Set by the inline script. Stops recording clicks, and returns the clicks that React has not
     * handled.
     */
    __earlyTaps?: () => MouseEvent[]
  }
}

export function RootLayout() {
  const { sandbox } = useSite()
  useFocusOnArrival()
  // Replays the taps that came before hydration. This is a layout effect, because React handles
  // every tap after this commit: a tap between the commit and an ordinary effect would count twice.
  useLayoutEffect(() => {
    for (const { target } of window.__earlyTaps?.() ?? []) {
      const button = (target as Element).closest('button')
      // A separate task for each tap: two taps on one button must be two clicks, with a render
      // between them.
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

/**
 * Sets the page's metadata. Rendered before the page, so that an error page can overwrite the
 * metadata.
 */
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

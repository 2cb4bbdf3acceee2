import { formatDateTime, inNairobi } from '../../ui/dates.rules.ts'
import { Notice } from '../../ui/notice.tsx'
import { useHydrated } from '../../ui/use-hydrated.ts'
import { useOffline } from '../../ui/use-offline.ts'

/** Says that the page is a stored copy and may be out of date. */
export function KeptNotice() {
  const hydrated = useHydrated()
  const isOffline = useOffline()
  // Set by the service worker (web/ticket-worker.js).
  const kept = hydrated ? document.documentElement.dataset.kept : undefined
  if (!isOffline && !kept) return null
  return (
    <div className="print:hidden">
      <Notice look="used" role="status">
        {isOffline ? "You're offline. " : 'No connection. '}
        {kept
          ? `This is your ticket as it was on ${formatDateTime(...inNairobi(kept))}.`
          : 'Your ticket still works.'}
      </Notice>
    </div>
  )
}

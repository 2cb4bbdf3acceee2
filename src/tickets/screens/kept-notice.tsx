import { LANGUAGE } from '../../ui/language.rules.ts'
import { Notice } from '../../ui/notice.tsx'
import { useHydrated } from '../../ui/use-hydrated.ts'
import { useOffline } from '../../ui/use-offline.ts'

const when = new Intl.DateTimeFormat(LANGUAGE === 'sw' ? 'sw-KE' : 'en-US', {
  dateStyle: 'long',
  timeStyle: 'short',
})

/** A notice that this page is a copy stored on the phone, not the current page. */
export function KeptNotice() {
  const hydrated = useHydrated()
  const isOffline = useOffline()
  // `data-kept` is set by the service worker that stores ticket pages (web/ticket-worker.js).
  const kept = hydrated ? document.documentElement.dataset.kept : undefined
  if (!isOffline && !kept) return null
  return (
    <div className="print:hidden">
      <Notice look="used" role="status">
        {isOffline ? "You're offline. " : 'No connection. '}
        {kept
          ? `This is your ticket as it was on ${when.format(new Date(kept))}.`
          : 'Your ticket still works.'}
      </Notice>
    </div>
  )
}

import { useEffect, useRef } from 'react'
import { useRevalidator } from 'react-router'
import { useOffline } from '../../ui/use-offline.ts'

/**
 * A notice that lies over the page, so that the page does not move. If a narrow screen has a bar at
 * its foot, the notice is above the bar. Fetches the page's data again when the network is back.
 */
export function OfflineNotice() {
  const isOffline = useOffline()
  const { revalidate } = useRevalidator()
  const wasOffline = useRef(false)
  useEffect(() => {
    if (wasOffline.current && !isOffline) void revalidate()
    wasOffline.current = isOffline
  }, [isOffline, revalidate])
  return (
    <div
      role="status"
      className="fixed inset-x-0 bottom-0 z-10 max-lg:[body:has(.at-foot)_&]:bottom-16.5 print:hidden"
    >
      {isOffline && (
        <p className="bg-ink px-4 py-3 text-center text-small text-ground">
          You're offline. This page will update when you're back.
        </p>
      )}
    </div>
  )
}

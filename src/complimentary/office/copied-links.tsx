import { useState } from 'react'
import { sessionFetch } from '../../accounts/office/session.ts'
import { callApi, jsonPost, problemText } from '../../ui/api.ts'
import { Button } from '../../ui/button.tsx'
import { formatCount } from '../../ui/office/formats.rules.ts'
import { useQuery } from '../../ui/office/use-query.ts'
import type { OpenLinks } from '../complimentary.contract.ts'

/**
 * Shows the sponsor links that a removed member may have copied, with a button that ends them.
 * Shows nothing if there are no such links.
 */
export function CopiedLinks({
  organizerId,
  eventId,
}: {
  organizerId: string
  /** Null for all events of the organizer. */
  eventId: string | null
}) {
  const path = `/api/organizations/${organizerId}/allotments`
  const address = eventId === null ? path : `${path}?event_id=${eventId}`
  const { data, reload } = useQuery<OpenLinks>(address, (signal) =>
    callApi(sessionFetch, address, { signal }),
  )
  const [said, setSaid] = useState('')
  const [isBusy, setIsBusy] = useState(false)

  async function end() {
    if (isBusy) return
    setIsBusy(true)
    const body = jsonPost({ event_id: eventId })
    const reply = await callApi<OpenLinks>(sessionFetch, `${path}/withdraw`, body)
    setIsBusy(false)
    setSaid(
      reply.ok ? 'The sponsor links have ended.' : problemText(reply, 'No connection. Try again.'),
    )
    reload()
  }

  const { open = 0, left = 0 } = data ?? {}
  const [links, go] = open === 1 ? ['1 sponsor link', 'goes'] : [`${open} sponsor links`, 'go']
  return (
    <>
      {open > 0 && (
        <>
          <p>
            This person may have copied sponsor links. {links} {go} on, and {formatCount(left)}{' '}
            {left === 1 ? 'ticket' : 'tickets'} can still be claimed.
          </p>
          <div>
            <Button look="quiet" aria-disabled={isBusy} onClick={() => void end()}>
              {isBusy ? 'Ending...' : open === 1 ? 'End this link' : 'End these links'}
            </Button>
          </div>
        </>
      )}
      <p role="status" className="empty:hidden">
        {said}
      </p>
    </>
  )
}

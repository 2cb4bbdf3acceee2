import { useState } from 'react'
import { sessionFetch } from '../../accounts/office/session.ts'
import { callApi, problemText } from '../../ui/api.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { Revoked } from '../complimentary.contract.ts'
import { revokedText } from './revoked-text.ts'

/** The button that revokes the tickets of a free order. Asks for confirmation first. */
export function RevokeFree({
  lineId,
  onRevoked,
}: {
  lineId: string
  onRevoked: (text: string) => void
}) {
  const [isAsked, setIsAsked] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const [failed, setFailed] = useState('')

  async function revoke() {
    if (isBusy) return
    setIsBusy(true)
    const path = `/api/transactions/${lineId}/revoke`
    const answer = await callApi<Revoked>(sessionFetch, path, { method: 'POST' })
    setIsBusy(false)
    setIsAsked(false)
    if (answer.ok) return onRevoked(revokedText(answer.data))
    setFailed(problemText(answer, 'No connection. They may be revoked already. Reload the page.'))
  }

  if (!isAsked) {
    return (
      <>
        {failed && (
          <Notice look="bad" role="alert">
            {failed}
          </Notice>
        )}
        <Button look="quiet" onClick={() => setIsAsked(true)}>
          Revoke…
        </Button>
      </>
    )
  }
  return (
    <div role="alert" className="flex flex-col gap-3 rounded-soft border border-line bg-ground p-4">
      <p>
        Revoke the tickets of this free order? They become invalid, each holder gets an SMS, and the
        places return to sale.
      </p>
      <span className="flex flex-wrap gap-3">
        <Button onClick={() => setIsAsked(false)}>Go back</Button>
        <Button look="quiet" disabled={isBusy} onClick={() => void revoke()}>
          Revoke tickets
        </Button>
      </span>
    </div>
  )
}

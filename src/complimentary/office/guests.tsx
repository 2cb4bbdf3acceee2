import { useId, useState } from 'react'
import { sessionFetch } from '../../accounts/office/session.ts'
import { localPhone } from '../../platform/values/phone.rules.ts'
import { callApi, jsonPost, problemText } from '../../ui/api.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Badge } from '../../ui/office/badge.tsx'
import { CloseButton } from '../../ui/office/close-button.tsx'
import { SkeletonRows } from '../../ui/office/data-table.tsx'
import { formatCount } from '../../ui/office/formats.rules.ts'
import { Modal } from '../../ui/office/modal.tsx'
import { TryAgain } from '../../ui/office/try-again.tsx'
import { unitsText } from '../../ui/office/units.rules.ts'
import { useQuery } from '../../ui/office/use-query.ts'
import type { Guest, GuestList, Revoked } from '../complimentary.contract.ts'
import type { Opened } from './complimentary-tables.tsx'
import { revokedText, ticketsText } from './revoked-text.ts'

const STATES = {
  sending: ['plain', 'SMS on its way'],
  sent: ['plain', 'SMS sent'],
  delivered: ['good', 'SMS delivered'],
  failed: ['bad', 'SMS not delivered'],
  inside: ['good', 'Inside'],
  revoked: ['plain', 'Revoked'],
} as const

/** A panel with the guests of a batch or allotment, and buttons that revoke their tickets. */
export function Guests({
  of: { id, title },
  onClose,
  onRevoked,
}: {
  of: Opened
  onClose: () => void
  onRevoked: (text: string) => void
}) {
  const titleId = useId()
  const path = `/api/complimentary/${id}`
  const { data, problem, reload } = useQuery<GuestList>(path, (signal) =>
    callApi<GuestList>(sessionFetch, path, { signal }),
  )
  const [toRevoke, setToRevoke] = useState<Guest[] | null>(null)
  const [failed, setFailed] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const guests = data?.data ?? []
  const left = guests.filter(({ state }) => state !== 'revoked' && state !== 'inside')

  async function revoke(chosen: Guest[]) {
    if (isBusy) return
    setIsBusy(true)
    const body = { order_ids: chosen.map(({ order_id }) => order_id) }
    const answer = await callApi<Revoked>(sessionFetch, `${path}/revoke`, jsonPost(body))
    setIsBusy(false)
    setToRevoke(null)
    reload()
    if (answer.ok) return onRevoked(revokedText(answer.data))
    setFailed(problemText(answer, 'No connection. Some tickets may be revoked. Try again.'))
  }

  async function sendAgain({ order_id }: Guest) {
    setFailed('')
    const answer = await callApi<{ success: boolean }>(
      sessionFetch,
      '/api/functions/resend-sms',
      // Form-encoded, as specification section 7 requires.
      { method: 'POST', body: new URLSearchParams({ transactionId: order_id }) },
    )
    if (!answer.ok) setFailed(problemText(answer, 'No connection. The SMS was not sent again.'))
    reload()
  }

  return (
    <Modal titleId={titleId} onClose={onClose} isSide>
      <div className="flex flex-col gap-4 p-4 sm:p-6">
        <div className="flex items-start justify-between gap-4">
          <h2 id={titleId} className="wrap-anywhere text-lead font-bold">
            {title}
          </h2>
          <CloseButton onClose={onClose} className="-mr-2 -mt-2 size-11" />
        </div>
        {failed && (
          <Notice look="bad" role="alert">
            {failed}
          </Notice>
        )}
        {problem && <TryAgain onAgain={reload}>{problem.error || 'An error occurred'}</TryAgain>}
        {!data && !problem && <SkeletonRows rows={4} label="Loading guests..." />}
        {toRevoke ? (
          <Ask guests={toRevoke} isBusy={isBusy} onYes={revoke} onNo={() => setToRevoke(null)} />
        ) : (
          left.length > 1 && (
            <Button look="quiet" onClick={() => setToRevoke(left)}>
              Revoke all {formatCount(ticketsOf(left))} tickets
            </Button>
          )
        )}
        <ul className="flex flex-col">
          {guests.map((guest) => (
            <li key={guest.order_id} className="border-b border-line py-3 last:border-0">
              <Row
                guest={guest}
                onRevoke={() => setToRevoke([guest])}
                onAgain={() => void sendAgain(guest)}
              />
            </li>
          ))}
        </ul>
      </div>
    </Modal>
  )
}

const ticketsOf = (guests: readonly Guest[]) =>
  guests.reduce((sum, { quantity, sold_in = 1 }) => sum + Math.ceil(quantity / sold_in), 0)

function Row({
  guest,
  onRevoke,
  onAgain,
}: {
  guest: Guest
  onRevoke: () => void
  onAgain: () => void
}) {
  const { name, phone, state } = guest
  const [look, label] = STATES[state]
  const who = name || localPhone(phone)
  return (
    <div className="flex items-start justify-between gap-3">
      <div className="min-w-0">
        <p className="wrap-anywhere font-semibold">{who}</p>
        {name !== '' && <p className="text-small text-quiet">{localPhone(phone)}</p>}
        <p className="text-small">{unitsText(guest)}</p>
        <Badge look={look}>{label}</Badge>
        {(state === 'failed' || state === 'delivered') && (
          <button
            type="button"
            onClick={onAgain}
            className="ml-3 min-h-11 font-semibold text-small text-accent underline underline-offset-4"
          >
            Send again<span className="sr-only"> to {who}</span>
          </button>
        )}
      </div>
      {state !== 'revoked' && state !== 'inside' && (
        <Button look="quiet" onClick={onRevoke}>
          Revoke<span className="sr-only"> the tickets of {who}</span>
        </Button>
      )}
    </div>
  )
}

function Ask({
  guests,
  isBusy,
  onYes,
  onNo,
}: {
  guests: Guest[]
  isBusy: boolean
  onYes: (guests: Guest[]) => Promise<void>
  onNo: () => void
}) {
  const [first] = guests
  const whose = guests.length === 1 && first ? ` of ${first.name || localPhone(first.phone)}` : ''
  return (
    <div role="alert" className="flex flex-col gap-3 rounded-soft border border-line bg-ground p-4">
      <p>
        Revoke {ticketsText(ticketsOf(guests))}
        {whose}? They become invalid, each holder gets an SMS, and the places return to sale.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button onClick={onNo}>Go back</Button>
        <Button look="quiet" aria-disabled={isBusy} onClick={() => void onYes(guests)}>
          {isBusy ? 'Revoking...' : 'Revoke'}
        </Button>
      </div>
    </div>
  )
}

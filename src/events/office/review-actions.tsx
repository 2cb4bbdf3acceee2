import { useState } from 'react'
import { sessionFetch } from '../../accounts/office/session.ts'
import { callApi, jsonPost, problemText } from '../../ui/api.ts'
import { Button } from '../../ui/button.tsx'
import { ModalForm } from '../../ui/office/modal-form.tsx'
import { Toast } from '../../ui/office/toast.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import type { EventReply } from '../events.contract.ts'
import { Differences } from './differences.tsx'
import { editPath } from './duplicate.ts'
import { changesBetween } from './version-changes.ts'
import { type ZeroPrice, ZeroPriceQuestion, zeroPriceOf } from './zero-price.tsx'

/**
 * Sends the requests about a review. Calls `onChanged` after each request, so that the page reads
 * the event again.
 */
function useReview(id: string, onChanged: () => void) {
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const [isStale, setIsStale] = useState(false)
  const [zero, setZero] = useState<ZeroPrice | null>(null)
  /** Returns whether the call succeeded. */
  async function send(verb: string, body: object = {}): Promise<boolean> {
    if (isBusy) return false
    setIsBusy(true)
    setProblem('')
    const answer = await callApi(sessionFetch, `/api/events/${id}/${verb}`, jsonPost(body))
    setIsBusy(false)
    const asked = answer.ok ? null : zeroPriceOf(answer)
    setZero(asked)
    setIsStale(!answer.ok && (answer.code === 'stale' || answer.code === 'page_stale'))
    if (!answer.ok && !asked) setProblem(problemText(answer, 'No connection. Please try again.'))
    onChanged()
    return answer.ok
  }
  const dismiss = () => {
    setProblem('')
    setZero(null)
    setIsStale(false)
  }
  return { isBusy, problem, isStale, zero, send, dismiss }
}

/** The organizer's button that sends a draft in, or publishes it if no approval is needed. */
export function SendIn({
  event,
  missing,
  onSent,
}: {
  event: EventReply
  missing: readonly string[]
  onSent: () => void
}) {
  const { isBusy, problem, zero, send, dismiss } = useReview(event.id, onSent)
  return (
    <>
      <Button
        aria-disabled={isBusy}
        aria-describedby={missing.length > 0 ? 'still-missing' : undefined}
        onClick={() => void send('send_in')}
      >
        {isBusy ? 'Sending...' : event.publishes_alone ? 'Publish' : 'Submit for review'}
      </Button>
      {zero && (
        <ZeroPriceQuestion
          zero={zero}
          form={editPath(false, event.id)}
          onAnswer={(zero_prices) => void send('send_in', { zero_prices })}
          onBack={dismiss}
        />
      )}
      {problem && (
        <Toast look="bad" onClose={dismiss}>
          {problem}
        </Toast>
      )}
    </>
  )
}

const UNSHOWN = 'The questions have changed since you opened it. Read them, then return it again.'

/**
 * The admin's button that returns a draft, or the change of a published event, with a reason. If
 * the admin has read an older version, shows the changes first and keeps the typed reason.
 */
export function ReturnDraft({
  event,
  onChanged,
  onReturned,
}: {
  event: EventReply
  onChanged: () => void
  onReturned: () => void
}) {
  const { isBusy, problem, isStale, send, dismiss } = useReview(event.id, onChanged)
  const [words, setWords] = useState<string | null>(null)
  const [read, setRead] = useState(event)
  const { updated_at, host, review } = event
  const changes = [
    ...changesBetween(read, event),
    ...(review?.change ? (review.changes ?? []) : []),
  ]
  // If only the questions of a draft were changed, no field of its event differs.
  const isUnshown = updated_at !== read.updated_at && changes.length === 0
  const again = isUnshown ? UNSHOWN : `${problem} Read the changes, then return it again.`
  const close = () => {
    setWords(null)
    dismiss()
  }
  return (
    <>
      <Button
        look="quiet"
        onClick={() => {
          setWords('')
          setRead(event)
        }}
      >
        Return
      </Button>
      {words !== null && (
        <ModalForm
          title={event.is_published ? 'Return these changes' : 'Return this draft'}
          about="Its organizer gets your reason by email, and can send it in again."
          yes={['Return', 'Sending...']}
          problem={isStale ? again : problem}
          isBusy={isBusy}
          onClose={close}
          onSend={async () => {
            const body = { words, updated_at, page_version: host?.version ?? '' }
            if (!(await send('return', body))) return
            setWords(null)
            onReturned()
          }}
        >
          {isStale && changes.length > 0 && <Differences changes={changes} />}
          <TextArea
            label="Reason"
            required
            rows={5}
            maxLength={2000}
            autoComplete="off"
            value={words}
            onChange={(typed) => setWords(typed.target.value)}
          />
        </ModalForm>
      )}
    </>
  )
}

import { useState } from 'react'
import { sessionFetch } from '../../accounts/office/session.ts'
import { callApi, jsonPost, problemText } from '../../ui/api.ts'
import { Button } from '../../ui/button.tsx'
import { Question } from '../../ui/office/question.tsx'
import { Toast } from '../../ui/office/toast.tsx'
import type { ZeroPrices } from '../editing/event-edit.contract.ts'
import type { EventReply } from '../events.contract.ts'
import { Differences } from './differences.tsx'
import { editPath } from './duplicate.ts'
import { PublishQuestion } from './publish-question.tsx'
import { SAVE_FAILED } from './use-event-form.ts'
import { changesBetween } from './version-changes.ts'
import { type ZeroPrice, ZeroPriceQuestion, zeroPriceOf } from './zero-price.tsx'

/**
 * Publishes a draft, or approves the change of a published event, after a question. Asks again if
 * the event was changed after the admin read it.
 */
export function PublishEvent({
  event,
  missing,
  warnings = [],
  words = ['Publish', 'Publishing...'],
  onPublished,
}: {
  event: EventReply
  missing: readonly string[]
  /** Sentences that the question begins with. */
  warnings?: readonly string[]
  /** The texts of the button: normally, and while the event is being published. */
  words?: [string, string]
  /** Called after each server reply; true if the event was published or the change approved. */
  onPublished: (isDone: boolean) => void
}) {
  const [isAsking, setIsAsking] = useState(false)
  const { isBusy, problem, newer, zero, publish, dismiss, leave } = usePublishing(
    event,
    onPublished,
  )
  return (
    <>
      <Button
        aria-disabled={isBusy}
        aria-describedby={missing.length > 0 ? 'still-missing' : undefined}
        onClick={() => {
          if (!isBusy) setIsAsking(true)
        }}
      >
        {words[isBusy ? 1 : 0]}
      </Button>
      {isAsking && (
        <PublishQuestion
          event={event}
          missing={missing}
          warnings={warnings}
          onYes={() => {
            setIsAsking(false)
            void publish(event)
          }}
          onNo={() => setIsAsking(false)}
        />
      )}
      {newer && (
        <Question
          title="Changed since you opened it"
          yes={event.is_published ? 'Approve this version' : 'Publish this version'}
          no="Go back"
          onYes={() => void publish(newer)}
          onNo={leave}
        >
          <Differences changes={changesBetween(event, newer)} />
          {newer.review?.change && <Differences changes={newer.review.changes ?? []} />}
        </Question>
      )}
      {zero && (
        <ZeroPriceQuestion
          zero={zero}
          // No link for a published event: only the organizer's form has the price of its change.
          form={event.is_published ? null : editPath(true, event.id)}
          onAnswer={(answer) => void publish(zero.read, answer)}
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

/** The text if only the questions of a draft have changed, which are not fields of the event. */
const UNSHOWN = 'The questions have changed since you opened it. Read them, then publish it.'

/**
 * Publishes the version of the draft that the admin has read. If the draft waits for a decision,
 * approves it. If the draft or the organizer's page was saved after the admin read it, sets `newer`
 * to the current version for the admin to read.
 */
function usePublishing({ id, review }: EventReply, onPublished: (isDone: boolean) => void) {
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const [newer, setNewer] = useState<EventReply | null>(null)
  const [zero, setZero] = useState<(ZeroPrice & { read: EventReply }) | null>(null)

  async function publish(version: EventReply, zero_prices?: ZeroPrices) {
    const { updated_at, host } = version
    setNewer(null)
    setZero(null)
    setProblem('')
    setIsBusy(true)
    const path = `/api/events/${id}`
    const answer =
      review?.state === 'sent'
        ? await callApi(
            sessionFetch,
            `${path}/approve`,
            jsonPost({ updated_at, page_version: host?.version ?? '', zero_prices }),
          )
        : await callApi(sessionFetch, path, {
            ...jsonPost({ is_published: true, updated_at, zero_prices }),
            method: 'PUT',
          })
    const read =
      !answer.ok && (answer.code === 'stale' || answer.code === 'page_stale')
        ? await callApi<EventReply>(sessionFetch, path)
        : undefined
    setIsBusy(false)
    if (read?.ok) {
      const isShown = changesBetween(version, read.data).length > 0 || read.data.review?.change
      if (isShown) return setNewer(read.data)
      setProblem(UNSHOWN)
      return onPublished(false)
    }
    const asked = answer.ok ? null : zeroPriceOf(answer)
    if (asked) return setZero({ ...asked, read: version })
    if (!answer.ok) setProblem(problemText(answer, SAVE_FAILED))
    // Reload after a refusal, too: another admin may have changed the event.
    onPublished(answer.ok)
  }

  const leave = () => {
    setNewer(null)
    onPublished(false)
  }
  const dismiss = () => {
    setProblem('')
    setZero(null)
  }
  return { isBusy, problem, newer, zero, publish, dismiss, leave }
}

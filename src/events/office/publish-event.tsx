import { useState } from 'react'
import { sessionFetch } from '../../accounts/office/session.ts'
import { callApi, jsonPost, wordsOf } from '../../ui/api.ts'
import { Button } from '../../ui/button.tsx'
import { Question } from '../../ui/office/question.tsx'
import { Toast } from '../../ui/office/toast.tsx'
import type { EventReply } from '../events.contract.ts'
import { SAVE_FAILED } from './use-event-form.ts'

/** Publishes a draft. Asks for confirmation if something is missing. */
export function PublishEvent({
  event: { id, updated_at },
  missing,
  onPublished,
}: {
  event: EventReply
  missing: readonly string[]
  onPublished: () => void
}) {
  const [isAsking, setIsAsking] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState('')

  async function publish() {
    setIsAsking(false)
    setProblem('')
    setIsBusy(true)
    const body = { is_published: true, updated_at }
    const init = { ...jsonPost(body), method: 'PUT' }
    const answer = await callApi<EventReply>(sessionFetch, `/api/events/${id}`, init)
    setIsBusy(false)
    if (!answer.ok) setProblem(wordsOf(answer, SAVE_FAILED))
    // After a refusal too: another admin may have changed the event.
    onPublished()
  }

  return (
    <>
      <Button
        aria-disabled={isBusy}
        aria-describedby={missing.length > 0 ? 'still-missing' : undefined}
        onClick={() => {
          if (isBusy) return
          if (missing.length > 0) setIsAsking(true)
          else void publish()
        }}
      >
        {isBusy ? 'Publishing...' : 'Publish'}
      </Button>
      {isAsking && (
        <Question
          title="Publish with something missing?"
          yes="Publish anyway"
          no="Go back"
          onYes={() => void publish()}
          onNo={() => setIsAsking(false)}
        >
          <ul className="list-disc pl-6">
            {missing.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        </Question>
      )}
      {problem && (
        <Toast look="bad" onClose={() => setProblem('')}>
          {problem}
        </Toast>
      )}
    </>
  )
}

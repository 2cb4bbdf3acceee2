import { useState } from 'react'
import { sessionFetch } from '../../accounts/office/session.ts'
import { callApi, jsonPost, problemText } from '../../ui/api.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { formatCount } from '../../ui/office/formats.rules.ts'
import { ModalForm } from '../../ui/office/modal-form.tsx'
import { useQuery } from '../../ui/office/use-query.ts'
import type { AnswersDue } from '../reminding/reminding.contract.ts'

/** Reminds the holders of tickets that lack an answer, only once for each ticket. */
export function RemindButton({ eventId }: { eventId: string }) {
  const [state, setState] = useState<'shown' | 'asking' | 'busy'>('shown')
  const [problem, setProblem] = useState('')
  const [done, setDone] = useState('')
  const path = `/api/events/${eventId}/answers/reminders`
  const { data, reload } = useQuery<AnswersDue>(path, (signal) =>
    callApi<AnswersDue>(sessionFetch, path, { signal }),
  )
  const count = data?.tickets ?? 0

  async function onSend() {
    setState('busy')
    const answer = await callApi<{ message: string }>(sessionFetch, path, jsonPost({}))
    setProblem(answer.ok ? '' : problemText(answer, 'No connection. Please try again.'))
    setState(answer.ok ? 'shown' : 'asking')
    if (!answer.ok) return
    setDone(answer.data.message)
    reload()
  }

  const tickets = count === 1 ? '1 ticket' : `${formatCount(count)} tickets`
  return (
    <>
      <p role="status" className="empty:hidden">
        {done && <Notice look="good">{done}</Notice>}
      </p>
      {count > 0 && (
        <Button look="quiet" className="self-start" onClick={() => setState('asking')}>
          {`Remind the holders of ${tickets}`}
        </Button>
      )}
      {state !== 'shown' && (
        <ModalForm
          title="Remind those who have not answered?"
          about={`The holders of ${tickets} get an SMS with a link to the questions. A ticket gets one reminder only.`}
          yes={['Send reminders', 'Sending...']}
          problem={problem}
          isBusy={state === 'busy'}
          onClose={() => setState('shown')}
          onSend={onSend}
        >
          <p>Who answers before the SMS is sent gets none.</p>
        </ModalForm>
      )}
    </>
  )
}

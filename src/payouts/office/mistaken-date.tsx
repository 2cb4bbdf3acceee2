import { useState } from 'react'
import { sessionFetch } from '../../accounts/office/session.ts'
import { callApi, jsonPost, type Problem, problemText } from '../../ui/api.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { formatDay } from '../../ui/office/formats.rules.ts'
import { ModalForm } from '../../ui/office/modal-form.tsx'

/** An admin takes a mistaken date out of the dates for which the event's money waits. */
export function MistakenDate({
  eventId,
  date,
  onDone,
}: {
  eventId: string
  date: string
  onDone: (text: string) => void
}) {
  const [isOpen, setIsOpen] = useState(false)
  const [words, setWords] = useState('')
  const [problem, setProblem] = useState<Problem | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const day = formatDay(date)

  async function send() {
    setIsBusy(true)
    const path = `/api/events/${encodeURIComponent(eventId)}/mistaken_dates`
    const answer = await callApi<unknown>(sessionFetch, path, jsonPost({ date, words }))
    setIsBusy(false)
    if (!answer.ok) return setProblem(answer)
    setIsOpen(false)
    onDone(`The money no longer waits for ${day}`)
  }

  const atField = problem?.field === 'words'
  return (
    <>
      <Button look="quiet" className="mt-2 text-small px-3!" onClick={() => setIsOpen(true)}>
        {day} was a mistake
      </Button>
      {isOpen && (
        <ModalForm
          title={`Was ${day} a mistake?`}
          about="The money then waits only for the event's date now and its other earlier dates."
          yes={['Take it out', 'Saving...']}
          problem={
            problem && !atField ? problemText(problem, 'No connection. Please try again.') : ''
          }
          isBusy={isBusy}
          onClose={() => setIsOpen(false)}
          onSend={() => void send()}
        >
          <Field
            label="Reason"
            hint="How you know that the event was never planned for it. For the audit log."
            required
            maxLength={500}
            autoComplete="off"
            value={words}
            error={atField && problem ? problem.error : null}
            onChange={({ target }) => setWords(target.value)}
          />
        </ModalForm>
      )}
    </>
  )
}

import { type FormEvent, useState } from 'react'
import { sessionFetch } from '../../accounts/office/session.ts'
import type { EventReply } from '../../events/events.contract.ts'
import { callApi, jsonPost, type Problem, problemText } from '../../ui/api.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { FormSection } from '../../ui/office/form-parts.tsx'
import { QUESTIONS_MAX } from '../question.rules.ts'
import type { Question } from '../questions.contract.ts'
import { newDraft, type QuestionDraft, toDraft, toInput } from './question-draft.ts'
import { QuestionFields } from './question-fields.tsx'

type Props = {
  event: EventReply
  path: string
  questions: Question[]
  onSaved: () => void
}

/** The form for all questions of an event. */
export function QuestionsForm({ event, path, questions, onSaved }: Props) {
  const [drafts, setDrafts] = useState(() => questions.map(toDraft))
  const [problem, setProblem] = useState<Problem | null>(null)
  const [state, setState] = useState<'typed' | 'busy' | 'saved'>('typed')
  const set = (changed: QuestionDraft[]) => {
    setDrafts(changed)
    setProblem(null)
    setState('typed')
  }

  async function onSubmit(submitted: FormEvent) {
    submitted.preventDefault()
    if (state === 'busy') return
    setState('busy')
    const init = { ...jsonPost(drafts.map(toInput)), method: 'PUT' }
    const answer = await callApi<Question[]>(sessionFetch, path, init)
    setProblem(answer.ok ? null : answer)
    setState(answer.ok ? 'saved' : 'typed')
    if (!answer.ok) return
    setDrafts(answer.data.map(toDraft))
    onSaved()
  }

  const errorIn = (index: number) => (field: string) => {
    const name = field === 'types' ? 'ticket_type_ids' : field
    return problem?.field === `${index}.${name}` ? problem.error : null
  }
  const isElsewhere = problem && !/^\d\.(?:text|why|choices|until|ticket)/.test(problem.field ?? '')
  return (
    <FormSection title="Questions to ticket holders">
      <p>
        Asked after the payment: on the ticket page, by the link in the SMS, in the reminder and,
        for choices, by USSD. Everyone can enter without an answer. Ask only what you need: the law
        forbids you to ask for ID numbers, health, religion, ethnic origin or politics here.
      </p>
      <form noValidate onSubmit={onSubmit} className="flex flex-col gap-6">
        {isElsewhere && (
          <Notice look="bad" role="alert">
            {problemText(problem, 'No connection. Your changes may not be saved; try again.')}
          </Notice>
        )}
        {drafts.map((draft, index) => (
          <QuestionFields
            key={draft.key}
            draft={draft}
            place={index + 1}
            types={event.ticket_types}
            errorOf={errorIn(index)}
            onChange={(changed) =>
              set(drafts.map((one) => (one === draft ? { ...one, ...changed } : one)))
            }
            onAtDoor={
              event.rights?.includes('buyers')
                ? (isOn) =>
                    set(drafts.map((one) => ({ ...one, is_at_door: isOn && one === draft })))
                : undefined
            }
            onRemove={() => set(drafts.filter((one) => one !== draft))}
          />
        ))}
        <div className="flex flex-wrap items-center gap-3">
          {drafts.length < QUESTIONS_MAX && (
            <Button look="quiet" onClick={() => set([...drafts, newDraft()])}>
              Add question
            </Button>
          )}
          <Button type="submit" aria-disabled={state === 'busy'}>
            {state === 'busy' ? 'Saving...' : 'Save questions'}
          </Button>
          <p role="status" className="font-semibold text-good">
            {state === 'saved' && 'Saved'}
          </p>
        </div>
      </form>
    </FormSection>
  )
}

import type { ReactNode } from 'react'
import { sessionFetch } from '../../accounts/office/session.ts'
import type { EventReply } from '../../events/events.contract.ts'
import { callApi } from '../../ui/api.ts'
import { SkeletonRows } from '../../ui/office/data-table.tsx'
import { FormSection } from '../../ui/office/form-parts.tsx'
import { formatCount } from '../../ui/office/formats.rules.ts'
import { TryAgain } from '../../ui/office/try-again.tsx'
import { useQuery } from '../../ui/office/use-query.ts'
import type { AnswerCounts } from '../figures.contract.ts'
import type { Question } from '../questions.contract.ts'
import { AnswersList } from './answers-list.tsx'
import { QuestionsForm } from './questions-form.tsx'
import { RemindButton } from './remind-button.tsx'

/**
 * The Questions tab of an event: counts for every role, names with the right to buyers' data, the
 * form with the right to edit. `children` is shown above the names.
 */
export function QuestionsTab({
  event,
  children,
  onChanged,
}: {
  event: EventReply
  children: ReactNode
  /** Called after a save, which is a new version of a draft. */
  onChanged: () => void
}) {
  const { id, rights = [] } = event
  const path = `/api/events/${id}/questions`
  const questions = useQuery<Question[]>(path, (signal) =>
    callApi<Question[]>(sessionFetch, path, { signal }),
  )
  const countsPath = `/api/events/${id}/answers/counts`
  const counts = useQuery<AnswerCounts>(countsPath, (signal) =>
    callApi<AnswerCounts>(sessionFetch, countsPath, { signal }),
  )
  const problem = questions.problem ?? counts.problem
  const again = () => {
    questions.reload()
    counts.reload()
  }
  const onSaved = () => {
    again()
    onChanged()
  }
  const asked = counts.data?.questions ?? []
  return (
    <div className="flex flex-col gap-4">
      <h2 className="sr-only">Questions</h2>
      {problem && <TryAgain onAgain={again}>{problem.error || 'An error occurred'}</TryAgain>}
      {!problem && !(questions.data && counts.data) && (
        <SkeletonRows rows={4} label="Loading questions..." />
      )}
      {asked.length > 0 && (
        <FormSection title="Answers">
          <dl className="flex flex-col gap-3">
            {asked.map((question) => (
              <div key={question.id}>
                <dt className="font-semibold">
                  {question.text_en}
                  {!question.is_asked && <span className="text-quiet"> (no longer asked)</span>}
                </dt>
                <dd className="tabular-nums">{countText(question)}</dd>
              </div>
            ))}
          </dl>
          {rights.includes('buyers') && <RemindButton eventId={id} />}
          {rights.includes('buyers') && asked.some(({ answered }) => answered > 0) && (
            <AnswersList event={event} questions={asked}>
              {children}
            </AnswersList>
          )}
        </FormSection>
      )}
      {questions.data && rights.includes('edit') && (
        <QuestionsForm event={event} path={path} questions={questions.data} onSaved={onSaved} />
      )}
      {questions.data && !rights.includes('edit') && asked.length === 0 && (
        <p className="text-quiet">This event asks no questions.</p>
      )}
    </div>
  )
}

/** 'S 40 · M 112 · L 71 · no answer 23' */
function countText(question: AnswerCounts['questions'][number]): string {
  const { choices, answered, is_asked, no_answer } = question
  const given =
    choices.length > 0
      ? choices.map(({ value, count }) => `${value} ${formatCount(count)}`)
      : [`answered ${formatCount(answered)}`]
  return [...given, ...(is_asked ? [`no answer ${formatCount(no_answer)}`] : [])].join(' · ')
}

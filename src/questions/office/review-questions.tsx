import { sessionFetch } from '../../accounts/office/session.ts'
import type { EventReply } from '../../events/events.contract.ts'
import { callApi } from '../../ui/api.ts'
import { Part } from '../../ui/office/fact-list.tsx'
import { TryAgain } from '../../ui/office/try-again.tsx'
import { useQuery } from '../../ui/office/use-query.ts'
import type { Question } from '../questions.contract.ts'

/**
 * The questions of a draft, for the admin who publishes the draft. Loads the questions again for
 * each version of the draft, because changed questions are a new version. Shows nothing for a
 * published event: its questions are approved separately.
 */
export function ReviewQuestions({ event }: { event: EventReply }) {
  if (event.is_published) return null
  return <DraftQuestions event={event} />
}

function DraftQuestions({ event: { id, updated_at, ticket_types } }: { event: EventReply }) {
  const path = `/api/events/${id}/questions`
  const { data, problem, reload } = useQuery(`${path} ${updated_at}`, (signal) =>
    callApi<Question[]>(sessionFetch, path, { signal }),
  )
  if (data?.length === 0) return null
  const askedOf = ({ ticket_type_ids: ids }: Question) =>
    ids === null
      ? 'all types'
      : ticket_types.filter((type) => ids.includes(type.id)).map(({ name }) => name)
  return (
    <Part title="Questions to ticket holders">
      {problem && <TryAgain onAgain={reload}>{problem.error || 'An error occurred'}</TryAgain>}
      {!problem && !data && <p role="status">Loading questions...</p>}
      <ol className="flex flex-col gap-3 wrap-anywhere">
        {data?.map((question) => (
          <li key={question.id}>
            <p className="font-semibold">
              {question.text_en} / {question.text_sw}
            </p>
            <p>
              Why: {question.why_en} / {question.why_sw}
            </p>
            {question.choices.length > 0 && <p>{question.choices.join(' · ')}</p>}
            <p className="text-small text-quiet">
              {question.per === 'person' ? 'For each person' : 'Once per ticket'},{' '}
              {[askedOf(question)].flat().join(', ')}
              {question.until && `, until ${question.until}`}
              {question.is_at_door && ', read by stewards at the door'}
            </p>
          </li>
        ))}
      </ol>
    </Part>
  )
}

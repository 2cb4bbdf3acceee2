import { type ReactNode, useState } from 'react'
import { localPhone } from '../../platform/values/phone.rules.ts'
import { formatTicketNumber } from '../../tickets/number.rules.ts'
import { ListFoot } from '../../ui/office/list-foot.tsx'
import { TryAgain } from '../../ui/office/try-again.tsx'
import { useRows } from '../../ui/office/use-rows.ts'
import type { AnswerCounts, AnswerRow } from '../figures.contract.ts'

/** The most pages of the list; the file has all rows. */
const PAGES_MAX = 20

/** The answers of each person. `children` is shown above the list. */
export function AnswersList({
  eventId,
  questions,
  children,
}: {
  eventId: string
  questions: AnswerCounts['questions']
  children: ReactNode
}) {
  const [pages, setPages] = useState(1)
  const list = useRows<AnswerRow>(`/api/events/${eventId}/answers`, pages)
  return (
    <div className="flex flex-col gap-2">
      {children}
      {list.problem && (
        <TryAgain onAgain={list.again}>{list.problem.error || 'An error occurred'}</TryAgain>
      )}
      {list.rows && list.rows.length > 0 && (
        <>
          <ul aria-label="Answers" className="divide-y divide-line">
            {list.rows.map((row) => (
              <AnsweredPerson key={`${row.number}.${row.person}`} row={row} questions={questions} />
            ))}
          </ul>
          <ListFoot
            count={list.rows.length}
            hasMore={list.hasMore}
            isFull={pages >= PAGES_MAX}
            isBusy={list.isBusy}
            onMore={() => setPages(pages + 1)}
          />
        </>
      )}
    </div>
  )
}

function AnsweredPerson({
  row: { number, ticket_type, phone, person, answers },
  questions,
}: {
  row: AnswerRow
  questions: AnswerCounts['questions']
}) {
  return (
    <li className="flex flex-col gap-1 py-2">
      <p className="flex flex-wrap gap-x-3 text-small text-quiet">
        <span className="font-mono">{formatTicketNumber(number)}</span>
        <span>{ticket_type}</span>
        <span>{phone === null ? 'Number erased' : localPhone(phone)}</span>
        <span>{person === 0 ? 'Whole ticket' : `Person ${person}`}</span>
      </p>
      <dl className="flex flex-wrap gap-x-4">
        {questions
          .filter(({ id }) => answers[id] !== undefined)
          .map(({ id, text_en }) => (
            <div key={id} className="flex min-w-0 flex-wrap gap-x-2">
              <dt className="text-quiet">{text_en}</dt>
              <dd className="wrap-anywhere font-semibold">{answers[id]}</dd>
            </div>
          ))}
      </dl>
    </li>
  )
}

import { type ReactNode, useEffect, useState } from 'react'
import type { EventReply } from '../../events/events.contract.ts'
import { localPhone } from '../../platform/values/phone.rules.ts'
import { formatTicketNumber } from '../../tickets/number.rules.ts'
import { Button } from '../../ui/button.tsx'
import { formatCount } from '../../ui/office/formats.rules.ts'
import { ListFoot } from '../../ui/office/list-foot.tsx'
import { PRINTED_CELL, PrintedPart } from '../../ui/office/printed-part.tsx'
import { TryAgain } from '../../ui/office/try-again.tsx'
import { useRows } from '../../ui/office/use-rows.ts'
import type { AnswerCounts, AnswerRow } from '../figures.contract.ts'

/** The maximum number of pages of the list. Only the downloaded file is sure to have all rows. */
const PAGES_MAX = 100
const ROWS_MAX = 50 * PAGES_MAX

type AskedQuestions = AnswerCounts['questions']

/** The answers of each person, for the screen and for paper. `children` is shown above the list. */
export function AnswersList({
  event,
  questions,
  children,
}: {
  event: EventReply
  questions: AskedQuestions
  children: ReactNode
}) {
  const [pages, setPages] = useState(1)
  const list = useRows<AnswerRow>(`/api/events/${event.id}/answers`, pages)
  const { rows, hasMore, problem, again, isBusy } = list
  const isWhole = rows !== null && (!hasMore || rows.length >= ROWS_MAX)
  const [isPrinting, setIsPrinting] = useState(false)
  useEffect(() => {
    if (!isPrinting || isBusy || !(isWhole || problem)) return
    setIsPrinting(false)
    if (!problem) window.print()
  }, [isPrinting, isBusy, isWhole, problem])
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-start gap-3">
        {children}
        {rows && rows.length > 0 && (
          <Button
            look="quiet"
            aria-disabled={isPrinting}
            onClick={() => {
              // Paper shows all rows, the screen only the rows that it has loaded.
              setPages(PAGES_MAX)
              setIsPrinting(true)
            }}
          >
            {isPrinting ? 'Loading...' : 'Print'}
          </Button>
        )}
      </div>
      {problem && <TryAgain onAgain={again}>{problem.error || 'An error occurred'}</TryAgain>}
      {rows && rows.length > 0 && (
        <>
          <ul aria-label="Answers" className="divide-y divide-line">
            {rows.map((row) => (
              <AnsweredPerson key={`${row.number}.${row.person}`} row={row} questions={questions} />
            ))}
          </ul>
          <ListFoot
            count={rows.length}
            hasMore={hasMore}
            isFull={pages >= PAGES_MAX}
            isBusy={isBusy}
            onMore={() => setPages(pages + 1)}
          />
          <AnswersSheet event={event} questions={questions} rows={rows} hasMore={hasMore} />
        </>
      )}
    </div>
  )
}

/** The printed list: one row for each person, one column for each question. */
function AnswersSheet({
  event: { title },
  questions,
  rows,
  hasMore,
}: {
  event: EventReply
  questions: AskedQuestions
  rows: readonly AnswerRow[]
  hasMore: boolean
}) {
  const columns = ['Ticket number', 'Type', 'Phone', 'Person', ...questions.map(textOf)]
  return (
    <div className="answers-sheet hidden print:block">
      <PrintedPart name="answers-sheet" />
      <table aria-label="Answers on paper" className="w-full border-collapse bg-paper text-small">
        <thead>
          <tr>
            <td colSpan={columns.length} className={PRINTED_CELL}>
              <b className="block wrap-anywhere">{title}: answers</b>
              {hasMore
                ? `The first ${formatCount(rows.length)} rows`
                : `${formatCount(rows.length)} rows`}
            </td>
          </tr>
          <tr>
            {columns.map((name, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two questions may have one text
              <th key={at} scope="col" className={PRINTED_CELL}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ number, ticket_type, phone, person, answers }) => (
            <tr key={`${number}.${person}`}>
              <td className={`${PRINTED_CELL} whitespace-nowrap`}>{formatTicketNumber(number)}</td>
              <td className={PRINTED_CELL}>{ticket_type}</td>
              <td className={`${PRINTED_CELL} whitespace-nowrap`}>{phone && localPhone(phone)}</td>
              <td className={PRINTED_CELL}>{person === 0 ? 'All' : person}</td>
              {questions.map(({ id }) => (
                <td key={id} className={`${PRINTED_CELL} wrap-anywhere`}>
                  {answers[id]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const textOf = ({ text_en }: AskedQuestions[number]) => text_en

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

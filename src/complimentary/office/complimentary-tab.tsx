import { useState } from 'react'
import { sessionFetch } from '../../accounts/office/session.ts'
import type { EventReply } from '../../events/events.contract.ts'
import { callApi, problemText } from '../../ui/api.ts'
import { Button } from '../../ui/button.tsx'
import { formatFullDate } from '../../ui/dates.rules.ts'
import { Notice } from '../../ui/notice.tsx'
import { SkeletonRows } from '../../ui/office/data-table.tsx'
import { FigureCards } from '../../ui/office/figure-card.tsx'
import { formatCount } from '../../ui/office/formats.rules.ts'
import { Question } from '../../ui/office/question.tsx'
import { Toast } from '../../ui/office/toast.tsx'
import { TryAgain } from '../../ui/office/try-again.tsx'
import { useQuery } from '../../ui/office/use-query.ts'
import type { Allotment, Complimentary } from '../complimentary.contract.ts'
import { AllotmentForm } from './allotment-form.tsx'
import { AllotmentTable, BatchTable, type Opened } from './complimentary-tables.tsx'
import { GiveForm } from './give-form.tsx'
import { Guests } from './guests.tsx'

/** Refresh interval in ms, so that deliveries and claims appear without a reload. */
const REFRESH_MS = 5000

type Open =
  | { what: 'guests'; of: Opened }
  | { what: 'allot' }
  | { what: 'end'; allotment: Allotment }

/** The Complimentary tab of an event: tickets that the organizer gives, and sponsors' links. */
export function ComplimentaryTab({
  event,
  onChanged,
}: {
  event: EventReply
  onChanged: () => void
}) {
  const path = `/api/events/${event.id}/complimentary`
  const { data, problem, reload } = useQuery<Complimentary>(
    path,
    (signal) => callApi<Complimentary>(sessionFetch, path, { signal }),
    REFRESH_MS,
  )
  const [open, setOpen] = useState<Open | null>(null)
  const [said, setSaid] = useState<{ look: 'good' | 'bad'; text: string } | null>(null)
  const isOpen = event.is_published && event.sales_open
  const done = (text: string) => {
    setOpen(null)
    setSaid({ look: 'good', text })
    reload()
    onChanged()
  }

  async function withdraw({ id, name }: Allotment) {
    const call = `/api/allotments/${id}/withdraw`
    const answer = await callApi<Allotment>(sessionFetch, call, { method: 'POST' })
    if (answer.ok) return done(`The link of ${name} has ended.`)
    setOpen(null)
    setSaid({ look: 'bad', text: problemText(answer, 'No connection. The link may still work.') })
  }

  return (
    <>
      <h2 className="sr-only">Complimentary</h2>
      {problem && <TryAgain onAgain={reload}>{problem.error || 'An error occurred'}</TryAgain>}
      {!data && !problem && <SkeletonRows rows={4} label="Loading complimentary tickets..." />}
      {data && (
        <div className="flex flex-col gap-4">
          <Figures data={data} />
          {isOpen ? (
            <GiveForm event={event} onSent={done} />
          ) : (
            <Notice>
              Complimentary tickets need a published event that is not cancelled or over.
            </Notice>
          )}
          <BatchTable batches={data.batches} onOpen={(of) => setOpen({ what: 'guests', of })} />
          <AllotmentTable
            allotments={data.allotments}
            onOpen={(of) => setOpen({ what: 'guests', of })}
            onEnd={(allotment) => setOpen({ what: 'end', allotment })}
            onSaid={(text) => setSaid({ look: 'good', text })}
          >
            {isOpen && <Button onClick={() => setOpen({ what: 'allot' })}>Add sponsor link</Button>}
          </AllotmentTable>
        </div>
      )}
      {open?.what === 'guests' && (
        <Guests of={open.of} onClose={() => setOpen(null)} onRevoked={done} />
      )}
      {open?.what === 'allot' && (
        <AllotmentForm event={event} onClose={() => setOpen(null)} onMade={done} />
      )}
      {open?.what === 'end' && (
        <AskToEnd
          allotment={open.allotment}
          onYes={() => void withdraw(open.allotment)}
          onNo={() => setOpen(null)}
        />
      )}
      {said && (
        <Toast look={said.look} onClose={() => setSaid(null)}>
          {said.text}
        </Toast>
      )}
    </>
  )
}

function Figures({ data }: { data: Complimentary }) {
  const waiting = data.allotments
    .filter(({ state, kind }) => state === 'open' && kind !== 'add_on')
    .reduce((sum, { quantity, claimed, sold_in = 1 }) => sum + (quantity - claimed) * sold_in, 0)
  const { licensed_capacity: licensed, taken, taken_day: day } = data
  return (
    <div>
      <FigureCards
        figures={[
          ['Complimentary', formatCount(data.given)],
          ['Inside', formatCount(data.inside)],
          ['SMS not delivered', formatCount(data.failed)],
          ['Reserved for sponsors', formatCount(waiting)],
        ]}
      />
      <p className="mt-2 text-small text-quiet">
        Not counted as sales; no fee.
        {data.add_ons > 0 &&
          ` With ${formatCount(data.add_ons)} complimentary ${data.add_ons === 1 ? 'add-on' : 'add-ons'}.`}
        {licensed !== null &&
          ` ${formatCount(taken)} of ${formatCount(licensed)} licensed places${day ? ` on ${formatFullDate(day)}` : ''} are sold or complimentary.`}
      </p>
    </div>
  )
}

function AskToEnd({
  allotment: { name, quantity, claimed },
  ...rest
}: {
  allotment: Allotment
  onYes: () => void
  onNo: () => void
}) {
  return (
    <Question title={`End the link of ${name}?`} yes="End link" isLoss {...rest}>
      <p>
        {formatCount(quantity - claimed)} unclaimed tickets return to sale. The{' '}
        {formatCount(claimed)} claimed tickets stay valid.
      </p>
    </Question>
  )
}

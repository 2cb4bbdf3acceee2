import { useState } from 'react'
import type { EventReply } from '../../events/events.contract.ts'
import { RecordedReference, TakeBackForm } from '../../ledger/office/take-back-form.tsx'
import { EventPayouts } from '../../payouts/office/event-payouts.tsx'
import { RecordPayout } from '../../payouts/office/record-payout.tsx'
import { Button } from '../../ui/button.tsx'
import { Badge } from '../../ui/office/badge.tsx'
import { type Column, DataTable, Panel } from '../../ui/office/data-table.tsx'
import { formatCount, formatExactKes, NO_FIGURE } from '../../ui/office/formats.rules.ts'
import { Instant } from '../../ui/office/instant.tsx'
import { ListFoot } from '../../ui/office/list-foot.tsx'
import { Empty } from '../../ui/office/list-panel.tsx'
import { Toast } from '../../ui/office/toast.tsx'
import { TryAgain } from '../../ui/office/try-again.tsx'
import { usePaging } from '../../ui/office/use-choices.ts'
import type { EventStatement as Statement, StatementLine } from '../statement/statement.contract.ts'
import { KIND_LABELS } from '../statement/statement.rules.ts'
import { ExportButton } from './export-button.tsx'
import { StatementCards, StatementSkeleton } from './statement-sums.tsx'
import { TabHeading } from './tab-heading.tsx'
import { useStatement } from './use-statement.ts'

/** The Statement tab of an event. */
export function EventStatement({
  event: { id: eventId, rights },
  isAdmin,
}: {
  event: EventReply
  isAdmin: boolean
}) {
  const paging = usePaging()
  const { data, problem, reload } = useStatement(eventId, paging.pages)
  const [isPaying, setIsPaying] = useState(false)
  const [mistake, setMistake] = useState<StatementLine | null>(null)
  const [said, setSaid] = useState('')
  return (
    <>
      <TabHeading title="Statement">
        <div className="flex flex-wrap items-start gap-3">
          {isAdmin && data && data.owed > 0 && (
            <Button onClick={() => setIsPaying(true)}>Record payout</Button>
          )}
          <ExportButton kind="statement" eventId={eventId} />
        </div>
      </TabHeading>
      {problem && (
        <TryAgain onAgain={reload}>
          {problem.error || 'The statement could not be loaded. Please try again.'}
        </TryAgain>
      )}
      {!data && !problem && <StatementSkeleton />}
      {data && rights?.includes('money') && (
        <EventPayouts
          eventId={eventId}
          mayAsk={!isAdmin}
          owed={data.owed}
          onChanged={(text) => {
            setSaid(text)
            reload()
          }}
        />
      )}
      {data && (
        <Shown
          statement={data}
          isBusy={data.lines.length < paging.pages * 50}
          paging={paging}
          onMistake={isAdmin ? setMistake : null}
        />
      )}
      {isPaying && data && (
        <RecordPayout
          eventId={eventId}
          onClose={() => setIsPaying(false)}
          onRecorded={(text) => {
            setIsPaying(false)
            setSaid(text)
            reload()
          }}
        />
      )}
      {mistake && (
        <TakeBackForm
          kind="payout"
          entry={{ ...mistake, amount: -mistake.amount }}
          onClose={() => setMistake(null)}
          onTakenBack={(text) => {
            setMistake(null)
            setSaid(text)
            reload()
          }}
        />
      )}
      {said && (
        <Toast look="good" onClose={() => setSaid('')}>
          {said}
        </Toast>
      )}
    </>
  )
}

function Shown({
  statement,
  isBusy,
  paging,
  onMistake,
}: {
  statement: Statement
  isBusy: boolean
  paging: ReturnType<typeof usePaging>
  /** Null if the user may not reverse payouts. */
  onMistake: ((line: StatementLine) => void) | null
}) {
  const { lines, next_cursor, complimentary } = statement
  return (
    <>
      <StatementCards sums={statement} />
      <p className="mb-3 mt-2 text-small text-quiet">
        Balance due = sales − refunds − fees − payouts
        {complimentary.given > 0 && (
          <span className="block">
            Complimentary: {formatCount(complimentary.given)}{' '}
            {complimentary.given === 1 ? 'ticket' : 'tickets'}, {formatCount(complimentary.inside)}{' '}
            inside. Not included in the amounts.
          </span>
        )}
      </p>
      <Panel>
        {lines.length === 0 ? (
          <Empty text="The first sale will show here." />
        ) : (
          <>
            <DataTable
              caption="Statement"
              columns={columnsFor(onMistake)}
              rows={lines}
              keyOf={({ id }) => String(id)}
            />
            <ListFoot
              count={lines.length}
              hasMore={next_cursor !== null}
              isFull={false}
              isBusy={isBusy && next_cursor !== null}
              onMore={paging.showMore}
            />
          </>
        )}
      </Panel>
    </>
  )
}

const LOOKS = {
  sale: 'good',
  given_back: 'used',
  returned: 'used',
  payout: 'plain',
  payout_taken_back: 'used',
} as const

const columnsFor = (onMistake: ((line: StatementLine) => void) | null): Column<StatementLine>[] => [
  { name: 'Date & Time', wide: true, cell: ({ at }) => <Instant at={at} /> },
  { name: 'Kind', cell: ({ kind }) => <Badge look={LOOKS[kind]}>{KIND_LABELS[kind]}</Badge> },
  {
    name: 'Order',
    cell: ({ order_code }) => <span className="whitespace-nowrap">{order_code || NO_FIGURE}</span>,
  },
  {
    name: 'Reference',
    cell: (line) => (
      <RecordedReference
        reference={line.reference || NO_FIGURE}
        isTakenBack={line.taken_back}
        onMistake={onMistake && line.is_recorded && !line.taken_back ? () => onMistake(line) : null}
      />
    ),
  },
  { name: 'Amount', numeric: true, cell: ({ amount }) => <b>{formatExactKes(amount)}</b> },
  { name: 'Fee', numeric: true, cell: ({ fee }) => formatExactKes(fee) },
]

import { useState } from 'react'
import { Link } from 'react-router'
import { Badge } from '../../ui/office/badge.tsx'
import { type Column, DataTable } from '../../ui/office/data-table.tsx'
import { InstantBelow } from '../../ui/office/instant.tsx'
import { Empty, ListPanel } from '../../ui/office/list-panel.tsx'
import { Question } from '../../ui/office/question.tsx'
import { Toast } from '../../ui/office/toast.tsx'
import { Unbroken } from '../../ui/office/unbroken.tsx'
import { usePaging } from '../../ui/office/use-choices.ts'
import { useRows } from '../../ui/office/use-rows.ts'
import { formatExactKes } from '../../ui/office/words.rules.ts'
import { WholeWords } from '../../ui/whole-words.tsx'
import type { WorkRow } from '../work-list/work-list.contract.ts'
import { WORK_WORDS } from '../work-list/work-list.rules.ts'
import { ReconciliationPanel } from './reconciliation-panel.tsx'
import { useWorkActions } from './use-work-actions.ts'
import { WorkButtons, wordsOf } from './work-buttons.tsx'
import { type Formed, isFormed, WorkForm } from './work-form.tsx'

const LOOKS = { refund_refused: 'bad', books_differ: 'bad', amount_differs: 'bad' } as const

const COLUMNS: Column<WorkRow>[] = [
  {
    name: 'Since',
    wide: true,
    // Limits the width of this column, because the buttons need the space.
    cell: ({ since }) => (
      <span className="block min-w-34">
        <InstantBelow at={since} />
      </span>
    ),
  },
  {
    name: 'What',
    broad: true,
    cell: ({ kind, event, order_code, receipt }) => (
      <>
        <Badge look={LOOKS[kind as keyof typeof LOOKS] ?? 'used'}>{WORK_WORDS[kind]}</Badge>
        {event && (
          <Link
            to={`/organizer/events/${event.id}/${kind.startsWith('payout_') ? 'statement' : 'transactions'}`}
            className="flex min-h-11 items-center font-semibold hover:underline"
          >
            {event.title}
          </Link>
        )}
        {order_code && <span className="block text-small">Order {order_code}</span>}
        {receipt && <Unbroken text={receipt} className="text-small text-quiet" />}
      </>
    ),
  },
  { name: 'Details', broad: true, cell: ({ known }) => <WholeWords text={known} /> },
  {
    name: 'What happens next',
    broad: true,
    cell: ({ by_itself }) => <WholeWords text={by_itself} />,
  },
]

const toPayer = ({ known }: WorkRow) => `${known} The refund goes to the payer’s number.`

/** Actions that pay money out ask for confirmation. */
const GIVING = {
  pay_back: {
    title: ({ receipt }: WorkRow) => `Refund ${receipt}?`,
    yes: () => 'Refund',
    no: 'Cancel',
    words: toPayer,
  },
  pay_back_lost: {
    title: () => 'Refund all lost orders?',
    yes: ({ amount }: WorkRow) => `Refund ${formatExactKes(amount ?? 0)}`,
    no: 'Cancel',
    words: ({ known }: WorkRow) =>
      `${known} Each refund goes to its payer’s number. First attach the payments of buyers who have ordered again.`,
  },
  pay_back_difference: {
    title: ({ receipt }: WorkRow) => `Refund the difference of ${receipt}?`,
    yes: () => 'Refund',
    no: 'Cancel',
    words: toPayer,
  },
  approve: {
    title: ({ kind, event }: WorkRow) =>
      `${kind === 'cancel_asked' ? 'Cancel' : 'Reschedule'} ${event?.title ?? 'this event'}?`,
    yes: (row: WorkRow) => wordsOf('approve', row),
    // 'Cancel' would be ambiguous here.
    no: 'Not now',
    words: ({ known }: WorkRow) => `${known} Every buyer is notified. This cannot be undone.`,
  },
  approve_payout: {
    title: ({ amount }: WorkRow) => `Pay out ${formatExactKes(amount ?? 0)}?`,
    yes: () => 'Approve',
    no: 'Cancel',
    words: ({ known }: WorkRow) => `${known} Its money leaves the balance now.`,
  },
}
type Giving = keyof typeof GIVING
const isGiving = (action: string): action is Giving => action in GIVING

/** The admin's work list. Each row has a button for each action that is possible for it. */
export function WorkListPanel() {
  const paging = usePaging()
  const list = useRows<WorkRow>('/api/work_list', paging.pages)
  const { busy, outcome, dismiss, press, look, attach } = useWorkActions(list.again)
  const [form, setForm] = useState<{ action: Formed; row: WorkRow } | null>(null)
  const [giving, setGiving] = useState<{ action: Giving; row: WorkRow } | null>(null)
  const actions: Column<WorkRow> = {
    name: 'Actions',
    full: true,
    cell: (row) => (
      <WorkButtons
        row={row}
        busy={busy}
        onPress={(action) => {
          dismiss()
          if (isFormed(action)) setForm({ action, row })
          else if (isGiving(action)) setGiving({ action, row })
          else void press(action, row)
        }}
        onAttach={(order, unlisted) => attach(row, order, unlisted)}
      />
    ),
  }
  return (
    <>
      <ReconciliationPanel isLooking={busy === 'look'} onLook={() => void look()} />
      <ListPanel
        list={list}
        paging={paging}
        loading="Loading the work list..."
        skeletonRows={4}
        empty={<Empty text="All clear." />}
      >
        {(rows) => (
          <DataTable
            caption="Work list"
            columns={[...COLUMNS, actions]}
            rows={rows}
            keyOf={({ id }) => id}
            isBusy={list.isStale}
          />
        )}
      </ListPanel>
      {form && (
        <WorkForm
          {...form}
          problem={outcome?.look === 'bad' ? outcome.words : ''}
          isBusy={busy !== null}
          onClose={() => setForm(null)}
          onSend={async (body) => {
            if ((await press(form.action, form.row, body)) === null) setForm(null)
          }}
        />
      )}
      {giving && (
        <Question
          title={GIVING[giving.action].title(giving.row)}
          yes={GIVING[giving.action].yes(giving.row)}
          no={GIVING[giving.action].no}
          onNo={() => setGiving(null)}
          onYes={() => {
            setGiving(null)
            const { version } = giving.row
            void press(giving.action, giving.row, version ? { version } : undefined)
          }}
        >
          <p className="break-words">
            <WholeWords text={GIVING[giving.action].words(giving.row)} />
          </p>
        </Question>
      )}
      {outcome && !form && (
        <Toast look={outcome.look} onClose={dismiss}>
          {outcome.words}
        </Toast>
      )}
    </>
  )
}

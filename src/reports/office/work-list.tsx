import { useState } from 'react'
import { Link } from 'react-router'
import type { TaskAction, TaskKinds } from '../../platform/tasks/tasks.rules.ts'
import { Badge } from '../../ui/office/badge.tsx'
import { type Column, DataTable } from '../../ui/office/data-table.tsx'
import { InstantBelow } from '../../ui/office/instant.tsx'
import { Empty, ListPanel } from '../../ui/office/list-panel.tsx'
import { Question } from '../../ui/office/question.tsx'
import { Toast } from '../../ui/office/toast.tsx'
import { Unbroken } from '../../ui/office/unbroken.tsx'
import { usePaging } from '../../ui/office/use-choices.ts'
import { useRows } from '../../ui/office/use-rows.ts'
import { WholeWords } from '../../ui/whole-words.tsx'
import type { WorkRow } from '../work-list/work-list.contract.ts'
import { ReconciliationPanel } from './reconciliation-panel.tsx'
import { useWorkActions } from './use-work-actions.ts'
import { labelOf, WorkButtons } from './work-buttons.tsx'
import { WorkForm } from './work-form.tsx'

const columnsOf = (kinds: TaskKinds): Column<WorkRow>[] => [
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
        <Badge look={kinds[kind]?.isBad ? 'bad' : 'used'}>{kinds[kind]?.title ?? kind}</Badge>
        {event && (
          <Link
            to={`/organizer/events/${event.id}/${kinds[kind]?.eventPage ?? 'transactions'}`}
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

type Chosen = { action: TaskAction; row: WorkRow }

/** The admin's work list. Each row has a button for each action that is possible for it. */
export function WorkListPanel({ kinds }: { kinds: TaskKinds }) {
  const paging = usePaging()
  const list = useRows<WorkRow>('/api/work_list', paging.pages)
  const { busy, outcome, dismiss, press, look, attach } = useWorkActions(list.again)
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const actions: Column<WorkRow> = {
    name: 'Actions',
    full: true,
    cell: (row) =>
      kinds[row.kind] && (
        <WorkButtons
          row={row}
          kind={kinds[row.kind]!}
          busy={busy}
          onPress={(action) => {
            dismiss()
            if (action.form || action.question) setChosen({ action, row })
            else void press(action, row)
          }}
          onAttach={(action, order, unlisted) => attach(action, row, order, unlisted)}
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
            columns={[...columnsOf(kinds), actions]}
            rows={rows}
            keyOf={({ id }) => id}
            isBusy={list.isStale}
          />
        )}
      </ListPanel>
      {chosen?.action.form && (
        <WorkForm
          title={chosen.action.form.title ?? labelOf(chosen.action, chosen.row)}
          form={chosen.action.form}
          row={chosen.row}
          problem={outcome?.look === 'bad' ? outcome.text : ''}
          isBusy={busy !== null}
          onClose={() => setChosen(null)}
          onSend={async (body) => {
            if ((await press(chosen.action, chosen.row, body)) === null) setChosen(null)
          }}
        />
      )}
      {chosen?.action.question && (
        <Question
          title={chosen.action.question.title(chosen.row)}
          yes={chosen.action.question.yes(chosen.row)}
          no={chosen.action.question.no ?? 'Cancel'}
          onNo={() => setChosen(null)}
          onYes={() => {
            setChosen(null)
            const { version } = chosen.row
            void press(chosen.action, chosen.row, version ? { version } : undefined)
          }}
        >
          <p className="break-words">
            <WholeWords text={chosen.action.question.text(chosen.row)} />
          </p>
        </Question>
      )}
      {outcome && !chosen?.action.form && (
        <Toast look={outcome.look} onClose={dismiss}>
          {outcome.text}
        </Toast>
      )}
    </>
  )
}

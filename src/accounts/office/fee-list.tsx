import { useState } from 'react'
import { Link } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { type Column, DataTable } from '../../ui/office/data-table.tsx'
import { formatExactKes } from '../../ui/office/formats.rules.ts'
import { Empty, ListPanel } from '../../ui/office/list-panel.tsx'
import { SearchField, useDebounced } from '../../ui/office/search-field.tsx'
import { Toast } from '../../ui/office/toast.tsx'
import { Unbroken } from '../../ui/office/unbroken.tsx'
import { usePaging } from '../../ui/office/use-choices.ts'
import { useRestoredText } from '../../ui/office/use-restored-text.ts'
import { listPath, useRows } from '../../ui/office/use-rows.ts'
import type { FeeReply } from '../fees/fees.contract.ts'
import { FeeForm } from './fee-form.tsx'

/** Each organizer's fee, with a link to the organizer's statement. */
export function FeeList() {
  const paging = usePaging()
  // Not stored in the URL: an email address is personal data.
  const [typed, setTyped] = useRestoredText()
  const q = useDebounced(typed.trim())
  const list = useRows<FeeReply>(listPath('/api/organizer_fees', { q }), paging.pages)
  const [open, setOpen] = useState<FeeReply | null>(null)
  const [said, setSaid] = useState('')
  const actions: Column<FeeReply> = {
    name: 'Actions',
    wide: true,
    cell: (fee) => (
      <span className="flex flex-wrap items-center gap-x-4">
        <Button look="quiet" className="whitespace-nowrap" onClick={() => setOpen(fee)}>
          Change fee<span className="sr-only"> for {fee.full_name}</span>
        </Button>
        <Link
          to={`/organizer/statement?organizer=${fee.id}`}
          className="inline-flex min-h-11 items-center font-semibold text-accent hover:underline"
        >
          Statement<span className="sr-only"> for {fee.full_name}</span>
        </Link>
      </span>
    ),
  }
  return (
    <ListPanel
      list={list}
      paging={paging}
      tools={
        <div className="flex flex-wrap gap-3 border-b border-line p-4">
          <SearchField
            placeholder="Search fees by name or email..."
            maxLength={200}
            value={typed}
            onChange={setTyped}
          />
        </div>
      }
      loading="Loading fees..."
      skeletonRows={3}
      empty={<Empty text="No one found." />}
      after={
        <>
          {open && (
            <FeeForm
              fee={open}
              onClose={() => setOpen(null)}
              onSaved={(text) => {
                setOpen(null)
                setSaid(text)
                list.again()
              }}
            />
          )}
          {said && (
            <Toast look="good" onClose={() => setSaid('')}>
              {said}
            </Toast>
          )}
        </>
      }
    >
      {(rows) => (
        <DataTable
          caption="Fees"
          columns={[...COLUMNS, actions]}
          rows={rows}
          keyOf={({ id }) => id}
          isBusy={list.isStale}
        />
      )}
    </ListPanel>
  )
}

const COLUMNS: Column<FeeReply>[] = [
  {
    name: 'Organizer',
    wide: true,
    cell: ({ full_name, email }) => (
      <>
        <b className="break-words">{full_name}</b>
        <Unbroken text={email} className="text-quiet" />
      </>
    ),
  },
  { name: '% of price', numeric: true, cell: (fee) => `${fee.basis_points / 100}%` },
  { name: 'Per ticket', numeric: true, cell: (fee) => formatExactKes(fee.fixed) },
  { name: 'Set by', cell: ({ set_at }) => (set_at === null ? 'Settings' : 'Admin') },
]

import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { type Column, DataTable } from '../../ui/office/data-table.tsx'
import { formatDay, formatExactKes } from '../../ui/office/formats.rules.ts'
import { Empty, ListPanel } from '../../ui/office/list-panel.tsx'
import { Toast } from '../../ui/office/toast.tsx'
import { usePaging } from '../../ui/office/use-choices.ts'
import { useRows } from '../../ui/office/use-rows.ts'
import { WholeWords } from '../../ui/whole-words.tsx'
import type { MoneyTransfer } from '../money-transfers.contract.ts'
import { RecordedReference, TakeBackForm } from './take-back-form.tsx'
import { TransferForm } from './transfer-form.tsx'

/** The recorded transfers between our own accounts. */
export function Transfers() {
  const paging = usePaging()
  const list = useRows<MoneyTransfer>('/api/money_transfers', paging.pages)
  const [isRecording, setIsRecording] = useState(false)
  const [mistake, setMistake] = useState<MoneyTransfer | null>(null)
  const [said, setSaid] = useState('')
  const done = (text: string) => {
    setIsRecording(false)
    setMistake(null)
    setSaid(text)
    list.again()
  }
  return (
    <section aria-labelledby="transfers" className="mt-8">
      <div className="mb-3 flex flex-wrap items-end justify-between gap-3">
        <div>
          <h2 id="transfers" className="text-lead font-bold tracking-tight">
            Transfers
          </h2>
          <p className="mt-1 text-quiet">
            <WholeWords text="Top-ups and withdrawals between our M-PESA accounts and the bank" />
          </p>
        </div>
        <Button onClick={() => setIsRecording(true)}>Record a transfer</Button>
      </div>
      <ListPanel
        list={list}
        paging={paging}
        loading="Loading transfers..."
        skeletonRows={2}
        empty={<Empty text="No transfers recorded." />}
      >
        {(rows) => (
          <DataTable
            caption="Transfers"
            columns={columnsFor(setMistake)}
            rows={rows}
            keyOf={({ id }) => String(id)}
            isBusy={list.isStale}
          />
        )}
      </ListPanel>
      {isRecording && <TransferForm onClose={() => setIsRecording(false)} onRecorded={done} />}
      {mistake && (
        <TakeBackForm
          kind="transfer"
          entry={mistake}
          onClose={() => setMistake(null)}
          onTakenBack={done}
        />
      )}
      {said && (
        <Toast look="good" onClose={() => setSaid('')}>
          {said}
        </Toast>
      )}
    </section>
  )
}

const ACCOUNTS: Record<MoneyTransfer['from'], string> = {
  collection: 'Collection',
  utility: 'Utility',
  bank: 'Bank',
}

const columnsFor = (onMistake: (row: MoneyTransfer) => void): Column<MoneyTransfer>[] => [
  { name: 'Day', cell: ({ day }) => <span className="whitespace-nowrap">{formatDay(day)}</span> },
  { name: 'From', cell: ({ from }) => ACCOUNTS[from] },
  { name: 'To', cell: ({ to }) => ACCOUNTS[to] },
  {
    name: 'Reference',
    cell: (row) => (
      <RecordedReference
        reference={row.reference}
        isTakenBack={row.taken_back}
        onMistake={row.taken_back || row.is_contrary ? null : () => onMistake(row)}
      >
        {row.is_contrary && <span className="block text-small text-quiet">Reversal</span>}
      </RecordedReference>
    ),
  },
  { name: 'Amount', numeric: true, cell: ({ amount }) => <b>{formatExactKes(amount)}</b> },
]

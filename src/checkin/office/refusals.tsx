import { type Column, DataTable, Panel } from '../../ui/office/data-table.tsx'
import { formatCount } from '../../ui/office/formats.rules.ts'
import type { EntryView } from '../command-view.contract.ts'
import { whyText } from '../gate-text.rules.ts'

type Refusal = EntryView['refusals'][number]

const COLUMNS: Column<Refusal>[] = [
  { name: 'Reason', broad: true, cell: (row) => whyText(row) },
  { name: 'Refused', numeric: true, cell: ({ count }) => formatCount(count) },
]

export function Refusals({ refusals }: { refusals: Refusal[] }) {
  return (
    <section aria-labelledby="refusals">
      <h3 id="refusals" className="mb-2 font-semibold">
        Refused
      </h3>
      <Panel>
        {refusals.length === 0 ? (
          <p className="px-4 py-6 text-quiet">No refusals</p>
        ) : (
          <DataTable
            caption="Refused"
            columns={COLUMNS}
            rows={[...refusals].sort((a, b) => b.count - a.count)}
            keyOf={({ result, reason }) => `${result} ${reason}`}
          />
        )}
      </Panel>
    </section>
  )
}

import { formatKes } from '../../platform/values/money.rules.ts'
import { type Column, DataTable, Panel } from '../../ui/office/data-table.tsx'
import { formatCount } from '../../ui/office/formats.rules.ts'
import type { CashSales as Row } from '../command-view.contract.ts'

const COLUMNS: Column<Row>[] = [
  { name: 'Phone', broad: true, cell: ({ phone }) => phone },
  { name: 'People', numeric: true, cell: ({ people }) => formatCount(people) },
  { name: 'Last hour', numeric: true, cell: (row) => formatCount(row.people_last_hour) },
]
const CASH: Column<Row> = {
  name: 'Cash',
  numeric: true,
  cell: ({ amount = 0 }) => formatKes(amount),
}

/**
 * The cash that each phone took at the door. The organizer collects the cash from the stewards.
 * Door leads see the number of people, but no amounts.
 */
export function CashSales({ sales }: { sales: Row[] }) {
  if (sales.length === 0) return null
  const seesCash = sales.some(({ amount }) => amount !== undefined)
  return (
    <section aria-labelledby="cash-sales">
      <h3 id="cash-sales" className="mb-2 font-semibold">
        Sold for cash
      </h3>
      <Panel>
        <DataTable
          caption="Sold for cash"
          columns={seesCash ? [...COLUMNS, CASH] : COLUMNS}
          rows={sales}
          keyOf={({ phone }) => phone}
        />
      </Panel>
    </section>
  )
}

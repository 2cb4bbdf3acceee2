import { type Column, DataTable } from '../../ui/office/data-table.tsx'
import { Instant } from '../../ui/office/instant.tsx'
import { ListPanel } from '../../ui/office/list-panel.tsx'
import { Unbroken } from '../../ui/office/unbroken.tsx'
import { usePaging } from '../../ui/office/use-choices.ts'
import { useRows } from '../../ui/office/use-rows.ts'
import { formatExactKes, NO_FIGURE } from '../../ui/office/words.rules.ts'
import type { StrayReceipt } from '../stray-receipts.contract.ts'

const COLUMNS: Column<StrayReceipt>[] = [
  {
    name: 'Paid',
    broad: true,
    cell: ({ paid_at }) => (paid_at === null ? NO_FIGURE : <Instant at={paid_at} />),
  },
  { name: 'Amount', numeric: true, cell: ({ amount }) => <b>{formatExactKes(amount)}</b> },
  { name: 'Phone', cell: ({ phone_number }) => phone_number || NO_FIGURE },
  {
    name: 'Account Number',
    cell: ({ account_reference }) => <Unbroken text={account_reference || NO_FIGURE} />,
  },
  { name: 'Reference', cell: ({ receipt }) => <Unbroken text={receipt} /> },
  { name: 'Found', broad: true, cell: ({ found_at }) => <Instant at={found_at} /> },
]

/** What was paid to the shop's number under no order's, for people to settle with M-Pesa. */
export function StrayReceipts() {
  const paging = usePaging()
  const list = useRows<StrayReceipt>('/api/stray_receipts', paging.pages)
  return (
    <ListPanel
      list={list}
      paging={paging}
      loading="Loading payments..."
      skeletonRows={3}
      empty="All money that M-Pesa lists belongs to an order."
    >
      {(rows) => (
        <DataTable
          caption="Money without an order"
          columns={COLUMNS}
          rows={rows}
          keyOf={(row) => row.receipt}
          isBusy={list.isBusy}
        />
      )}
    </ListPanel>
  )
}

import { useState } from 'react'
import { type Column, DataTable, Panel, SkeletonRows } from '../../ui/office/data-table.tsx'
import { Instant } from '../../ui/office/instant.tsx'
import { ListFoot } from '../../ui/office/list-foot.tsx'
import { TryAgain } from '../../ui/office/try-again.tsx'
import { useRows } from '../../ui/office/use-rows.ts'
import { formatExactKes, NO_FIGURE } from '../../ui/office/words.rules.ts'
import type { StrayReceipt } from '../stray-receipts.contract.ts'

const COLUMNS: Column<StrayReceipt>[] = [
  {
    name: 'Paid',
    cell: ({ paid_at }) => (paid_at === null ? NO_FIGURE : <Instant at={paid_at} />),
  },
  { name: 'Amount', numeric: true, cell: ({ amount }) => <b>{formatExactKes(amount)}</b> },
  { name: 'Phone', cell: ({ phone_number }) => phone_number || NO_FIGURE },
  {
    name: 'Account Number',
    cell: ({ account_reference }) => (
      <span className="wrap-anywhere">{account_reference || NO_FIGURE}</span>
    ),
  },
  { name: 'Reference', cell: ({ receipt }) => receipt },
  { name: 'Found', cell: ({ found_at }) => <Instant at={found_at} /> },
]

/** What was paid to the shop's number under no order's, for people to settle with M-Pesa. */
export function StrayReceipts() {
  const [pages, setPages] = useState(1)
  const { rows, problem, hasMore, isBusy, again } = useRows<StrayReceipt>(
    '/api/stray_receipts',
    pages,
  )
  return (
    <Panel>
      {problem && (
        <div className="p-4">
          <TryAgain onAgain={again}>{problem.error || 'An error occurred'}</TryAgain>
        </div>
      )}
      {!rows && !problem && <SkeletonRows rows={3} label="Loading payments..." />}
      {rows?.length === 0 && (
        <p className="px-4 py-6 text-quiet">All money that M-Pesa lists belongs to an order.</p>
      )}
      {rows && rows.length > 0 && (
        <>
          <DataTable
            caption="Money without an order"
            columns={COLUMNS}
            rows={rows}
            keyOf={(row) => row.receipt}
            isBusy={isBusy}
          />
          <ListFoot
            count={rows.length}
            hasMore={hasMore}
            isFull={false}
            isBusy={isBusy}
            onMore={() => setPages(pages + 1)}
          />
        </>
      )}
    </Panel>
  )
}

import { useState } from 'react'
import { sessionFetch } from '../../accounts/office/session.ts'
import { callApi, jsonPost, problemText } from '../../ui/api.ts'
import { Badge } from '../../ui/office/badge.tsx'
import { type Column, DataTable } from '../../ui/office/data-table.tsx'
import { formatExactKes, NO_FIGURE } from '../../ui/office/formats.rules.ts'
import { Instant } from '../../ui/office/instant.tsx'
import { ListPanel } from '../../ui/office/list-panel.tsx'
import { Toast } from '../../ui/office/toast.tsx'
import { Unbroken } from '../../ui/office/unbroken.tsx'
import { usePaging } from '../../ui/office/use-choices.ts'
import { useRows } from '../../ui/office/use-rows.ts'
import type {
  AttachReply,
  Candidate,
  UnmatchedReceipt,
} from '../unmatched/unmatched-receipts.contract.ts'
import { attachedText } from './attached-text.ts'
import { CandidateOrders } from './candidate-orders.tsx'

const HASH = /^[0-9a-f]{64}$/i

const COLUMNS: Column<UnmatchedReceipt>[] = [
  {
    name: 'Paid',
    broad: true,
    cell: ({ paid_at }) => (paid_at === null ? NO_FIGURE : <Instant at={paid_at} />),
  },
  { name: 'Amount', numeric: true, cell: ({ amount }) => <b>{formatExactKes(amount)}</b> },
  {
    name: 'Phone',
    cell: ({ phone_number: phone }) => (HASH.test(phone) ? 'Hidden' : phone || NO_FIGURE),
  },
  {
    name: 'Account Number',
    cell: ({ account_reference }) => <Unbroken text={account_reference || NO_FIGURE} />,
  },
  { name: 'Reference', cell: ({ receipt }) => <Unbroken text={receipt} /> },
  {
    name: 'Found',
    broad: true,
    cell: ({ found_at, is_listed }) => (
      <>
        <Instant at={found_at} />
        {!is_listed && <Badge look="used">Not listed yet</Badge>}
      </>
    ),
  },
]

export function UnmatchedReceipts() {
  const paging = usePaging()
  const list = useRows<UnmatchedReceipt>('/api/stray_receipts', paging.pages)
  const { said, setSaid, busy, attach } = useAttach(list.again)
  const columns: Column<UnmatchedReceipt>[] = [
    ...COLUMNS,
    {
      name: 'May be for',
      wide: true,
      cell: (row) => (
        <CandidateOrders
          receipt={row.receipt}
          candidates={row.candidates}
          busy={busy}
          onAttach={(order, unlisted) => attach(row, order, unlisted)}
        />
      ),
    },
  ]
  return (
    <ListPanel
      list={list}
      paging={paging}
      loading="Loading payments..."
      skeletonRows={3}
      empty="No unmatched payments."
      after={
        said && (
          <Toast look={said.isGood ? 'good' : 'bad'} onClose={() => setSaid(null)}>
            {said.text}
          </Toast>
        )
      }
    >
      {(rows) => (
        <DataTable
          caption="Unmatched payments"
          columns={columns}
          rows={rows}
          keyOf={(row) => row.receipt}
          isBusy={list.isBusy}
        />
      )}
    </ListPanel>
  )
}

function useAttach(again: () => void) {
  const [said, setSaid] = useState<{ text: string; isGood: boolean } | null>(null)
  const [busy, setBusy] = useState<string | null>(null)
  async function attach(
    { receipt }: UnmatchedReceipt,
    { order_id, code }: Candidate,
    unlisted: boolean,
  ): Promise<string | null> {
    if (busy !== null) return null
    setBusy(`${receipt} ${order_id}`)
    const answer = await callApi<AttachReply>(
      sessionFetch,
      `/api/receipts/${receipt}/attach`,
      jsonPost({ order_id, unlisted }),
    )
    setBusy(null)
    if (!answer.ok && answer.code === 'receipt_not_listed') return answer.code
    setSaid(
      answer.ok
        ? { text: attachedText(receipt, code, answer.data), isGood: true }
        : { text: problemText(answer, 'An error occurred. Please try again.'), isGood: false },
    )
    again()
    return answer.ok ? null : answer.code
  }
  return { said, setSaid, busy, attach }
}

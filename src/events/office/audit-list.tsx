import { useState } from 'react'
import type { AuditEntryReply } from '../../accounts/accounts.contract.ts'
import { type Column, DataTable, Panel, SkeletonRows } from '../../ui/office/data-table.tsx'
import { Instant } from '../../ui/office/instant.tsx'
import { ListFoot } from '../../ui/office/list-foot.tsx'
import { TryAgain } from '../../ui/office/try-again.tsx'
import { useRows } from '../../ui/office/use-rows.ts'
import { auditChange, auditWords } from '../audit-words.rules.ts'

const COLUMNS: Column<AuditEntryReply>[] = [
  { name: 'When', cell: (row) => <Instant at={row.at} /> },
  {
    name: 'Who',
    cell: (row) => row.account?.email ?? 'The server',
  },
  {
    name: 'What',
    cell: (row) => (
      <>
        <span className="block font-semibold">{auditWords(row.action)}</span>
        <span className="block text-small text-quiet">{row.subject}</span>
      </>
    ),
  },
  { name: 'Change', cell: (row) => auditChange(row) || '–' },
]

/** Who changed what, the newest first. */
export function AuditList({ path, caption }: { path: string; caption: string }) {
  const [pages, setPages] = useState(1)
  const { rows, problem, hasMore, isBusy, again } = useRows<AuditEntryReply>(path, pages)
  return (
    <Panel>
      {problem && (
        <div className="p-4">
          <TryAgain onAgain={again}>{problem.error || 'An error occurred'}</TryAgain>
        </div>
      )}
      {!rows && !problem && <SkeletonRows rows={3} label="Loading changes..." />}
      {rows?.length === 0 && <p className="px-4 py-6 text-quiet">Nothing has been changed yet.</p>}
      {rows && rows.length > 0 && (
        <>
          <DataTable
            caption={caption}
            columns={COLUMNS}
            rows={rows}
            keyOf={(row) => String(row.id)}
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

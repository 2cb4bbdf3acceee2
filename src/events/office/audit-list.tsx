import { createElement, Fragment, type ReactNode } from 'react'
import type { AuditEntryReply } from '../../accounts/accounts.contract.ts'
import { type Column, DataTable } from '../../ui/office/data-table.tsx'
import { Instant } from '../../ui/office/instant.tsx'
import { ListPanel } from '../../ui/office/list-panel.tsx'
import { Unbroken } from '../../ui/office/unbroken.tsx'
import { usePaging } from '../../ui/office/use-choices.ts'
import { useRows } from '../../ui/office/use-rows.ts'
import { WholeWords } from '../../ui/whole-words.tsx'
import { auditSentence } from '../catalogue/audit-words.rules.ts'

/** Keeps each address, amount and name on one line; cuts off an email address that is too long. */
function withWholeWords(text: string): ReactNode {
  const parts = text.split(/([^\s,]+@[^\s,]+)/).map((part) =>
    part.includes('@') ? (
      // biome-ignore lint/correctness/useJsxKeyInIterable: the parts are children of one element
      <span
        title={part}
        className="inline-block max-w-[15em] truncate align-bottom @max-[56em]/office:max-w-full"
      >
        {part}
      </span>
    ) : (
      // biome-ignore lint/correctness/useJsxKeyInIterable: the parts are children of one element
      <WholeWords text={part} />
    ),
  )
  return createElement(Fragment, null, ...parts)
}

const COLUMNS: Column<AuditEntryReply>[] = [
  { name: 'When', wide: true, cell: (row) => <Instant at={row.at} /> },
  { name: 'Who', broad: true, cell: (row) => <Actor account={row.account} /> },
  { name: 'What', full: true, cell: (row) => withWholeWords(auditSentence(row)) },
]

/** The name of the account that made the change, and its address, because names may be equal. */
function Actor({ account }: Pick<AuditEntryReply, 'account'>) {
  if (!account) return 'System'
  return (
    <>
      <span className="block wrap-anywhere">{account.full_name}</span>
      <Unbroken text={account.email} className="text-small text-quiet" />
    </>
  )
}

/** The audit log, newest first. */
export function AuditList({ path, caption }: { path: string; caption: string }) {
  const paging = usePaging()
  const list = useRows<AuditEntryReply>(path, paging.pages)
  return (
    <ListPanel
      list={list}
      paging={paging}
      loading="Loading changes..."
      skeletonRows={3}
      empty="No changes yet."
    >
      {(rows) => (
        <DataTable
          caption={caption}
          columns={COLUMNS}
          rows={rows}
          keyOf={(row) => String(row.id)}
          isBusy={list.isBusy}
        />
      )}
    </ListPanel>
  )
}

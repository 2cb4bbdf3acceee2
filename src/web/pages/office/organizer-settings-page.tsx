import { Navigate } from 'react-router'
import { useSession } from '../../../accounts/office/session.ts'
import { AuditList } from '../../../events/office/audit-list.tsx'
import {
  CategoryTable,
  GateTable,
  ShortCodeTable,
} from '../../../events/office/settings-tables.tsx'
import { UnmatchedReceipts } from '../../../payments/office/unmatched-receipts.tsx'
import type { PageHandle } from '../../layouts/page-head.ts'

export const handle: PageHandle = {
  head: () => ({
    title: 'Settings · Lango',
    description: 'Categories, gates and short codes.',
    noindex: true,
  }),
}

export function Component() {
  const { user } = useSession()
  if (user?.role !== 'admin') return <Navigate to="/organizer/dashboard" replace />
  return (
    <div className="flex flex-col gap-8">
      <div>
        <h1 className="text-title font-bold tracking-tight">Settings</h1>
        <p className="mt-1 text-quiet">
          Categories, gates, short codes, unmatched payments and the audit log
        </p>
      </div>
      <CategoryTable />
      <GateTable />
      <ShortCodeTable />
      <section aria-labelledby="stray-money">
        <h2 id="stray-money" className="text-lead font-bold">
          Unmatched payments
        </h2>
        <p className="mb-3 mt-1 text-quiet">
          Paid with an unknown account number. The payer may claim it.
        </p>
        <UnmatchedReceipts />
      </section>
      <section aria-labelledby="changes">
        <h2 id="changes" className="mb-3 text-lead font-bold">
          Audit log
        </h2>
        <AuditList path="/api/audit_log" caption="Who changed what" />
      </section>
    </div>
  )
}

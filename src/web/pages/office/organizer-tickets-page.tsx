import { useSession } from '../../../accounts/office/session.ts'
import { RefundOrder } from '../../../refunds/office/refund-order.tsx'
import { TransactionsPanel } from '../../../reports/office/transactions-panel.tsx'
import type { PageHandle } from '../../layouts/page-head.ts'

export const handle: PageHandle = {
  head: () => ({
    title: 'Tickets Overview · Lango',
    description: 'Manage your event tickets and track sales.',
    noindex: true,
  }),
}

export function Component() {
  const isAdmin = useSession().user?.role === 'admin'
  return (
    <>
      <h1 className="text-title font-bold tracking-tight">Tickets Overview</h1>
      <p className="mb-4 mt-1 text-quiet">Manage your event tickets and track sales</p>
      {isAdmin && <RefundOrder />}
      <TransactionsPanel caption="Tickets Overview" empty="No transactions found." />
    </>
  )
}

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
  return (
    <>
      <h1 className="text-title font-bold tracking-tight">Tickets Overview</h1>
      <p className="mb-4 mt-1 text-quiet">Manage your event tickets and track sales</p>
      <TransactionsPanel caption="Tickets Overview" empty="No transactions found." />
    </>
  )
}

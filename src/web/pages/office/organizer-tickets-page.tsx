import { useState } from 'react'
import { useLocation } from 'react-router'
import { useSession } from '../../../accounts/office/session.ts'
import { RefundOrder } from '../../../refunds/office/refund-order.tsx'
import { NoMoneyInRole } from '../../../reports/office/not-in-role.tsx'
import { TransactionsPanel } from '../../../reports/office/transactions-panel.tsx'
import { Button } from '../../../ui/button.tsx'
import type { PageHandle } from '../../layouts/page-head.ts'

export const handle: PageHandle = {
  head: () => ({
    title: 'Tickets Overview · Lango',
    description: 'Manage your event tickets and track sales.',
    noindex: true,
  }),
}

export function Component() {
  return useSession().user?.lacks_figures ? <NoMoneyInRole /> : <Tickets />
}

function Tickets() {
  const [refunds, setRefunds] = useState(0)
  const { hash } = useLocation()
  const [isOpen, setIsOpen] = useState(false)
  const isRefunding = isOpen || hash === '#refund-order'
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <div>
          <h1 className="text-title font-bold tracking-tight">Tickets Overview</h1>
          <p className="mt-1 text-quiet">Manage your event tickets and track sales</p>
        </div>
        {!isRefunding && (
          <Button look="quiet" onClick={() => setIsOpen(true)}>
            Refund an order
          </Button>
        )}
      </div>
      {isRefunding && <RefundOrder onRefunded={() => setRefunds(refunds + 1)} />}
      <TransactionsPanel
        caption="Tickets Overview"
        empty="No transactions found."
        changes={refunds}
      />
    </>
  )
}

import { useSearchParams } from 'react-router'
import { useSession } from '../../../accounts/office/session.ts'
import { Transfers } from '../../../ledger/office/transfers.tsx'
import { PayoutAccount } from '../../../payouts/office/payout-account.tsx'
import { AllStatement } from '../../../reports/office/all-statement.tsx'
import { NoMoneyInRole } from '../../../reports/office/not-in-role.tsx'
import type { PageHandle } from '../../layouts/page-head.ts'

export const handle: PageHandle = {
  head: () => ({
    title: 'Statement · Lango',
    description: 'Sales, refunds, fees and payouts.',
    noindex: true,
  }),
}

export function Component() {
  const { user } = useSession()
  const [params] = useSearchParams()
  const organizerId = params.get('organizer') ?? ''
  if (user?.lacks_figures) return <NoMoneyInRole />
  return (
    <>
      <h1 className="text-title font-bold tracking-tight">Statement</h1>
      <p className="mb-4 mt-1 text-quiet">Sales, refunds, fees and payouts</p>
      {(organizerId !== '' || user?.role === 'organizer') && (
        <PayoutAccount
          key={`account of ${organizerId}`}
          organizerId={organizerId}
          isOwn={organizerId === ''}
        />
      )}
      <AllStatement key={organizerId} organizerId={organizerId} />
      {user?.role === 'admin' && organizerId === '' && <Transfers />}
    </>
  )
}

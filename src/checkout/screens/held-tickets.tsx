import { Link } from '../../ui/link.tsx'
import { useHydrated } from '../../ui/use-hydrated.ts'
import { countTickets } from '../choice.rules.ts'
import { readPurchase } from './kept-purchase.ts'

/** The tickets that this tab bought for the event, with a link to them. */
export function HeldTickets({ eventId }: { eventId: string }) {
  const hydrated = useHydrated()
  const paid = hydrated ? readPurchase(eventId).paid : null
  if (!paid) return null
  const count = countTickets(paid.tickets)
  return (
    <p role="status" className="rounded-soft border border-good bg-good-soft px-4 py-1 text-good">
      <b>{count === 1 ? 'You have 1 ticket' : `You have ${count} tickets`}</b> ·{' '}
      <Link
        to="/success"
        state={paid}
        className="inline-flex min-h-11 min-w-11 items-center font-semibold underline underline-offset-4"
      >
        View
      </Link>
    </p>
  )
}

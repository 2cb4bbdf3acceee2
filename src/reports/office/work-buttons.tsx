import { Link } from 'react-router'
import { Button } from '../../ui/button.tsx'
import type { WorkAction, WorkRow } from '../work-list.contract.ts'
import type { Press } from './use-work-actions.ts'

const WORDS: Record<WorkAction, string> = {
  look_again: 'Look again now',
  issue_tickets: 'Issue tickets now',
  attach: 'Attach to an order',
  pay_back: 'Pay back',
  retry: 'Send again',
  paid_manually: 'Paid back by hand',
  ask_now: 'Ask M-Pesa now',
  name_payer: 'Name who paid',
  explain: 'Settle in words',
  book_difference: 'Book as received',
  pay_back_difference: 'Pay the difference back',
  take_back: 'Refund the order',
}

/** What is done on a page of its own. */
const PAGES = {
  attach: '/organizer/settings#stray-money',
  take_back: '/organizer/tickets#refund-order',
}

/** What can be pressed about a row. */
export function WorkButtons({
  row,
  busy,
  onPress,
}: {
  row: WorkRow
  /** Which press is under way. */
  busy: string | null
  onPress: (action: Press) => void
}) {
  const about = row.order_code ?? row.receipt ?? row.kind
  if (row.actions.length === 0) return <span className="text-quiet">–</span>
  return (
    <span className="flex flex-wrap gap-x-3 gap-y-2 sm:whitespace-nowrap">
      {row.actions.map((action) =>
        action === 'attach' || action === 'take_back' ? (
          <Link
            key={action}
            to={PAGES[action]}
            className="inline-flex min-h-11 items-center font-semibold text-accent hover:underline"
          >
            {WORDS[action]}
          </Link>
        ) : (
          <Button
            key={action}
            look="quiet"
            // Two of them beside each other where a row is a block.
            className="text-small px-3!"
            // Not disabled, which would drop the focus.
            aria-disabled={busy !== null}
            onClick={() => busy === null && onPress(action)}
          >
            {busy === `${action} ${row.id}` ? 'Sending...' : WORDS[action]}
            <span className="sr-only">: {about}</span>
          </Button>
        ),
      )}
    </span>
  )
}

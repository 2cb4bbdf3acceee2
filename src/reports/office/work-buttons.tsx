import { Link } from 'react-router'
import { CandidateOrders } from '../../payments/office/candidate-orders.tsx'
import type { Candidate } from '../../payments/unmatched/unmatched-receipts.contract.ts'
import { Button } from '../../ui/button.tsx'
import { formatExactKes } from '../../ui/office/words.rules.ts'
import type { WorkAction, WorkRow } from '../work-list/work-list.contract.ts'
import type { Press } from './use-work-actions.ts'

const WORDS: Record<Exclude<WorkAction, 'attach'>, string> = {
  look_again: 'Check again',
  issue_tickets: 'Issue tickets now',
  pay_back: 'Refund',
  pay_back_lost: 'Refund all lost orders',
  retry: 'Send again',
  paid_manually: 'Record refund',
  ask_now: 'Check status',
  name_payer: "Add payer's number",
  explain: 'Resolve with a note',
  book_difference: 'Book as received',
  void_tickets: 'Void the tickets',
  pay_back_difference: 'Refund the difference',
  take_back: 'Refund the order',
  settle: 'Settle',
  approve_payout: 'Approve',
  refuse_payout: 'Refuse',
  payout_paid: 'Record payout',
  give_back_payout: 'Put back',
  approve: 'Approve',
  return: 'Return',
}

/** The page on which an admin can select some of an order's tickets. */
export const refundPage = (orderCode: string | null | undefined) =>
  `/organizer/tickets?refund=${orderCode ?? ''}#refund-order`

const ELSEWHERE = 'inline-flex min-h-11 items-center font-semibold text-accent hover:underline'

/**
 * A link to the page on which an admin acts on a row without buttons: the event's page for a draft
 * or change, the organizer's page for a name, the order in the event's transactions, or the form that records a transfer.
 */
function Elsewhere({ row: { kind, key, event, order_code } }: { row: WorkRow }) {
  if (kind === 'draft_sent_in' || kind === 'change_sent_in') {
    return (
      <Link to={`/organizer/events/${event?.id}`} className={ELSEWHERE}>
        {kind === 'draft_sent_in' ? 'Publish or return' : 'Approve or return'}
      </Link>
    )
  }
  if (kind === 'name_asked') {
    return (
      <Link to={`/organizer/page/${key}`} className={ELSEWHERE}>
        Use or refuse
      </Link>
    )
  }
  const [to, words] = event
    ? [`/organizer/events/${event.id}/transactions`, 'Open the order']
    : ['/organizer/statement', 'Record a transfer']
  return (
    <Link to={to} state={event && { search: order_code }} className={ELSEWHERE}>
      {words}
    </Link>
  )
}

/** 'Approve: refund KES 900', or 'Approve: at most KES 900' for a reschedule. */
export function wordsOf(
  action: Exclude<WorkAction, 'attach'>,
  { kind, amount }: Pick<WorkRow, 'kind' | 'amount'>,
): string {
  const sum = formatExactKes(amount ?? 0)
  if (action === 'approve_payout') return `Approve ${sum}`
  if (action !== 'approve') return WORDS[action]
  return `Approve: ${kind === 'cancel_asked' ? 'refund' : 'at most'} ${sum}`
}

/** The buttons of a row. */
export function WorkButtons({
  row,
  busy,
  onPress,
  onAttach,
}: {
  row: WorkRow
  /** The action that is in progress, as '<action> <row id>', or null. */
  busy: string | null
  onPress: (action: Press) => void
  onAttach: (order: Candidate, unlisted: boolean) => Promise<string | null>
}) {
  const about = row.order_code ?? row.receipt ?? row.event?.title ?? row.kind
  if (row.actions.length === 0) return <Elsewhere row={row} />
  const actions = row.actions.filter((action) => action !== 'attach')
  const buttons = (
    <span className="flex flex-wrap gap-x-3 gap-y-2 sm:whitespace-nowrap">
      {row.kind === 'event_reported' && (
        <Link to={`/organizer/events/${row.event?.id}`} className={ELSEWHERE}>
          Look at the event
        </Link>
      )}
      {actions.map((action) =>
        action === 'take_back' ? (
          <Link
            key={action}
            to={refundPage(row.order_code)}
            className="inline-flex min-h-11 items-center font-semibold text-accent hover:underline"
          >
            {WORDS[action]}
          </Link>
        ) : (
          <Button
            key={action}
            look="quiet"
            // Small enough for two buttons on one line when the table shows each row as a block.
            className="text-small px-3!"
            // aria-disabled instead of disabled: a disabled button loses the keyboard focus.
            aria-disabled={busy !== null}
            onClick={() => busy === null && onPress(action)}
          >
            <span>{busy === `${action} ${row.id}` ? 'Sending...' : wordsOf(action, row)}</span>
            <span className="sr-only">: {about}</span>
          </Button>
        ),
      )}
    </span>
  )
  if (actions.length === row.actions.length) return buttons
  return (
    <div className="flex min-w-64 flex-col gap-3">
      <CandidateOrders
        receipt={row.key}
        candidates={row.candidates}
        busy={busy}
        onAttach={onAttach}
      />
      {buttons}
    </div>
  )
}

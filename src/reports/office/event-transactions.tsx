import { Toast } from '../../ui/office/toast.tsx'
import { NO_FIGURE } from '../../ui/office/words.rules.ts'
import type { TransactionReply } from '../lists/transactions.contract.ts'
import { ExportButton } from './export-button.tsx'
import { TabHeading } from './tab-heading.tsx'
import { TransactionsPanel } from './transactions-panel.tsx'
import { useResend } from './use-resend.ts'

/** The Transactions tab of an event. */
export function EventTransactions({ eventId }: { eventId: string }) {
  const { sending, waits, outcome, resend, dismiss } = useResend()
  const actions = (row: TransactionReply) => {
    // Without a valid ticket there is nothing to send.
    if (!row.has_tickets) return <span className="text-quiet">{NO_FIGURE}</span>
    const isSending = sending.has(row.id)
    const again = waits.get(row.phone_number)?.time
    return (
      <button
        type="button"
        disabled={isSending || again !== undefined}
        aria-label={resendLabel(row, isSending, again)}
        onClick={() => void resend(row)}
        className="-my-3 inline-flex min-h-11 min-w-16 items-center text-left font-semibold text-accent hover:underline disabled:text-quiet disabled:no-underline"
      >
        {isSending ? 'Sending...' : again ? `Again at ${again}` : 'Resend SMS'}
      </button>
    )
  }
  return (
    <>
      <TabHeading words="Transaction History">
        <ExportButton kind="transactions" eventId={eventId} />
      </TabHeading>
      <TransactionsPanel
        caption="Transaction History"
        eventId={eventId}
        empty="No transactions found for this event."
        actions={actions}
      />
      {outcome && (
        <Toast look={outcome.look} onClose={dismiss}>
          {outcome.words}
        </Toast>
      )}
    </>
  )
}

function resendLabel(
  { phone_number }: TransactionReply,
  isSending: boolean,
  again: string | undefined,
): string | undefined {
  if (isSending) return undefined
  return again ? `Resend SMS again at ${again}` : `Resend SMS to ${phone_number}`
}

import { Toast } from '../../ui/office/toast.tsx'
import type { TransactionReply } from '../transactions.contract.ts'
import { ExportButton } from './export-button.tsx'
import { TabHeading } from './tab-heading.tsx'
import { TransactionsPanel } from './transactions-panel.tsx'
import { useResend } from './use-resend.ts'

/** The Transactions tab of an event. */
export function EventTransactions({ eventId }: { eventId: string }) {
  const { sending, outcome, resend, dismiss } = useResend()
  const actions = ({ id, phone_number }: TransactionReply) => {
    const isSending = sending.has(id)
    return (
      <button
        type="button"
        disabled={isSending}
        aria-label={isSending ? undefined : `Resend SMS to ${phone_number}`}
        onClick={() => void resend(id)}
        className="-my-3 inline-flex min-h-11 min-w-16 items-center text-left font-semibold text-accent hover:underline disabled:text-quiet"
      >
        {isSending ? 'Sending...' : 'Resend SMS'}
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

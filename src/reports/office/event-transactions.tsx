import { ExportButton } from './export-button.tsx'
import { TabHeading } from './tab-heading.tsx'
import { TransactionsPanel } from './transactions-panel.tsx'

/** The Transactions tab of an event. */
export function EventTransactions({ eventId }: { eventId: string }) {
  return (
    <>
      <TabHeading title="Transaction History">
        <ExportButton kind="transactions" eventId={eventId} />
      </TabHeading>
      <TransactionsPanel
        caption="Transaction History"
        eventId={eventId}
        empty="No transactions found for this event."
      />
    </>
  )
}

import { useState } from 'react'
import { sessionFetch } from '../../accounts/office/session.ts'
import { callApi } from '../../ui/api.ts'
import { Button } from '../../ui/button.tsx'
import { SkeletonRows } from '../../ui/office/data-table.tsx'
import { formatExactKes } from '../../ui/office/formats.rules.ts'
import { TryAgain } from '../../ui/office/try-again.tsx'
import { useQuery } from '../../ui/office/use-query.ts'
import type { RefundableOrder, RefundReply } from '../refunds.contract.ts'
import { FoundOrder } from './found-order.tsx'
import { RefundProgress } from './refund-progress.tsx'

/** Refunds the order of an open panel. Shown in place of the facts about the order. */
export function RefundInPanel({
  code,
  ticketType,
  onRefunded,
  onBack,
}: {
  code: string
  /** The ticket type of the row that opened the panel. */
  ticketType: string
  onRefunded: () => void
  onBack: () => void
}) {
  const [made, setMade] = useState<RefundReply | null>(null)
  const path = `/api/refunds/order?reference=${encodeURIComponent(code)}`
  const { data, problem, reload } = useQuery(path, (signal) =>
    callApi<RefundableOrder>(sessionFetch, path, { signal }),
  )
  const isForm = made === null && data !== null
  return (
    <section aria-labelledby="refund-in-panel" className="flex flex-col gap-4">
      <h3 id="refund-in-panel" className="font-semibold">
        Refund
      </h3>
      {made && <RefundProgress made={made} />}
      {isForm && (
        <div>
          <p className="text-quiet">{formatExactKes(data.amount)} refundable</p>
          <FoundOrder
            // The form starts again if the tickets have changed since they were cached.
            key={JSON.stringify(data.tickets)}
            order={data}
            isMeant={({ ticket_type }) => ticket_type === ticketType}
            onRefunded={(refund) => {
              setMade(refund)
              onRefunded()
            }}
            onBack={onBack}
          />
        </div>
      )}
      {problem && !made && (
        <TryAgain onAgain={reload}>{problem.error || 'An error occurred'}</TryAgain>
      )}
      {!data && !problem && <SkeletonRows rows={3} label="Loading tickets..." />}
      {!isForm && (
        <Button look="quiet" className="self-start" onClick={onBack}>
          {made ? 'Show the order' : 'Go back'}
        </Button>
      )}
    </section>
  )
}

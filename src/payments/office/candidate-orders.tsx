import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { formatExactKes } from '../../ui/office/formats.rules.ts'
import { InstantBelow } from '../../ui/office/instant.tsx'
import { Question } from '../../ui/office/question.tsx'
import type { Candidate } from '../unmatched/unmatched-receipts.contract.ts'

const CODE = { same: 'Same code', near: 'Similar code', no: '' }
const STATES: Record<string, string> = {
  pending: 'awaiting payment',
  failed: 'awaiting payment',
  expired: 'expired unpaid',
  paid: 'paid',
  issued: 'paid',
  refund_due: 'being refunded',
  refunded: 'refunded',
}

function reasonsOf({ code_fits, amount_fits, amount, state }: Candidate): string {
  const sum = amount_fits ? 'same amount' : `order total ${formatExactKes(amount)}`
  const reasons = [CODE[code_fits], sum, STATES[state] ?? state].filter((part) => part !== '')
  const text = reasons.join(', ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** An admin must confirm before attaching a receipt that M-Pesa's list has not shown. */
export function CandidateOrders({
  receipt,
  candidates,
  busy,
  onAttach,
}: {
  receipt: string
  candidates: readonly Candidate[]
  busy: string | null
  /** `unlisted` allows an unlisted receipt. Returns null, or the code of the refusal. */
  onAttach: (order: Candidate, unlisted: boolean) => Promise<string | null>
}) {
  const [unlisted, setUnlisted] = useState<Candidate | null>(null)
  const wordOf = ({ order_id }: Candidate) =>
    busy === `${receipt} ${order_id}` ? 'Attaching...' : 'Attach'
  if (candidates.length === 0) return <span className="text-quiet">No matching order</span>
  return (
    <>
      <ul aria-label={`Orders that ${receipt} may be for`} className="flex flex-col gap-2">
        {candidates.map((order) => (
          <li key={order.order_id} className="flex flex-wrap items-center justify-between gap-2">
            <span className="min-w-0 wrap-anywhere">
              <b>{order.code}</b> <span>{order.event_title}</span>, <span>{order.phone}</span>
              <span className="block">
                <span>{formatExactKes(order.amount)}</span>, ordered{' '}
                <InstantBelow at={order.placed_at} />
              </span>
              <span className="block text-quiet">{reasonsOf(order)}</span>
            </span>
            <Button
              look="quiet"
              className="whitespace-nowrap"
              aria-label={`${wordOf(order)} ${receipt} to ${order.code}`}
              aria-disabled={busy !== null}
              onClick={async () => {
                const refusal = await onAttach(order, false)
                if (refusal === 'receipt_not_listed') setUnlisted(order)
              }}
            >
              {wordOf(order)}
            </Button>
          </li>
        ))}
      </ul>
      {unlisted && (
        <Question
          title="No list has shown this receipt"
          yes="Attach anyway"
          isLoss
          onNo={() => setUnlisted(null)}
          onYes={() => {
            setUnlisted(null)
            void onAttach(unlisted, true)
          }}
        >
          <p>
            M-PESA’s list has not shown {receipt} yet, so the money may never have been paid. Attach
            it to {unlisted.code} anyway? Its tickets may be issued.
          </p>
        </Question>
      )}
    </>
  )
}

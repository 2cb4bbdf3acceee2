import type { ReactNode } from 'react'
import { formatExactKes } from '../../ui/office/formats.rules.ts'
import { ModalForm } from '../../ui/office/modal-form.tsx'
import type { RecordedPayoutReply } from '../recorded-payouts.contract.ts'
import { AmountAndReference, useRecording } from './use-recording.tsx'

const NOT_RECORDED =
  'No connection. The payout may already be recorded; try again with the same reference.'

/**
 * The form in which an admin records a payout to an event's organizer, made outside the product.
 */
export function RecordedPayoutForm({
  eventId,
  amount,
  hint,
  warningOf,
  onClose,
  onRecorded,
  children,
}: {
  eventId: string
  /** The amount in the field when the form opens. '' for an empty field. */
  amount: string
  /** Says how much can be recorded. */
  hint?: string
  /** A warning of an amount that can be recorded; null for none. */
  warningOf: (amount: number) => string | null
  onClose: () => void
  onRecorded: (text: string) => void
  /** The amounts of money above the fields. */
  children: ReactNode
}) {
  const { typed, inputOf, record, form } = useRecording({ amount, reference: '' }, NOT_RECORDED)

  async function send() {
    const path = `/api/events/${encodeURIComponent(eventId)}/payouts`
    const body = { ...typed, amount: Number(typed.amount) }
    const payout = await record<RecordedPayoutReply>(path, body)
    if (payout) onRecorded(`${formatExactKes(payout.amount)} paid out, ${payout.reference}`)
  }

  return (
    <ModalForm
      title="Record a payout"
      about="Record it when the money has left the bank."
      yes={['Record payout', 'Saving...']}
      {...form}
      onClose={onClose}
      onSend={() => void send()}
    >
      {children}
      <AmountAndReference
        inputOf={inputOf}
        hint="Reference from M-PESA or the bank"
        warning={warningOf(Number(typed.amount))}
        {...(hint && { amountHint: hint })}
      />
    </ModalForm>
  )
}

import { type FormEvent, useState } from 'react'
import { sessionFetch } from '../../accounts/office/session.ts'
import { formatTicketNumber } from '../../tickets/number.rules.ts'
import { callApi, jsonPost, type Problem } from '../../ui/api.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { CheckField, SelectField } from '../../ui/office/form-parts.tsx'
import { formatExactKes } from '../../ui/office/words.rules.ts'
import { ADMIN_REASONS } from '../refund.rules.ts'
import type { RefundableOrder, RefundReply } from '../refunds.contract.ts'

const REASON_WORDS: Record<(typeof ADMIN_REASONS)[number], string> = {
  significant_change: 'Significant change',
  technical_error: 'Technical error',
  booked_twice: 'Duplicate order',
  other: 'Another reason',
}

/** Chooses the tickets to refund, and the reason. */
export function FoundOrder({
  order,
  onRefunded,
}: {
  order: RefundableOrder
  onRefunded: (refund: RefundReply) => void
}) {
  const [problem, setProblem] = useState<Problem | null>(null)
  const [chosen, setChosen] = useState(order.tickets.map((ticket) => ticket.ticket_number))
  const [isBusy, setIsBusy] = useState(false)
  const isNone = chosen.length === 0

  async function onSubmit(submitted: FormEvent<HTMLFormElement>) {
    submitted.preventDefault()
    const typed = new FormData(submitted.currentTarget)
    const isAll = chosen.length === order.tickets.length
    setIsBusy(true)
    const body = {
      order_id: order.order_id,
      ...(!isAll && { ticket_numbers: chosen }),
      reason: String(typed.get('reason')),
      words: String(typed.get('words')),
    }
    const answer = await callApi<RefundReply>(sessionFetch, '/api/refunds', jsonPost(body))
    setIsBusy(false)
    if (answer.ok) onRefunded(answer.data)
    else setProblem(answer)
  }

  return (
    <form noValidate onSubmit={onSubmit} className="mt-4 flex flex-col gap-4">
      <p>
        <strong>{order.event}</strong>, order <span>{order.code}</span>:{' '}
        <span>{formatExactKes(order.amount)}</span> refundable
      </p>
      <fieldset>
        <legend className="font-semibold">Tickets to refund</legend>
        {order.tickets.map(({ ticket_number, ticket_type, quantity, used }) => (
          <CheckField
            key={ticket_number}
            label={`${quantity} × ${ticket_type}, ${formatTicketNumber(ticket_number)}`}
            {...(used && { hint: 'Already used' })}
            checked={chosen.includes(ticket_number)}
            onChange={(isChosen) =>
              setChosen(
                isChosen
                  ? [...chosen, ticket_number]
                  : chosen.filter((number) => number !== ticket_number),
              )
            }
          />
        ))}
      </fieldset>
      <SelectField
        label="Reason"
        name="reason"
        options={ADMIN_REASONS.map((reason) => [reason, REASON_WORDS[reason]] as const)}
      />
      <Field
        label="Note"
        name="words"
        maxLength={500}
        autoComplete="off"
        hint="Required if already used"
        error={problem?.field === 'words' ? problem.error : null}
      />
      {problem && problem.field !== 'words' && (
        <Notice look="bad" role="alert">
          {problem.error}
        </Notice>
      )}
      <div className="flex justify-end">
        <Button type="submit" disabled={isBusy || isNone}>
          {isBusy ? 'Refunding...' : 'Refund'}
        </Button>
      </div>
    </form>
  )
}

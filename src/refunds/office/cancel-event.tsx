import { type FormEvent, useState } from 'react'
import { sessionFetch } from '../../accounts/office/session.ts'
import type { EventReply } from '../../events/events.contract.ts'
import { unbroken } from '../../platform/values/phone.rules.ts'
import { callApi, jsonPost, type Problem } from '../../ui/api.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { DecisionFacts } from '../../ui/office/decision-facts.tsx'
import { DialogButtons } from '../../ui/office/dialog-buttons.tsx'
import { FormWindow } from '../../ui/office/form-window.tsx'
import { countOf, formatExactKes } from '../../ui/office/formats.rules.ts'
import { Spinner } from '../../ui/office/spinner.tsx'
import { useQuery } from '../../ui/office/use-query.ts'
import { SmsText } from '../../ui/sms-text.tsx'
import { WholeWords } from '../../ui/whole-words.tsx'
import { keptText } from '../cancellation/announcement.rules.ts'
import type { CancelPreview, CancelReply } from '../cancellation/cancellation.contract.ts'
import { type ChosenPart, DayChoice, PAUSED, partBody, partQuery } from './day-choice.tsx'
import { DebtNote } from './measure-cost.tsx'

type Event = Pick<EventReply, 'id' | 'title' | 'days' | 'ticket_types'>

/** Shows the effect of a cancellation. The user confirms it by typing the event's title. */
export function CancelEvent({
  event,
  isAdmin,
  onCancelled,
  onClose,
}: {
  event: Event
  isAdmin: boolean
  /** `how` is null if the whole event was cancelled, or if an admin must decide. */
  onCancelled: (how: { tell: boolean } | null) => void
  onClose: () => void
}) {
  const path = `/api/events/${event.id}`
  const [part, setPart] = useState<ChosenPart>({ day: null, passes: true })
  const counted = `${path}/cancellation/preview${partQuery(part)}`
  const preview = useQuery<CancelPreview>(counted, (signal) =>
    callApi<CancelPreview>(sessionFetch, counted, { signal }),
  )
  const isDay = part.day !== null
  const [problem, setProblem] = useState<Problem | null>(null)
  const [isBusy, setIsBusy] = useState(false)

  async function onSubmit(submitted: FormEvent<HTMLFormElement>) {
    submitted.preventDefault()
    const typed = new FormData(submitted.currentTarget)
    setIsBusy(true)
    const body = {
      title: String(typed.get('title')),
      reason: String(typed.get('reason')),
      ...partBody(part),
    }
    const answer = await callApi<CancelReply>(sessionFetch, `${path}/cancel`, jsonPost(body))
    setIsBusy(false)
    if (answer.ok) onCancelled(isDay && !answer.data.waits ? { tell: true } : null)
    else setProblem(answer)
  }

  const errorOf = (field: string) => (problem?.field === field ? problem.error : null)
  const isInField = ['title', 'reason', 'day'].some(errorOf)
  const waits = preview.data?.waits ?? false
  return (
    <FormWindow
      noValidate
      title={isDay ? 'Cancel this day?' : 'Cancel this event?'}
      onSubmit={onSubmit}
      onChange={() => setProblem(null)}
      onClose={onClose}
    >
      <DayChoice event={event} part={part} error={errorOf('day')} onChange={setPart} />
      {preview.data ? (
        <WhatHappens preview={preview.data} isAdmin={isAdmin} part={part} />
      ) : (
        <Spinner label="Counting..." />
      )}
      {preview.data?.sms && (
        <SmsText
          label={`Each buyer${isDay ? ' with a ticket only for this day' : ''} gets this SMS, with their own sum and reference:`}
          text={preview.data.sms}
        />
      )}
      {preview.data?.kept
        .filter(({ buyers }) => buyers > 0)
        .map(({ buyers, sms }) => (
          <SmsText
            key={sms}
            label={`${countOf(buyers, 'buyer')} of passes ${buyers === 1 ? 'gets' : 'get'} this SMS:`}
            text={sms}
          />
        ))}
      {problem && !isInField && (
        <Notice look="bad" role="alert">
          {problem.error}
        </Notice>
      )}
      <Field
        label={`Type the event's name: ${event.title}`}
        name="title"
        autoComplete="off"
        error={errorOf('title')}
      />
      <Field
        label={waits ? 'Reason' : 'Reason (internal)'}
        name="reason"
        maxLength={500}
        autoComplete="off"
        error={errorOf('reason')}
      />
      <DialogButtons>
        <Button look="loud" onClick={onClose}>
          Go back
        </Button>
        <Button
          look="quiet"
          type="submit"
          disabled={isBusy || (preview.data === null && preview.problem === null)}
        >
          {isBusy ? (waits ? 'Sending...' : 'Cancelling...') : cancelLabel(preview.data, isDay)}
        </Button>
      </DialogButtons>
    </FormWindow>
  )
}

/** 'Cancel event and refund KES 900', or 'Ask to cancel and refund KES 900' */
function cancelLabel(preview: CancelPreview | null, isDay: boolean): string {
  if (isDay) return preview?.waits ? 'Ask to cancel this day' : 'Cancel this day'
  if (!preview || preview.amount === 0) return 'Cancel event'
  const sum = unbroken(formatExactKes(preview.amount))
  return preview.waits ? `Ask to cancel and refund ${sum}` : `Cancel event and refund ${sum}`
}

/** The effect of a cancellation on sales, tickets and buyers. */
export function WhatHappens({
  preview,
  isAdmin,
  part = { day: null, passes: false },
}: {
  preview: CancelPreview
  isAdmin: boolean
  part?: ChosenPart
}) {
  const { orders, paid_orders, paid_tickets, amount, balance, owed, waits, kept } = preview
  if (orders === 0) {
    const sold = keptWords(kept) || 'Nothing was sold, so there is nothing to refund'
    const of = part.day === null ? '' : ' of this day'
    return <p>{`${sold}. Sales${of} stop immediately. This cannot be undone.`}</p>
  }
  const isFree = amount === 0
  const refunded = isFree ? '' : ' and refunded'
  const mayKeep = part.day !== null && part.passes
  return (
    <>
      {isFree ? (
        <p>Nothing was paid, so nothing is refunded.</p>
      ) : (
        <p>
          {mayKeep && 'At most '}
          <strong className="whitespace-nowrap">{formatExactKes(amount)}</strong> will be refunded (
          {countOf(paid_orders, 'order')}, {countOf(paid_tickets, 'ticket')}).
        </p>
      )}
      {!isAdmin && (
        <DebtNote
          preview={preview}
          refunds={mayKeep ? 'If all buyers claim, the refunds' : 'The refunds'}
        />
      )}
      {kept.length > 0 && <p>{`${keptWords(kept)}.`}</p>}
      {preview.facts.length > 0 && <DecisionFacts facts={preview.facts} />}
      {isAdmin && !isFree && (
        <p className="text-quiet">
          <WholeWords text={coverText({ amount, balance, owed })} />
        </p>
      )}
      {waits ? (
        <p>
          {part.day === null ? 'Sales stop now.' : PAUSED} We check this before money moves, and let
          you know by email. Until then tickets stay valid.
        </p>
      ) : (
        <p>
          {part.day === null
            ? `Sales stop immediately, tickets become invalid and every buyer is notified${refunded}.`
            : `Sales of this day stop immediately. Tickets only for this day become invalid, and their buyers are notified${refunded}.`}{' '}
          This cannot be undone.
        </p>
      )}
    </>
  )
}

const keptWords = (kept: CancelPreview['kept']) =>
  kept
    .filter(({ passes }) => passes > 0)
    .map(keptText)
    .join('. ')

/** Says whether the balance covers the refunds, by the balance that M-Pesa reported last. */
function coverText({
  amount,
  balance,
  owed,
}: Pick<CancelPreview, 'amount' | 'balance' | 'owed'>): string {
  if (balance === null) return 'M-PESA has not reported the refund float yet.'
  const reserved = owed > 0 ? ` (${formatExactKes(owed)} reserved)` : ''
  const isEnough = balance >= amount + owed
  const verdict = isEnough
    ? 'Enough to send these refunds'
    : 'Not enough: top it up, or refunds wait'
  return `Refund float: ${formatExactKes(balance)}${reserved}. ${verdict}.`
}

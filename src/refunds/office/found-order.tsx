import { type FormEvent, useState } from 'react'
import { sessionFetch, useSession } from '../../accounts/office/session.ts'
import { formatTicketNumber } from '../../tickets/number.rules.ts'
import { callApi, jsonPost, type Problem } from '../../ui/api.ts'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { DecisionFacts } from '../../ui/office/decision-facts.tsx'
import { CheckField } from '../../ui/office/form-parts.tsx'
import { formatExactKes } from '../../ui/office/formats.rules.ts'
import { SelectField } from '../../ui/select-field.tsx'
import type { ORGANIZER_REASONS } from '../refund.rules.ts'
import type { RefundableOrder, RefundReply } from '../refunds.contract.ts'
import { wholeUnitsOnly } from '../take-back/ticket-shares.rules.ts'
import { MissingQuestion, RefundPreviewed } from './refund-previewed.tsx'
import { useRefundPreview } from './use-refund-preview.ts'

const REASONS = [
  ['', 'Choose a reason'],
  ['significant_change', 'Significant change'],
  ['technical_error', 'Technical error'],
  ['booked_twice', 'Duplicate order'],
  ['organizer_decision', "Organizer's decision"],
] as const satisfies [(typeof ORGANIZER_REASONS)[number] | '', string][]

const OTHER_REASON = ['other', 'Another reason'] as const

const NO_REASON: Problem = {
  ok: false,
  status: 422,
  code: 'invalid_field',
  field: 'reason',
  error: 'Please choose a reason.',
}

/** The chosen reason and the note. */
type Why = { reason: string; words: string }

type Ticket = RefundableOrder['tickets'][number]

/** The number of people to refund for each ticket. A ticket that is not chosen is absent. */
type Choice = Record<string, number>

/**
 * The preselected number of people: those outside. If everyone on the ticket is inside, the whole
 * ticket; its refund needs a note.
 */
function startOf({ quantity, admitted }: Ticket): number {
  return admitted === quantity ? quantity : quantity - admitted
}

/**
 * The tickets that are preselected: the tickets that `isMeant` accepts, otherwise all entries, or
 * all add-ons if there are no entries. Add-ons are always offered, because they stay valid without
 * the entry.
 */
function firstOf({ tickets }: RefundableOrder, isMeant: (ticket: Ticket) => boolean): Ticket[] {
  const meant = tickets.filter(isMeant)
  if (meant.length > 0) return meant
  const entries = tickets.filter(({ kind }) => kind !== 'add_on')
  return entries.length > 0 ? entries : tickets
}

/** Lets the user choose the people to refund and the reason. Shows the effect of the refund. */
export function FoundOrder({
  order,
  isMeant,
  onRefunded,
  onBack,
}: {
  order: RefundableOrder
  /** Whether the user has selected the ticket before, by its row or its number. */
  isMeant: (ticket: Ticket) => boolean
  onRefunded: (refund: RefundReply) => void
  /** If given, the form has a button that closes the form. */
  onBack?: () => void
}) {
  const [problem, setProblem] = useState<Problem | null>(null)
  const [choice, setChoice] = useState<Choice>(() =>
    Object.fromEntries(
      firstOf(order, isMeant).map((ticket) => [ticket.ticket_number, startOf(ticket)] as const),
    ),
  )
  const [isBusy, setIsBusy] = useState(false)
  const [asked, setAsked] = useState<Why | null>(null)
  const chosen = { order_id: order.order_id, ...chosenIn(order, choice) }
  const shown = useRefundPreview(chosen)
  const { preview, facts } = shown

  function onSubmit(submitted: FormEvent<HTMLFormElement>) {
    submitted.preventDefault()
    const typed = new FormData(submitted.currentTarget)
    const why = { reason: String(typed.get('reason')), words: String(typed.get('words')) }
    if (why.reason === '') setProblem(NO_REASON)
    else if (facts.length > 0) setAsked(why)
    else void refund(why)
  }

  async function refund(why: Why) {
    setAsked(null)
    setIsBusy(true)
    const body = { ...chosen, ...why }
    const answer = await callApi<RefundReply>(sessionFetch, '/api/refunds', jsonPost(body))
    setIsBusy(false)
    if (answer.ok) onRefunded(answer.data)
    else setProblem(answer)
  }

  const isAdmin = useSession().user?.role === 'admin'
  const reasons = isAdmin ? [...REASONS, OTHER_REASON] : REASONS
  const errorOf = (field: string) => (problem?.field === field ? problem.error : null)
  return (
    <form
      noValidate
      onSubmit={onSubmit}
      onChange={() => setProblem(null)}
      className="mt-4 flex flex-col gap-4"
    >
      {facts.length > 0 && <DecisionFacts facts={facts} />}
      <fieldset>
        <legend className="font-semibold">Tickets to refund</legend>
        {order.tickets.map((ticket) => (
          <TicketChoice
            key={ticket.ticket_number}
            ticket={ticket}
            people={choice[ticket.ticket_number] ?? 0}
            isAdmin={isAdmin}
            onChange={(people) => setChoice({ ...choice, [ticket.ticket_number]: people })}
          />
        ))}
      </fieldset>
      <SelectField label="Reason" name="reason" options={reasons} error={errorOf('reason')} />
      <Field
        label="Note"
        name="words"
        maxLength={500}
        autoComplete="off"
        hint="Required if someone has already entered"
        error={errorOf('words')}
      />
      {problem && problem.field !== 'words' && problem.field !== 'reason' && (
        <Notice look="bad" role="alert">
          {problem.error}
        </Notice>
      )}
      <RefundPreviewed shown={shown} isBusy={isBusy} onBack={onBack} />
      {asked && preview && (
        <MissingQuestion
          preview={preview}
          onNo={() => setAsked(null)}
          onYes={() => void refund(asked)}
        />
      )}
    </form>
  )
}

/**
 * The chosen tickets in the form that the API expects. Empty for an order without tickets: the API
 * then refunds the whole order.
 */
function chosenIn({ tickets }: RefundableOrder, choice: Choice) {
  if (tickets.length === 0) return {}
  const chosen = tickets.flatMap(({ ticket_number, quantity }) => {
    const admits = choice[ticket_number] ?? 0
    return admits > 0 ? [{ ticket_number, admits, of: quantity }] : []
  })
  return { tickets: chosen }
}

function TicketChoice({
  ticket,
  people,
  isAdmin,
  onChange,
}: {
  ticket: Ticket
  people: number
  isAdmin: boolean
  onChange: (people: number) => void
}) {
  const { quantity, admitted, sold_in } = ticket
  const outside = quantity - admitted
  const counts = [...(admitted > 0 ? [quantity] : []), ...countDown(outside)]
  const isWhole = sold_in !== undefined && !isAdmin
  const hint = hintOf(ticket, isWhole)
  return (
    <div className="flex flex-wrap items-center gap-x-4">
      <div className="min-w-0 flex-1 basis-72">
        <CheckField
          label={labelOf(ticket)}
          {...(hint && { hint })}
          checked={people > 0}
          onChange={(isChosen) =>
            onChange(!isChosen ? 0 : isWhole ? quantity : outside || quantity)
          }
        />
      </div>
      {quantity > 1 && people > 0 && !isWhole && (
        <div className="w-full pb-2 sm:w-56">
          <SelectField
            label={ticket.kind === 'add_on' ? 'How many to refund' : 'People to refund'}
            value={String(people)}
            onChange={(change) => onChange(Number(change.target.value))}
            options={counts.map((count) => [String(count), countLabel(count, ticket)] as const)}
          />
        </div>
      )}
    </div>
  )
}

/** '1 × VIP, ABCD …', '1 × Table of 10 (10 people), ABCD …' or 'Also refund: Parking (KES 300), ABCD …' */
function labelOf({ ticket_number, ticket_type, quantity, sold_in, kind, amount }: Ticket): string {
  const number = formatTicketNumber(ticket_number)
  if (kind === 'add_on') {
    const count = quantity > 1 ? `${quantity} × ` : ''
    const kes = amount === undefined ? '' : ` (${formatExactKes(amount)})`
    return `Also refund: ${count}${ticket_type}${kes}, ${number}`
  }
  if (sold_in === undefined) return `${quantity} × ${ticket_type}, ${number}`
  return `1 × ${ticket_type} (${quantity} people), ${number}`
}

function hintOf(ticket: Ticket, isWhole: boolean): string | null {
  const { quantity, admitted, kind } = ticket
  const used =
    kind === 'add_on' ? `${admitted} of ${quantity} redeemed` : `${admitted} of ${quantity} inside`
  if (admitted > 0) return admitted < quantity ? used : 'Already used'
  return isWhole ? wholeUnitsOnly(ticket) : null
}

const countDown = (most: number) => Array.from({ length: most }, (_, index) => most - index)

function countLabel(count: number, { quantity: all, kind }: Ticket): string {
  if (kind === 'add_on') return count < all ? `${count} of ${all}` : `All ${all}`
  if (count < all) return `${count} of ${all} people`
  return all === 2 ? 'Both people' : `All ${all} people`
}

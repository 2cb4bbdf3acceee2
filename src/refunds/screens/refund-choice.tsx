import { formatKes } from '../../platform/values/money.rules.ts'
import { unbroken } from '../../platform/values/phone.rules.ts'
import { foursOf } from '../../tickets/number.rules.ts'
import { Button, LONE_LINK } from '../../ui/button.tsx'
import { PREFIX } from '../../ui/language.rules.ts'
import { Link } from '../../ui/link.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { SmsText } from '../../ui/sms-text.tsx'
import { WholeWords } from '../../ui/whole-words.tsx'
import type { RefundLinkReply } from '../reschedule/refund-link.contract.ts'

type Ticket = RefundLinkReply['tickets'][number]
type Chosen = NonNullable<RefundLinkReply['chosen']>

/**
 * The first step of the refund page, if several people can be refunded: a form to choose the number
 * of people to refund for each ticket.
 */
export function RefundChoice({
  tickets,
  token,
  problem,
}: {
  tickets: readonly Ticket[]
  token: string
  problem: string | null
}) {
  return (
    <form
      method="get"
      action={`${PREFIX}/r/${token}`}
      aria-label="Choose the people to refund"
      className="flex flex-col gap-4"
    >
      {problem && (
        <Notice look="bad" role="alert">
          {problem}
        </Notice>
      )}
      <p>Your tickets stay valid. If you're all coming, you don't need to do anything.</p>
      <fieldset className="flex flex-col gap-4">
        <legend className="mb-2 text-lead font-bold">How many can't come?</legend>
        {tickets.map((ticket) => (
          <PeopleField key={ticket.ticket_number} ticket={ticket} />
        ))}
      </fieldset>
      <p className="text-quiet">We'll refund them, and they can no longer enter.</p>
      <Button type="submit">See my refund</Button>
    </form>
  )
}

function PeopleField({ ticket }: { ticket: Ticket }) {
  const { ticket_number: number, ticket_type, quantity, refundable } = ticket
  const counts = Array.from({ length: refundable }, (_, index) => String(index + 1))
  return (
    <SelectField
      label={<TicketName type={ticket_type} number={number} />}
      name="people"
      options={[
        [`${number}:0`, 'None'],
        ...counts.map((count) => [`${number}:${count}`, count] as const),
      ]}
      hint={
        refundable < quantity
          ? `${refundable} of ${quantity} can be refunded. The others are inside.`
          : undefined
      }
    />
  )
}

/**
 * The last step of the refund page: shows the amount and the number of people to refund, and the
 * SMS.
 */
export function RefundSummary({
  chosen,
  tickets,
  isBuyer,
  again,
}: {
  chosen: Chosen
  tickets: readonly Ticket[]
  isBuyer: boolean
  /** The path of the page with the first step. Null if the first step was skipped. */
  again: string | null
}) {
  const amount = formatKes(chosen.amount)
  return (
    <>
      <p>
        <WholeWords text={whatHappens(amount, { chosen, isBuyer, hasChoice: again !== null })} />
      </p>
      {again && <ChosenTickets chosen={chosen} tickets={tickets} />}
      <SmsText
        label={isBuyer ? 'The phone that paid gets this SMS:' : 'You get this SMS:'}
        text={chosen.sms}
      />
      {chosen.tickets.map(({ ticket_number, admits, of }) => (
        <input
          key={ticket_number}
          type="hidden"
          name="people"
          value={`${ticket_number}:${admits}:${of}`}
        />
      ))}
      {again && (
        <Link to={again} className={`self-start ${LONE_LINK}`}>
          Choose again
        </Link>
      )}
    </>
  )
}

/** The tickets that people are taken off, each with their number. */
function ChosenTickets({ chosen, tickets }: { chosen: Chosen; tickets: readonly Ticket[] }) {
  return (
    <ul className="flex flex-col gap-1">
      {chosen.tickets.map(({ ticket_number: number, admits, of }) => (
        <li key={number} className="flex flex-wrap items-baseline justify-between gap-x-3">
          <TicketName
            type={tickets.find((ticket) => ticket.ticket_number === number)?.ticket_type}
            number={number}
          />{' '}
          <span>{of === 1 ? '1 person' : `${admits} of ${of} people`}</span>
        </li>
      ))}
    </ul>
  )
}

function TicketName({ type, number }: { type: string | undefined; number: string }) {
  return (
    <span>
      {type}{' '}
      <span className="whitespace-nowrap text-small font-normal text-quiet" translate="no">
        {foursOf(number).join(' ')}
      </span>
    </span>
  )
}

function whatHappens(
  amount: string,
  {
    chosen: { people },
    isBuyer,
    hasChoice,
  }: { chosen: Chosen; isBuyer: boolean; hasChoice: boolean },
): string {
  if (hasChoice) {
    return people === 1
      ? `We'll refund ${amount} for 1 person, who can no longer enter.`
      : `We'll refund ${amount} for ${people} people, who can no longer enter.`
  }
  return isBuyer
    ? `Your tickets stay valid. If you can come, you don't need to do anything. If you can't, we'll refund ${amount} for the tickets of this order that you still have, and cancel them.`
    : `Your ticket stays valid. If you can come, you don't need to do anything. If you can't, we can refund ${amount} to the buyer and cancel your ticket.`
}

/** The label of the button that requests the refund. */
export function refundLabel({ amount, to, in_cash }: Chosen, isBuyer: boolean): string {
  const kes = unbroken(formatKes(amount))
  if (in_cash) return `Refund ${kes} in cash`
  if (!isBuyer) return `Refund ${kes} to the buyer`
  return to === null ? `Refund ${kes} to the number that paid` : `Refund ${kes} to ${unbroken(to)}`
}

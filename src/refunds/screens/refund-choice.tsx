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
  hasAnswers,
  token,
  problem,
}: {
  tickets: readonly Ticket[]
  /** Whether people of the tickets have answered the organizer's questions. */
  hasAnswers: boolean
  token: string
  problem: string | null
}) {
  const entries = tickets.filter(({ kind }) => kind !== 'add_on')
  const addOns = tickets.filter(({ kind }) => kind === 'add_on')
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
      {entries.length > 0 && (
        <fieldset className="flex flex-col gap-4">
          <legend className="mb-2 text-lead font-bold">
            {entries.every(isOfUnits) ? "How many tables can't come?" : "How many can't come?"}
          </legend>
          <TicketFields tickets={entries} />
          <p className="text-quiet">We'll refund their tickets, and they can no longer enter.</p>
          {hasAnswers && (
            <p className="text-quiet">
              People who have not answered the organizer's questions leave a ticket first. If more
              leave, we delete their answers.
            </p>
          )}
        </fieldset>
      )}
      {addOns.length > 0 && (
        <fieldset className="flex flex-col gap-4">
          <legend className="mb-2 text-lead font-bold">Refund add-ons as well?</legend>
          <TicketFields tickets={addOns} />
        </fieldset>
      )}
      <Button type="submit">See my refund</Button>
    </form>
  )
}

const isOfUnits = ({ sold_in = 1 }: Ticket) => sold_in > 1

/** Fields for the people of each ticket, then for the whole tables and packs of each type. */
function TicketFields({ tickets }: { tickets: readonly Ticket[] }) {
  const units = tickets.filter(isOfUnits)
  const types = [...new Set(units.map(({ ticket_type }) => ticket_type))]
  return (
    <>
      {tickets
        .filter((ticket) => !isOfUnits(ticket))
        .map((ticket) => (
          <PeopleField key={ticket.ticket_number} ticket={ticket} />
        ))}
      {types.map((type) => (
        <UnitsField
          key={type}
          type={type}
          tickets={units.filter(({ ticket_type }) => ticket_type === type)}
        />
      ))}
    </>
  )
}

function PeopleField({ ticket }: { ticket: Ticket }) {
  const { ticket_number: number, ticket_type, quantity, refundable, kind } = ticket
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
        refundable < quantity && kind !== 'add_on'
          ? `${refundable} of ${quantity} can be refunded. The others are inside.`
          : undefined
      }
    />
  )
}

function UnitsField({ type, tickets }: { type: string; tickets: readonly Ticket[] }) {
  const parts = tickets.map(({ ticket_number, refundable }) => `${ticket_number}:${refundable}`)
  return (
    <SelectField
      label={type}
      name="people"
      options={[
        [`${tickets[0]!.ticket_number}:0`, 'None'],
        ...parts.map((_, index) => [parts.slice(0, index + 1).join(), String(index + 1)] as const),
      ]}
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
  isPart,
  again,
}: {
  chosen: Chosen
  tickets: readonly Ticket[]
  isBuyer: boolean
  /** Whether the order may have tickets that the link does not refund. */
  isPart: boolean
  /** The path of the page with the first step. Null if the first step was skipped. */
  again: string | null
}) {
  const amount = formatKes(chosen.amount)
  const isNamed = again !== null || (isPart && isBuyer && chosen.tickets.length > 0)
  return (
    <>
      <p>
        <WholeWords
          text={whatHappens(amount, { chosen, isBuyer, hasChoice: again !== null, isNamed })}
        />
      </p>
      {isNamed && <ChosenTickets chosen={chosen} tickets={tickets} />}
      <SmsText
        label={isBuyer ? 'The phone number on the order gets this SMS:' : 'You get this SMS:'}
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

/** The tickets to refund, each with the number of people to refund. */
function ChosenTickets({ chosen, tickets }: { chosen: Chosen; tickets: readonly Ticket[] }) {
  return (
    <ul className="flex flex-col gap-1">
      {chosen.tickets.map(({ ticket_number: number, admits, of = admits }) => {
        const ticket = tickets.find((one) => one.ticket_number === number)
        const text = ticket?.kind === 'add_on' ? `${admits} of ${of}` : peopleText(admits, of)
        return (
          <li key={number} className="flex flex-wrap items-baseline justify-between gap-x-3">
            <TicketName type={ticket?.ticket_type} number={number} /> <span>{text}</span>
          </li>
        )
      })}
    </ul>
  )
}

const peopleText = (people: number, of: number) =>
  of === 1 ? '1 person' : `${people} of ${of} people`

export function TicketName({ type, number }: { type: string | undefined; number: string }) {
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
    chosen: { people, add_ons: addOns = 0 },
    isBuyer,
    hasChoice,
    isNamed,
  }: { chosen: Chosen; isBuyer: boolean; hasChoice: boolean; isNamed: boolean },
): string {
  if (hasChoice && addOns > 0) {
    if (people === 0) return `We'll refund ${amount} for add-ons.`
    return people === 1
      ? `We'll refund ${amount} for add-ons and 1 person, who can no longer enter.`
      : `We'll refund ${amount} for add-ons and ${people} people, who can no longer enter.`
  }
  if (hasChoice) {
    return people === 1
      ? `We'll refund ${amount} for 1 person, who can no longer enter.`
      : `We'll refund ${amount} for ${people} people, who can no longer enter.`
  }
  if (isNamed) {
    return `You can keep what you have, and don't need to do anything. If you can't come, we'll refund ${amount} and cancel:`
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

import { useEffect, useRef } from 'react'
import { formatShortDateTime, formatShortSpan } from '../../ui/dates.rules.ts'
import { Link } from '../../ui/link.tsx'
import { WholeWords } from '../../ui/whole-words.tsx'
import type { FoundTicket } from '../lookup/lookup.rules.ts'
import { PHONE_TICKETS_MAX } from '../lookup/phone-tickets.rules.ts'
import { formatTicketNumber } from '../number.rules.ts'
import { SmsUnreached } from './sms-unreached.tsx'

/** Found tickets, without phone and email address, because phones are shared. */
export function FoundTickets({
  tickets,
  onClear,
}: {
  tickets: readonly FoundTicket[]
  onClear: () => void
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section aria-labelledby="found">
      <h2
        id="found"
        ref={heading}
        tabIndex={-1}
        className="text-lead font-bold tracking-tight"
      >{`${tickets.length} tickets found`}</h2>
      <ul className="mt-3 flex flex-col gap-3">
        {tickets.map((ticket) => (
          <li key={ticket.ticket_number}>
            <Link
              to={`/t/${ticket.ticket_number}`}
              state={{ known: true }}
              className="flex items-center justify-between gap-4 rounded-card border border-line bg-paper p-4 hover:border-ink hover:shadow-lift"
            >
              <span className="min-w-0">
                <About ticket={ticket} />
                <span className="block text-quiet">
                  {ticket.kind === 'add_on'
                    ? `Add-on · Good for ${ticket.quantity}`
                    : `Quantity: ${ticket.quantity}`}
                </span>
                {(ticket.refund || ticket.void) && (
                  <span className={`block text-small ${ticket.void ? 'text-bad' : 'text-quiet'}`}>
                    {ticket.void && <strong>No longer valid. </strong>}
                    {ticket.day_cancelled && 'The day of this ticket is cancelled.'}
                    {ticket.refund && <WholeWords text={ticket.refund.words} />}
                  </span>
                )}
                {ticket.transferred && (
                  <span className="block text-small text-bad">
                    <strong>Transferred.</strong> It was sent to another phone with a new number.
                  </span>
                )}
                <span className="block font-mono text-small" translate="no">
                  {formatTicketNumber(ticket.ticket_number)}
                </span>
              </span>
              <span aria-hidden="true" className="text-lead text-accent">
                →
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {tickets.length >= PHONE_TICKETS_MAX && (
        <p className="mt-3 text-small text-quiet">
          {`The list ends after ${PHONE_TICKETS_MAX} tickets.`}
        </p>
      )}
      <div className="mt-3">
        <SmsUnreached numbers={goodOf(tickets)} />
      </div>
      <p className="mt-3 text-small text-quiet">
        This list clears automatically after five minutes.{' '}
        <button
          type="button"
          onClick={onClear}
          className="needs-script inline-flex min-h-11 items-center font-semibold text-ink underline underline-offset-4"
        >
          Clear it now
        </button>
      </p>
    </section>
  )
}

/** The tickets of a phone are of several events, so each names its event. */
function About({ ticket }: { ticket: FoundTicket }) {
  const { event_title, date, time, last_date: last, ticket_type } = ticket
  const name = 'block wrap-anywhere text-lead font-bold tracking-tight'
  if (!event_title || !date || !time) return <span className={name}>{ticket_type}</span>
  return (
    <>
      <span className={name}>{event_title}</span>
      <time className="block" dateTime={`${date}T${time}+03:00`}>
        {last
          ? formatShortSpan(date, last, new Date())
          : formatShortDateTime(date, time, new Date())}
      </time>
      <span className="block wrap-anywhere font-semibold">{ticket_type}</span>
    </>
  )
}

function goodOf(tickets: readonly FoundTicket[]): string[] {
  const good = tickets.filter((one) => !one.transferred && !one.void)
  return good.map((one) => one.ticket_number)
}

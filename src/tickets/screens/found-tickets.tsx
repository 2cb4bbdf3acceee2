import { useEffect, useRef } from 'react'
import { Link } from '../../ui/link.tsx'
import { WholeWords } from '../../ui/whole-words.tsx'
import type { FoundTicket } from '../lookup/lookup.rules.ts'
import { formatTicketNumber } from '../number.rules.ts'
import { SmsUnreached } from './sms-unreached.tsx'

/** No phone and no address, because phones are shared. */
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
                <span className="block text-lead font-bold tracking-tight">
                  {ticket.ticket_type}
                </span>
                <span className="block text-quiet">Quantity: {ticket.quantity}</span>
                {ticket.refund && (
                  <span className="block text-small text-bad">
                    <strong>No longer valid.</strong> <WholeWords text={ticket.refund.words} />
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

function goodOf(tickets: readonly FoundTicket[]): string[] {
  return tickets.flatMap((one) => (one.refund || one.transferred ? [] : one.ticket_number))
}

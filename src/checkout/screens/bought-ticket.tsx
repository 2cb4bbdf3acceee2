import { useEffect, useState } from 'react'
import { TicketPaper } from '../../tickets/screens/ticket-paper.tsx'
import type { MetadataReply } from '../../tickets/tickets.contract.ts'
import { callApi } from '../../ui/api.ts'
import { ButtonLink, LONE_LINK } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import type { BoughtEvent, BoughtTicket } from '../success-state.rules.ts'

export function BoughtTicketCard({
  ticket,
  event,
}: {
  ticket: BoughtTicket
  event: BoughtEvent | undefined
}) {
  const { gate, ticket_type, quantity } = useTicketDetails(ticket)
  return (
    <TicketPaper
      number={ticket.ticket_number}
      type={ticket_type}
      heading="h2"
      gate={gate}
      quantity={quantity}
      isAddOn={ticket.kind === 'add_on'}
      qrSize={160}
      event={event && { ...event, ...timeOf(ticket, event) }}
    >
      <div className="flex flex-col gap-1 py-3 print:hidden">
        <ButtonLink to={`/t/${ticket.ticket_number}`} state={{ known: true }}>
          View Ticket →
        </ButtonLink>
        <p>
          <Link
            to={`/t/${ticket.ticket_number}#send`}
            state={{ known: true }}
            className={LONE_LINK}
          >
            Send to a friend
          </Link>
        </p>
      </div>
    </TicketPaper>
  )
}

/** The time of a ticket. Without a date of its own, the ticket is for the event's first day. */
const timeOf = ({ date, time, last_date }: BoughtTicket, event: BoughtEvent) =>
  date && time ? { date, time, last_date } : { date: event.date, time: event.time }

/**
 * The details of a ticket. Usually the order reply contains them. Fetches them if the reply lacks
 * the gate or the type.
 */
function useTicketDetails(ticket: BoughtTicket): MetadataReply {
  const { ticket_number: number, ticket_type, gate, quantity } = ticket
  const [fetched, setFetched] = useState<MetadataReply | null>(null)
  const isWhole = Boolean(gate && ticket_type)
  useEffect(() => {
    if (isWhole) return
    const path = `/api/functions/metadata?ticket_number=${encodeURIComponent(number)}`
    void callApi<MetadataReply>((to) => fetch(to), path).then((answer) => {
      if (answer.ok) setFetched(answer.data)
      else console.error('Failed to fetch ticket details')
    })
  }, [isWhole, number])
  return {
    gate: gate ?? fetched?.gate ?? 'Main Gate',
    ticket_type: ticket_type ?? fetched?.ticket_type ?? 'Standard',
    quantity: fetched?.quantity ?? quantity,
  }
}

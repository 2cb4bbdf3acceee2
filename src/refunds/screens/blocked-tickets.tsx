import { Link } from '../../ui/link.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { RefundLinkReply } from '../reschedule/refund-link.contract.ts'
import { TicketName } from './refund-choice.tsx'

type Ticket = RefundLinkReply['tickets'][number]
type Block = NonNullable<Ticket['blocked_by']>

/** The tickets that only support can refund, with the reason. */
export function BlockedTickets({ tickets }: { tickets: readonly Ticket[] }) {
  return (['part', 'inside'] as const).map((block) => {
    const blocked = tickets.filter((ticket) => ticket.blocked_by === block)
    if (blocked.length === 0) return null
    return (
      <Notice key={block}>
        <ul className="mb-2 flex flex-col gap-1 font-semibold">
          {blocked.map(({ ticket_type: type, ticket_number: number }) => (
            <li key={number}>
              <TicketName type={type} number={number} />
            </li>
          ))}
        </ul>
        <WriteToUs about={block} />
      </Notice>
    )
  })
}

/** Explains why the link cannot refund tickets, and how to get them refunded. */
export function WriteToUs({ about }: { about: Block }) {
  const link = (
    <Link to="/contact" className="font-semibold underline underline-offset-4">
      Write to us
    </Link>
  )
  return about === 'part' ? (
    <p>Tables and packs are refunded whole, so a part of one cannot be refunded here. {link}</p>
  ) : (
    <p>Some of these tickets were used at the gate, so this cannot be refunded here. {link}</p>
  )
}

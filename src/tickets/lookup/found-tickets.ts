import { unitFields } from '../../events/event.rules.ts'
import type { Language } from '../../platform/values/language.rules.ts'
import type { RefundNote, TicketLookupReply } from '../tickets.contract.ts'
import { type GenuineFacts, genuineStatus } from './genuine.rules.ts'

/** A function that callers pass in, because `tickets` may not import `refunds`. */
export type ReadRefundNote = (
  about: { receipts?: string[]; codes?: string[]; ticket?: { id: string; order_id: string } },
  language: Language,
) => Promise<RefundNote | null>

type NoteDeps = { readRefundNote: ReadRefundNote }

export type SoldTicket = GenuineFacts & {
  id: string
  order_id: string
  number: string
  admits: number
  ticket_type: string
  sold_in: number
  kind: string
}

/** A ticket as a look-up shows it, without phone and email. */
export async function toFound(
  deps: NoteDeps,
  ticket: SoldTicket,
  language: Language,
): Promise<TicketLookupReply['tickets'][number]> {
  const refund = await refundOf(deps, ticket, language)
  const status = genuineStatus(ticket)
  return {
    ticket_number: ticket.number,
    ticket_type: ticket.ticket_type,
    quantity: ticket.admits,
    ...unitFields(ticket),
    ...(refund && { refund }),
    ...(status === 'transferred' && { transferred: true as const }),
    ...(status === 'void' && { void: true as const }),
    ...(ticket.is_day_cancelled && ticket.state === 'valid' && { day_cancelled: true as const }),
  }
}

export async function refundOf(
  { readRefundNote }: NoteDeps,
  ticket: Pick<SoldTicket, 'id' | 'order_id' | 'void_reason'>,
  language: Language,
): Promise<RefundNote | null> {
  const isRefundable = ticket.void_reason === null || ticket.void_reason === 'refunded'
  return isRefundable ? await readRefundNote({ ticket }, language) : null
}

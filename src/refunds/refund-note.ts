import type { Deps } from '../platform/database/deps.ts'
import type { RefundNote } from '../tickets/tickets.contract.ts'
import { formatRefundNote } from './refund-note.rules.ts'
import { selectNotedRefunds, selectTicketRefund } from './refund-note.sql.ts'

/**
 * Where a refund stands, for who holds the ticket, the receipt or the order's code. The phone may be
 * shared: it names no number.
 */
export async function readRefundNote(
  { db }: Pick<Deps, 'db'>,
  about: { receipt?: string; code?: string; ticket?: { id: string; order_id: string } },
): Promise<RefundNote | null> {
  const { receipt = null, code = null, ticket } = about
  const refunds = ticket
    ? await selectTicketRefund(db, ticket)
    : await selectNotedRefunds(db, { receipt, code })
  return formatRefundNote(refunds, 'nobody')
}

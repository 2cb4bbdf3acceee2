import type { Deps } from '../platform/database/deps.ts'
import type { Language } from '../platform/values/language.rules.ts'
import type { RefundNote } from '../tickets/tickets.contract.ts'
import { formatRefundNote } from './refund-note.rules.ts'
import { selectNotedRefunds, selectTicketRefund } from './refund-note.sql.ts'

/**
 * The note about a refund, for a person with the ticket, its receipt or its order code. It shows
 * no phone number, because the reader may not be the person who paid.
 */
export async function readRefundNote(
  { db }: Pick<Deps, 'db'>,
  about: { receipts?: string[]; codes?: string[]; ticket?: { id: string; order_id: string } },
  language: Language,
): Promise<RefundNote | null> {
  const { receipts = [], codes = [], ticket } = about
  const refunds = ticket
    ? await selectTicketRefund(db, ticket)
    : await selectNotedRefunds(db, { receipts, codes })
  return formatRefundNote(refunds, 'nobody', language)
}

import type { LockedOrder } from '../../orders/orders.sql.ts'
import type { Tx } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { within } from '../../platform/limits/limits.ts'
import { queueTicketSms } from '../issuing/queue-ticket-sms.ts'
import { resendLimit } from '../limits.ts'
import { selectTextedTickets } from '../tickets.sql.ts'

/**
 * Queues the SMS of an order that is under lock, or of one of its lines, once more. An SMS that has not
 * left yet, or may not have, is not queued beside itself: a second click sends nothing. Each goes to the
 * phone that has the ticket now: the buyer's, unless it was sent on. With `holder` that one's alone.
 */
export async function textAgain(
  tx: Tx,
  deps: Pick<Deps, 'db' | 'env' | 'clock'>,
  order: LockedOrder,
  to: { line_id: string | null; buyer: string; holder?: string },
): Promise<void> {
  const { buyer, holder, line_id } = to
  const tickets = await selectTextedTickets(tx, { order_id: order.id, line_id }, buyer)
  const due = tickets.filter(
    ({ is_under_way, phone }) => !is_under_way && phone === (holder ?? phone),
  )
  if (due.length === 0) return
  const phones = [...new Set(due.map(({ phone }) => phone))].sort()
  const limits = phones.map((phone) => resendLimit(deps, phone))
  await within({ ...deps, db: tx }, limits, async () => {
    for (const { texts, ticket_type, phone, ...ticket } of due) {
      const event = {
        eventTitle: order.event_title,
        date: order.event_date,
        time: order.event_time,
        language: order.language,
        orderId: order.id,
      }
      const text = { ...ticket, ...event, ticketType: ticket_type }
      await queueTicketSms(tx, deps, text, { phone, time: texts })
    }
  })
}

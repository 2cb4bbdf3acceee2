import type { LockedOrder } from '../orders/orders.sql.ts'
import type { Tx } from '../platform/db.ts'
import type { Deps } from '../platform/deps.ts'
import { within } from '../platform/limits.ts'
import { resendLimit } from './limits.ts'
import { queueTicketSms } from './queue-ticket-sms.ts'
import { selectTextedTickets } from './tickets.sql.ts'

/**
 * Queues the SMS of an order that is under lock, or of one of its lines, once more. An SMS that has not
 * left yet, or may not have, is not queued beside itself: a second click sends nothing.
 */
export async function textAgain(
  tx: Tx,
  deps: Pick<Deps, 'db' | 'env' | 'clock'>,
  order: LockedOrder,
  to: { line_id: string | null; phone: string },
): Promise<void> {
  const { phone, line_id } = to
  const tickets = await selectTextedTickets(tx, { order_id: order.id, line_id }, phone)
  const due = tickets.filter((ticket) => !ticket.is_under_way)
  if (due.length === 0) return
  await within({ ...deps, db: tx }, [resendLimit(deps, phone)], async () => {
    for (const { texts, ticket_type, ...ticket } of due) {
      const event = {
        eventTitle: order.event_title,
        date: order.event_date,
        time: order.event_time,
        language: order.language,
      }
      const text = { ...ticket, ...event, ticketType: ticket_type }
      await queueTicketSms(tx, deps, text, { phone, time: texts })
    }
  })
}

import { OrderError } from '../orders/errors.ts'
import { lockOrder } from '../orders/orders.sql.ts'
import { inTransaction } from '../platform/db.ts'
import type { Deps } from '../platform/deps.ts'
import { isUuid } from '../platform/ids.ts'
import { within } from '../platform/limits.ts'
import type { Viewer } from '../platform/viewer.ts'
import { TicketError } from './errors.ts'
import { resendLimit } from './limits.ts'
import { phoneForTickets } from './phone-for-tickets.ts'
import { queueTicketSms } from './queue-ticket-sms.ts'
import { selectPayerPhone, selectSoldLine, selectTextedTickets } from './tickets.sql.ts'

/**
 * Queues the SMS of an order, or of one of its lines, once more. An SMS that has not left yet, or
 * may not have, is not queued beside itself: a second click sends nothing.
 */
export async function resendTickets(
  deps: Pick<Deps, 'db' | 'env' | 'clock'>,
  viewer: Viewer,
  id: string,
): Promise<void> {
  const now = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    const sold = isUuid(id) ? await selectSoldLine(tx, viewer, id) : undefined
    if (!sold) throw new OrderError('order_not_found')
    // Two who ask at once: the second one sees what the first one queued.
    const order = await lockOrder(tx, sold.order_id, now)
    if (order?.state !== 'issued') throw new TicketError('no_tickets_yet')
    const buyer = phoneForTickets(order, await selectPayerPhone(tx, order.id))
    const tickets = await selectTextedTickets(tx, sold, buyer)
    const due = tickets.filter((ticket) => !ticket.is_under_way)
    if (due.length === 0) return
    const phones = [...new Set(due.map(({ phone }) => phone))].sort()
    const limits = phones.map((phone) => resendLimit(deps, phone))
    await within({ ...deps, db: tx }, limits, async () => {
      for (const { texts, ticket_type, phone, ...ticket } of due) {
        const event = {
          eventTitle: order.event_title,
          date: order.event_date,
          time: order.event_time,
        }
        const text = { ...ticket, ...event, ticketType: ticket_type }
        await queueTicketSms(tx, deps, text, { phone, time: texts })
      }
    })
  })
}

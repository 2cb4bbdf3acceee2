import { lockOrder } from '../../orders/orders.sql.ts'
import { inTransaction } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { TicketError } from '../errors.ts'
import { phoneForTickets } from '../phone-for-tickets.ts'
import { selectLineOfTicket, selectPayerPhone } from '../tickets.sql.ts'
import { textAgain } from './text-again.ts'

/**
 * The same for who asks by the phone that the tickets were sent to: the SMS of this ticket's line.
 * Throws TicketError: no_such_ticket where it is another phone's.
 */
export async function resendToHolder(
  deps: Pick<Deps, 'db' | 'env' | 'clock'>,
  phone: string,
  ticketId: string,
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const line = await selectLineOfTicket(tx, ticketId)
    const order = line && (await lockOrder(tx, line.order_id, deps.clock.now()))
    if (!line || !order) throw new TicketError('no_such_ticket')
    const buyer = phoneForTickets(order, await selectPayerPhone(tx, order.id))
    if ((line.holder_phone ?? buyer) !== phone) throw new TicketError('no_such_ticket')
    if (order.state !== 'issued') throw new TicketError('no_tickets_yet')
    await textAgain(tx, deps, order, { line_id: line.line_id, buyer, holder: phone })
  })
}

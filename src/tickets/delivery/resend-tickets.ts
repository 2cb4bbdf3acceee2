import { OrderError } from '../../orders/errors.ts'
import { lockOrder } from '../../orders/orders.sql.ts'
import { inTransaction } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { isUuid } from '../../platform/ids.ts'
import { TicketError } from '../errors.ts'
import { phoneForTickets } from '../phone-for-tickets.ts'
import { selectPayerPhone, selectSoldLine } from '../tickets.sql.ts'
import { textAgain } from './text-again.ts'

/** Queues the SMS of an order, or of one of its lines, once more, for who manages its event. */
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
    await textAgain(tx, deps, order, { line_id: sold.line_id, buyer })
  })
}

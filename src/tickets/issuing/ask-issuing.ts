import { insertAudit } from '../../accounts/audit-log.sql.ts'
import { OrderError } from '../../orders/errors.ts'
import { orderPaid } from '../../orders/order-paid.job.ts'
import { lockOrder } from '../../orders/orders.sql.ts'
import { inTransaction } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { queueJob } from '../../platform/jobs/jobs.ts'
import { TicketError } from '../errors.ts'

/** An admin wants the tickets of a paid order made now. For one that has them nothing is done. */
export async function askIssuing(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { orderId, by }: { orderId: string; by: string },
): Promise<void> {
  const now = clock.now()
  await inTransaction(db, async (tx) => {
    const order = await lockOrder(tx, orderId, now)
    if (!order) throw new OrderError('order_not_found')
    if (order.state === 'issued') return
    if (order.state !== 'paid') throw new TicketError('not_paid')
    await queueJob(tx, orderPaid, { orderId })
    const said = { action: 'tickets_wanted', subject: order.code, eventId: order.event_id }
    await insertAudit(tx, { accountId: by, at: now }, [said])
  })
}

import { insertAudit } from '../../accounts/audit-log.sql.ts'
import { lockOrder } from '../../orders/orders.sql.ts'
import { selectPaymentOrder } from '../../payments/payments.sql.ts'
import { inTransaction } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { isUuid } from '../../platform/ids.ts'
import { lockGoodTickets } from '../../tickets/void-tickets.sql.ts'
import { RefundError } from '../errors.ts'
import { settleReturn } from '../returns.sql.ts'
import { takeBack } from '../take-back/take-back.ts'
import { outsideOf } from '../take-back/ticket-shares.rules.ts'

/**
 * Voids the tickets of a payment that M-Pesa took back. People who are inside stay, and the tickets
 * admit no further people. Opens a refund that ends as returned, so that no money is paid.
 */
export async function voidReturned(
  deps: Pick<Deps, 'db' | 'clock'>,
  viewer: Viewer,
  paymentId: string,
): Promise<void> {
  if (!isUuid(paymentId)) throw new RefundError('not_returned')
  const now = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    const orderId = await selectPaymentOrder(tx, paymentId)
    const order = orderId && (await lockOrder(tx, orderId, now))
    if (!order || !(await settleReturn(tx, paymentId, now))) throw new RefundError('not_returned')
    const tickets = await lockGoodTickets(tx, order.id)
    const unused = outsideOf(tickets)
    if (order.state === 'paid' || unused.length > 0) {
      const chosen = tickets.length > 0 && { tickets: unused }
      const request = { orderId: order.id, reason: 'returned', ...chosen } as const
      await takeBack(tx, { ...request, requestedBy: viewer.accountId }, now)
    }
    await insertAudit(tx, { accountId: viewer.accountId, at: now }, [
      {
        action: 'returned_tickets_voided',
        subject: order.code,
        eventId: order.event_id,
        after: {
          voided: unused.length,
          used: tickets.filter(({ admitted }) => admitted > 0).length,
        },
      },
    ])
  })
}

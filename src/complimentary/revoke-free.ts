import { auditEvent } from '../accounts/audit-log.sql.ts'
import { SMS } from '../messages/sms.text.ts'
import { OrderError } from '../orders/errors.ts'
import { lockOrder } from '../orders/orders.sql.ts'
import { selectWholeLines } from '../orders/sales/sales.sql.ts'
import { assert } from '../platform/assert.ts'
import { inTransaction } from '../platform/database/db.ts'
import type { Deps } from '../platform/database/deps.ts'
import type { Viewer } from '../platform/http/viewer.ts'
import { isUuid } from '../platform/ids.ts'
import { lockGoodTickets } from '../tickets/void-tickets.sql.ts'
import type { Revoked } from './complimentary.contract.ts'
import { ComplimentaryError } from './errors.ts'
import { selectOrderOfLine } from './free-orders.sql.ts'
import { notifyRevoked, voidFree } from './revoke-tickets.ts'

/**
 * Revokes all valid tickets of the free order of an order line, and notifies their holders. The
 * places are for sale again. If people have come in with the order's tickets, the tickets stay
 * valid. Throws order_not_found, order_not_free, event_over.
 */
export async function revokeFree(
  deps: Pick<Deps, 'db' | 'clock'>,
  viewer: Viewer,
  lineId: string,
): Promise<Revoked> {
  const now = deps.clock.now()
  const line = isUuid(lineId) ? await selectOrderOfLine(deps.db, viewer, lineId, now) : undefined
  if (!line) throw new OrderError('order_not_found')
  if (!line.is_free) throw new ComplimentaryError('order_not_free')
  if (line.has_ended) throw new ComplimentaryError('event_over')
  return await inTransaction(deps.db, async (tx) => {
    const order = await lockOrder(tx, line.order_id, now)
    assert(order, 'the order of a line is gone')
    if (order.state !== 'paid' && order.state !== 'issued') return { revoked: 0, inside: 0 }
    const good = await lockGoodTickets(tx, order.id)
    // Counts the order lines, because an order has no tickets before they are issued.
    const lines = await selectWholeLines(tx, order.id)
    const people = lines.reduce((sum, { quantity }) => sum + quantity, 0)
    if (good.some(({ admitted }) => admitted > 0)) return { revoked: 0, inside: people }
    const tickets = await voidFree(tx, order, 'revoked', now)
    const changed = { id: order.event_id, title: order.event_title }
    const entry = { action: 'free_revoked', after: { revoked: people }, now }
    await auditEvent(tx, { accountId: viewer.accountId }, changed, entry)
    await notifyRevoked(tx, order, tickets, { text: SMS.freeRevoked, now })
    return { revoked: people, inside: 0 }
  })
}

import { selectLatestChange } from '../../events/event-change.sql.ts'
import { OrderError } from '../../orders/errors.ts'
import { assert } from '../../platform/assert.ts'
import { inTransaction } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { isUuid } from '../../platform/ids.ts'
import { RefundError } from '../errors.ts'
import { takeBack } from '../take-back/take-back.ts'
import { type LinkOwner, lockLink, setRequested } from './refund-link.sql.ts'

/**
 * Requests a refund of a rescheduled event, once, within 14 days of the announcement: by the
 * buyer's link all tickets that are still with the buyer, by a holder's link the transferred
 * ticket. Any holder of a link may request the refund, because the money goes to the phone that
 * paid.
 */
export async function requestLinkRefund(
  deps: Pick<Deps, 'db' | 'clock'>,
  token: string,
  owner: LinkOwner,
): Promise<void> {
  if ('orderId' in owner && !isUuid(owner.orderId)) throw new OrderError('order_not_found')
  const now = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    const link = await lockLink(tx, token, owner)
    if (!link) throw new OrderError('order_not_found')
    if (link.requested_at !== null) return
    const change = await selectLatestChange(tx, link.event_id)
    const isOpen = change && link.created_at <= change.announced_at && now <= change.request_until
    if (!isOpen) throw new RefundError('request_closed')
    if (link.void_reason === 'transferred') throw new RefundError('sent_on')
    const which = 'orderId' in owner ? { isByBuyer: true } : { ticketNumbers: [owner.ticketNumber] }
    const asked = { orderId: link.order_id, reason: 'moved', words: '', requestedBy: null } as const
    const refundId = await takeBack(tx, { ...asked, ...which }, now).catch(refuse)
    if (refundId === null) throw new RefundError('went_back')
    const isFirst = await setRequested(tx, token, { refundId, now })
    assert(isFirst, 'a link under lock was used')
  })
}

/** Replaces errors whose texts describe actions that only an admin can take. */
function refuse(error: unknown): never {
  const code = error instanceof RefundError ? error.code : null
  if (code === 'tickets_used') throw new RefundError('came_in')
  if (code === 'nothing_to_refund') throw new RefundError('went_back')
  // A holder's ticket is void.
  if (code === 'unknown_ticket') throw new RefundError('went_back')
  throw error
}

import { selectLatestChange } from '../../events/event-change.sql.ts'
import { OrderError } from '../../orders/errors.ts'
import { assert } from '../../platform/assert.ts'
import { inTransaction } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { isUuid } from '../../platform/ids.ts'
import { RefundError } from '../errors.ts'
import { takeBack } from '../take-back/take-back.ts'
import { lockLink, setRequested } from './refund-link.sql.ts'

/**
 * Requests the refund of a whole order of a rescheduled event, once, within 14 days of the
 * announcement. Any holder of the link may request the refund, because the money goes to the phone
 * that paid.
 */
export async function requestLinkRefund(
  deps: Pick<Deps, 'db' | 'clock'>,
  link: { orderId: string; token: string },
): Promise<void> {
  if (!isUuid(link.orderId)) throw new OrderError('order_not_found')
  const now = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    const order = await lockLink(tx, link)
    if (!order) throw new OrderError('order_not_found')
    if (order.requested_at !== null) return
    const change = await selectLatestChange(tx, order.event_id)
    const isOpen = change && order.created_at <= change.announced_at && now <= change.request_until
    if (!isOpen) throw new RefundError('request_closed')
    const { orderId } = link
    const asked = { orderId, reason: 'moved', words: '', requestedBy: null } as const
    const id = await takeBack(tx, asked, now).catch(refuseBuyer)
    if (id === null) throw new RefundError('went_back')
    assert(await setRequested(tx, orderId, now), 'a link under lock was used')
  })
}

/** Replaces errors whose texts describe actions that only an admin can take. */
function refuseBuyer(error: unknown): never {
  const code = error instanceof RefundError ? error.code : null
  if (code === 'tickets_used') throw new RefundError('came_in')
  if (code === 'nothing_to_refund') throw new RefundError('went_back')
  throw error
}

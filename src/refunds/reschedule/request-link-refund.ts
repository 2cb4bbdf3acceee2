import { type EventChange, selectChanges } from '../../events/event-change.sql.ts'
import { REPLIES } from '../../messages/replies.text.ts'
import { smsShortDate } from '../../messages/sms.rules.ts'
import { fill } from '../../messages/twin.rules.ts'
import { OrderError } from '../../orders/errors.ts'
import { inTransaction } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { isUuid } from '../../platform/ids.ts'
import { nairobiDate } from '../../platform/values/nairobi.rules.ts'
import { RefundError } from '../errors.ts'
import type { NamedTicket } from '../take-back/chosen-tickets.ts'
import { findRepeated } from '../take-back/repeated-refund.ts'
import { type TakeBackRequest, takeBack } from '../take-back/take-back.ts'
import { freedOf } from './link-tickets.ts'
import { addRequested, type LinkOwner, lockLink, selectLink } from './refund-link.sql.ts'

/**
 * Requests a refund after a reschedule, until the end of the fourteenth day after the
 * day of the announcement. The buyer's link refunds
 * tickets still with the buyer; a holder's link refunds the transferred ticket. Without `parts` all
 * people left are refunded, and a repeated request changes nothing. Anyone with the link may request
 * the refund, because the money goes to the phone that paid.
 */
export async function requestLinkRefund(
  deps: Pick<Deps, 'db' | 'clock'>,
  { token, owner, parts }: LinkRequest,
): Promise<void> {
  if ('orderId' in owner && !isUuid(owner.orderId)) throw new OrderError('order_not_found')
  const now = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    const link = await lockLink(tx, token, owner)
    if (!link) throw new OrderError('order_not_found')
    const changes = await selectChanges(tx, link.event_id)
    const { change, isIn, only } = freedOf((await selectLink(tx, token))!, changes, now)
    const isOpen = change && isIn
    const isRepeat = link.requested_at !== null && !parts
    if (!isOpen && isRepeat) return
    if (!isOpen) throw closed(change)
    if (link.void_reason === 'transferred' && !isRepeat) throw new RefundError('sent_on')
    const which = whichOf(owner, parts)
    const request = { orderId: link.order_id, reason: 'moved', requestedBy: null, only } as const
    const wasUsed = link.requested_at !== null
    if (wasUsed && (await findRepeated(tx, { ...request, ...which }, now)) !== null) return
    const refundId = await takeBack(tx, { ...request, ...which }, now).catch((error) => {
      if (isRepeat && error instanceof RefundError) return null
      throw forBuyer(error, parts !== null)
    })
    if (refundId !== null) await addRequested(tx, token, { refundId, now })
    else if (!isRepeat) throw new RefundError('went_back')
  })
}

/** The error after the last day for requests. Its text names this day, like the SMS. */
function closed(change: EventChange | undefined): RefundError {
  if (!change) return new RefundError('request_closed')
  const day = nairobiDate(change.request_until)
  const text = {
    en: fill(REPLIES.refundsEnded, 'en', { day: smsShortDate(day, 'en') }),
    sw: fill(REPLIES.refundsEnded, 'sw', { day: smsShortDate(day, 'sw') }),
  }
  return new RefundError('request_closed', { text })
}

type LinkRequest = { token: string; owner: LinkOwner; parts: readonly NamedTicket[] | null }

/** The tickets to refund, and who requests the refund. A holder's link is for one ticket. */
function whichOf(
  owner: LinkOwner,
  parts: LinkRequest['parts'],
): Pick<TakeBackRequest, 'tickets' | 'by'> {
  if ('orderId' in owner) return { by: 'buyer', ...(parts && { tickets: parts }) }
  const number = owner.ticketNumber
  if (parts?.some((part) => part.number !== number)) throw new RefundError('unknown_ticket')
  return { by: 'holder', tickets: parts ?? [{ number }] }
}

/** Replaces errors whose texts describe actions that only an admin can take. */
function forBuyer(error: unknown, areChosen: boolean): unknown {
  const code = error instanceof RefundError ? error.code : null
  if (code === 'nothing_to_refund') return new RefundError('went_back')
  // The ticket of a holder's link was not found, because it is void.
  if (code === 'unknown_ticket' && !areChosen) return new RefundError('went_back')
  return error
}

import { queueSms } from '../../messages/outbox.ts'
import { type LockedOrder, lockOrder } from '../../orders/orders.sql.ts'
import { assert } from '../../platform/assert.ts'
import { inTransaction, type Tx } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { isUuid } from '../../platform/ids.ts'
import { TicketError } from '../errors.ts'
import { takeFromTicket } from '../void-tickets.sql.ts'
import { lockTransferred, returnToTicket, selectTakeBack } from './take-backs.sql.ts'
import { takenBackSms } from './transfer.rules.ts'
import { endRequested, lockSendable, type SentTicket } from './transfer.sql.ts'
import { sendCode } from './transfer-codes.ts'

type TakeBackCall = {
  ticket: { id: string; order_id: string }
  transferredId: string
  address: string
}

/**
 * Sends a code to the sender's phone. Possible until the receiver opens the ticket. Returns the id
 * of the request; a repeated call returns the id of the open request.
 */
export async function requestTakeBack(
  deps: Pick<Deps, 'db' | 'env' | 'clock'>,
  { ticket: { id, order_id: orderId }, transferredId, address }: TakeBackCall,
): Promise<string> {
  const now = deps.clock.now()
  return await inTransaction(deps.db, async (tx) => {
    const order = await lockOrder(tx, orderId, now)
    assert(order, `the ticket ${id} has no order`)
    const ticket = await lockSendable(tx, id, now)
    const transferred = await findTransferred(tx, ticket, transferredId)
    const open = await selectTakeBack(tx, transferred.id, now)
    if (open) return open
    const shares = [{ phone: transferred.phone, admits: transferred.people }]
    return await sendCode(tx, deps, { order, ticket, takesBack: transferred.id, shares, address })
  })
}

/** Called once the code is confirmed. Returns the number of people that came back. */
export async function takeBackTransfer(
  tx: Tx,
  {
    order,
    ticket,
    transferredId,
    now,
  }: { order: LockedOrder; ticket: SentTicket; transferredId: string; now: Date },
): Promise<number> {
  const transferred = await findTransferred(tx, ticket, transferredId)
  const { people } = transferred
  const taken = { id: transferred.id, people, reason: 'revoked' as const }
  assert(await takeFromTicket(tx, taken), 'a ticket under lock moved')
  assert(await returnToTicket(tx, ticket.id, people), 'a ticket under lock moved')
  await endRequested(tx, transferred.id)
  const { event_title: eventTitle, language, id: orderId } = order
  await queueSms(tx, {
    phone: transferred.phone,
    body: takenBackSms({ language, eventTitle, number: transferred.number }),
    dedupeKey: `taken_back:${transferred.id}`,
    orderId,
    now,
  })
  return people
}

/** Throws a TicketError if the ticket cannot be taken back. */
async function findTransferred(tx: Tx, ticket: SentTicket, transferredId: string) {
  const transferred = isUuid(transferredId)
    ? await lockTransferred(tx, ticket.id, transferredId)
    : undefined
  if (!transferred) throw new TicketError('no_such_transfer')
  if (ticket.isCancelled) throw new TicketError('ticket_cancelled')
  const isGone = ticket.state === 'void' && ticket.voidReason !== 'transferred'
  if (isGone || !ticket.isPaid) throw new TicketError('ticket_void')
  if (ticket.isOver) throw new TicketError('transfers_closed')
  if (!transferred.isUntouched) throw new TicketError('already_opened')
  return transferred
}

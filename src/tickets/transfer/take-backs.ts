import { queueSms } from '../../messages/outbox.ts'
import { type LockedOrder, lockOrder } from '../../orders/orders.sql.ts'
import { assert } from '../../platform/assert.ts'
import { inTransaction, type Tx } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { isUuid } from '../../platform/ids.ts'
import { TicketError } from '../errors.ts'
import { takeFromTicket } from '../void-tickets.sql.ts'
import { giveToTicket, lockGiven, selectTakeBack } from './take-backs.sql.ts'
import { takenBackSms } from './transfer.rules.ts'
import { endRequested, lockSendable, type SentTicket } from './transfer.sql.ts'
import { sendCode } from './transfer-codes.ts'

type TakeBackCall = {
  ticket: { id: string; order_id: string }
  givenId: string
  address: string
}

/**
 * Starts to take a transferred ticket back for its sender, which is possible until the receiver
 * opens it. As for a transfer, sends a code to the sender's phone. A repeated request returns the id
 * of the open request and sends no second code.
 */
export async function requestTakeBack(
  deps: Pick<Deps, 'db' | 'env' | 'clock'>,
  { ticket: { id, order_id: orderId }, givenId, address }: TakeBackCall,
): Promise<string> {
  const now = deps.clock.now()
  return await inTransaction(deps.db, async (tx) => {
    const order = await lockOrder(tx, orderId, now)
    assert(order, `the ticket ${id} has no order`)
    const ticket = await lockSendable(tx, id, now)
    const given = await findGiven(tx, ticket, givenId)
    const open = await selectTakeBack(tx, given.id, now)
    if (open) return open
    const shares = [{ phone: given.phone, admits: given.people }]
    return await sendCode(tx, deps, { order, ticket, takesBack: given.id, shares, address })
  })
}

/**
 * Takes a ticket back after its code was confirmed. Returns the number of people on the returned
 * ticket.
 */
export async function takeBackGiven(
  tx: Tx,
  {
    order,
    ticket,
    givenId,
    now,
  }: { order: LockedOrder; ticket: SentTicket; givenId: string; now: Date },
): Promise<number> {
  const given = await findGiven(tx, ticket, givenId)
  const { people } = given
  assert(await takeFromTicket(tx, given.id, people, 'revoked'), 'a ticket under lock moved')
  assert(await giveToTicket(tx, ticket.id, people), 'a ticket under lock moved')
  await endRequested(tx, given.id)
  const { event_title: eventTitle, language, id: orderId } = order
  await queueSms(tx, {
    phone: given.phone,
    body: takenBackSms({ language, eventTitle, number: given.number }),
    dedupeKey: `taken_back:${given.id}`,
    orderId,
    now,
  })
  return people
}

/** Locks the transferred ticket. Throws a TicketError if it cannot be taken back. */
async function findGiven(tx: Tx, ticket: SentTicket, givenId: string) {
  const given = isUuid(givenId) ? await lockGiven(tx, ticket.id, givenId) : undefined
  if (!given) throw new TicketError('no_such_transfer')
  if (ticket.isCancelled) throw new TicketError('ticket_cancelled')
  const isGone = ticket.state === 'void' && ticket.voidReason !== 'transferred'
  if (isGone || !ticket.isPaid) throw new TicketError('ticket_void')
  if (ticket.isOver) throw new TicketError('transfers_closed')
  if (!given.isUntouched) throw new TicketError('already_opened')
  return given
}

import { type LockedOrder, lockOrder } from '../../orders/orders.sql.ts'
import { assert } from '../../platform/assert.ts'
import { inTransaction, type Tx } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { within } from '../../platform/limits/limits.ts'
import { TicketError } from '../errors.ts'
import { queueTicketSms } from '../issuing/queue-ticket-sms.ts'
import { receivedLimit } from '../limits.ts'
import { makeSentTicket } from './make-sent-ticket.ts'
import {
  countWrongCode,
  finishTransfer,
  lockSendable,
  lockTransfer,
  type SentTicket,
  selectNextPart,
  selectShares,
  setNewTicket,
  takeFromTicket,
} from './transfer.sql.ts'
import { hashCode, isSameCode } from './transfer-code.ts'
import { refuseStopped, tooMany } from './transfer-refusals.ts'

type Confirming = { id: string; ticket: { id: string; order_id: string }; code: string }

/**
 * The code is right: each phone gets a ticket of its own with a new number, and the people leave the
 * old one. Said again it is done already. A wrong code is counted, and committed, before it is
 * refused. Answers how many people went.
 */
export async function confirmTransfer(
  deps: Pick<Deps, 'db' | 'env' | 'clock'>,
  { id, ticket: { id: ticketId, order_id: orderId }, code }: Confirming,
): Promise<number> {
  const now = deps.clock.now()
  const said = hashCode(deps, id, code.replace(/\s/g, ''))
  const sent = await inTransaction(deps.db, async (tx) => {
    const order = await lockOrder(tx, orderId, now)
    assert(order, `the ticket ${ticketId} has no order`)
    const ticket = await lockSendable(tx, ticketId, now)
    const transfer = await lockTransfer(tx, id)
    if (!transfer) return 'ended'
    const isRight = isSameCode(transfer.code_hash, said)
    const shares = await selectShares(tx, id)
    const people = shares.reduce((sum, { admits }) => sum + admits, 0)
    if (transfer.state === 'done' && isRight) return people
    if (transfer.state !== 'asked' || transfer.expires_at <= now) return 'ended'
    if (!isRight) return (await countWrongCode(tx, id)) ? 'wrong' : 'ended'
    refuseStopped(ticket, now)
    if (people > ticket.admits - ticket.admitted) throw tooMany(ticket.admits - ticket.admitted)
    const limits = shares.map(({ phone }) => receivedLimit(deps, phone))
    await within({ ...deps, db: tx }, limits, async () => {
      await sendOn(tx, deps, { order, ticket, transferId: id, shares, people })
      assert(await finishTransfer(tx, id, now), 'a transfer under lock moved')
    })
    return people
  })
  if (sent === 'wrong') throw new TicketError('wrong_code', { details: { field: 'code' } })
  if (sent === 'ended') throw new TicketError('transfer_code_ended')
  return sent
}

type Sending = {
  order: LockedOrder
  ticket: SentTicket
  transferId: string
  shares: Awaited<ReturnType<typeof selectShares>>
  people: number
}

async function sendOn(
  tx: Tx,
  deps: Pick<Deps, 'env' | 'clock'>,
  { order, ticket, transferId, shares, people }: Sending,
): Promise<void> {
  assert(await takeFromTicket(tx, ticket.id, people), 'a ticket under lock moved')
  const firstPart = await selectNextPart(tx, ticket.order_line_id)
  for (const { position, phone, admits } of shares) {
    const part = firstPart + position
    const made = await makeSentTicket(tx, ticket, { phone, admits, part, now: deps.clock.now() })
    const isNew = await setNewTicket(tx, { transferId, position, ticketId: made.id })
    assert(isNew, 'a share was sent before')
    const text = {
      ...made,
      admits,
      eventTitle: order.event_title,
      date: order.event_date,
      time: order.event_time,
      language: order.language,
      orderId: order.id,
      ticketType: ticket.ticket_type,
      gate: ticket.gate,
    }
    await queueTicketSms(tx, deps, text, { phone, time: 0 })
  }
}

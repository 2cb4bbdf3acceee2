import { auditEvent } from '../accounts/audit-log.sql.ts'
import { queueSms } from '../messages/outbox.ts'
import { writeSms } from '../messages/sms.rules.ts'
import { SMS } from '../messages/sms.text.ts'
import { revokeComplimentary } from '../orders/complimentary/complimentary-orders.ts'
import { type LockedOrder, lockOrder } from '../orders/orders.sql.ts'
import { giveBackOrder } from '../orders/sales/sales.ts'
import { assert } from '../platform/assert.ts'
import { inTransaction, type Tx } from '../platform/database/db.ts'
import type { Deps } from '../platform/database/deps.ts'
import type { Viewer } from '../platform/http/viewer.ts'
import { isUuid } from '../platform/ids.ts'
import { formatTicketNumber } from '../tickets/number.rules.ts'
import { lockGoodTickets, voidTickets } from '../tickets/void-tickets.sql.ts'
import type { Revoked } from './complimentary.contract.ts'
import {
  type EventOfGuests,
  type GuestRow,
  selectEventOfGuests,
  selectGuests,
} from './complimentary.sql.ts'
import { ComplimentaryError } from './errors.ts'

type GoodTicket = Awaited<ReturnType<typeof lockGoodTickets>>[number]

/**
 * Makes the tickets of a guest's locked order void and puts them back on sale. Returns the tickets,
 * so that the caller can notify their holders.
 */
export async function voidComplimentary(
  tx: Tx,
  order: Pick<LockedOrder, 'id'>,
  cause: string,
  now: Date,
): Promise<GoodTicket[]> {
  const tickets = await lockGoodTickets(tx, order.id)
  await voidLocked(tx, tickets)
  await revokeComplimentary(tx, order, cause, now)
  return tickets
}

/** Like `voidComplimentary`, for a free order. Reverses the sale; no money needs a refund. */
export async function voidFree(
  tx: Tx,
  order: Pick<LockedOrder, 'id' | 'event_id'>,
  cause: string,
  now: Date,
): Promise<GoodTicket[]> {
  const tickets = await lockGoodTickets(tx, order.id)
  await voidLocked(tx, tickets)
  await giveBackOrder(tx, order, { cause, now })
  return tickets
}

async function voidLocked(tx: Tx, tickets: readonly GoodTicket[]): Promise<void> {
  const ids = tickets.map(({ id }) => id)
  assert((await voidTickets(tx, ids, 'revoked')) === ids.length, 'a ticket under lock moved')
}

/**
 * Revokes the tickets of a batch or allotment, or of some of its orders, and notifies their
 * holders. If people have come in with tickets of an order, its tickets stay valid. Each order has
 * its own transaction, so that no sale waits for a large batch. After a crash, a repeated call
 * revokes the rest. Throws given_not_found, event_over.
 */
export async function revokeTickets(
  deps: Pick<Deps, 'db' | 'clock'>,
  viewer: Viewer,
  id: string,
  orderIds?: readonly string[],
): Promise<Revoked> {
  const now = deps.clock.now()
  const event = isUuid(id) ? await selectEventOfGuests(deps.db, viewer, id, now) : undefined
  if (!event) throw new ComplimentaryError('given_not_found')
  if (event.has_ended) throw new ComplimentaryError('event_over')
  const guests = await selectGuests(deps.db, id)
  const wanted = guests.filter(
    ({ order_id }) => !orderIds || orderIds.some((one) => one.toLowerCase() === order_id),
  )
  if (orderIds && wanted.length < new Set(orderIds).size) {
    throw new ComplimentaryError('given_not_found', { details: { field: 'order_ids' } })
  }
  const result = { revoked: 0, inside: 0 }
  const by = { accountId: viewer.accountId, at: now }
  for (const guest of wanted) {
    const outcome = await inTransaction(deps.db, (tx) => revokeOrder(tx, by, event, guest))
    if (outcome !== null) result[outcome] += guest.quantity / guest.sold_in
  }
  return result
}

/**
 * Revokes one order. Returns null if the order was revoked before, and 'inside' if people have come
 * in.
 */
async function revokeOrder(
  tx: Tx,
  by: { accountId: string; at: Date },
  event: EventOfGuests,
  { order_id: orderId, quantity }: Pick<GuestRow, 'order_id' | 'quantity'>,
): Promise<'revoked' | 'inside' | null> {
  const now = by.at
  const order = await lockOrder(tx, orderId, now)
  assert(order, 'the order of a guest is gone')
  if (order.state !== 'paid' && order.state !== 'issued') return null
  const tickets = await lockGoodTickets(tx, orderId)
  if (tickets.some(({ admitted }) => admitted > 0)) return 'inside'
  await voidLocked(tx, tickets)
  await revokeComplimentary(tx, order, 'revoked', now)
  const changed = { id: event.event_id, title: event.title }
  await auditEvent(tx, by, changed, { action: 'given_revoked', after: { revoked: quantity }, now })
  await notifyRevoked(tx, order, tickets, { text: SMS.complimentaryRevoked, now })
  return 'revoked'
}

/** Notifies the holders that the organizer revoked their tickets. */
export async function notifyRevoked(
  tx: Tx,
  order: LockedOrder,
  tickets: readonly GoodTicket[],
  { text, now }: { text: typeof SMS.complimentaryRevoked | typeof SMS.freeRevoked; now: Date },
): Promise<void> {
  for (const ticket of tickets) {
    const phone = ticket.holder_phone ?? order.phone
    if (phone === '') continue
    await queueSms(tx, {
      phone,
      body: writeSms(text, order.language, {
        title: order.event_title,
        number: formatTicketNumber(ticket.number),
      }),
      dedupeKey: `given_revoked:${ticket.id}`,
      orderId: order.id,
      now,
    })
  }
}

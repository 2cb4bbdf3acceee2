import { lockOrder } from '../../orders/orders.sql.ts'
import type { Tx } from '../../platform/database/db.ts'
import type { NamedTicket } from './chosen-tickets.ts'
import { holdPayouts, selectSameRefund } from './refundable-order.sql.ts'

/** Within this time, an equal request of the same account is a repeat: a second press or a retry. */
const REPEAT_MS = 10_000

type Requested = {
  orderId: string
  tickets?: readonly NamedTicket[]
  reason: string
  note?: string
  requestedBy: string | null
}

/**
 * The id of the refund that an equal request has just made; null if there is none. Looks only if
 * all tickets have `people` and none has `of`: other repeated requests cannot refund twice. Locks
 * the order, so that a concurrent equal request has ended.
 */
export async function findRepeated(tx: Tx, request: Requested, now: Date): Promise<string | null> {
  const { orderId, tickets = [], reason, note = '', requestedBy } = request
  const people = tickets.flatMap((ticket) =>
    ticket.people === undefined ? [] : [[ticket.number, ticket.people] as const],
  )
  const isCertain = people.length < tickets.length || tickets.some(({ of }) => of !== undefined)
  if (people.length === 0 || isCertain) return null
  await holdPayouts(tx, orderId)
  await lockOrder(tx, orderId, now)
  const since = new Date(now.getTime() - REPEAT_MS)
  const which = { orderId, reason, note, requestedBy, since, people: Object.fromEntries(people) }
  return await selectSameRefund(tx, which)
}

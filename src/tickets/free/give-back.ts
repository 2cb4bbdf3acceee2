import { queueSms } from '../../messages/outbox.ts'
import { REPLIES } from '../../messages/replies.text.ts'
import { fill } from '../../messages/twin.rules.ts'
import type { LockedOrder } from '../../orders/orders.sql.ts'
import { giveBackPart } from '../../orders/sales/sales.ts'
import { assert } from '../../platform/assert.ts'
import type { Tx } from '../../platform/database/db.ts'
import { TicketError } from '../errors.ts'
import { takeFromTicket } from '../void-tickets.sql.ts'
import { type FreeTicket, lockFreeTicket } from './free-tickets.sql.ts'
import { giveBackStop, givenBackSms } from './give-back.rules.ts'

/**
 * Gives back a ticket of the locked order, or some of its people; without `people` all of them. The
 * caller has proof of the phone that has the ticket. Returns the number of people.
 */
export async function giveBackTicket(
  tx: Tx,
  order: LockedOrder,
  { ticketId, people: wanted, now }: { ticketId: string; people: number | undefined; now: Date },
): Promise<number> {
  const ticket = await lockFreeTicket(tx, ticketId)
  const people = peopleToReturn(ticket, wanted, now)
  await giveBackLocked(tx, order, { ticket, people, now })
  return people
}

/** Returns `wanted`, or else all people of the ticket. Throws a TicketError as `giveBackFree` does. */
export function peopleToReturn(
  ticket: FreeTicket,
  wanted: number | null | undefined,
  now: Date,
): number {
  const stop = giveBackStop(ticket, now)
  if (stop) throw new TicketError(stop)
  const people = wanted ?? ticket.admits
  if (people > ticket.admits) throw tooMany(ticket.admits)
  if (people < ticket.admits && ticket.soldIn > 1) throw new TicketError('returned_whole')
  return people
}

/** Gives back `people`, the result of `peopleToReturn` while the ticket is locked. */
export async function giveBackLocked(
  tx: Tx,
  order: LockedOrder,
  { ticket, people, now }: { ticket: FreeTicket; people: number; now: Date },
): Promise<void> {
  const {
    id,
    admits,
    holder,
    order_line_id: lineId,
    ticket_type: ticketType,
    soldIn,
    kind,
  } = ticket
  assert(
    await takeFromTicket(tx, { id, people, reason: 'given_back' }),
    'a ticket under lock moved',
  )
  const part = { lineId, quantity: people, amountCents: 0 }
  await giveBackPart(tx, order, part, { cause: 'given_back', now })
  const { language, event_title: eventTitle, id: orderId } = order
  const left = admits - people
  if (holder !== null) {
    await queueSms(tx, {
      phone: holder,
      body: givenBackSms({ language, eventTitle, ticketType, soldIn, kind, people, left }),
      dedupeKey: `given_back:${id}:${left}`,
      orderId,
      now,
    })
  }
}

export function tooMany(left: number): TicketError {
  const { onePersonLeft, peopleLeft } = REPLIES
  const text =
    left === 1
      ? onePersonLeft
      : { en: fill(peopleLeft, 'en', { left }), sw: fill(peopleLeft, 'sw', { left }) }
  return new TicketError('too_many_people', { text, details: { left } })
}

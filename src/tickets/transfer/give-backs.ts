import { phoneForTickets } from '../../orders/order.rules.ts'
import { type LockedOrder, lockOrder } from '../../orders/orders.sql.ts'
import { assert } from '../../platform/assert.ts'
import { inTransaction, type Tx } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { TicketError } from '../errors.ts'
import { lockFreeTicket, selectFreeTicket } from '../free/free-tickets.sql.ts'
import { giveBackLocked, peopleToReturn } from '../free/give-back.ts'
import { lockSendable, selectGiveBacks } from './transfer.sql.ts'
import { sendCode } from './transfer-codes.ts'

type GiveBack = {
  ticketId: string
  /** How many people of the ticket; null for all. */
  people: number | null
  /**
   * A phone that is proven, such as the caller's phone in a USSD session, or the address of a
   * browser, which proves nothing by the ticket's number.
   */
  by: { provenPhone: string } | { address: string }
}

type CodeCall = { ticketId: string; people: number; address: string }

/**
 * Gives a free ticket back for the proven phone that has it: the ticket becomes void or admits
 * fewer people, its places are for sale again, and an SMS confirms this. Returns the number of
 * people. For a browser, sends a code to the phone that has the ticket, and returns the id of the
 * request, which `confirmTransfer` carries out. A repeated call returns the open request's id.
 *
 * Throws a TicketError: no_such_ticket if another phone has the ticket, ticket_not_free,
 * give_back_void, people_inside, give_back_closed, too_many_people.
 */
export async function giveBackFree(
  deps: Pick<Deps, 'db' | 'env' | 'clock'>,
  { ticketId, people: wanted, by }: GiveBack,
): Promise<{ people: number } | { codeId: string }> {
  const now = deps.clock.now()
  const found = await selectFreeTicket(deps.db, ticketId)
  if (!found) throw new TicketError('no_such_ticket')
  return await inTransaction(deps.db, async (tx) => {
    const order = await lockOrder(tx, found.order_id, now)
    assert(order, `the ticket ${ticketId} has no order`)
    const ticket = await lockFreeTicket(tx, ticketId)
    if ('provenPhone' in by && ticket.holder !== by.provenPhone) {
      throw new TicketError('no_such_ticket')
    }
    const people = peopleToReturn(ticket, wanted, now)
    if ('address' in by) {
      return { codeId: await askForCode(tx, deps, order, { ticketId, people, now, ...by }) }
    }
    await giveBackLocked(tx, order, { ticket, people, now })
    return { people }
  })
}

/** Returns the id of the new request, or of an open request for the same people. */
async function askForCode(
  tx: Tx,
  deps: Pick<Deps, 'env' | 'clock'>,
  order: LockedOrder,
  { ticketId, people, address, now }: CodeCall & { now: Date },
): Promise<string> {
  const ticket = await lockSendable(tx, ticketId, now)
  const requested = await selectGiveBacks(tx, ticketId, now)
  const open = requested.find(({ shares }) => shares[0]!.admits === people)
  if (open) return open.id
  const phone = ticket.holder_phone ?? phoneForTickets(order, null)
  const shares = [{ phone, admits: people }]
  const request = { order, ticket, takesBack: null, givesBack: true, shares, address }
  return await sendCode(tx, deps, request)
}

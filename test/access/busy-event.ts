import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { recordFault } from '../../src/refunds/cancellation/cancellation.sql.ts'
import { buildEvent, newPhone } from '../build.ts'
import { payRefundsBack } from '../cancelling.ts'
import { pairPhone } from '../gate-phone.ts'
import { callFor } from '../payouts.ts'
import { newReceipt, pay, prompted, readOrder } from '../purchase.ts'
import { refundOrder } from '../refunds.ts'
import type { Stage } from '../stage.ts'
import { sendOn } from '../transfers.ts'
import type { Owner } from './belongings.ts'

/**
 * Fills the owner's event: orders refunded in part and as a whole, a transferred ticket,
 * complimentary tickets, a sale for cash, and check-ins of good and unknown tickets. Returns the id
 * of a second event, whose cancellation stopped at an order.
 */
export async function fillEvent(stage: Stage, { account, belongings }: Owner) {
  const { eventId, ticketTypeId } = belongings
  const { price_cents } = await stage.db
    .selectFrom('ticket_type')
    .select('price_cents')
    .where('id', '=', ticketTypeId)
    .executeTakeFirstOrThrow()
  const types = [{ id: ticketTypeId, price: price_cents / 100 }]
  const event = { id: eventId, title: 'Derby Day', types }
  const ofOwner = { stage, organizer: account, event }
  const buy = async (quantity: number) => {
    const order = await prompted(stage, event, [quantity], { email: `${randomUUID()}@lango.test` })
    await pay(stage, order, newReceipt())
    const { body } = await readOrder(stage, order.orderId)
    return { ...order, number: body.transaction.tickets[0].ticket_number as string }
  }
  const [part, whole, sent, entered] = [await buy(2), await buy(1), await buy(2), await buy(1)]
  const tickets = [{ ticket_number: part.number, admits: 1 }]
  expect((await refundOrder(stage, part.orderId, { tickets })).status).toBe(201)
  expect((await refundOrder(stage, whole.orderId)).status).toBe(201)
  await payRefundsBack(stage)
  expect((await refundOrder(stage, (await buy(1)).orderId)).status).toBe(201)
  await sendOn(stage, sent.number, { phone: newPhone(), admits: 1 })
  const phone = await pairPhone(ofOwner, { name: 'North', may_sell: true })
  const give = callFor(stage, account, `POST /api/events/${eventId}/complimentary`, {
    nonce: randomUUID(),
    rows: [{ phone: newPhone(), ticket_type_id: ticketTypeId, quantity: 1 }],
  })
  expect((await give).status).toBe(201)
  const sale = callFor(stage, phone, 'POST /api/gate/sales', {
    ...{ ticket_type_id: ticketTypeId, quantity: 1, phone: newPhone(), method: 'cash' },
    nonce: randomUUID(),
  })
  expect((await sale).status).toBe(200)
  const strange = entered.number.replace(/.$/, (last) => (last === '7' ? '8' : '7'))
  for (const ticket_number of [entered.number, entered.number, strange]) {
    const checkIn = { event_id: eventId, ticket_number }
    expect((await callFor(stage, account, 'POST /api/check_ins', checkIn)).status).toBe(200)
  }
  await phone.tell([{ ticket_number: entered.number }, { ticket_number: strange }])
  await stage.runJobs()
  return await stopCancellation(stage, account.id)
}

/** Builds a cancelled event of the organizer with an order that could not be refunded. */
async function stopCancellation(stage: Stage, organizer_id: string): Promise<string> {
  const event = await buildEvent(stage.db)
  const order = await prompted(stage, event)
  await pay(stage, order, newReceipt())
  const now = stage.clock.now()
  await stage.db
    .updateTable('event')
    .set({ organizer_id, cancelled_at: now })
    .where('id', '=', event.id)
    .execute()
  await stage.db
    .insertInto('event_cancellation')
    .values({
      ...{ event_id: event.id, at: now, state: 'paused', orders: 1, tickets: 1 },
      ...{ amount_cents: 100_00, stuck: 1 },
    })
    .execute()
  await recordFault(stage.db, { orderId: order.orderId, eventId: event.id, why: 'no payer', now })
  return event.id
}

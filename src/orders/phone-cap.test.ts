// spec: phone-cap
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { readBookDifferences } from '../../test/books.ts'
import { type BuiltEvent, newPhone, orderFor } from '../../test/build.ts'
import { dialCodeOf, makeDialler } from '../../test/dialler.ts'
import { keepGate } from '../../test/gate.ts'
import { pairPhone } from '../../test/gate-phone.ts'
import { callApi, readReply, requestOrder } from '../../test/http.ts'
import { confirmByHand, readCode } from '../../test/paybill.ts'
import {
  endHolds,
  fail,
  newReceipt,
  pay,
  payLate,
  place,
  prompted,
  readOrder,
  readOrderState,
  readPayments,
  readStock,
} from '../../test/purchase.ts'
import { refundOrder } from '../../test/refunds.ts'
import { sendOn } from '../../test/transfers.ts'

const LIMITS = { LIMIT_PUSH_PER_PHONE: '1000', LIMIT_PUSH_PER_ADDRESS: '1000' }
const NO_SHARES = { HOLD_SHARE_PER_ADDRESS: '100', HOLD_SHARE_UNPROVEN: '100' }
const TYPES = [{ name: 'Terrace' }, { name: 'VIP' }]
let event: BuiltEvent
let phone: string
const gate = keepGate({}, { ...LIMITS, ...NO_SHARES })
beforeEach(async () => {
  event = await gate.build({ maxPerPhone: 4, types: TYPES })
  phone = newPhone()
  gate.stage.sent.length = 0
})

const MORE = (left: number) =>
  `You can buy ${left} more ${left === 1 ? 'ticket' : 'tickets'} for this event. The limit is 4 per phone number.`
const REACHED = 'The limit for this event is 4 per phone number, and this number has reached it.'

/** Requests an order on the web. Returns its status and, if it is refused, the error text. */
async function order(quantities: number[], phoneNumber = phone, language = 'en') {
  const fields = orderFor(event, quantities, { phoneNumber })
  const headers = { prefer: 'respond-async', 'x-language': language }
  const { status, body } = readReply(await requestOrder(gate.stage, fields, headers))
  return status === 202 ? 'placed' : [status, body.code, body.error]
}

async function buy(quantities: number[], phoneNumber = phone) {
  const one = await prompted(gate.stage, event, quantities, { phoneNumber })
  await pay(gate.stage, one, newReceipt())
  const { body } = await readOrder(gate.stage, one.orderId)
  return { ...one, number: body.transaction.tickets[0].ticket_number as string }
}

test('a door sale counts with the tickets bought online, for cash as for M-PESA', async () => {
  const seller = await pairPhone({ ...gate, event }, { may_sell: true })
  const sell = async (quantity: number, method: string) => {
    const sale = {
      ticket_type_id: event.types[0]!.id,
      quantity,
      phone,
      method,
      nonce: randomUUID(),
    }
    const { headers } = seller
    const url = '/api/gate/sales'
    const { status, body } = await callApi(gate.stage, {
      method: 'POST',
      url,
      headers,
      payload: sale,
    })
    return status === 409 ? [body.code, body.error] : status
  }
  await buy([0, 1])
  expect(await sell(4, 'cash')).toEqual(['phone_limit', MORE(3)])
  expect(await sell(2, 'cash')).toBe(200)
  expect(await sell(2, 'mpesa')).toEqual(['phone_limit', MORE(1)])
  expect(await order([2])).toEqual([409, 'phone_limit', MORE(1)])
})

describe('an order on the web', () => {
  test('is refused above the limit, over all ticket types and all orders of the phone', async () => {
    const first = [409, 'phone_limit', 'One phone number can buy 4 tickets for this event.']
    expect(await order([3, 2])).toEqual(first)
    await buy([1, 1])
    expect(await order([3])).toEqual([409, 'phone_limit', MORE(2)])
    await buy([0, 1])
    expect(await order([1, 1])).toEqual([409, 'phone_limit', MORE(1)])
    await buy([1])
    expect(await order([1])).toEqual([409, 'phone_limit', REACHED])
    expect(await order([4], newPhone())).toBe('placed')
  })

  test('is refused in Swahili on the Swahili pages', async () => {
    await buy([3])
    const [, , text] = await order([2], phone, 'sw')
    expect(text).toBe(
      'Unaweza kununua tiketi 1 zaidi za tukio hili. Kikomo ni 4 kwa kila nambari ya simu.',
    )
  })

  test('counts no tickets of other events, and without a limit any number', async () => {
    await buy([4])
    event = await gate.build({ maxPerPhone: 4, types: TYPES })
    expect(await order([4])).toBe('placed')
    event = await gate.build({ types: TYPES })
    phone = newPhone()
    await buy([4])
    expect(await order([10, 10])).toBe('placed')
  })

  test('replaces an open order of its own buyer, whose tickets do not count', async () => {
    const { orderId } = await prompted(gate.stage, event, [4], { phoneNumber: phone })
    const prompt = await gate.stage.db
      .updateTable('payment')
      .set({ state: 'failed' })
      .where('order_id', '=', orderId)
      .execute()
    expect(prompt).toHaveLength(1)
    await place(gate.stage, event, [0, 4], { phoneNumber: phone, replaces: [orderId] })
    expect(await readOrderState(gate.stage, orderId)).toBe('expired')
  })

  test('may take the tickets that a refund gave back, also of a part of a ticket', async () => {
    const one = await buy([4])
    const part = {
      tickets: [{ ticket_number: one.number, admits: 1 }],
      reason: 'other',
      note: 'ill',
    }
    await refundOrder(gate.stage, one.orderId, part)
    expect(await order([2])).toEqual([409, 'phone_limit', MORE(1)])
    await refundOrder(gate.stage, one.orderId)
    expect(await order([4])).toBe('placed')
  })
})

describe('a ticket that was sent to a friend', () => {
  test('counts for the friend who buys more, and still for its buyer', async () => {
    const friend = newPhone()
    const one = await buy([3])
    await sendOn(gate.stage, one.number, { phone: friend, admits: 2 })
    expect(await order([2])).toEqual([409, 'phone_limit', MORE(1)])
    expect(await order([3], friend)).toEqual([409, 'phone_limit', MORE(2)])
    await buy([2], friend)
    expect(await order([1], friend)).toEqual([409, 'phone_limit', REACHED])
  })

  test('counts once for a buyer who got it back', async () => {
    const friend = newPhone()
    const one = await buy([2])
    const [theirs] = await sendOn(gate.stage, one.number, { phone: friend, admits: 1 })
    await sendOn(gate.stage, theirs!, { phone, admits: 1 })
    expect(await order([3])).toEqual([409, 'phone_limit', MORE(2)])
    expect(await order([4], friend)).toBe('placed')
  })
})

describe('an order that goes to another phone', () => {
  const change = async (orderId: string, phoneNumber: string) =>
    await callApi(gate.stage, {
      method: 'PUT',
      url: `/api/orders/${orderId}/phone`,
      payload: { phoneNumber, replaces: [] },
    })

  test('is refused if that phone has as many tickets as it may buy', async () => {
    await buy([3])
    const one = await prompted(gate.stage, event, [2])
    const { status, body } = await change(one.orderId, phone)
    expect([status, body.code, body.error]).toEqual([409, 'phone_limit', MORE(1)])
    await fail(gate.stage, one, 1032)
    const again = await callApi(gate.stage, {
      method: 'POST',
      url: `/api/orders/${one.orderId}/prompts`,
      payload: { phoneNumber: phone },
    })
    expect([again.status, again.body.code]).toEqual([409, 'phone_limit'])
  })

  test('counts for its new phone while it is unpaid', async () => {
    const one = await prompted(gate.stage, event, [3])
    expect((await change(one.orderId, phone)).status).toBe(202)
    expect(await order([2])).toEqual([409, 'phone_limit', MORE(1)])
    await endHolds(gate.stage)
    expect(await order([4])).toBe('placed')
  })
})

describe('money that comes in above the limit', () => {
  const REFUNDED =
    /^Derby Day: the limit is 4 per phone number\. Your KES 200 will be refunded to the M-PESA number that paid\. Ref [0-9A-Z]{8}$/

  async function expectReturned(orderId: string, payer: string): Promise<void> {
    await gate.stage.runJobs()
    expect(await readOrderState(gate.stage, orderId)).toBe('refund_due')
    const uses = (await readPayments(gate.stage, orderId)).map(({ use }) => use)
    expect(uses).toContain('refund_due')
    expect(gate.stage.textsTo(payer).at(-1)).toMatch(REFUNDED)
    expect(await readStock(gate.stage, event.types[0]!.id)).toMatchObject({ held: 0 })
    expect(await readBookDifferences(gate.stage.db)).toEqual([])
  }

  test('by paybill is returned to a payer who has bought enough, with the reason', async () => {
    await buy([0, 3])
    const one = await prompted(gate.stage, event, [2])
    await fail(gate.stage, one, 1032)
    const account = await readCode(gate.stage, one.orderId)
    await confirmByHand(gate.stage, { account, amount: 200, payer: phone })
    await expectReturned(one.orderId, phone)
  })

  test('by paybill buys the tickets of a payer below the limit, and counts for the payer', async () => {
    await buy([0, 1])
    const one = await prompted(gate.stage, event, [2])
    await fail(gate.stage, one, 1032)
    const account = await readCode(gate.stage, one.orderId)
    await confirmByHand(gate.stage, { account, amount: 200, payer: phone })
    await gate.stage.runJobs()
    expect(await readOrderState(gate.stage, one.orderId)).toBe('issued')
    expect(await order([2])).toEqual([409, 'phone_limit', MORE(1)])
  })

  test('late is returned if the phone has bought enough since', async () => {
    const late = await prompted(gate.stage, event, [2], { phoneNumber: phone })
    await fail(gate.stage, late, 1037)
    await endHolds(gate.stage)
    await buy([0, 3])
    await payLate(gate.stage, late, newReceipt())
    await expectReturned(late.orderId, phone)
  })

  test('for held tickets buys them, even if the organizer has lowered the limit', async () => {
    const one = await prompted(gate.stage, event, [4], { phoneNumber: phone })
    await gate.stage.db
      .updateTable('event')
      .set({ max_per_phone: 1 })
      .where('id', '=', event.id)
      .execute()
    await pay(gate.stage, one, newReceipt())
    expect(await readOrderState(gate.stage, one.orderId)).toBe('issued')
  })
})

test('a USSD caller reads how many tickets are left, and chooses again', async () => {
  const code = await dialCodeOf(gate.stage, event.id)
  await buy([0, 2])
  const dialler = makeDialler(gate.stage, phone)
  const offered = await dialler.dial(`${code}*1*3`)
  expect(offered.isOpen).toBe(true)
  expect(offered.screen).toMatch(/^At most 2\.\nTerrace KES 100\nHow many\? \(1-2\)/)
  await dialler.type('2')
  expect((await dialler.type('1')).isOpen).toBe(false)
  await gate.stage.hurry()
  await endHolds(gate.stage)
  await buy([2])
  const reached = await dialler.dial(`${code}*1`)
  expect(reached.screen).toMatch(/^Limit reached: 4 per phone number\.\nDerby Day /)
})

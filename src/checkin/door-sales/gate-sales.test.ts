import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { behind } from '../../../test/behind.ts'
import { readBookDifferences } from '../../../test/books.ts'
import { newPhone, orderFor } from '../../../test/build.ts'
import { keepGate } from '../../../test/gate.ts'
import { type Phone, pairPhone } from '../../../test/gate-phone.ts'
import { callApi, requestOrder } from '../../../test/http.ts'
import { latestPrompt, pay, post, readStock } from '../../../test/purchase.ts'

const gate = keepGate({
  title: 'Derby Day',
  types: [
    { name: 'VIP', price: 500, maxPerOrder: 4, capacity: 500 },
    { name: 'Last', capacity: 1 },
  ],
})
let seller: Phone
let typeId: string
beforeAll(async () => {
  seller = await pairPhone(gate, { may_sell: true })
  typeId = gate.event.types[0]!.id
})

const saleOf = (more: object = {}) => ({
  ticket_type_id: typeId,
  quantity: 2,
  phone: newPhone(),
  method: 'cash',
  nonce: randomUUID(),
  ...more,
})

async function sell(payload: object, { headers } = seller) {
  const url = '/api/gate/sales'
  return await callApi(gate.stage, { method: 'POST', url, headers, payload })
}

async function ask(url: string, headers = gate.organizer.headers) {
  return await callApi(gate.stage, { url, headers })
}

const statement = async () => (await ask(`/api/events/${gate.event.id}/statement`)).body

// spec: door-sale-cash
test('a cash sale is sold, issued and let in with one request; a retry returns the existing sale', async () => {
  const sale = saleOf({ admit: true })
  const { sold } = await readStock(gate.stage, typeId)
  const first = await sell(sale)
  expect(first).toMatchObject({
    status: 200,
    body: {
      status: '0',
      order_id: sale.nonce,
      rrn: '',
      transaction: { amount: 1000, tickets: [{ quantity: 2 }] },
      check_ins: [{ result: 'valid', admits: 2 }],
    },
  })
  expect(await sell(sale)).toEqual(first)
  expect(await readStock(gate.stage, typeId)).toMatchObject({ sold: sold + 2, held: 0 })
  const payments = await gate.stage.db
    .selectFrom('payment')
    .select(['state', 'use', 'method', 'mpesa_receipt', 'confirmed_amount_cents'])
    .where('order_id', '=', sale.nonce)
    .execute()
  expect(payments).toEqual([
    {
      state: 'confirmed',
      use: 'sale',
      method: 'cash',
      mpesa_receipt: null,
      confirmed_amount_cents: 100_000,
    },
  ])
  expect(gate.stage.daraja.pushes).toEqual([])
  await gate.stage.sweep()
  expect(gate.stage.sent.filter(({ phone }) => phone === sale.phone)).toHaveLength(1)
  const { number } = await gate.stage.db
    .selectFrom('ticket')
    .select('number')
    .where('order_id', '=', sale.nonce)
    .executeTakeFirstOrThrow()
  expect(await gate.readTicket(number)).toMatchObject({ state: 'used' })
  const other = await sell({ ...sale, quantity: 1 })
  expect(other).toMatchObject({ status: 409, body: { code: 'order_conflict' } })
})

// spec: door-sale-books
test('cash belongs to the organizer: it is booked as paid out, the organizer owes the fee, and lists show Cash', async () => {
  const before = await statement()
  const fee = { basis_points: 500, fixed: 0 }
  const set = gate.stage.db.insertInto('organizer_fee').values({
    account_id: gate.organizer.id,
    basis_points: fee.basis_points,
    fixed_cents: 0,
    set_at: new Date(),
  })
  await set.execute()
  const sale = saleOf({ quantity: 1 })
  expect((await sell(sale)).status).toBe(200)
  const after = await statement()
  expect(after).toMatchObject({
    taken: before.taken + 500,
    paid_out: before.paid_out + 500,
    fees: before.fees + 25,
    owed: before.owed - 25,
  })
  const sum = after.lines.reduce(
    (total: number, line: { amount: number; fee: number }) => total + line.amount - line.fee,
    0,
  )
  expect(sum).toBe(after.owed)
  expect(await readBookDifferences(gate.stage.db)).toEqual([])
  const { data } = (await ask(`/api/transactions?event_id=${gate.event.id}&phone=${sale.phone}`))
    .body
  expect(data).toMatchObject([
    { order_id: sale.nonce, method: 'cash', reference: 'Cash', amount: 500 },
  ])
  const csv = await gate.stage.app.inject({
    url: `/api/events/${gate.event.id}/transactions.csv`,
    headers: gate.organizer.headers,
  })
  expect(csv.body).toMatch(/Cash/)
  await gate.stage.db.deleteFrom('organizer_fee').execute()
})

// spec: door-sale-refund, payout-after-event
test.each(['any_time', 'after_event'])(
  'a refund of a cash sale is manual work, also while the money is held (%s): M-Pesa is not called, and the organizer’s cash is booked back',
  async (payout_release) => {
    await gate.stage.db
      .updateTable('event')
      .set({ payout_release })
      .where('id', '=', gate.event.id)
      .execute()
    const { held_until } = (await ask(`/api/events/${gate.event.id}/payouts`)).body
    expect(held_until === null).toBe(payout_release === 'any_time')
    const sale = saleOf({ quantity: 2 })
    expect((await sell(sale)).status).toBe(200)
    const before = await statement()
    const refund = await gate.stage.app.inject({
      method: 'POST',
      url: '/api/refunds',
      // The organizer's balance does not contain the cash, but a refund in cash needs no balance.
      headers: gate.organizer.headers,
      payload: { order_id: sale.nonce, reason: 'technical_error', words: '' },
    })
    expect(refund.statusCode).toBe(201)
    await gate.stage.sweep()
    const row = await gate.stage.db
      .selectFrom('refund')
      .select(['id', 'state'])
      .where('order_id', '=', sale.nonce)
      .executeTakeFirstOrThrow()
    expect(row.state).toBe('manual')
    const ticket = await gate.stage.db
      .selectFrom('ticket')
      .select('number')
      .where('order_id', '=', sale.nonce)
      .executeTakeFirstOrThrow()
    const refundNote = async () => (await ask(`/api/tickets/${ticket.number}`)).body.refund.words
    expect(await refundNote()).toMatch(/^The organizer will refund KES 1,000 in cash by /)
    const texts = () => gate.stage.sent.filter((sms) => sms.phone === sale.phone)
    expect(texts().at(-1)!.body).toMatch(
      /^The organizer will refund your KES 1,000 in cash for Derby Day by \d+ \w{3}\. Ref/,
    )
    expect(await readBookDifferences(gate.stage.db)).toEqual([])
    const paid = await gate.stage.app.inject({
      method: 'POST',
      url: `/api/refunds/${row.id}/paid_manually`,
      headers: gate.admin.headers,
      payload: { reference: 'till 4', from: 'cash' },
    })
    expect(paid.statusCode, paid.body).toBe(200)
    await gate.stage.runJobs()
    expect(texts().at(-1)!.body).toMatch(
      /^Refunded: KES 1,000 for Derby Day\. In cash, till 4\. Ref \w{8}$/,
    )
    expect(await refundNote()).toBe('KES 1,000 was refunded, in cash, reference till 4.')
    expect(await readBookDifferences(gate.stage.db)).toEqual([])
    expect(await statement()).toMatchObject({
      given_back: before.given_back + 1000,
      paid_out: before.paid_out - 1000,
      owed: before.owed,
    })
  },
)

// spec: door-sale-mpesa
test('an M-Pesa sale prompts as on the web, only the selling phone sees it, and payment lets the buyer in once', async () => {
  const sale = saleOf({ method: 'mpesa', admit: true })
  const waiting = await sell(sale)
  expect(waiting).toMatchObject({ status: 202, body: { status: 'pending', order_id: sale.nonce } })
  await gate.stage.runJobs()
  expect(gate.stage.daraja.pushes.at(-1)).toMatchObject({ phone: sale.phone, amountCents: 100_000 })
  const see = () => ask(`/api/gate/sales/${sale.nonce}`, seller.headers as never)
  expect(await see()).toMatchObject({ status: 202, body: { phase: 'prompted' } })
  await pay(gate.stage, { ...(await latestPrompt(gate.stage)), amount: 1000 }, 'UKD0000001')
  const watcher = await pairPhone(gate, { name: 'East' })
  const seen = await ask(`/api/gate/sales/${sale.nonce}`, watcher.headers as never)
  expect(seen.body.check_ins).toBeUndefined()
  const inside = await see()
  expect(inside).toMatchObject({
    status: 200,
    body: { status: '0', rrn: 'UKD0000001', check_ins: [{ result: 'valid', admits: 2 }] },
  })
  expect(await see()).toEqual(inside)
  expect(await sell(sale)).toEqual(inside)
})

// spec: door-sale-gate
test('a buyer at a gate enters there, whatever gate the ticket names, and is counted there', async () => {
  const [here, there] = [await gate.gateId('Gate Here'), await gate.gateId('Gate There')]
  const ticketsAre = async (id: string | null) => {
    const link = { ticket_type_id: typeId, gate_id: id ?? there }
    const links = gate.stage.db.deleteFrom('ticket_type_gate').where('ticket_type_id', '=', typeId)
    await links.execute()
    if (id) await gate.stage.db.insertInto('ticket_type_gate').values(link).execute()
  }
  await ticketsAre(there)
  const own = await pairPhone(gate, { name: 'Here', may_sell: true, gate_id: here })
  const inside = { status: '0', check_ins: [{ result: 'valid', admits: 2, reason: null }] }
  expect((await sell(saleOf({ admit: true }), own)).body).toMatchObject(inside)
  const chosen = saleOf({ admit: true, gate_id: here })
  const first = await sell(chosen)
  expect(first.body).toMatchObject(inside)
  // The steward moved to another gate before the retry. The retry returns the first sale, with the
  // check-in at the first gate.
  expect(await sell({ ...chosen, gate_id: there })).toEqual(first)
  expect((await sell(saleOf({ admit: true, gate_id: randomUUID() }))).body).toMatchObject(inside)
  const late = saleOf({ method: 'mpesa', admit: true, gate_id: here })
  await sell(late)
  await gate.stage.runJobs()
  await pay(gate.stage, { ...(await latestPrompt(gate.stage)), amount: 1000 }, 'UKD0000002')
  const seen = await ask(`/api/gate/sales/${late.nonce}`, seller.headers as never)
  expect(seen.body).toMatchObject(inside)
  const rows = gate.stage.db.selectFrom('check_in').select('gate_id').orderBy('at').orderBy('id')
  const gates = (await rows.execute()).slice(-4).map(({ gate_id }) => gate_id)
  expect(gates).toEqual([here, here, null, here])
  const stop = { event_id: gate.event.id, gate_id: here, stopped_by: gate.organizer.id }
  await gate.stage.db.insertInto('stopped_gate').values(stop).execute()
  const stopped = await sell(saleOf({ admit: true, gate_id: here }))
  expect(stopped.body).toMatchObject({ status: '0', check_ins: [{ result: 'entry_stopped' }] })
  await gate.stage.db.deleteFrom('stopped_gate').execute()
  await ticketsAre(null)
})

// spec: door-sale-rights
test('only a phone with the right to sell may sell, only for its own event, within the order’s limits', async () => {
  const watcher = await pairPhone(gate, { name: 'South' })
  expect(await sell(saleOf(), watcher)).toMatchObject({
    status: 403,
    body: { code: 'may_not_sell' },
  })
  const other = await gate.build({ types: [{ name: 'Stand' }] })
  expect((await sell(saleOf({ ticket_type_id: other.types[0]!.id }))).status).toBe(404)
  expect((await sell(saleOf({ quantity: 5 }))).status).toBe(422)
  expect((await sell(saleOf({ phone: '0812345678' }))).body.field).toBe('phone')
  expect((await sell(saleOf({ nonce: 'x' }))).body.field).toBe('nonce')
  const { orderId } = await gate.buy([1])
  expect((await ask(`/api/gate/sales/${orderId}`, seller.headers as never)).status).toBe(404)
})

describe('the last ticket', () => {
  // spec: door-sale-last-ticket
  test('goes to exactly one buyer if web and door compete for it', async () => {
    const last = gate.event.types[1]!
    const web = orderFor(gate.event, [0, 1])
    const answers = await behind(
      gate.stage.db,
      (tx) =>
        tx.selectFrom('ticket_type').select('id').where('id', '=', last.id).forUpdate().execute(),
      () =>
        Promise.all([
          sell(saleOf({ ticket_type_id: last.id, quantity: 1 })),
          requestOrder(gate.stage, web).then(({ statusCode }) => ({ status: statusCode })),
        ]),
      { waiters: 2 },
    )
    const got = answers.filter(({ status }) => status < 300)
    expect(got).toHaveLength(1)
    const { held, sold } = await readStock(gate.stage, last.id)
    expect(held + sold).toBe(1)
    expect(
      (await post(gate.stage, '/api/functions/mpesa', orderFor(gate.event, [0, 1]))).status,
    ).toBe(409)
  })
})

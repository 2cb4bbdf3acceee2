import { describe, expect, test } from 'vitest'
import { buildEvent, type EventSpec, orderFor } from '../../test/build.ts'
import { readReply, requestOrder } from '../../test/http.ts'
import { keepStage, makeStage } from '../../test/stage.ts'
import { nairobiDate } from '../platform/values/nairobi.rules.ts'
import type { OrderRequest } from './checkout.contract.ts'

const stage = keepStage()

const post = async (order: object) => readReply(await requestOrder(stage, order))

async function heldOf(typeId: string): Promise<number> {
  const type = await stage.db
    .selectFrom('ticket_type')
    .select('held')
    .where('id', '=', typeId)
    .executeTakeFirstOrThrow()
  return type.held
}

async function chargedFor(orderId: string): Promise<number> {
  const order = stage.db.selectFrom('order').select('amount_cents').where('id', '=', orderId)
  return (await order.executeTakeFirstOrThrow()).amount_cents
}

async function countOrders(): Promise<number> {
  const rows = await stage.db.selectFrom('order').select('id').execute()
  return rows.length
}

describe('placing an order', () => {
  test('holds the tickets and stores order, lines, hold, event and job', async () => {
    const event = await buildEvent(stage.db, { types: [{ price: 149.5 }, { price: 0 }] })
    const request = orderFor(event, [3, 2])
    const { status, body } = await post(request)
    expect(status).toBe(202)
    expect(body).toMatchObject({ status: 'pending', order_id: request.orderId, phase: 'in_line' })
    const order = await stage.db
      .selectFrom('order')
      .selectAll()
      .where('id', '=', request.orderId)
      .executeTakeFirstOrThrow()
    // 3 x 149.50 is 448.50: the line is rounded up to whole shillings.
    expect(order).toMatchObject({
      state: 'pending',
      amount_cents: 449_00,
      phone: request.phoneNumber,
    })
    expect(order.code).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/)
    expect(await heldOf(event.types[0]!.id)).toBe(3)
    expect(await heldOf(event.types[1]!.id)).toBe(2)
    const hold = await stage.db
      .selectFrom('hold')
      .selectAll()
      .where('order_id', '=', request.orderId)
      .executeTakeFirstOrThrow()
    expect(hold.expires_at.getTime() - order.created_at.getTime()).toBe(5 * 60_000)
    const job = await stage.db.selectFrom('job').selectAll().executeTakeFirstOrThrow()
    expect(job.payload).toEqual({ orderId: request.orderId, attempt: 1 })
  })

  test('accepts the charged total as well as the exact one', async () => {
    const event = await buildEvent(stage.db, { types: [{ price: 149.5 }] })
    expect((await post(orderFor(event, [1], { amount: 149.5 }))).status).toBe(202)
    expect((await post(orderFor(event, [1], { amount: 150 }))).status).toBe(202)
  })

  test.each<[string, number[], number, number]>([
    ['the exact lines and total', [448.5, 100.2], 548.7, 202],
    ['the exact lines and the charged total', [448.5, 100.2], 550, 202],
    ['the charged lines and total', [449, 101], 550, 202],
    ['the charged lines and the exact total', [449, 101], 548.7, 202],
    ['a charged and an exact line, and their sum', [449, 100.2], 549.2, 202],
    ['lines rounded down', [448, 100], 548, 409],
    ['a line that is charged for each ticket', [450, 101], 551, 409],
    ['the charged lines and a smaller total', [449, 101], 549, 409],
  ])('compares %s with what is charged', async (_what, lines, amount, status) => {
    const event = await buildEvent(stage.db, { types: [{ price: 149.5 }, { price: 100.2 }] })
    const request = orderFor(event, [3, 1], { amount })
    const tickets = request.tickets.map((line, index) => ({ ...line, amount: lines[index]! }))
    const reply = await post({ ...request, tickets })
    expect(reply.status).toBe(status)
    if (status === 409) expect(reply.body).toMatchObject({ code: 'amount_changed', amount: 550 })
    else expect(await chargedFor(request.orderId)).toBe(550_00)
  })

  test('with the same id returns the same order and sends no second prompt', async () => {
    const event = await buildEvent(stage.db)
    const request = orderFor(event, [2], { email: 'asha@example.com' })
    await post(request)
    const jobs = await stage.db.selectFrom('job').select('id').execute()
    // Writes the phone number and the email address of the same purchase differently.
    const again = {
      ...request,
      phoneNumber: `+${request.phoneNumber}`,
      email: ' asha@example.com ',
    }
    expect((await post(again)).body.order_id).toBe(request.orderId)
    expect(await heldOf(event.types[0]!.id)).toBe(2)
    expect(await stage.db.selectFrom('job').select('id').execute()).toHaveLength(jobs.length)
  })

  test('with the same id and another body is refused', async () => {
    const event = await buildEvent(stage.db)
    const request = orderFor(event, [2])
    await post(request)
    const other = orderFor(event, [1], { orderId: request.orderId })
    const { status, body } = await post(other)
    expect([status, body.code]).toEqual([409, 'order_conflict'])
  })
})

type Refusal = [
  why: string,
  expected: [number, string],
  event: EventSpec,
  quantities: number[],
  changes?: (request: OrderRequest) => Partial<OrderRequest>,
]

const yesterday = () => nairobiDate(new Date(Date.now() - 2 * 86_400_000))
const onFirst = (request: OrderRequest, change: object) => ({
  tickets: [{ ...request.tickets[0]!, ...change }],
})

const refusals: Refusal[] = [
  ['a draft', [404, 'event_not_found'], { published: false }, [1]],
  ['no such event', [404, 'event_not_found'], {}, [1], () => ({ eventId: crypto.randomUUID() })],
  ['a malformed event id', [404, 'event_not_found'], {}, [1], () => ({ eventId: 'x' })],
  ['an event that is over', [409, 'sales_closed'], { date: yesterday() }, [1]],
  ['a cancelled event', [409, 'sales_closed'], { cancelled: true }, [1]],
  ['an event ticked sold out', [409, 'sold_out'], { soldOut: true }, [1]],
  ['too few left', [409, 'few_left'], { types: [{ capacity: 2 }] }, [3]],
  ['more than one order may hold', [422, 'too_many'], { types: [{ maxPerOrder: 2 }] }, [3]],
  ['a total of nothing', [422, 'nothing_to_pay'], { types: [{ price: 0 }] }, [1]],
  ['more than M-Pesa takes', [422, 'over_limit'], { types: [{ price: 250_001 }] }, [1]],
  [
    'another line amount',
    [409, 'amount_changed'],
    {},
    [2],
    (r) => ({ ...onFirst(r, { amount: 199 }), amount: 199 }),
  ],
  ['another total', [409, 'amount_changed'], {}, [2], () => ({ amount: 199 })],
  [
    'a type of no event',
    [404, 'unknown_ticket_type'],
    {},
    [1],
    (r) => onFirst(r, { ticketTypeId: crypto.randomUUID() }),
  ],
  [
    'a malformed type id',
    [404, 'unknown_ticket_type'],
    {},
    [1],
    (r) => onFirst(r, { ticketTypeId: "'" }),
  ],
  [
    'a type twice',
    [422, 'duplicate_ticket_type'],
    {},
    [1],
    (r) => ({ tickets: [r.tickets[0]!, r.tickets[0]!] }),
  ],
  ['a bad phone', [422, 'invalid_phone'], {}, [1], () => ({ phoneNumber: '0812345678' })],
  ['a bad email', [422, 'invalid_field'], {}, [1], () => ({ email: 'asha@' })],
  ['half a ticket', [422, 'invalid_field'], {}, [1], (r) => onFirst(r, { quantity: 0.5 })],
  ['a tenth of a cent', [422, 'invalid_field'], {}, [1], () => ({ amount: 100.001 })],
  ['no tickets', [422, 'invalid_field'], {}, [1], () => ({ tickets: [] })],
]

describe('a refused order leaves no row', () => {
  test.each(refusals)('if %s', async (_why, [status, code], spec, quantities, change) => {
    const event = await buildEvent(stage.db, spec)
    const request = orderFor(event, quantities)
    const before = await countOrders()
    const answer = await post({ ...request, ...change?.(request) })
    expect([answer.status, answer.body.code]).toEqual([status, code])
    expect(answer.body.error).toEqual(expect.any(String))
    expect(await countOrders()).toBe(before)
    expect(await heldOf(event.types[0]!.id)).toBe(0)
  })

  test('one unavailable type refuses the whole order, whose id stays free', async () => {
    const event = await buildEvent(stage.db, { types: [{}, { capacity: 1 }] })
    const request = orderFor(event, [1, 2])
    expect((await post(request)).body.code).toBe('few_left')
    expect(await heldOf(event.types[0]!.id)).toBe(0)
    const smaller = orderFor(event, [1, 1], { orderId: request.orderId })
    expect((await post(smaller)).status).toBe(202)
  })

  test('a changed price returns the new amount', async () => {
    const event = await buildEvent(stage.db, { types: [{ price: 100 }] })
    const request = orderFor(event, [2])
    await stage.db
      .updateTable('ticket_type')
      .set({ price_cents: 12_050 })
      .where('id', '=', event.types[0]!.id)
      .execute()
    expect((await post(request)).body).toMatchObject({ code: 'amount_changed', amount: 241 })
  })

  test('tickets are sold at the gate until six in the morning after the event', async () => {
    const day = 24 * 3600_000
    const event = await buildEvent(stage.db, { date: nairobiDate(new Date(Date.now() + 9 * day)) })
    const sixNairobi = Date.parse(`${nairobiDate(new Date(Date.now() + 10 * day))}T06:00:00+03:00`)
    const real = stage.clock.now
    stage.clock.now = () => new Date(sixNairobi - 1000)
    expect((await post(orderFor(event))).status).toBe(202)
    stage.clock.now = () => new Date(sixNairobi)
    expect((await post(orderFor(event))).body.code).toBe('sales_closed')
    stage.clock.now = real
  })
})

describe('limits', () => {
  test('allow five prompts of a phone in ten minutes', async () => {
    const event = await buildEvent(stage.db)
    const phone = orderFor(event).phoneNumber
    const codes = []
    const replaces: string[] = []
    for (let i = 0; i < 6; i++) {
      const order = orderFor(event, [1], { phoneNumber: phone, replaces })
      codes.push((await post(order)).status)
      replaces.push(order.orderId)
      await stage.runJobs()
      await stage.db
        .updateTable('payment')
        .set({ state: 'failed' })
        .where('phone', '=', phone)
        .execute()
    }
    expect(codes).toEqual([202, 202, 202, 202, 202, 429])
    stage.pass(10 * 60_000 + 1000)
    expect((await post(orderFor(event, [1], { phoneNumber: phone, replaces }))).status).toBe(202)
  })

  test('count per address, too, and refused orders do not count', async () => {
    const limited = await makeStage({ LIMIT_PUSH_PER_ADDRESS: '2' })
    const event = await buildEvent(limited.db, { types: [{ capacity: 5 }] })
    const send = async (quantity: number) =>
      (await requestOrder(limited, orderFor(event, [quantity]))).statusCode
    expect([await send(6), await send(1), await send(6), await send(1), await send(1)]).toEqual([
      409, 202, 409, 202, 429,
    ])
    await limited.close()
  })
})

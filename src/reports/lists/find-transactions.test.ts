import { beforeAll, describe, expect, test } from 'vitest'
import { buildAccount } from '../../../test/accounts.ts'
import { buildEvent } from '../../../test/build.ts'
import { callApi } from '../../../test/http.ts'
import { pay, prompted } from '../../../test/purchase.ts'
import { keepStage } from '../../../test/stage.ts'
import { formatTicketNumber } from '../../tickets/number.rules.ts'
import type { TransactionReply } from './transactions.contract.ts'

type Account = Awaited<ReturnType<typeof buildAccount>>

const stage = keepStage()
let admin: Account
let organizers: [Account, Account]

beforeAll(async () => {
  admin = await buildAccount(stage, 'admin')
  organizers = [await buildAccount(stage), await buildAccount(stage)]
})

const ask = (viewer: Account, query: Record<string, string>) =>
  callApi(stage, { url: '/api/transactions', query, headers: viewer.headers })

/** Builds an event of the first organizer. */
async function buildOwn(types: { name?: string; price: number }[]) {
  const event = await buildEvent(stage.db, { types })
  const owned = { organizer_id: organizers[0].id }
  await stage.db.updateTable('event').set(owned).where('id', '=', event.id).execute()
  return event
}

describe('the search of transactions', () => {
  const found = async (viewer: Account, search: string) =>
    (await ask(viewer, { search })).body.data.map(({ order_id }: TransactionReply) => order_id)

  // spec: transactions-search
  test('finds an order by phone, M-PESA code, order code, ticket number or email', async () => {
    const event = await buildOwn([{ price: 250 }])
    const email = 'Amina_Odhiambo@example.co.ke'
    const order = await prompted(stage, event, [1], { phoneNumber: '0799000555', email })
    await pay(stage, order, 'TKL0000005')
    const { code } = await stage.db
      .selectFrom('order')
      .select('code')
      .where('id', '=', order.orderId)
      .executeTakeFirstOrThrow()
    const { number } = await stage.db
      .selectFrom('ticket')
      .select('number')
      .where('order_id', '=', order.orderId)
      .executeTakeFirstOrThrow()
    const fours = formatTicketNumber(number).toLowerCase()
    const spellings = ['0799 000 555', '900055', 'TKL0000005', ' tkl0000005 ', code]
    for (const text of [...spellings, code.toLowerCase(), number, fours, email.toUpperCase()]) {
      expect(await found(organizers[0], text), text).toEqual([order.orderId])
      expect(await found(admin, text), text).toEqual([order.orderId])
      expect(await found(organizers[1], text), text).toEqual([])
    }
    for (const text of ['TKL0000099', 'amina', 'Amina%Odhiambo@example.co.ke', '%', '@']) {
      expect(await found(admin, text), text).toEqual([])
    }
    const { body } = await ask(admin, { search: '  ' })
    expect(body.data).toHaveLength(1)
  })

  // spec: find-your-ticket-typed
  test('finds the one order whose M-PESA code was typed with O for 0 and S for 5', async () => {
    const order = await prompted(stage, await buildOwn([{ price: 250 }]))
    await pay(stage, order, 'TKQ2K05H3P')
    expect(await found(organizers[0], 'TKQ2KOSH3P')).toEqual([order.orderId])
    expect(await found(organizers[1], 'TKQ2KOSH3P')).toEqual([])
    const path = '/api/refunds/order'
    const request = { url: path, query: { reference: 'tkq2koSh3p' }, headers: admin.headers }
    expect((await callApi(stage, request)).body.order_id).toBe(order.orderId)
  })
})

describe('the details of a transaction', () => {
  const detail = (viewer: Account, id: string) =>
    callApi(stage, { url: `/api/transactions/${id}`, headers: viewer.headers })

  // spec: transaction-panel
  test('are the order with its tickets and messages, for its organizer and admins alone', async () => {
    const types = [
      { name: 'Terrace', price: 250 },
      { name: 'Stand', price: 400 },
    ]
    const event = await buildOwn(types)
    const email = 'juma@example.co.ke'
    const order = await prompted(stage, event, [2, 1], { phoneNumber: '0799000777', email })
    await pay(stage, order, 'TKL0000007')
    await stage.runJobs()
    const lines = (await ask(admin, { search: 'TKL0000007' })).body.data as TransactionReply[]
    expect(lines).toHaveLength(2)
    const answers = await Promise.all(lines.map(({ id }) => detail(organizers[0], id)))
    expect(answers[0]).toEqual(answers[1])
    expect(answers[0]).toMatchObject({
      status: 200,
      body: {
        order_id: order.orderId,
        order_code: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{8}$/),
        amount: 900,
        tickets: [
          { ticket_type: 'Terrace', admits: 2, admitted: 0, state: 'valid', void_reason: null },
          { ticket_type: 'Stand', admits: 1, gate: 'Main Gate', holder: null },
        ],
      },
    })
    const { messages } = answers[0]!.body
    const of = (channel: string) =>
      messages.filter((message: { channel: string }) => message.channel === channel)
    expect(of('sms')[0]).toMatchObject({ about: 'Tickets', to: '07•• ••• 777', state: 'sent' })
    expect(of('email')[0]).toMatchObject({ about: 'Tickets', to: email })
    expect((await detail(organizers[1], lines[0]!.id)).status).toBe(404)
    for (const id of ['x', order.orderId]) expect((await detail(admin, id)).status).toBe(404)
  })

  // spec: transaction-panel, transaction-part-refunded, order-refund-reference
  test('name refunds of a part of the order, and to admins why M-Pesa refused one', async () => {
    const event = await buildOwn([{ name: 'Terrace', price: 250 }])
    const order = await prompted(stage, event, [2])
    await pay(stage, order, 'TKL0000008')
    await stage.runJobs()
    const [line] = (await ask(admin, { search: 'TKL0000008' })).body.data as TransactionReply[]
    expect(line).toMatchObject({ status: 'paid', part_refund: null })
    const { ticket_number } = (await detail(admin, line!.id)).body.tickets[0]
    const tickets = [{ ticket_number, admits: 1, of: 2 }]
    const payload = { order_id: order.orderId, reason: 'organizer_decision', tickets }
    const request = {
      method: 'POST',
      url: '/api/refunds',
      headers: admin.headers,
      payload,
    } as const
    const { id } = (await callApi(stage, request)).body
    const refused = { state: 'refused', failure_code: '2040', next_at: null } as const
    await stage.db.updateTable('refund').set(refused).where('id', '=', id).execute()
    const refund = {
      id,
      amount: 250,
      state: 'refused',
      waiting: null,
      reference: null,
      at: expect.any(String),
    }
    expect((await detail(admin, line!.id)).body.refunds).toEqual([
      {
        ...refund,
        reason: "The organizer's decision. M-PESA refused it: the number has no M-PESA (code 2040)",
      },
    ])
    const { body } = await detail(organizers[0]!, line!.id)
    expect(body.refunds).toEqual([{ ...refund, reason: "The organizer's decision" }])
    const row = async () => (await ask(admin, { search: 'TKL0000008' })).body.data[0]
    expect(await row()).toMatchObject({ status: 'paid', part_refund: 'due', amount: 250 })
    const path = `/api/refunds/${id}/paid_manually`
    const paid = { ...request, url: path, payload: { reference: 'Equity 1', from: 'bank' } }
    expect((await callApi(stage, paid)).status).toBeLessThan(300)
    expect(await row()).toMatchObject({ status: 'paid', part_refund: 'done', quantity: 1 })
    const read = async (who: Account) => (await detail(who, line!.id)).body.refunds
    for (const who of [admin, organizers[0]!]) {
      expect(await read(who)).toMatchObject([{ state: 'done', reference: 'Equity 1' }])
    }
  })
})

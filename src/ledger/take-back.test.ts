import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { buildAccount } from '../../test/accounts.ts'
import { readBookDifferences } from '../../test/books.ts'
import { newPhone } from '../../test/build.ts'
import { keepGate } from '../../test/gate.ts'
import { pairPhone } from '../../test/gate-phone.ts'
import { type Account, approvedPayout, callFor, givePayoutAccount } from '../../test/payouts.ts'
import { newReceipt } from '../../test/purchase.ts'

const gate = keepGate({ types: [{ price: 500, capacity: 100, maxPerOrder: 4 }] })
let admin: Account
beforeAll(async () => {
  admin = await buildAccount(gate.stage, 'admin')
})

const call = (path: string, payload?: object) => callFor(gate.stage, admin, path, payload)

/** A steward sells two tickets for cash. An admin refunds one of two such sales. */
async function sellForCash() {
  const { headers } = await pairPhone(gate, { may_sell: true })
  const seller = { headers }
  const sales = [randomUUID(), randomUUID()] as const
  for (const nonce of sales) {
    const ticket_type_id = gate.event.types[0]!.id
    const sale = { ticket_type_id, quantity: 2, phone: newPhone(), method: 'cash', nonce }
    expect((await callFor(gate.stage, seller, 'POST /api/gate/sales', sale)).status).toBe(200)
  }
  const reason = { reason: 'technical_error', words: '' }
  await call('POST /api/refunds', { order_id: sales[0], ...reason })
  await gate.stage.sweep()
  const { id } = await gate.stage.db
    .selectFrom('refund')
    .select('id')
    .where('order_id', '=', sales[0])
    .executeTakeFirstOrThrow()
  const paid = { reference: 'till 4', from: 'cash' }
  expect((await call(`POST /api/refunds/${id}/paid_manually`, paid)).status).toBe(200)
}

/** Approves two payouts. An admin pays the first at the bank and gives the second back. */
async function payOut() {
  const { organizer: owner, event, stage } = gate
  await givePayoutAccount(stage, owner, { kind: 'bank', number: '0123456789', bank: 'Equity' })
  const bank = { reference: newReceipt(), from: 'bank' }
  for (const [path, body] of [
    ['paid_manually', bank],
    ['give_back', { words: 'It is closed' }],
  ] as const) {
    const payoutId = await approvedPayout(stage, { owner, admin, eventId: event.id, amount: 100 })
    const part = await stage.db
      .selectFrom('payout_part')
      .select('id')
      .where('payout_id', '=', payoutId)
      .executeTakeFirstOrThrow()
    expect((await call(`POST /api/payout_parts/${part.id}/${path}`, body)).status).toBe(200)
  }
}

async function recordBoth() {
  const payout = { amount: 50, reference: newReceipt() }
  expect((await call(`POST /api/events/${gate.event.id}/payouts`, payout)).status).toBe(201)
  const transfer = { way: 'collection_to_bank', amount: 30, reference: newReceipt() }
  const day = { day: gate.stage.clock.now().toISOString().slice(0, 10) }
  const recorded = await call('POST /api/money_transfers', { ...transfer, ...day })
  expect(recorded, JSON.stringify(recorded.body)).toMatchObject({ status: 201 })
}

const entries = () =>
  gate.stage.db.selectFrom('ledger_entry').select(['id', 'kind', 'movement']).execute()

// spec: payout-taken-back
test('of all entries in the books, only payouts and transfers that an admin recorded can be reversed', async () => {
  await gate.buy([4])
  await sellForCash()
  await payOut()
  await recordBoth()
  const all = await entries()
  const reversed = []
  for (const { id, movement } of all) {
    for (const path of ['payouts', 'money_transfers']) {
      const answer = await call(`POST /api/${path}/${id}/take_back`, { words: 'A slip' })
      if (answer.status !== 404) reversed.push(`${path} ${movement.split(':')[0]} ${answer.status}`)
    }
  }
  expect(reversed).toEqual(['payouts payout 200', 'money_transfers transfer 200'])
  const shapes = all.map(({ movement }) => movement.replace(/:.*:/, ' ').replace(/:.*/, ''))
  expect([...new Set(shapes)].sort()).toEqual(
    [
      ...['payment kept', 'payment owed', 'payment taken', 'payout', 'payout_part given_back'],
      ...[
        'payout_part paid',
        'payout_part reserved',
        'refund paid_back',
        'refund returned',
        'transfer',
      ],
    ].sort(),
  )
  // The contrary entries cannot be reversed either.
  const contrary = (await entries()).filter(({ id }) => all.every((one) => one.id !== id))
  expect(contrary).toHaveLength(2)
  for (const { id, kind } of contrary) {
    const path = kind === 'payout' ? 'payouts' : 'money_transfers'
    const again = await call(`POST /api/${path}/${id}/take_back`, { words: 'A slip' })
    expect(again.status).toBe(404)
  }
  expect(await readBookDifferences(gate.stage.db)).toEqual([])
  const url = `GET /api/events/${gate.event.id}/statement`
  const { lines } = (await call(url)).body
  const recorded = lines.filter((line: { is_recorded: boolean }) => line.is_recorded)
  expect(recorded).toMatchObject([{ kind: 'payout', amount: -50, taken_back: true }])
})

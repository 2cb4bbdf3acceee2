// spec: payout-recorded-once
import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { buildAccount } from '../../test/accounts.ts'
import { readBookDifferences } from '../../test/books.ts'
import { buildEvent } from '../../test/build.ts'
import { callApi } from '../../test/http.ts'
import { newReceipt, pay, prompted } from '../../test/purchase.ts'
import { keepStage } from '../../test/stage.ts'

const stage = keepStage()
let admin: Awaited<ReturnType<typeof buildAccount>>
beforeAll(async () => {
  admin = await buildAccount(stage, 'admin')
})

/** Builds an event with a sale of KES 1,000, which is owed to the organizer. */
async function sold() {
  const event = await buildEvent(stage.db, { types: [{ price: 500 }] })
  await pay(stage, await prompted(stage, event, [2]), newReceipt())
  return event
}

async function payOut(eventId: string, payload: object) {
  return await callApi(stage, {
    method: 'POST',
    url: `/api/events/${eventId}/payouts`,
    headers: admin.headers,
    payload,
  })
}

async function statement(eventId: string) {
  const { headers } = admin
  return (await stage.app.inject({ url: `/api/events/${eventId}/statement`, headers })).json()
}

const auditOf = (eventId: string) =>
  stage.db
    .selectFrom('audit_log')
    .select(['account_id', 'action', 'subject', 'after'])
    .where('event_id', '=', eventId)
    .where('action', '=', 'payout_recorded')
    .execute()

test("a payout moves money from the organizer's account to the bank, once for each reference", async () => {
  const { id, title } = await sold()
  const first = await payOut(id, { amount: 400.25, reference: ' FT26326  ABC ' })
  expect(first).toEqual({
    status: 201,
    body: { event_id: id, amount: 400.25, reference: 'FT26326 ABC', at: expect.any(String) },
  })
  expect(await payOut(id, { amount: 400.25, reference: 'ft26326 abc' })).toEqual(first)
  expect(await payOut(id, { amount: 400, reference: 'FT26326 ABC' })).toMatchObject({
    status: 409,
    body: {
      code: 'payout_recorded',
      error: 'A payout with this reference is already recorded: KES 400.25.',
    },
  })
  const other = await sold()
  expect(await payOut(other.id, { amount: 400.25, reference: 'FT26326 ABC' })).toMatchObject({
    status: 409,
    body: { code: 'payout_recorded', error: expect.stringContaining('for another event') },
  })
  expect(await auditOf(id)).toEqual([
    {
      account_id: admin.id,
      action: 'payout_recorded',
      subject: title,
      after: { amount: 400.25, reference: 'FT26326 ABC' },
    },
  ])
  expect(await statement(id)).toMatchObject({ taken: 1000, paid_out: 400.25, owed: 599.75 })
  expect((await statement(id)).lines[0]).toMatchObject({
    kind: 'payout',
    order_code: '',
    reference: 'FT26326 ABC',
    amount: -400.25,
    fee: 0,
  })
  expect(await readBookDifferences(stage.db)).toEqual([])
})

test('a payout of one cent more than is owed is refused', async () => {
  const { id } = await sold()
  expect(await payOut(id, { amount: 1000.01, reference: 'FT-B' })).toMatchObject({
    status: 409,
    body: {
      code: 'beyond_owed',
      owed: 1000,
      error: 'Only KES 1,000 is due to the organizer of this event.',
    },
  })
  expect((await payOut(id, { amount: 1000, reference: 'FT-B' })).status).toBe(201)
  expect(await payOut(id, { amount: 0.01, reference: 'FT-C' })).toMatchObject({
    status: 409,
    body: { error: 'Nothing is due to the organizer of this event.' },
  })
  expect(await auditOf(id)).toHaveLength(1)
})

test.each([
  [{ amount: 0, reference: 'x' }, 'amount'],
  [{ amount: -5, reference: 'x' }, 'amount'],
  [{ amount: 1.005, reference: 'x' }, 'amount'],
  [{ amount: 1e-9, reference: 'x' }, 'amount'],
  [{ amount: '12', reference: 'x' }, 'amount'],
  [{ amount: 5, reference: '  ' }, 'reference'],
  [{ amount: 5, reference: 'x'.repeat(101) }, 'reference'],
  [{ amount: 5 }, 'reference'],
])('%j is refused by the name of its field', async (payload, field) => {
  const { id } = await sold()
  expect(await payOut(id, payload)).toMatchObject({ status: 422, body: { field } })
})

test('a payout to an unknown event gets 404', async () => {
  for (const id of [randomUUID(), 'x']) {
    expect(await payOut(id, { amount: 5, reference: 'x' })).toMatchObject({
      status: 404,
      body: { code: 'event_not_found' },
    })
  }
})

// spec: payout-taken-back
test('a payout recorded by mistake is reversed with a reason, and its reference can be recorded again', async () => {
  const { id, title } = await sold()
  const reference = newReceipt()
  await payOut(id, { amount: 900, reference })
  const { lines } = await statement(id)
  const takeBack = async (line: number | string, reason: string) => {
    const url = `/api/payouts/${line}/take_back`
    const { headers } = admin
    return await callApi(stage, { method: 'POST', url, headers, payload: { words: reason } })
  }
  expect(lines[0]).toMatchObject({ kind: 'payout', amount: -900, taken_back: false })
  expect((await takeBack(lines[0].id, ' ')).status).toBe(422)
  for (const reason of [' It was 90. ', 'Pressed again']) {
    expect(await takeBack(lines[0].id, reason)).toMatchObject({
      status: 200,
      body: { event_id: id, amount: 900, reference },
    })
  }
  const after = await statement(id)
  expect(after).toMatchObject({ taken: 1000, paid_out: 0, owed: 1000 })
  expect(after.lines).toMatchObject([
    { kind: 'payout_taken_back', amount: 900, fee: 0, reference, taken_back: false },
    { kind: 'payout', amount: -900, taken_back: true },
    { kind: 'sale' },
  ])
  expect(await payOut(id, { amount: 90, reference })).toMatchObject({ status: 201 })
  expect(await payOut(id, { amount: 90, reference })).toMatchObject({ status: 201 })
  expect(await statement(id)).toMatchObject({ paid_out: 90, owed: 910 })
  for (const other of [after.lines[0].id, after.lines[2].id, 999_999_999, 'x']) {
    expect((await takeBack(other, 'None')).body.code).toBe('payout_not_found')
  }
  const audits = await stage.db
    .selectFrom('audit_log')
    .select(['account_id', 'subject', 'after'])
    .where('action', '=', 'payout_taken_back')
    .execute()
  const logged = { amount: 900, reference, words: 'It was 90.' }
  expect(audits).toEqual([{ account_id: admin.id, subject: title, after: logged }])
  expect(await readBookDifferences(stage.db)).toEqual([])
})

// spec: given-before
import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { buildAccount } from '../../test/accounts.ts'
import { type BuiltEvent, buildEvent, newPhone } from '../../test/build.ts'
import { callAs } from '../../test/cancelling.ts'
import { keepStage } from '../../test/stage.ts'
import { nairobiDate } from '../platform/values/nairobi.rules.ts'

// Tests that Lango requires a confirmation before it sends a list of guests a second time.

const stage = keepStage()
let admin: Awaited<ReturnType<typeof buildAccount>>
let event: BuiltEvent
beforeAll(async () => {
  admin = await buildAccount(stage, 'admin')
})
beforeEach(async () => {
  event = await buildEvent(stage.db, { types: [{ capacity: 100 }, { capacity: 100 }] })
})

const listOf = (phones: readonly string[]) =>
  phones.map((phone) => ({ phone, ticket_type_id: event.types[0]!.id, quantity: 1 }))
const give = (rows: object[], more: object = {}, by = admin) =>
  callAs(stage, by, `POST /api/events/${event.id}/complimentary`, {
    ...{ nonce: randomUUID(), rows, ...more },
  })
const smsTo = async (phone: string) => {
  await stage.runJobs()
  return stage.textsTo(phone).length
}

test('a list that is sent again, by the same or another person, warns and gives nothing', async () => {
  const phones = Array.from({ length: 3 }, newPhone)
  expect((await give(listOf(phones))).status).toBe(201)
  const other = await buildAccount(stage, 'admin')
  for (const by of [admin, other]) {
    const reply = await give(listOf([newPhone(), ...phones]), {}, by)
    expect([reply.status, reply.body]).toEqual([
      409,
      {
        error: '3 of these phones already have complimentary tickets.',
        ...{ code: 'already_given', field: 'rows', phones: 3, rows: [1, 2, 3] },
      },
    ])
  }
  expect(await smsTo(phones[0]!)).toBe(1)
})

test('one phone among many and a list of one phone are said in the singular', async () => {
  const phone = newPhone()
  await give(listOf([phone]))
  const among = await give(listOf([newPhone(), phone]))
  expect(among.body.error).toBe('1 of these phones already has complimentary tickets.')
  const alone = await give(listOf([phone]))
  expect(alone.body.error).toBe('This phone already has complimentary tickets.')
})

test('who answers the question gives the phones more tickets, once for each request', async () => {
  const phone = newPhone()
  await give(listOf([phone]))
  const nonce = randomUUID()
  expect((await give(listOf([phone]), { nonce })).status).toBe(409)
  expect((await give(listOf([phone]), { nonce, again: true })).status).toBe(201)
  expect((await give(listOf([phone]), { nonce })).status).toBe(201)
  expect(await smsTo(phone)).toBe(2)
})

test('a ticket claimed from a sponsor counts, and revoked tickets and other events do not', async () => {
  const claimed = newPhone()
  const link = await callAs(stage, admin, `POST /api/events/${event.id}/allotments`, {
    ...{ nonce: randomUUID(), name: 'Brookside', ticket_type_id: event.types[1]!.id },
    ...{ quantity: 3, ends_on: nairobiDate(stage.clock.now()) },
  })
  const token = link.body.url.split('/').at(-1)
  await callAs(stage, admin, `POST /api/allotments/${token}/claims`, { phone: claimed })
  expect((await give(listOf([claimed]))).body.code).toBe('already_given')
  const revoked = newPhone()
  const batch = await give(listOf([revoked]))
  await callAs(stage, admin, `POST /api/complimentary/${batch.body.id}/revoke`, {})
  expect((await give(listOf([revoked]))).status).toBe(201)
  event = await buildEvent(stage.db)
  expect((await give(listOf([revoked]))).status).toBe(201)
})

test('a phone with one ticket type in two rows is refused by its field, however its number is written', async () => {
  const rows = listOf(['0712345678', newPhone(), '+254 712 345 678'])
  const reply = await give(rows, { again: true })
  expect([reply.status, reply.body]).toMatchObject([422, { field: 'rows.2.phone' }])
  expect(
    (await give([...rows.slice(0, 2), { ...rows[2], ticket_type_id: event.types[1]!.id }])).status,
  ).toBe(201)
})

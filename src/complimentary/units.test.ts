// spec: given-units
import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { buildAccount } from '../../test/accounts.ts'
import { readBookDifferences } from '../../test/books.ts'
import { buildEvent, newPhone } from '../../test/build.ts'
import { callAs } from '../../test/cancelling.ts'
import { post, readStock } from '../../test/purchase.ts'
import { keepStage } from '../../test/stage.ts'
import { nairobiDate } from '../platform/values/nairobi.rules.ts'
import { readList } from './rows.rules.ts'

const stage = keepStage({ LIMIT_PUSH_PER_PHONE: '100' })
let owner: Awaited<ReturnType<typeof buildAccount>>
let event: Awaited<ReturnType<typeof buildEvent>>
beforeEach(async () => {
  owner = await buildAccount(stage)
  event = await buildEvent(stage.db, {
    organizerId: owner.id,
    pools: [{ name: 'Seats', quantity: 45 }],
    types: [
      { name: 'Table of 10', soldIn: 10, capacity: 100, pool: 'Seats' },
      { name: 'Regular', pool: 'Seats' },
      { name: 'Three drinks', kind: 'add_on', soldIn: 3, capacity: 90 },
    ],
  })
})

const call = (path: string, payload?: object) =>
  callAs(stage, owner, path.replace('EVENT', `/api/events/${event.id}`), payload)
const rowOf = (type: number, quantity: number, phone = newPhone()) => ({
  ...{ phone, ticket_type_id: event.types[type]!.id, quantity },
})
const give = (...rows: object[]) => call('POST EVENT/complimentary', { nonce: randomUUID(), rows })
const soldOf = async (type: number) => (await readStock(stage, event.types[type]!.id)).sold

async function soldOfPool(): Promise<number> {
  const limit = stage.db.selectFrom('sale_limit').select('sold')
  return (await limit.where('id', '=', event.pools[0]!.id).executeTakeFirstOrThrow()).sold
}

async function admitsOf(phone: string): Promise<number[]> {
  const tickets = stage.db
    .selectFrom('ticket as k')
    .innerJoin('order as o', 'o.id', 'k.order_id')
    .select('k.admits')
    .where('o.phone', '=', phone)
  return (await tickets.execute()).map(({ admits }) => admits)
}

const PEOPLE = { given: 20, add_ons: 3, inside: 0, taken: 20 }

test('tables are given whole: each has its ticket and its SMS, and stock and pool count people', async () => {
  const phone = newPhone()
  const given = await give(rowOf(0, 2, phone), rowOf(2, 1))
  expect([given.status, given.body]).toMatchObject([201, { given: 20, add_ons: 3 }])
  await stage.runJobs()
  expect(await admitsOf(phone)).toEqual([10, 10])
  expect([await soldOf(0), await soldOf(2), await soldOfPool()]).toEqual([20, 3, 20])
  expect((await call('GET EVENT/complimentary')).body).toMatchObject(PEOPLE)
  const guests = await call(`GET /api/complimentary/${given.body.id}`)
  expect(guests.body.data).toMatchObject([
    { quantity: 20, sold_in: 10 },
    { quantity: 3, sold_in: 3, kind: 'add_on' },
  ])
  const revoked = await call(`POST /api/complimentary/${given.body.id}/revoke`, {})
  expect(revoked.body).toEqual({ revoked: 3, inside: 0 })
  expect([await soldOf(0), await soldOf(2), await soldOfPool()]).toEqual([0, 0, 0])
  expect(await readBookDifferences(stage.db)).toEqual([])
})

test('rows together take no more than the pool has, and a refusal counts tables', async () => {
  const few = await give(rowOf(1, 10), rowOf(0, 4))
  expect([few.status, few.body]).toMatchObject([
    409,
    { code: 'too_few_left', field: 'rows.1.quantity', left: 4 },
  ])
  expect(few.body.error).toBe(
    'Row 2: only 4 are left of this ticket type, and the rows above want 1.',
  )
  expect((await give(rowOf(1, 5), rowOf(0, 4))).status).toBe(201)
  expect(await soldOfPool()).toBe(45)
})

// spec: licensed-days
test('licensed places count per day: a pass takes one on each of its days', async () => {
  event = await buildEvent(stage.db, {
    organizerId: owner.id,
    days: [{ date: '2028-01-10' }, { date: '2028-01-11' }],
    types: [
      { name: 'Monday', days: [1] },
      { name: 'Tuesday', days: [2] },
      { name: 'Pass', days: [1, 2] },
    ],
  })
  await call('PUT EVENT/entry_rules', { licensed_capacity: 3 })
  expect((await give(rowOf(0, 2), rowOf(1, 1), rowOf(2, 1))).status).toBe(201)
  expect((await call('GET EVENT/complimentary')).body).toMatchObject({
    ...{ taken: 3, taken_day: '2028-01-10' },
  })
  for (const type of [0, 2]) {
    expect((await give(rowOf(type, 1))).body).toMatchObject({
      ...{ code: 'above_license', left: 0 },
      error: 'The licensed capacity is 3, and 3 tickets for Monday, January 10, 2028 are taken.',
    })
  }
  expect((await give(rowOf(1, 1))).status).toBe(201)
  expect((await give(rowOf(1, 1))).body).toMatchObject({ code: 'above_license', left: 0 })
})

test('licensed places are for the people of entries, and not for add-ons', async () => {
  await call('PUT EVENT/entry_rules', { licensed_capacity: 19 })
  const above = await give(rowOf(0, 2))
  expect([above.status, above.body]).toMatchObject([409, { code: 'above_license', left: 19 }])
  expect((await give(rowOf(0, 1), rowOf(2, 3))).status).toBe(201)
  expect((await call('GET EVENT/complimentary')).body).toMatchObject({ taken: 10 })
})

test('a sponsor link sets tables aside, and hands one out to each phone', async () => {
  const made = await call('POST EVENT/allotments', {
    ...{ nonce: randomUUID(), name: 'Brookside', ticket_type_id: event.types[0]!.id },
    ...{ quantity: 3, ends_on: nairobiDate(stage.clock.now()) },
  })
  expect([made.status, made.body]).toMatchObject([201, { quantity: 3, claimed: 0, sold_in: 10 }])
  expect([await soldOf(0), await soldOfPool()]).toEqual([30, 30])
  const token = made.body.url.split('/').at(-1)
  const phone = newPhone()
  const claimed = await post(stage, `/api/allotments/${token}/claims`, { phone })
  expect([claimed.status, claimed.body]).toMatchObject([201, { left: 2 }])
  await stage.runJobs()
  expect(await admitsOf(phone)).toEqual([10])
  const page = (await stage.app.inject(`/api/allotments/${token}`)).json()
  expect(page).toMatchObject({ quantity: 3, left: 2, sold_in: 10 })
  expect((await call('GET EVENT/complimentary')).body).toMatchObject({
    ...{ given: 10, taken: 30, allotments: [{ quantity: 3, claimed: 1, given: 10 }] },
  })
  const ended = await call(`POST /api/allotments/${made.body.id}/withdraw`)
  expect(ended.body).toMatchObject({ state: 'withdrawn', claimed: 1 })
  expect([await soldOf(0), await soldOfPool()]).toEqual([10, 10])
  const more = await call('POST EVENT/allotments', {
    ...{ nonce: randomUUID(), name: 'Brookside', ticket_type_id: event.types[0]!.id },
    ...{ quantity: 4, ends_on: nairobiDate(stage.clock.now()) },
  })
  expect([more.status, more.body]).toMatchObject([409, { code: 'too_few_left', left: 3 }])
})

test('a pasted row names a table by its type', () => {
  const types = [
    { id: 'a', name: 'Table of 10' },
    { id: 'b', name: 'Parking' },
  ]
  const { lines } = readList('0712 345 678, 2, table of 10, Amina\n0112345678, 1, Parking', types)
  expect(lines).toMatchObject([
    { quantity: 2, ticketTypeId: 'a', fault: null },
    { quantity: 1, ticketTypeId: 'b', fault: null },
  ])
})

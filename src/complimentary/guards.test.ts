// spec: given-allotment, given-revoked
import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { buildAccount } from '../../test/accounts.ts'
import { type BuiltEvent, buildEvent, newPhone } from '../../test/build.ts'
import { callAs } from '../../test/cancelling.ts'
import { readStock } from '../../test/purchase.ts'
import { keepStage } from '../../test/stage.ts'
import { nairobiDate } from '../platform/values/nairobi.rules.ts'

// Tests that other organizers cannot change complimentary tickets, and that a request which fails
// halfway leaves tickets and history in agreement.

type Account = Awaited<ReturnType<typeof buildAccount>>
type Owned = { owner: Account; event: BuiltEvent }

const DAY_MS = 86_400_000

const stage = keepStage()
let mine: Owned
beforeEach(async () => {
  mine = await owned()
})

async function owned(owner?: Account): Promise<Owned> {
  const by = owner ?? (await buildAccount(stage))
  const types = [{ name: 'VIP', capacity: 50 }]
  const event = await buildEvent(stage.db, { types })
  await stage.db
    .updateTable('event')
    .set({ organizer_id: by.id })
    .where('id', '=', event.id)
    .execute()
  return { owner: by, event }
}

const inDays = (days: number) => nairobiDate(new Date(stage.clock.now().getTime() + days * DAY_MS))
const give = ({ owner, event }: Owned, rows: object[] = [{}], nonce: string = randomUUID()) =>
  callAs(stage, owner, `POST /api/events/${event.id}/complimentary`, {
    nonce,
    rows: rows.map((row) => ({
      ...{ phone: newPhone(), ticket_type_id: event.types[0]!.id, quantity: 1, ...row },
    })),
  })
const allot = ({ owner, event }: Owned, more: object = {}) =>
  callAs(stage, owner, `POST /api/events/${event.id}/allotments`, {
    ...{ nonce: randomUUID(), name: 'Brookside', ticket_type_id: event.types[0]!.id },
    ...{ quantity: 3, ends_on: inDays(5), ...more },
  })
const withdraw = ({ owner }: Owned, id: string) =>
  callAs(stage, owner, `POST /api/allotments/${id}/withdraw`)
const guests = ({ owner }: Owned, id: string) =>
  callAs(stage, owner, `GET /api/complimentary/${id}`)
const revoke = ({ owner }: Owned, id: string) =>
  callAs(stage, owner, `POST /api/complimentary/${id}/revoke`, {})
const claim = ({ body }: { body: { url: string } }, phone = newPhone()) =>
  callAs(
    stage,
    { headers: { authorization: '' } },
    `POST /api/allotments/${body.url.split('/').at(-1)}/claims`,
    { phone },
  )
const stockOf = ({ event }: Owned) => readStock(stage, event.types[0]!.id)
const revocations = async ({ event }: Owned) =>
  await stage.db
    .selectFrom('audit_log')
    .select(['action', 'after'])
    .where('event_id', '=', event.id)
    .where('action', '=', 'given_revoked')
    .execute()

test('a stranger who repeats the id of a link or batch as a nonce touches neither', async () => {
  const stranger = await owned()
  const link = await allot(mine)
  await claim(link)
  const batch = await give(mine)
  const theirs = [
    await give(stranger, [{}], link.body.id),
    await allot(stranger, { nonce: batch.body.id }),
  ]
  for (const { status, body } of theirs) {
    expect(status).toBe(201)
    expect([link.body.id, batch.body.id]).not.toContain(body.id)
    expect((await withdraw(stranger, link.body.id)).status).toBe(404)
    expect((await revoke(stranger, link.body.id)).status).toBe(404)
  }
  for (const { body } of [link, batch]) {
    const list = await guests(mine, body.id)
    expect([list.status, list.body.data?.length]).toEqual([200, 1])
    expect((await revoke(mine, body.id)).body).toEqual({ revoked: 1, inside: 0 })
  }
  expect((await withdraw(mine, batch.body.id)).status).toBe(404)
  expect((await withdraw(mine, link.body.id)).status).toBe(200)
  expect(await stockOf(stranger)).toMatchObject({ sold: 4 })
})

test('a nonce belongs to its account and event, and to links or batches', async () => {
  const nonce = randomUUID()
  const [other, admin] = [await owned(mine.owner), await buildAccount(stage, 'admin')]
  const ids = [
    (await give(mine, [{ phone: '254712345678' }], nonce)).body.id,
    (await give(other, [{}], nonce)).body.id,
    (await give({ ...mine, owner: admin }, [{}], nonce)).body.id,
    (await allot(mine, { nonce })).body.id,
    (await allot(other, { nonce })).body.id,
  ]
  expect(new Set(ids).size).toBe(5)
  expect((await give(mine, [{ phone: '254712345678' }], nonce)).body.id).toBe(ids[0])
  expect((await withdraw(mine, ids[3])).status).toBe(200)
  expect(await stockOf(mine)).toMatchObject({ sold: 2 })
})

test('each revoked order has its entry in the history, even if a later order fails', async () => {
  const { body } = await give(mine, [{}, { quantity: 2 }])
  const [first, second] = (await guests(mine, body.id)).body.data
  const moveHold = (state: 'sold' | 'released') =>
    stage.db.updateTable('hold').set({ state }).where('order_id', '=', second.order_id).execute()
  await moveHold('released')
  expect((await revoke(mine, body.id)).status).toBe(500)
  expect(first.quantity).toBe(1)
  expect(await revocations(mine)).toMatchObject([{ after: { revoked: 1 } }])
  await moveHold('sold')
  expect((await revoke(mine, body.id)).body).toEqual({ revoked: 2, inside: 0 })
  expect(await revocations(mine)).toHaveLength(2)
})

test('tickets of an event that is over are not revoked, and nobody gets an SMS', async () => {
  const phone = newPhone()
  const { body } = await give(mine, [{ phone }])
  await stage.runJobs()
  const setDate = (date: string) =>
    stage.db.updateTable('event').set({ date }).where('id', '=', mine.event.id).execute()
  await setDate(inDays(-2))
  const late = await revoke(mine, body.id)
  expect([late.status, late.body]).toMatchObject([409, { code: 'event_over' }])
  await stage.runJobs()
  expect(stage.textsTo(phone)).toHaveLength(1)
  await setDate(inDays(0))
  expect((await revoke(mine, body.id)).body).toEqual({ revoked: 1, inside: 0 })
})

test('a link of which no ticket can be put back does not keep other links open', async () => {
  const links = [await allot(mine), await allot(await owned(mine.owner))]
  const ids = links.map(({ body }) => body.id).sort()
  const types = await stage.db.selectFrom('allotment').select(['id', 'ticket_type_id']).execute()
  const setSold = (sold: number) =>
    stage.db
      .updateTable('ticket_type')
      .set({ sold })
      .where('id', '=', types.find(({ id }) => id === ids[0])!.ticket_type_id)
      .execute()
  const open = async () =>
    (
      await stage.db
        .selectFrom('allotment')
        .select('id')
        .where('id', 'in', ids)
        .where('ended_at', 'is', null)
        .execute()
    ).map(({ id }) => id)
  await setSold(0)
  stage.pass(6 * DAY_MS)
  await stage.sweep(['allotments'])
  expect(await open()).toEqual([ids[0]])
  await setSold(3)
  await stage.sweep(['allotments'])
  expect(await open()).toEqual([])
  stage.pass(-6 * DAY_MS)
})

test('guests behind one address of an operator all claim, and guessed links are limited', async () => {
  const { missPerAddress } = stage.env.limits
  const link = await allot(mine, { quantity: missPerAddress + 5 })
  for (let n = 0; n < missPerAddress + 5; n++) expect((await claim(link)).status).toBe(201)
  for (let n = 0; n < missPerAddress; n++) {
    expect((await claim({ body: { url: `x${n}` } })).status).toBe(404)
  }
  expect((await claim({ body: { url: 'x' } })).status).toBe(429)
  stage.pass(60_000)
})

test('a phone whose ticket was revoked learns that it gets none', async () => {
  const link = await allot(mine, { quantity: 2 })
  const phone = newPhone()
  expect((await claim(link, phone)).status).toBe(201)
  await revoke(mine, link.body.id)
  const again = await claim(link, phone)
  expect([again.status, again.body.code]).toEqual([409, 'allotment_ended'])
  expect((await claim(link)).status).toBe(201)
  // All tickets of the link are claimed: every phone gets the same error text.
  expect((await claim(link, phone)).body).toEqual((await claim(link)).body)
})

test.each(['withdrawn', 'cancelled', 'past'])(
  'a link that is %s says the same to guests and strangers',
  async (end) => {
    const link = await allot(mine)
    const phone = newPhone()
    expect((await claim(link, phone)).status).toBe(201)
    if (end === 'withdrawn') await withdraw(mine, link.body.id)
    if (end === 'cancelled') {
      const { title } = mine.event
      await callAs(stage, mine.owner, `POST /api/events/${mine.event.id}/cancel`, { title })
    }
    if (end === 'past') stage.pass(6 * DAY_MS)
    const guest = await claim(link, phone)
    expect([guest.status, guest.body.code]).toEqual([409, 'allotment_ended'])
    expect(await claim(link)).toEqual(guest)
    if (end === 'past') stage.pass(-6 * DAY_MS)
  },
)

test('an organizer sends 5,000 complimentary tickets a day, whoever sends them and however', async () => {
  const link = await allot(mine)
  const phone = newPhone()
  const admin = await buildAccount(stage, 'admin')
  await give(mine)
  const setCount = (count: number) =>
    stage.db
      .updateTable('rate_count')
      .set({ count })
      .where('key', '=', `budget:tickets:${mine.owner.id}`)
      .execute()
  await setCount(4998)
  expect((await claim(link, phone)).status).toBe(201)
  expect((await claim(link, phone)).status).toBe(201)
  expect((await give({ ...mine, owner: admin })).status).toBe(201)
  for (const reply of [
    await give(mine),
    await give({ ...mine, owner: admin }),
    await claim(link),
  ]) {
    expect([reply.status, reply.body.code]).toEqual([429, 'too_many_requests'])
  }
})

test('concurrent repeats of a request count once towards the limit of the day', async () => {
  const nonce = randomUUID()
  const rows = [{ phone: newPhone() }]
  await Promise.all(Array.from({ length: 4 }, () => give(mine, rows, nonce)))
  const { count } = await stage.db
    .selectFrom('rate_count')
    .select('count')
    .where('key', '=', `budget:tickets:${mine.owner.id}`)
    .executeTakeFirstOrThrow()
  expect(count).toBe(1)
})

test('the SMS names nobody with an address, a number or the name of a money service', async () => {
  const faulty = ['bit.ly/3xYz12', 'Safaricom M-PESA', 'Call 0712 345 678', 'Lango']
  for (const name of faulty) {
    const link = await allot(mine, { name })
    expect([link.status, link.body], name).toMatchObject([422, { field: 'name' }])
    // An account's name is checked only when an SMS would contain it.
    await stage.db
      .updateTable('account')
      .set({ full_name: name })
      .where('id', '=', mine.owner.id)
      .execute()
    const path = `PUT /api/organizers/${mine.owner.id}`
    const page = await callAs(stage, mine.owner, path, { name: `${name}!` })
    expect([page.status, page.body], name).toMatchObject([200, { asked_name: `${name}!` }])
    const batch = await give(mine)
    expect([batch.status, batch.body.code], name).toEqual([409, 'host_refused'])
    await stage.db.deleteFrom('organizer_page').execute()
  }
  const page = { name: 'Tuskers Events' }
  await callAs(stage, mine.owner, `PUT /api/organizers/${mine.owner.id}`, page)
  expect((await give(mine)).status).toBe(201)
})

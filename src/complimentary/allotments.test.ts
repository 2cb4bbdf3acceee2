// spec: given-allotment
import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { buildAccount } from '../../test/accounts.ts'
import { type BuiltEvent, buildEvent, newPhone } from '../../test/build.ts'
import { callAs } from '../../test/cancelling.ts'
import { post, readStock } from '../../test/purchase.ts'
import { keepStage } from '../../test/stage.ts'
import { nairobiDate } from '../platform/values/nairobi.rules.ts'

// Tests allotments: free tickets that a sponsor hands out through a link.

type Account = Awaited<ReturnType<typeof buildAccount>>

const DAY_MS = 86_400_000

const stage = keepStage()
let owner: Account
let event: BuiltEvent
beforeEach(async () => {
  owner = await buildAccount(stage)
  event = await buildEvent(stage.db, { types: [{ name: 'VIP', capacity: 10 }] })
  await stage.db
    .updateTable('event')
    .set({ organizer_id: owner.id })
    .where('id', '=', event.id)
    .execute()
})

const call = (path: string, payload?: object, by: Account = owner) =>
  callAs(stage, by, path.replace('EVENT', `/api/events/${event.id}`), payload)
const inDays = (days: number) => nairobiDate(new Date(stage.clock.now().getTime() + days * DAY_MS))
const askFor = (changes: object = {}) => ({
  ...{ nonce: randomUUID(), name: 'Brookside', ticket_type_id: event.types[0]!.id },
  ...{ quantity: 3, ends_on: inDays(5), ...changes },
})
const make = (request: object, by: Account = owner) => call('POST EVENT/allotments', request, by)
const stock = () => readStock(stage, event.types[0]!.id)
const tokenOf = ({ url }: { url: string }) => url.split('/').at(-1)!
const claim = (token: string, phone = newPhone()) =>
  post(stage, `/api/allotments/${token}/claims`, { phone })
const page = (token: string) =>
  callAs(stage, { headers: { authorization: '' } }, `GET /api/allotments/${token}`)

async function made(changes: object = {}) {
  const { status, body } = await make(askFor(changes))
  expect([status, body]).toMatchObject([201, { claimed: 0, state: 'open' }])
  return { ...body, token: tokenOf(body) }
}

test('an allotment takes its places off sale at once, and its link gives each phone one ticket', async () => {
  const { token, id } = await made()
  expect(await stock()).toMatchObject({ held: 0, sold: 3 })
  const phone = '254712345678'
  const first = await claim(token, '0712 345 678')
  expect(first).toEqual({ status: 201, body: { phone: '07•• ••• 678', left: 2 } })
  // A phone claims again, for example after a lost reply.
  expect(await claim(token, phone)).toEqual(first)
  await stage.runJobs()
  expect(stage.textsTo(phone)).toEqual([
    expect.stringMatching(/^From Brook.+: Derby.+, Nyayo\.\.: 1 x VIP\. /),
  ])
  expect(await stock()).toMatchObject({ held: 0, sold: 3 })
  expect((await page(token)).body).toMatchObject({
    ...{ name: 'Brookside', event: 'Derby Day', ticket_type: 'VIP', quantity: 3, left: 2 },
    ...{ state: 'open', ends_on: inDays(5) },
  })
  const { body } = await call('GET EVENT/complimentary')
  expect(body).toMatchObject({ given: 1, taken: 3, allotments: [{ id, claimed: 1, given: 1 }] })
  const about = { p_event_id: event.id }
  const counts = { complimentary: 1, reserved: 2 }
  const totals = await call('POST /api/rpc/get_event_transaction_stats', about)
  expect(totals.body).toEqual([{ total_tickets: 0, total_revenue: 0, ...counts }])
  const types = await call('POST /api/rpc/get_event_ticket_type_stats', about)
  expect(types.body[0]).toMatchObject({ name: 'VIP', sold: 0, ...counts })
  expect((await call('POST /api/rpc/get_all_events_stats')).body).toContainEqual(
    expect.objectContaining({ event_id: event.id, total_tickets: 0, ...counts }),
  )
})

test('a link whose tickets are all handed out gives no more, and looking at it takes nothing', async () => {
  const { token } = await made({ quantity: 1 })
  for (let look = 0; look < 3; look++) expect((await page(token)).body.left).toBe(1)
  expect((await claim(token)).status).toBe(201)
  const late = await claim(token)
  expect([late.status, late.body.code]).toEqual([409, 'allotment_empty'])
  expect((await page(token)).body).toMatchObject({ left: 0, state: 'open' })
  expect((await claim('x')).status).toBe(404)
  expect((await page('x')).status).toBe(404)
  const wrong = await claim(token, '12')
  expect([wrong.status, wrong.body.field]).toEqual([422, 'phone'])
})

test('unclaimed places return to sale after the last day, and claimed tickets stay valid', async () => {
  const { token } = await made({ ends_on: inDays(0) })
  expect((await claim(token)).status).toBe(201)
  stage.pass(DAY_MS)
  const late = await claim(token)
  expect([late.status, late.body.code]).toEqual([409, 'allotment_ended'])
  expect(await stock()).toMatchObject({ sold: 3 })
  await stage.sweep(['allotments'])
  await stage.sweep(['allotments'])
  expect(await stock()).toMatchObject({ held: 0, sold: 1 })
  expect((await page(token)).body).toMatchObject({ state: 'ended', left: 0 })
  stage.pass(-DAY_MS)
})

test('a withdrawn link gives no more, its places are on sale, and its tickets are revoked as a batch', async () => {
  const { token, id } = await made()
  const phone = newPhone()
  await claim(token, phone)
  await stage.runJobs()
  for (let time = 0; time < 2; time++) {
    const { status, body } = await call(`POST /api/allotments/${id}/withdraw`)
    expect([status, body]).toMatchObject([200, { state: 'withdrawn', claimed: 1 }])
  }
  expect(await stock()).toMatchObject({ sold: 1 })
  expect((await claim(token)).body.code).toBe('allotment_ended')
  const revoked = await call(`POST /api/complimentary/${id}/revoke`, {})
  expect(revoked.body).toEqual({ revoked: 1, inside: 0 })
  await stage.runJobs()
  expect(await stock()).toMatchObject({ sold: 0 })
  expect(stage.textsTo(phone).at(-1)).toContain('was withdrawn by the organizer')
})

test('the end of an event ends its links', async () => {
  const { token } = await made()
  const { title } = event
  expect((await call('POST EVENT/cancel', { title })).status).toBe(202)
  expect((await claim(token)).body.code).toBe('allotment_ended')
  await stage.sweep(['allotments'])
  expect(await stock()).toMatchObject({ held: 0, sold: 0 })
})

test('a repeated nonce makes one allotment, and wrong fields are named', async () => {
  const request = askFor()
  const [first, again] = await Promise.all([make(request), make(request)])
  expect(again).toEqual(first)
  expect(await stock()).toMatchObject({ sold: 3 })
  const stranger = await buildAccount(stage)
  expect((await make(askFor(), stranger)).status).toBe(404)
  const id = first.body.id
  expect((await call(`POST /api/allotments/${id}/withdraw`, undefined, stranger)).status).toBe(404)
  const refusals = [
    [{ ...request, name: 'Tusker' }, 409, 'nonce'],
    [askFor({ quantity: 8 }), 409, 'quantity'],
    [askFor({ quantity: 0 }), 422, 'quantity'],
    [askFor({ name: ' ' }), 422, 'name'],
    [askFor({ ends_on: inDays(-1) }), 422, 'ends_on'],
    [askFor({ ends_on: inDays(31) }), 422, 'ends_on'],
    [askFor({ ends_on: '2030-02-30' }), 422, 'ends_on'],
    [askFor({ ticket_type_id: randomUUID() }), 404, 'ticket_type_id'],
  ] as const
  for (const [body, status, field] of refusals) {
    const reply = await make(body)
    expect([reply.status, reply.body], field).toMatchObject([status, { field }])
  }
})

test('a ticket type with an allotment is archived and not deleted, and its link goes on', async () => {
  const { token } = await made()
  const admin = await buildAccount(stage, 'admin')
  const { updated_at } = (await call('GET EVENT', undefined, admin)).body
  const ticket_types = [{ name: 'Regular', price: 100, quantity: 5 }]
  const saved = await call('PUT EVENT', { updated_at, ticket_types }, admin)
  expect([saved.status, saved.body.ticket_types]).toMatchObject([200, [{ name: 'Regular' }]])
  expect((await claim(token)).status).toBe(201)
})

// spec: days-shown
test('the page behind a link has the days of its ticket, and a plain event no further field', async () => {
  const { token } = await made()
  expect((await page(token)).body).not.toHaveProperty('until')
  const days = [1, 2, 3].map((n) => ({ date: inDays(20 + n), time: `1${n}:00` }))
  const types = [{ days: [2] }, { days: [2, 3] }]
  event = await buildEvent(stage.db, { days, types })
  const own = stage.db.updateTable('event').set({ organizer_id: owner.id })
  await own.where('id', '=', event.id).execute()
  const [day, pass] = event.types
  const { token: ofDay } = await made({ ticket_type_id: day!.id })
  const { token: ofPass } = await made({ ticket_type_id: pass!.id })
  expect((await page(ofDay)).body).toMatchObject({ date: inDays(22), time: '12:00' })
  expect((await page(ofDay)).body).not.toHaveProperty('until')
  const both = { date: inDays(22), time: '12:00', until: inDays(23) }
  expect((await page(ofPass)).body).toMatchObject(both)
})

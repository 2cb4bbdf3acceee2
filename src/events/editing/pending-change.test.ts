// spec: event-change-approval
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  draftOf,
  type Editor,
  LEAST,
  makeEditor,
  openOffice,
  publishedOf,
  VIP,
} from '../../../test/event-form.ts'
import type { Stage } from '../../../test/stage.ts'

let stage: Stage
let admin: Editor
let organizer: Editor
beforeAll(async () => {
  ;({ stage, admin, organizer } = await openOffice())
})
afterAll(() => stage.close())

const published = (title: string, by = organizer) => publishedOf(admin, by, { title })

async function mailsAbout(title: string) {
  const rows = await stage.db
    .selectFrom('message')
    .select(['recipient', 'subject'])
    .where('subject', 'like', `%: ${title}`)
    .orderBy('created_at')
    .execute()
  return rows.map(({ recipient, subject }) => [recipient, subject])
}

const MOVED = { date: '2027-05-01', time: '18:00', location: 'Kasarani' }
const OLD = { date: LEAST.date, time: LEAST.time, location: LEAST.location }

test("an organizer's change of date, place, price and stock waits, and all else applies at once", async () => {
  const event = await published('Held')
  const [vip] = event.ticket_types
  const asked = [
    { id: vip.id, name: 'VVIP', price: 2000, quantity: 80 },
    { name: 'Child', price: 50, quantity: 20 },
  ]
  const reply = await organizer.save(event.id, {
    ...event,
    ...MOVED,
    title: 'Held back',
    max_per_phone: 6,
    ticket_types: asked,
  })
  const applied = { title: 'Held back', max_per_phone: 6 }
  expect(reply).toMatchObject({ status: 200, body: { ...OLD, ...applied } })
  const { ticket_types, review } = reply.body
  expect(ticket_types).toMatchObject([{ ...VIP, id: vip.id, name: 'VVIP' }])
  expect(review).toMatchObject({
    state: 'sent',
    change: { ...MOVED, ticket_types: [{ id: vip.id, price: 2000, quantity: 80 }, asked[1]] },
    changes: [
      { what: 'Date', before: 'March 14, 2027', after: 'May 1, 2027' },
      { what: 'Time', before: '3:30 PM', after: '6:00 PM' },
      { what: 'Location', before: LEAST.location, after: MOVED.location },
      { what: 'VVIP: price', before: 'KES 1,500.50', after: 'KES 2,000' },
      { what: 'VVIP: quantity', before: '50', after: '80' },
      { what: 'Ticket type', before: '', after: 'Child: 20 tickets, KES 50' },
    ],
  })
  const visitor = (await stage.app.inject(`/api/events/${event.id}`)).json()
  expect(visitor).toMatchObject({ ...OLD, title: 'Held back' })
  expect(visitor).not.toHaveProperty('review')
  expect(await admin.workOf(event.id)).toMatchObject([
    { kind: 'change_sent_in', event: { id: event.id }, known: expect.stringContaining('change') },
  ])
})

test('an approved change is made, and both sides are notified', async () => {
  const event = await published('Approved change')
  const [vip] = event.ticket_types
  const { body } = await organizer.save(event.id, {
    updated_at: event.updated_at,
    ...MOVED,
    ticket_types: [
      { id: vip.id, quantity: 80 },
      { name: 'Child', price: 50, quantity: 20 },
    ],
  })
  const support = stage.env.support.email
  const about = 'Approved change'
  expect(await mailsAbout(about)).toEqual([
    [organizer.email, `Published: ${about}`],
    [support, `Change requested: ${about}`],
  ])
  const approved = await admin.approve(event.id, body.updated_at)
  expect(approved).toMatchObject({
    status: 200,
    body: { ...MOVED, ticket_types: [{ ...VIP, quantity: 80 }, { name: 'Child' }] },
  })
  expect(approved.body.review).toBeUndefined()
  expect(await admin.workOf(event.id)).toEqual([])
  const { body: text } = await stage.db
    .selectFrom('message')
    .select('body')
    .where('subject', '=', `Changed: ${about}`)
    .where('recipient', '=', organizer.email)
    .executeTakeFirstOrThrow()
  expect(text).toContain('We made the changes that you requested: Date, Time, Location')
})

test('a change that is returned is not made, and its organizer reads the reason', async () => {
  const event = await published('Returned change')
  const { body } = await organizer.save(event.id, { updated_at: event.updated_at, ...MOVED })
  const returned = await admin.act(event.id, 'return', { words: 'Too far.' })
  expect(returned.body).toMatchObject({
    ...OLD,
    is_published: true,
    review: { state: 'returned', words: 'Too far.' },
  })
  expect(await admin.workOf(event.id)).toEqual([])
  const late = await admin.approve(event.id, body.updated_at)
  expect([late.status, late.body.code]).toEqual([409, 'not_sent_in'])
  const { updated_at } = returned.body
  const saved = await organizer.save(event.id, { updated_at, description: 'New words' })
  expect([saved.body.description, saved.body.review]).toEqual(['New words', undefined])
})

// spec: review-again
test('an admin reads how a change that was returned differs from the one that is sent again', async () => {
  const keen = await makeEditor(stage, 'organizer')
  const event = await published('Sent again', keen)
  const lastReturn = async () => (await admin.read(event.id)).review.returned
  const send = async (by: Editor, body: object) => {
    const { updated_at } = await by.read(event.id)
    expect((await by.save(event.id, { updated_at, ...body })).status).toBe(200)
  }
  const [vip] = event.ticket_types
  const child = { name: 'Child', price: 50, quantity: 20 }
  const types = [{ id: vip.id, price: 2000 }, child]
  const asked = { ...MOVED, ticket_types: types, pools: [{ name: 'Hall', quantity: 90 }] }
  await send(keen, asked)
  await admin.act(event.id, 'return', { words: 'Too far.' })
  await send(keen, asked)
  expect(await lastReturn()).toMatchObject({ words: 'Too far.', times: 1, changes: [] })
  await send(keen, { ...asked, location: LEAST.location, ticket_types: [types[0]] })
  const changes = [
    { what: 'Location', before: MOVED.location, after: LEAST.location },
    { what: 'Ticket type', before: 'Child: 20 tickets, KES 50', after: '' },
  ]
  expect((await lastReturn()).changes).toEqual(changes)
  await send(keen, { ...OLD, ticket_types: [{ id: vip.id, price: VIP.price }], pools: [] })
  expect((await admin.read(event.id)).review).toBeUndefined()
  await send(keen, { time: MOVED.time })
  expect((await lastReturn()).changes).toMatchObject([
    { what: 'Date', before: 'May 1, 2027', after: 'March 14, 2027' },
    { what: 'Location' },
    ...[{ what: 'Shared capacity', after: '' }, { what: 'VIP: price' }, { what: 'Ticket type' }],
  ])
  const { updated_at } = await admin.read(event.id)
  expect((await admin.approve(event.id, updated_at)).status).toBe(200)
  await send(keen, { time: LEAST.time })
  expect(await lastReturn()).toBeUndefined()
})

test('a change that an organizer made after the admin read it is not approved', async () => {
  const event = await published('Stale change')
  const first = await organizer.save(event.id, { updated_at: event.updated_at, time: '18:00' })
  const second = await organizer.save(event.id, {
    updated_at: first.body.updated_at,
    time: '03:00',
  })
  expect(second.status).toBe(200)
  const { status, body } = await admin.approve(event.id, first.body.updated_at)
  expect([status, body.code]).toEqual([409, 'stale'])
  expect(body.changes).toMatchObject([
    {
      action: 'event_change_sent_in',
      after: { changes: [{ what: 'Time', after: '3:00 AM' }] },
    },
  ])
  expect((await admin.read(event.id)).time).toBe(LEAST.time)
})

test('a waiting field waits on if a save leaves it out, and waits no longer if it gets its stored value', async () => {
  const event = await published('Withdrawn')
  const save = async (body: object) => {
    const { updated_at } = await organizer.read(event.id)
    return (await organizer.save(event.id, { updated_at, ...body })).body.review?.change
  }
  const { time, date } = MOVED
  expect(await save({ time, date })).toEqual({ time, date })
  expect(await save({ title: 'Withdrawn' })).toEqual({ time, date })
  expect(await save({ date: LEAST.date })).toEqual({ time })
  const [vip] = event.ticket_types
  expect(await save({ ticket_types: [{ name: 'Only', price: 1, quantity: 1 }] })).toEqual({
    time,
    ticket_types: [{ name: 'Only', price: 1, quantity: 1 }],
    removed_types: [vip.id],
  })
  expect(await save({ ticket_types: event.ticket_types })).toEqual({ time })
  expect(await save({ time: LEAST.time })).toBeUndefined()
  expect(await admin.workOf(event.id)).toEqual([])
})

test('a wrong value of a field that waits is refused when it is sent', async () => {
  const event = await published('Wrong')
  for (const [field, body] of [
    ['date', { date: '2027-02-30' }],
    ['price', { price: -1 }],
    ['location', { location: ' ' }],
    ['ticket_types', { ticket_types: [] }],
    ['ticket_types.0.quantity', { ticket_types: [{ id: event.ticket_types[0].id, quantity: 0 }] }],
  ] as const) {
    const reply = await organizer.save(event.id, { updated_at: event.updated_at, ...body })
    expect([reply.status, reply.body.field]).toEqual([422, field])
  }
  expect((await organizer.read(event.id)).review).toBeUndefined()
})

test('an approval of fewer tickets than were sold since is refused', async () => {
  const { id, updated_at, ticket_types } = await published('Sold')
  const asked = { updated_at, ticket_types: [{ id: ticket_types[0].id, quantity: 10 }] }
  const { body } = await organizer.save(id, asked)
  await stage.db.updateTable('ticket_type').set({ sold: 20 }).where('event_id', '=', id).execute()
  const refused = await admin.approve(id, body.updated_at)
  expect([refused.status, refused.body.code]).toEqual([409, 'below_sold'])
})

test('a ticket type that an admin added since stays when a change is approved', async () => {
  const event = await published('Added')
  const [vip] = event.ticket_types
  const ticket_types = [{ id: vip.id, price: 7 }]
  await organizer.save(event.id, { updated_at: event.updated_at, ticket_types })
  const { updated_at } = await admin.read(event.id)
  const added = { name: 'Press', price: 10, quantity: 5 }
  const saved = await admin.save(event.id, { updated_at, ticket_types: [{ id: vip.id }, added] })
  const { body } = await admin.approve(event.id, saved.body.updated_at)
  expect(body.ticket_types).toMatchObject([{ id: vip.id, price: 7 }, added])
})

test('an organizer who publishes alone needs no approval, until an admin takes the right away', async () => {
  const trusted = await makeEditor(stage, 'organizer')
  const grant = async (publishes_alone: boolean) => {
    const body = { role: 'organizer', publishes_alone }
    const reply = await admin.call('PUT', `/api/accounts/${trusted.id}`, body)
    expect(reply).toMatchObject({ status: 200, body: { publishes_alone } })
  }
  await grant(true)
  const { id } = await draftOf(trusted)
  const sent = await trusted.act(id, 'send_in')
  expect(sent).toMatchObject({ status: 200, body: { is_published: true } })
  const saved = await trusted.save(id, { updated_at: sent.body.updated_at, time: '05:00' })
  expect([saved.body.time, saved.body.review]).toEqual(['05:00', undefined])
  await grant(false)
  const { updated_at } = saved.body
  const held = await trusted.save(id, { updated_at, time: '06:00' })
  expect([held.body.time, held.body.review.change]).toEqual(['05:00', { time: '06:00' }])
})

test('an organizer changes no event that was cancelled or taken off the site', async () => {
  for (const change of [{ is_published: false }, { cancelled_at: stage.clock.now() }]) {
    const event = await published('Closed')
    await stage.db.updateTable('event').set(change).where('id', '=', event.id).execute()
    const { updated_at } = await admin.read(event.id)
    const { status, body } = await organizer.save(event.id, { updated_at, description: 'x' })
    expect([status, body.code]).toEqual([409, 'was_published'])
  }
})

test('a change that waits goes on waiting if an admin takes the event off the site and publishes it again', async () => {
  const other = await makeEditor(stage, 'organizer')
  const event = await published('Republished', other)
  const asked = await other.save(event.id, { updated_at: event.updated_at, time: '18:00' })
  const off = await admin.save(event.id, {
    updated_at: asked.body.updated_at,
    is_published: false,
  })
  expect(off.body).toMatchObject({ is_published: false, review: { change: { time: '18:00' } } })
  const again = await admin.save(event.id, {
    updated_at: off.body.updated_at,
    is_published: true,
  })
  const waiting = { state: 'sent', change: { time: '18:00' } }
  expect(again.body).toMatchObject({ is_published: true, time: LEAST.time, review: waiting })
  const approved = await admin.approve(event.id, again.body.updated_at)
  expect(approved).toMatchObject({ status: 200, body: { time: '18:00' } })
})

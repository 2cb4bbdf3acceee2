import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildAccount } from '../../../test/accounts.ts'
import { buildEvent } from '../../../test/build.ts'
import { type Editor, LEAST, makeEditor, VIP } from '../../../test/event-form.ts'
import { keepStage } from '../../../test/stage.ts'
import { REQUIRED_TEXT } from './event-form.rules.ts'

const stage = keepStage()
let admin: Editor
beforeAll(async () => {
  admin = await makeEditor(stage)
})

async function created(body: object = {}) {
  const reply = await admin.create({
    ...LEAST,
    image: await admin.picture(),
    ticket_types: [{ name: 'Standard', price: 100, quantity: 100 }, VIP],
    ...body,
  })
  expect(reply, JSON.stringify(reply.body)).toMatchObject({ status: 201 })
  return reply.body
}

/** Creates an event, and then changes its date to `date`, which has passed. */
async function createdOn(date: string, body: object) {
  const event = await created(body)
  await stage.db.updateTable('event').set({ date }).where('id', '=', event.id).execute()
  return event
}

describe('saving', () => {
  // spec: get-gave-can
  test('a GET reply can be sent back and changes nothing', async () => {
    const event = await created({ is_published: true })
    const saved = await admin.save(event.id, await admin.read(event.id))
    expect(saved).toEqual({ status: 200, body: event })
  })

  // spec: get-gave-can
  test("a GET reply of a sold-out event sent back does not tick 'sold out'", async () => {
    const { id } = await buildEvent(stage.db, { types: [{ capacity: 1 }] })
    await stage.db.updateTable('ticket_type').set({ sold: 1 }).where('event_id', '=', id).execute()
    const read = await admin.read(id)
    expect(read).toMatchObject({ is_sold_out: false, sale_state: 'sold_out', image: null })
    expect((await admin.save(id, { ...read, title: 'Full' })).status).toBe(200)
    const { is_sold_out } = await stage.db
      .selectFrom('event')
      .select('is_sold_out')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(is_sold_out).toBe(false)
    expect((await stage.app.inject(`/api/events/${id}`)).json().is_sold_out).toBe(true)
  })

  // spec: get-gave-can
  test('absent fields stay unchanged, sent fields change, and updated_at moves', async () => {
    const event = await created({ description: 'Kept', attendees: 5 })
    const { status, body } = await admin.save(event.id, {
      updated_at: event.updated_at,
      title: 'Another title',
      attendees: null,
      ticket_types: [
        { id: event.ticket_types[1].id, price: 2000 },
        { id: event.ticket_types[0].id },
      ],
    })
    expect(status).toBe(200)
    const { updated_at, share_image: _, ...rest } = body
    expect(rest).toMatchObject({ title: 'Another title', attendees: null, description: 'Kept' })
    expect(Date.parse(updated_at)).toBeGreaterThan(Date.parse(event.updated_at))
    const [standard, vip] = event.ticket_types
    expect(body.ticket_types).toEqual([
      standard,
      { ...vip, price: 2000, price_now: 2000, updated_at: body.ticket_types[1].updated_at },
    ])
    expect(body.ticket_types[1].updated_at).toBe(updated_at)
  })

  // spec: admins-once-second
  test('a save based on an older version is refused, and overwrites nothing', async () => {
    const event = await created()
    const first = await admin.save(event.id, { updated_at: event.updated_at, title: 'First' })
    const second = await admin.save(event.id, { ...event, title: 'Second' })
    expect(second).toEqual({
      status: 409,
      body: {
        error: 'Someone else has saved this event since you opened it.',
        code: 'stale',
        updated_at: first.body.updated_at,
      },
    })
    expect((await admin.read(event.id)).title).toBe('First')
  })

  // spec: admins-once-second
  test('of ten saves at the same time one succeeds and nine are refused', async () => {
    const event = await created()
    const all = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        admin.save(event.id, { updated_at: event.updated_at, title: `Number ${n}` }),
      ),
    )
    expect(all.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)])
  })

  test('a save without updated_at as it was read is refused', async () => {
    const event = await created()
    for (const updated_at of [undefined, 'yesterday']) {
      const { status, body } = await admin.save(event.id, { updated_at, title: 'x' })
      expect([status, body.field]).toEqual([422, 'updated_at'])
    }
    for (const id of [randomUUID(), 'x']) {
      const { status, body } = await admin.save(id, { updated_at: event.updated_at })
      expect([status, body.code]).toEqual([404, 'event_not_found'])
    }
  })

  test('a picture can be replaced, but not removed', async () => {
    const event = await created()
    const image = await admin.picture()
    const { updated_at } = event
    const none = await admin.save(event.id, { updated_at, image: null })
    expect(none).toMatchObject({ status: 422, body: { error: REQUIRED_TEXT, field: 'image' } })
    expect((await admin.save(event.id, { updated_at, image })).body.image).toBe(image)
    const jobs = await stage.db.selectFrom('job').select('payload').execute()
    expect(jobs.map((job) => job.payload)).toContainEqual({
      imageKey: /images\/(.*)-1280/.exec(image)![1],
    })
  })

  // spec: admin-creates-edits
  test('only signed-in accounts can save, and only admins read the list of organizers', async () => {
    const organizer = await buildAccount(stage)
    const event = await created({ organizer_id: organizer.id })
    const body = { updated_at: event.updated_at, title: 'Mine' }
    const url = `/api/events/${event.id}`
    expect((await admin.call('PUT', url, body, {})).status).toBe(401)
    expect((await admin.call('POST', '/api/events', LEAST, {})).status).toBe(401)
    for (const [headers, status] of [
      [organizer.headers, 403],
      [{}, 401],
    ] as const) {
      expect((await admin.call('GET', '/api/organizers', undefined, headers)).status).toBe(status)
    }
  })
})

describe('reading managed events', () => {
  // spec: published-state-checkbox-draft
  test('the organizer and admins see a draft with its edit fields, and others get 404', async () => {
    const organizer = await buildAccount(stage)
    const other = await buildAccount(stage)
    const event = await created({ organizer_id: organizer.id })
    const read = (headers: object) =>
      admin.call('GET', `/api/events/${event.id}`, undefined, headers)
    expect(await read(organizer.headers)).toEqual({ status: 200, body: event })
    expect((await read(other.headers)).status).toBe(404)
    expect((await read({})).status).toBe(404)
    await admin.save(event.id, { updated_at: event.updated_at, is_published: true })
    const seen = await read(other.headers)
    expect(seen.status).toBe(200)
    expect(seen.body).not.toHaveProperty('organizer_id')
    expect(seen.body.ticket_types[0]).not.toHaveProperty('sold')
  })

  // spec: scope-managed-own, events-next-first
  test('scope=managed lists all own events, page by page and in any order', async () => {
    const organizer = await buildAccount(stage)
    const mine = { organizer_id: organizer.id }
    const past = await createdOn('2020-01-05', { ...mine, title: 'past', is_published: true })
    const draft = await created({ ...mine, title: 'Draft', date: '2027-01-05' })
    const next = await created({ ...mine, title: 'next one', date: '2027-01-05', time: '09:00' })
    await created({ title: 'Of nobody' })
    const ids = async (query: string) => {
      const url = `/api/events?scope=managed${query}`
      const { body } = await admin.call('GET', url, undefined, organizer.headers)
      return { ids: body.data.map((row: { id: string }) => row.id), cursor: body.next_cursor }
    }
    const none = { cursor: null }
    expect(await ids('')).toEqual({ ids: [draft.id, next.id, past.id], ...none })
    expect(await ids('&sort=date')).toEqual({ ids: [past.id, next.id, draft.id], ...none })
    expect(await ids('&sort=title')).toEqual({ ids: [draft.id, next.id, past.id], ...none })
    expect(await ids('&is_published=false')).toEqual({ ids: [draft.id, next.id], ...none })
    expect(await ids('&q=NEXT')).toEqual({ ids: [next.id], ...none })
    expect(await ids('&to=2026-01-01')).toEqual({ ids: [past.id], ...none })
    // Upcoming events are first, with the next event at the top. Past and cancelled events follow,
    // the latest first.
    const cancelled = (cancelled_at: Date | null) =>
      stage.db.updateTable('event').set({ cancelled_at }).where('id', '=', next.id).execute()
    await cancelled(new Date())
    expect((await ids('&sort=next')).ids).toEqual([draft.id, next.id, past.id])
    await cancelled(null)
    expect(await ids('&sort=next')).toEqual({ ids: [next.id, draft.id, past.id], ...none })
    const older = await createdOn('2019-01-05', { ...mine, title: 'old' })
    expect((await ids('&sort=next')).ids).toEqual([next.id, draft.id, past.id, older.id])
    for (const sort of ['-date', 'date', 'title', '-title', 'next']) {
      const all = (await ids(`&sort=${sort}`)).ids
      const one = await ids(`&sort=${sort}&limit=2`)
      expect(one.ids).toEqual(all.slice(0, 2))
      const two = await ids(`&sort=${sort}&limit=2&cursor=${one.cursor}`)
      expect(two).toEqual({ ids: all.slice(2), ...none })
    }
    expect((await admin.call('GET', '/api/events?scope=managed', undefined, {})).status).toBe(401)
    const all = (await admin.call('GET', '/api/events?scope=managed&limit=100')).body.data
    expect(all.length).toBeGreaterThan(3)
    expect((await ids('')).ids).toEqual([draft.id, next.id, past.id, older.id])
  })

  test('an invented cursor is refused', async () => {
    const noId = Buffer.from(JSON.stringify(['-date', 'x', 'z'.repeat(36)])).toString('base64url')
    for (const cursor of ['x', 'AAAA', noId]) {
      const { status, body } = await admin.call('GET', `/api/events?scope=managed&cursor=${cursor}`)
      expect([status, body.field]).toEqual([422, 'cursor'])
    }
  })
})

describe('the audit log', () => {
  // spec: audit-log-when
  test('the audit log has a row for each important change, and none for the rest', async () => {
    const organizer = await buildAccount(stage)
    const event = await created()
    const [standard, vip] = event.ticket_types
    const saved = await admin.save(event.id, {
      updated_at: event.updated_at,
      description: 'Of no matter',
      is_featured: true,
      is_published: true,
      date: '2027-03-15',
      time: '16:00',
      location: 'Kasarani',
      price: 150,
      organizer_id: organizer.id,
      ticket_types: [
        { ...standard, price: 150, quantity: 90 },
        { name: 'Child', price: 50, quantity: 10 },
      ],
    })
    expect(saved.status).toBe(200)
    const subject = 'Derby Day'
    expect(await admin.audit(event.id)).toEqual([
      [
        'event_created',
        subject,
        null,
        { date: '2027-03-14', time: '15:30', location: 'Nyayo Stadium, Nairobi' },
      ],
      ['ticket_type_added', `${subject} · Standard`, null, { price: 100, quantity: 100 }],
      ['ticket_type_added', `${subject} · VIP`, null, { price: 1500.5, quantity: 50 }],
      ['event_date_changed', subject, '2027-03-14', '2027-03-15'],
      ['event_time_changed', subject, '15:30', '16:00'],
      ['event_place_changed', subject, 'Nyayo Stadium, Nairobi', 'Kasarani'],
      ['event_price_changed', subject, 100, 50],
      ['event_organizer_changed', subject, null, `Amina Odhiambo (${organizer.email})`],
      ['event_published', subject, false, true],
      ['ticket_type_removed', `${subject} · VIP`, { price: 1500.5, quantity: 50, sold: 0 }, null],
      ['ticket_type_price_changed', `${subject} · Standard`, 100, 150],
      ['ticket_type_quantity_changed', `${subject} · Standard`, 100, 90],
      ['ticket_type_added', `${subject} · Child`, null, { price: 50, quantity: 10 }],
    ])
    const again = await admin.save(event.id, {
      updated_at: saved.body.updated_at,
      is_published: false,
      organizer_id: null,
    })
    expect(again.status).toBe(200)
    expect((await admin.audit(event.id)).slice(-2)).toEqual([
      ['event_organizer_changed', subject, `Amina Odhiambo (${organizer.email})`, null],
      ['event_unpublished', subject, true, false],
    ])
    expect(vip.sold).toBe(0)
  })

  // spec: audit-log-when
  test('the audit log names the gates of a type before and after', async () => {
    const [north, south] = [await admin.gate('North'), await admin.gate('South')]
    const event = await created({
      ticket_types: [{ name: 'Standard', price: 100, quantity: 100, gate_ids: [north] }, VIP],
    })
    const before = await admin.audit(event.id)
    expect(before.at(-1)).toEqual(changed('Standard', [], ['North']))
    const [standard, vip] = event.ticket_types
    const saved = await admin.save(event.id, {
      updated_at: event.updated_at,
      ticket_types: [
        { ...standard, gate_ids: [] },
        { ...vip, name: 'Box', gate_ids: [south] },
      ],
    })
    expect(saved.status).toBe(200)
    expect((await admin.audit(event.id)).slice(before.length)).toEqual([
      ['ticket_type_renamed', 'Derby Day · Box', 'VIP', 'Box'],
      changed('Standard', ['North'], []),
      changed('Box', [], ['South']),
    ])

    function changed(type: string, ...gates: [string[], string[]]) {
      return ['ticket_type_gates_changed', `Derby Day · ${type}`, ...gates]
    }
  })

  // spec: audit-log-when
  test('a failed save leaves no row in the audit log', async () => {
    const event = await created()
    const before = await admin.audit(event.id)
    const { status } = await admin.save(event.id, {
      updated_at: event.updated_at,
      date: '2028-01-01',
      ticket_types: [{ ...event.ticket_types[0], gate_ids: [randomUUID()] }],
    })
    expect(status).toBe(404)
    expect(await admin.audit(event.id)).toEqual(before)
    expect((await admin.read(event.id)).date).toBe('2027-03-14')
  })
})

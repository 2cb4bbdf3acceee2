// spec: event-duplicate
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildCode, buildSeller } from '../../../test/build.ts'
import { draftOf, type Editor, makeEditor, openOffice, VIP } from '../../../test/event-form.ts'
import type { Stage } from '../../../test/stage.ts'
import { DRAFTS_A_DAY } from './event-form.rules.ts'

let stage: Stage
let admin: Editor
let organizer: Editor
beforeAll(async () => {
  ;({ stage, admin, organizer } = await openOffice())
})
afterAll(() => stage.close())

const duplicate = (editor: Editor, id: string) => editor.call('POST', `/api/events/${id}/duplicate`)
const rules = (editor: Editor, id: string) =>
  editor.call('GET', `/api/events/${id}/entry_rules`).then(({ body }) => body)

async function published() {
  const gate_ids = [await admin.gate('North'), await admin.gate('South')]
  const ticket_types = [
    { ...VIP, gate_ids, type_offset: 3 },
    { ...VIP, name: 'Standard' },
  ]
  const draft = await draftOf(organizer, { attendees: 40, is_new: true, ticket_types })
  await admin.call('PUT', `/api/events/${draft.id}/entry_rules`, {
    licensed_capacity: 60,
    any_gate_from: '2027-03-14T16:30:00Z',
    transfer_limit: 1,
  })
  const { body } = await admin.save(draft.id, {
    updated_at: draft.updated_at,
    max_per_phone: 3,
    is_published: true,
    is_featured: true,
    is_sold_out: true,
  })
  return body
}

test('a duplicate is a draft with types, gates and entry rules of the event, and without a date', async () => {
  const event = await published()
  for (const editor of [organizer, admin]) {
    const { status, body } = await duplicate(editor, event.id)
    const { title, description, image, location, price, attendees, category_id } = event
    const { max_per_phone } = event
    expect([status, body]).toMatchObject([
      201,
      {
        ...{ title, description, image, location, price, attendees, category_id },
        ...{ max_per_phone, date: '', time: '', organizer_id: organizer.id, sales_open: true },
        ...{ is_published: false, is_featured: false, is_sold_out: false, is_new: false },
        ticket_types: event.ticket_types.map((type: object) => ({
          ...type,
          id: expect.any(String),
          event_id: expect.any(String),
          updated_at: expect.any(String),
          available: 50,
          is_sold_out: false,
        })),
      },
    ])
    expect(body.id).not.toBe(event.id)
    expect(body.dial_code).toBeUndefined()
    expect(await rules(organizer, body.id)).toEqual({
      ...(await rules(organizer, event.id)),
      any_gate_from: null,
    })
    expect((await stage.app.inject(`/api/events/${body.id}`)).statusCode).toBe(404)
  }
})

// spec: promo-code-roles
test('a duplicate has none of the promo codes of the event', async () => {
  const event = await draftOf(organizer)
  const [typeIds, seller] = [[event.ticket_types[0].id], await buildSeller(stage.db, event)]
  await buildCode(stage.db, event, { kind: 'price', value: 5, typeIds, sellerId: seller.id })
  const { body } = await duplicate(organizer, event.id)
  const codes = await organizer.call('GET', `/api/events/${body.id}/promo_codes`)
  expect(codes.body).toMatchObject({ data: [], batches: [] })
  const own = await organizer.call('GET', `/api/events/${event.id}/promo_codes`)
  expect(own.body.data).toHaveLength(1)
})

test('a draft without a date is saved as GET returned it, and is sent in and published with a date and time', async () => {
  const { id } = (await duplicate(organizer, (await draftOf(organizer)).id)).body
  const sent = { ...(await organizer.read(id)), title: 'Again' }
  const saved = (await organizer.save(id, sent)).body
  expect([saved.title, saved.date, saved.time]).toEqual(['Again', '', ''])
  const refusals = async () => {
    const { updated_at } = await admin.read(id)
    return [
      await organizer.call('POST', `/api/events/${id}/send_in`),
      await admin.save(id, { updated_at, is_published: true }),
      await admin.call('POST', `/api/events/${id}/reschedule`, { location: 'Elsewhere' }),
    ].map(({ status, body }) => [status, body.field])
  }
  expect(await refusals()).toEqual([1, 2, 3].map(() => [422, 'date']))
  const dated = await organizer.save(id, { updated_at: saved.updated_at, date: '2027-08-01' })
  expect(await refusals()).toEqual([1, 2, 3].map(() => [422, 'time']))
  const timed = await organizer.save(id, { updated_at: dated.body.updated_at, time: '20:00' })
  expect([timed.status, timed.body.date, timed.body.time]).toEqual([200, '2027-08-01', '20:00'])
  expect((await organizer.call('POST', `/api/events/${id}/send_in`)).status).toBe(200)
})

test('a draft without a date comes before all events with one in the lists of its organizer', async () => {
  const keen = await makeEditor(stage, 'organizer')
  const event = await draftOf(keen)
  const { id } = (await duplicate(keen, event.id)).body
  for (const [sort, ids] of [
    ['-date', [id, event.id]],
    ['date', [event.id, id]],
    ['next', [event.id, id]],
  ]) {
    const pages = []
    for (let next = ''; next !== null; ) {
      const url = `/api/events?scope=managed&limit=1&sort=${sort}${next && `&cursor=${next}`}`
      const { body } = await keen.call('GET', url)
      pages.push(...body.data.map((row: { id: string }) => row.id))
      next = body.next_cursor
    }
    expect(pages, String(sort)).toEqual(ids)
  }
})

test("nobody duplicates another organizer's event, and copies count as drafts of the day", async () => {
  const event = await draftOf(organizer)
  const other = await makeEditor(stage, 'organizer')
  const { status, body } = await duplicate(other, event.id)
  expect([status, body.code]).toEqual([404, 'event_not_found'])
  const own = await draftOf(other)
  for (let made = 1; made < DRAFTS_A_DAY; made++) {
    expect((await duplicate(other, own.id)).status).toBe(201)
  }
  expect((await duplicate(other, own.id)).status).toBe(429)
})

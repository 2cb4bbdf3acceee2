// spec: drafts-own
import sharp from 'sharp'
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
import { within } from '../../platform/limits/limits.ts'
import { UPLOADS_AN_HOUR } from '../image.rules.ts'
import { DRAFTS_A_DAY } from './event-form.rules.ts'

let stage: Stage
let admin: Editor
let organizer: Editor
beforeAll(async () => {
  ;({ stage, admin, organizer } = await openOffice())
})
afterAll(() => stage.close())

const HOME = { is_published: true, is_main_event: true, is_featured: true }

test('an event that an organizer creates is a draft of their own, whatever they send', async () => {
  const draft = await draftOf(organizer, { ...HOME, is_new: true })
  expect(draft).toMatchObject({
    ...LEAST,
    // The starting price is the lowest price of the types.
    price: VIP.price,
    is_published: false,
    is_main_event: false,
    is_featured: false,
    is_new: true,
    organizer_id: organizer.id,
    ticket_types: [VIP],
  })
  expect((await stage.app.inject(`/api/events/${draft.id}`)).statusCode).toBe(404)
  const log = await admin.audit(draft.id)
  expect(log.map(([action]: string[]) => action)).toContain('event_created')
})

test('an organizer edits their draft and can send back what GET returned', async () => {
  const draft = await draftOf(organizer)
  const { status, body } = await organizer.save(draft.id, {
    ...draft,
    ...HOME,
    title: 'Derby Night',
    organizer_id: admin.id,
  })
  expect([status, body.title, body.organizer_id]).toEqual([200, 'Derby Night', organizer.id])
  expect(body).toMatchObject({ is_published: false, is_main_event: false, is_featured: false })
})

// spec: draft-title-alone
test('a title alone makes a draft, whose other fields may be emptied again', async () => {
  const { status, body } = await organizer.create({ title: 'Sunset Session' })
  expect([status, body.title, body.date, body.time, body.location, body.price]).toEqual([
    ...[201, 'Sunset Session', '', '', '', 0],
  ])
  const empty = { date: '', time: null, location: ' ', price: null }
  const full = await draftOf(organizer)
  const { id, updated_at } = full
  const saved = await organizer.save(id, { ...full, ...empty, updated_at })
  // The starting price follows the ticket types.
  expect(saved.body).toMatchObject({ date: '', time: '', location: '', price: VIP.price })
  expect((await organizer.save(id, { ...saved.body, title: ' ' })).status).toBe(422)
  const untitled = await organizer.create({ date: '2027-03-14' })
  expect([untitled.status, untitled.body.field]).toEqual([422, 'title'])
  expect(untitled.body.error).toContain('add a title')
})

// spec: draft-title-alone
test.each(['date', 'time', 'location'])(
  'a draft without %s is neither sent in nor published, and a submitted one without it neither',
  async (field) => {
    const draft = await draftOf(organizer, { [field]: '' })
    const refused = { status: 422, body: { field, error: `Give this draft a ${field} first.` } }
    expect(await organizer.act(draft.id, 'send_in')).toMatchObject(refused)
    const image = await admin.picture()
    const { updated_at } = draft
    const publish = { updated_at, image, is_published: true }
    expect(await admin.save(draft.id, publish)).toMatchObject(refused)
    const complete = { updated_at, [field]: LEAST[field as keyof typeof LEAST] }
    expect((await organizer.save(draft.id, complete)).status).toBe(200)
    const sent = await organizer.act(draft.id, 'send_in')
    const emptied = { updated_at: sent.body.updated_at, [field]: '' }
    const saved = await organizer.save(draft.id, emptied)
    expect(await admin.approve(draft.id, saved.body.updated_at)).toMatchObject(refused)
    expect((await admin.read(draft.id)).is_published).toBe(false)
  },
)

// spec: draft-title-alone
test('no field of a published event may be emptied', async () => {
  const event = await publishedOf(admin, organizer)
  for (const field of ['date', 'time', 'location', 'price']) {
    const { updated_at } = event
    const { status, body } = await organizer.save(event.id, { updated_at, [field]: null })
    expect([status, body.field]).toEqual([422, field])
  }
})

test("an organizer edits neither another organizer's draft nor an event without an organizer", async () => {
  const other = await makeEditor(stage, 'organizer')
  for (const event of [await draftOf(other), await draftOf(admin)]) {
    const { updated_at } = event
    const { status, body } = await organizer.save(event.id, { updated_at, title: 'Mine' })
    expect([status, body.code]).toEqual([404, 'event_not_found'])
    expect((await admin.read(event.id)).title).toBe(event.title)
  }
})

test('an organizer may upload at most 30 pictures in an hour', async () => {
  const { id, headers } = await makeEditor(stage, 'organizer')
  const bytes = await sharp({ create: { width: 16, height: 9, channels: 3, background: '#00f' } })
    .png()
    .toBuffer()
  async function upload(): Promise<number> {
    const body = new FormData()
    body.append('file', new Blob([Buffer.from(bytes)]), 'poster.png')
    const form = new Response(body)
    const { statusCode } = await stage.app.inject({
      method: 'POST',
      url: '/api/storage/event-images',
      headers: { ...headers, 'content-type': form.headers.get('content-type')! },
      payload: Buffer.from(await form.arrayBuffer()),
    })
    return statusCode
  }
  expect(await upload()).toBe(200)
  const count = (by: number) =>
    within(
      stage.deps,
      [{ key: `uploads:${id}`, by, max: UPLOADS_AN_HOUR, windowMs: 3600_000 }],
      async () => true,
    )
  await count(UPLOADS_AN_HOUR - 2)
  expect(await upload()).toBe(200)
  expect(await upload()).toBe(429)
})

test('an organizer creates at most 10 drafts in 24 hours; a refused draft does not count', async () => {
  const keen = await makeEditor(stage, 'organizer')
  expect((await keen.create({})).status).toBe(422)
  for (let made = 0; made < DRAFTS_A_DAY; made++) await draftOf(keen)
  const { status, body } = await keen.create({ ...LEAST, image: await keen.picture() })
  expect([status, body.code]).toEqual([429, 'too_many_requests'])
  await draftOf(organizer)
})

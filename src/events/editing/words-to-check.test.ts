// spec: stranger-titles
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  draftOf,
  type Editor,
  makeEditor,
  makeTrusted,
  openOffice,
  publishedOf,
} from '../../../test/event-form.ts'
import { place } from '../../../test/purchase.ts'
import type { Stage } from '../../../test/stage.ts'
import { sweepUploads } from '../pictures/sweep-uploads.job.ts'

let stage: Stage
let admin: Editor
let organizer: Editor
let trusted: Editor
beforeAll(async () => {
  ;({ stage, admin, organizer } = await openOffice())
  trusted = await makeTrusted(stage, admin)
})
afterAll(() => stage.close())

const FIXTURE = 'Kenya Police FC v KCB'
const MARKS = [
  { what: 'Title', words: 'Police' },
  { what: 'Title', words: 'KCB' },
]

async function approve(id: string) {
  const { updated_at } = await admin.read(id)
  return await admin.approve(id, updated_at)
}

test('a title with the name of a bank or an authority waits before the first sale, for every organizer', async () => {
  for (const by of [organizer, trusted]) {
    const { id, updated_at } = await publishedOf(admin, by, { title: 'Match day' })
    const asked = { updated_at, title: FIXTURE, description: 'New words' }
    const saved = await by.save(id, asked)
    expect(saved).toMatchObject({ status: 200, body: { title: 'Match day' } })
    expect(saved.body).toMatchObject({ description: 'New words' })
    const review = { state: 'sent', change: { title: FIXTURE }, words_to_check: MARKS }
    expect(saved.body.review).toMatchObject(review)
    expect((await admin.read(id)).review).toMatchObject(review)
    expect(await admin.workOf(id)).toMatchObject([{ kind: 'change_sent_in' }])
    expect(await approve(id)).toMatchObject({ status: 200, body: { title: FIXTURE } })
    // The approved words need no second approval, and a plain title needs none.
    const current = await by.read(id)
    const same = await by.save(id, { updated_at: current.updated_at, title: FIXTURE, attendees: 5 })
    expect([same.status, same.body.review, same.body.attendees]).toEqual([200, undefined, 5])
    const plain = await by.save(id, { updated_at: same.body.updated_at, title: 'Derby' })
    expect([plain.body.title, plain.body.review]).toEqual(['Derby', undefined])
  }
})

test('a plain title takes back a title that waits', async () => {
  const { id, updated_at } = await publishedOf(admin, trusted, { title: 'Match day' })
  const held = await trusted.save(id, { updated_at, title: 'KRA day' })
  expect(held.body.review.change).toEqual({ title: 'KRA day' })
  const plain = await trusted.save(id, { updated_at: held.body.updated_at, title: 'Fun day' })
  expect([plain.body.title, plain.body.review]).toEqual(['Fun day', undefined])
  expect(await admin.workOf(id)).toEqual([])
})

test.each([
  ['title', { title: FIXTURE }, MARKS],
  ['venue', { location: 'Win at bit.ly/x' }, [{ what: 'Location', words: 'bit.ly/x' }]],
  [
    'ticket type',
    { ticket_types: [{ name: 'M-PESA prize', price: 1, quantity: 9 }] },
    [{ what: 'Ticket type', words: 'M-PESA' }],
  ],
])(
  'a draft with such a %s waits for an admin, also of an organizer who publishes alone',
  async (_, body, words_to_check) => {
    const draft = await draftOf(trusted, body)
    const sent = await trusted.act(draft.id, 'send_in')
    expect(sent).toMatchObject({ status: 200, body: { is_published: false } })
    expect(sent.body.review).toMatchObject({ state: 'sent', words_to_check })
    expect(await admin.workOf(draft.id)).toMatchObject([{ kind: 'draft_sent_in' }])
    expect(await approve(draft.id)).toMatchObject({ status: 200, body: { is_published: true } })
  },
)

test('a venue may have the name of a bank', async () => {
  const draft = await draftOf(trusted, { location: 'KCB Clubhouse, Nairobi' })
  const sent = await trusted.act(draft.id, 'send_in')
  expect(sent.body).toMatchObject({ is_published: true })
})

test('a new name of a ticket type with such words waits, and its other fields are saved', async () => {
  for (const by of [organizer, trusted]) {
    const { id, updated_at, ticket_types } = await publishedOf(admin, by)
    const [vip] = ticket_types
    const types = [{ id: vip.id, name: 'Paybill', description: 'Seats' }]
    const saved = await by.save(id, { updated_at, ticket_types: types })
    expect(saved.body.ticket_types).toMatchObject([{ name: 'VIP', description: 'Seats' }])
    expect(saved.body.review.change.ticket_types).toEqual([{ id: vip.id, name: 'Paybill' }])
    expect((await approve(id)).body.ticket_types).toMatchObject([{ name: 'Paybill' }])
    // An organizer who may publish alone may change the stock of a type whose name was approved.
    const current = await trusted.read(id)
    if (by !== trusted) continue
    const more = [{ id: vip.id, name: 'Paybill', quantity: 70 }]
    const saved2 = await by.save(id, { updated_at: current.updated_at, ticket_types: more })
    expect(saved2.body.ticket_types).toMatchObject([{ quantity: 70 }])
  }
})

// spec: sold-title-waits
test('once tickets are sold, title and picture wait for approval, for every organizer', async () => {
  for (const by of [organizer, trusted]) {
    const event = await publishedOf(admin, by, { title: 'Sauti Sol live' })
    const picture = await by.picture()
    const before = await by.save(event.id, { updated_at: event.updated_at, image: picture })
    expect([before.body.image, before.body.review]).toEqual([picture, undefined])
    await place(stage, { ...event, types: event.ticket_types })
    const image = await by.picture()
    const asked = { title: 'Tribute band', image, description: 'New words' }
    const saved = await by.save(event.id, { updated_at: before.body.updated_at, ...asked })
    const stored = { title: 'Sauti Sol live', image: picture, description: 'New words' }
    expect(saved).toMatchObject({ status: 200, body: stored })
    const changes = [
      { what: 'Title', before: 'Sauti Sol live', after: 'Tribute band' },
      { what: 'Picture', before: '', after: '' },
    ]
    expect(saved.body.review).toMatchObject({ change: { title: 'Tribute band', image }, changes })
    // A save with the stored picture, in another width, withdraws the requested picture only.
    const again = { ...asked, image: picture.replace('-1280', '-400'), title: 'Tribute band' }
    const kept = await by.save(event.id, { updated_at: saved.body.updated_at, ...again })
    expect(kept.body.review.change).toEqual({ title: 'Tribute band' })
    const third = await by.save(event.id, { updated_at: kept.body.updated_at, image })
    expect(third.body.review.change).toEqual({ title: 'Tribute band', image })
    const { updated_at } = third.body
    const approved = await admin.approve(event.id, updated_at)
    expect(approved).toMatchObject({ status: 200, body: { title: 'Tribute band', image } })
  }
})

test('a picture that was never uploaded is refused when it is sent', async () => {
  const event = await publishedOf(admin, organizer)
  await place(stage, { ...event, types: event.ticket_types })
  const { updated_at } = event
  const gone = `${stage.env.publicOrigin}/images/none-1280.webp`
  const refused = await organizer.save(event.id, { updated_at, image: gone })
  expect([refused.status, refused.body.field]).toEqual([409, 'image'])
})

test('a reschedule by an organizer refuses a venue with a link, a number or a claim of money', async () => {
  const event = await publishedOf(admin, organizer)
  await place(stage, { ...event, types: event.ticket_types })
  const to = (by: Editor, location: string) =>
    by.act(event.id, 'reschedule', { location, tell: true, reason: 'The hall is closed' })
  for (const location of ['Win at bit.ly/x', 'Call 0712345678', 'Win KES 500']) {
    const refused = await to(organizer, location)
    expect([refused.status, refused.body.field], location).toEqual([422, 'location'])
  }
  expect(await to(organizer, 'KCB Clubhouse')).toMatchObject({ status: 200 })
})

test('a picture that is waiting for approval is kept from the sweep of unused uploads', async () => {
  const event = await publishedOf(admin, organizer)
  await place(stage, { ...event, types: event.ticket_types })
  const image = await organizer.picture()
  const { body } = await organizer.save(event.id, { updated_at: event.updated_at, image })
  stage.pass(3 * 24 * 3600_000)
  await sweepUploads(stage.deps)
  const fresh = await makeEditor(stage)
  const approved = await fresh.approve(event.id, body.updated_at)
  expect(approved).toMatchObject({ status: 200, body: { image } })
})

// spec: draft-without-poster
import { writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  draftOf,
  type Editor,
  LEAST,
  makeEditor,
  makeTrusted,
  openOffice,
} from '../../../test/event-form.ts'
import { jobByHand } from '../../../test/job-by-hand.ts'
import type { Stage } from '../../../test/stage.ts'
import { cardColour } from '../pictures/drawn-card.rules.ts'
import { contrast } from '../pictures/poster-accent.ts'
import { redrawCard } from '../pictures/redraw-card.job.ts'

let stage: Stage
let admin: Editor
beforeAll(async () => {
  ;({ stage, admin } = await openOffice())
})
afterAll(() => stage.close())

const CARD = /\/images\/card-[0-9a-f]{12}-[0-9a-f]{16}(-c[0-9a-f]{6})?-1280\.webp$/
const bare = (one: Editor, body: object = {}) => draftOf(one, { image: null, ...body })
const redraw = (eventId: string) => redrawCard(stage.deps).run({ eventId }, jobByHand())

test('a draft without poster is saved, and submitting gives it a card that the admin sees', async () => {
  const one = await makeEditor(stage, 'organizer')
  const { id } = await bare(one, { title: 'Tamasha la Ziwa' })
  expect((await one.read(id)).image).toBeNull()
  const sent = await one.act(id, 'send_in')
  expect(sent.body).toMatchObject({ image: expect.stringMatching(CARD), review: { state: 'sent' } })
  const { image } = await admin.read(id)
  const shown = await stage.app.inject(new URL(image).pathname)
  expect(await sharp(shown.rawPayload).metadata()).toMatchObject({ width: 1280, height: 720 })
  expect((await one.act(id, 'send_in')).body.image).toBe(image)
  expect((await admin.approve(id, (await admin.read(id)).updated_at)).body).toMatchObject({
    image,
    is_published: true,
  })
})

test('an organizer who publishes alone publishes with the card', async () => {
  const one = await makeTrusted(stage, admin)
  const { id } = await bare(one)
  const sent = await one.act(id, 'send_in')
  expect(sent.body).toMatchObject({ image: expect.stringMatching(CARD), is_published: true })
})

test('the admins’ form requires the image, and no event is published without one', async () => {
  const text = 'Please fill in all required fields and upload an image'
  const refused = { status: 422, body: { field: 'image', error: text } }
  expect(await admin.create({ ...LEAST, image: null })).toMatchObject(refused)
  const one = await makeEditor(stage, 'organizer')
  const { id, updated_at } = await bare(one)
  expect(await admin.save(id, { updated_at, is_published: true })).toMatchObject(refused)
})

test('a changed title draws the card anew and keeps the version that the admin read', async () => {
  const one = await makeEditor(stage, 'organizer')
  const { id } = await bare(one)
  const { body } = await one.act(id, 'send_in')
  const saved = await one.save(id, { updated_at: body.updated_at, title: 'Another title' })
  const jobs = await stage.db.selectFrom('job').select('payload').execute()
  expect(jobs).toContainEqual({ payload: { eventId: id } })
  await redraw(id)
  const after = await one.read(id)
  expect(after.image).toMatch(CARD)
  expect(after.image).not.toBe(body.image)
  expect(after.updated_at).toBe(saved.body.updated_at)
  await redraw(id)
  expect((await one.read(id)).image).toBe(after.image)
  // A form that was opened before the redraw sends the former card.
  const { updated_at } = after
  const late = await one.save(id, { updated_at, image: body.image, description: 'New' })
  expect(late.body).toMatchObject({ image: after.image, description: 'New' })
})

test('a poster replaces the card, and a changed title leaves the poster', async () => {
  const one = await makeEditor(stage, 'organizer')
  const { id } = await bare(one)
  const { body } = await one.act(id, 'send_in')
  const image = await one.picture()
  const saved = await one.save(id, { updated_at: body.updated_at, image, title: 'With a poster' })
  await redraw(id)
  expect(saved.body.image).toBe(image)
  expect((await one.read(id)).image).toBe(image)
})

test('a duplicate shares the card until its own title is drawn, and the first event keeps its own', async () => {
  const one = await makeEditor(stage, 'organizer')
  const { id } = await bare(one)
  const { body } = await one.act(id, 'send_in')
  const copy = await one.act(id, 'duplicate')
  expect(copy.body.image).toBe(body.image)
  const { id: copyId, updated_at } = copy.body
  await one.save(copyId, { updated_at, title: 'The second evening' })
  await redraw(copyId)
  expect((await one.read(copyId)).image).not.toBe(body.image)
  expect((await one.read(id)).image).toBe(body.image)
})

test('two submissions at once give one card, and a poster uploaded meanwhile stays', async () => {
  const one = await makeEditor(stage, 'organizer')
  const { id } = await bare(one)
  const both = await Promise.all([one.act(id, 'send_in'), one.act(id, 'send_in')])
  const { image } = await one.read(id)
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  expect(both.map(({ body }) => body.image)).toEqual([image, image])
  const other = await bare(one)
  const poster = await one.picture()
  const { storage } = stage.deps
  const { putObject } = storage
  let isSaved = false
  storage.putObject = async (...file) => {
    if (!isSaved) {
      isSaved = true
      await one.save(other.id, { updated_at: other.updated_at, image: poster })
    }
    return await putObject(...file)
  }
  const sent = await one.act(other.id, 'send_in')
  storage.putObject = putObject
  expect(isSaved).toBe(true)
  expect(sent).toMatchObject({ status: 200, body: { image: poster, review: { state: 'sent' } } })
})

test('if the card cannot be stored, the submission is refused and the draft stays', async () => {
  const one = await makeEditor(stage, 'organizer')
  const { id } = await bare(one)
  const before = await one.read(id)
  const { storage } = stage.deps
  const { putObject } = storage
  storage.putObject = () => writeFile('/dev/full', 'x')
  const refused = await one.act(id, 'send_in')
  storage.putObject = putObject
  expect(refused).toMatchObject({ status: 409, body: { code: 'card_not_drawn' } })
  expect(await one.read(id)).toEqual(before)
  expect((await one.act(id, 'send_in')).status).toBe(200)
})

test.each([
  'Derby',
  'Tamasha la Utamaduni na Muziki wa Asili wa Wilaya ya Kisumu Magharibi '.repeat(3).slice(0, 200),
  'X'.repeat(200),
  '🎉🎉🎉',
  '🎉 Sherehe 🎉',
  '<b>&',
])('the title %j is drawn on the colour', async (title) => {
  const one = await makeEditor(stage, 'organizer')
  const { id } = await bare(one, { title })
  const { body } = await one.act(id, 'send_in')
  const shown = await stage.app.inject(new URL(body.image).pathname)
  const { channels } = await sharp(shown.rawPayload).stats()
  // White letters on Lango's orange.
  expect([channels[0]!.max, channels[2]!.max]).toEqual([255, 255])
  expect(channels[0]!.mean).toBeGreaterThan(2 * channels[2]!.mean)
})

test.each(['Sports', 'Concerts', 'Festivals', 'Theater', 'Comedy', 'Food', null])(
  'white is read on the colour of %s',
  (category) => {
    expect(contrast(cardColour(category), '#ffffff')).toBeGreaterThanOrEqual(4.5)
  },
)

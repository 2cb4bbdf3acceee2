// spec: questions-draft-review
import { afterAll, beforeAll, expect, test } from 'vitest'
import { draftOf, type Editor, openOffice, publishedOf } from '../../test/event-form.ts'
import { getQuestions, putQuestions, question } from '../../test/questions.ts'
import type { Stage } from '../../test/stage.ts'

let stage: Stage
let admin: Editor
let organizer: Editor
beforeAll(async () => {
  ;({ stage, admin, organizer } = await openOffice())
})
afterAll(() => stage.close())

const save = (id: string, texts: string[]) =>
  putQuestions(
    stage,
    id,
    organizer,
    texts.map((text) => question(text)),
  )

test('an approval of a draft whose questions changed since it was read is stale', async () => {
  const { id } = await draftOf(organizer)
  await save(id, ['Size?'])
  const { updated_at: read } = (await organizer.act(id, 'send_in')).body
  expect((await save(id, ['Your religion?'])).status).toBe(200)
  const refused = await admin.approve(id, read)
  expect(refused).toMatchObject({ status: 409, body: { code: 'stale' } })
  const { updated_at } = refused.body
  expect(updated_at > read).toBe(true)
  expect((await admin.save(id, { updated_at: read, is_published: true })).status).toBe(409)
  expect((await save(id, ['Your religion?'])).status).toBe(200)
  expect((await admin.read(id)).updated_at).toBe(updated_at)
  expect((await admin.approve(id, updated_at)).status).toBe(200)
  expect((await getQuestions(stage, id, admin)).body).toMatchObject([{ text_en: 'Your religion?' }])
})

test('questions of a published event wait on their own, and make no new version of the event', async () => {
  const { id, updated_at } = await publishedOf(admin, organizer)
  expect((await save(id, ['Size?'])).body).toMatchObject([{ state: 'waiting' }])
  expect((await admin.read(id)).updated_at).toBe(updated_at)
})

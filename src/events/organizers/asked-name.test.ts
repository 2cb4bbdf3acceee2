// spec: organizer-name-waits
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  draftOf,
  type Editor,
  makeEditor,
  makeTrusted,
  openOffice,
  publishedOf,
} from '../../../test/event-form.ts'
import type { Stage } from '../../../test/stage.ts'

let stage: Stage
let admin: Editor
beforeAll(async () => {
  ;({ stage, admin } = await openOffice())
})
afterAll(() => stage.close())

const pathOf = (id: string) => `/api/organizers/${id}`
const put = (by: Editor, id: string, body: object) => by.call('PUT', pathOf(id), body)
const publicName = async (id: string) => (await stage.app.inject(pathOf(id))).json().name

async function publicOrganizer() {
  const one = await makeEditor(stage, 'organizer')
  await publishedOf(admin, one)
  await put(one, one.id, { name: 'Tuskers Events' })
  return one
}

test.each(['Kenya Police', 'K.C.B. Events', 'bit.ly/3x', 'You won KES 500', 'Ваnk'])(
  'the name %j waits for an admin, and visitors see the old name',
  async (name) => {
    const one = await publicOrganizer()
    const saved = await put(one, one.id, { name, words: 'Hello' })
    expect(saved).toMatchObject({ status: 200, body: { name: 'Tuskers Events', words: 'Hello' } })
    expect(saved.body.asked_name).toBe(name)
    expect(await publicName(one.id)).toBe('Tuskers Events')
    expect((await stage.app.inject(pathOf(one.id))).json()).not.toHaveProperty('asked_name')
    expect(await admin.workOf(one.id)).toMatchObject([
      { kind: 'name_asked', known: expect.stringContaining(`'${name}'`), actions: [] },
    ])
  },
)

test('an admin uses or refuses the name, and its organizer is notified', async () => {
  const subjects = async (recipient: string) => {
    const rows = stage.db.selectFrom('message').select('subject').where('recipient', '=', recipient)
    return (await rows.orderBy('created_at').execute()).map(({ subject }) => subject)
  }
  const one = await publicOrganizer()
  await put(one, one.id, { name: 'KCB Foundation' })
  const used = await put(admin, one.id, { name: 'KCB Foundation' })
  expect(used.body).toMatchObject({ name: 'KCB Foundation', asked_name: null })
  expect(await admin.workOf(one.id)).toEqual([])
  await put(one, one.id, { name: 'KRA' })
  const kept = await put(admin, one.id, { name: 'KCB Foundation' })
  expect(kept.body).toMatchObject({ name: 'KCB Foundation', asked_name: null })
  const mails = ['Your new name is public', 'We could not use your new name']
  expect((await subjects(one.email)).slice(-2)).toEqual(mails)
  // A save without a name does not decide the request. The organizer may withdraw the name.
  await put(one, one.id, { name: 'KRA' })
  expect((await put(admin, one.id, { words: 'x' })).body.asked_name).toBe('KRA')
  expect((await put(one, one.id, { name: 'KCB Foundation' })).body.asked_name).toBeNull()
})

test('an event of an organizer with such a name waits, and its approval allows the name', async () => {
  const one = await makeTrusted(stage, admin)
  const full_name = 'Equity Events'
  await stage.db.updateTable('account').set({ full_name }).where('id', '=', one.id).execute()
  const { id } = await draftOf(one)
  const sent = await one.act(id, 'send_in')
  const words_to_check = [{ what: 'Organizer', words: 'Equity' }]
  expect(sent.body).toMatchObject({ is_published: false, review: { words_to_check } })
  const { host, updated_at } = await admin.read(id)
  expect(host).toMatchObject({ name: full_name, words: '', image: null })
  expect((await admin.approve(id, updated_at)).body.is_published).toBe(true)
  const next = await draftOf(one)
  expect((await one.act(next.id, 'send_in')).body.is_published).toBe(true)
})

// spec: approval-names-page
test('an approval of a draft or a change names the version of the public page', async () => {
  const one = await makeEditor(stage, 'organizer')
  const draft = await draftOf(one)
  await one.act(draft.id, 'send_in')
  for (const change of [{ name: 'Tuskers' }, { words: 'We run shows.' }, { tiktok: 'tuskers' }]) {
    const { updated_at, host } = await admin.read(draft.id)
    const bare = await admin.act(draft.id, 'approve', { updated_at })
    expect([bare.status, bare.body.field]).toEqual([422, 'page_version'])
    await put(one, one.id, change)
    const read = { updated_at, page_version: host.version }
    const late = await admin.act(draft.id, 'approve', read)
    expect([late.status, late.body.code]).toEqual([409, 'page_stale'])
    expect((await admin.read(draft.id)).is_published).toBe(false)
  }
  const { updated_at } = await admin.read(draft.id)
  const approved = await admin.approve(draft.id, updated_at)
  const asked = await one.save(draft.id, { updated_at: approved.body.updated_at, time: '05:00' })
  const stale = { updated_at: asked.body.updated_at, page_version: asked.body.host.version }
  await put(one, one.id, { image: await one.picture() })
  expect((await admin.act(draft.id, 'approve', stale)).body.code).toBe('page_stale')
  expect((await admin.approve(draft.id, asked.body.updated_at)).body.time).toBe('05:00')
})

test('an event without an organizer is approved with an empty version', async () => {
  const one = await makeEditor(stage, 'organizer')
  const draft = await draftOf(one)
  const { body } = await one.act(draft.id, 'send_in')
  const given = await admin.save(draft.id, { updated_at: body.updated_at, organizer_id: null })
  const read = { updated_at: given.body.updated_at, page_version: '' }
  expect(await admin.act(draft.id, 'approve', read)).toMatchObject({ status: 200 })
})

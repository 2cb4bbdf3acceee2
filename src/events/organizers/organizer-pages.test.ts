// spec: organizer-page
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  draftOf,
  type Editor,
  makeEditor,
  openOffice,
  publishedOf,
} from '../../../test/event-form.ts'
import type { Stage } from '../../../test/stage.ts'
import { sweepUploads } from '../pictures/sweep-uploads.job.ts'

let stage: Stage
let admin: Editor
let organizer: Editor
beforeAll(async () => {
  ;({ stage, admin, organizer } = await openOffice())
})
afterAll(() => stage.close())

const pageOf = async (id: string) => {
  const answer = await stage.app.inject(`/api/organizers/${id}`)
  return { status: answer.statusCode, body: answer.json() }
}

const published = (body: object = {}, by = organizer) => publishedOf(admin, by, body)

const put = (by: Editor, id: string, body: object) => by.call('PUT', `/api/organizers/${id}`, body)

test('an account has a page once an event of its own is published, and only the owner and admins see it before', async () => {
  const one = await makeEditor(stage, 'organizer')
  await draftOf(one)
  for (const id of [one.id, randomUUID(), 'x']) {
    expect(await pageOf(id)).toMatchObject({ status: 404, body: { code: 'organizer_not_found' } })
  }
  const url = `/api/organizers/${one.id}`
  for (const by of [one, admin]) {
    expect(await by.call('GET', url)).toMatchObject({ status: 200, body: { is_public: false } })
  }
  expect((await organizer.call('GET', url)).status).toBe(404)
  await published({}, one)
  expect(await pageOf(one.id)).toMatchObject({ status: 200, body: { is_public: true } })
})

test('the page lists published events that were not cancelled: coming, the soonest first, and past', async () => {
  const one = await makeEditor(stage, 'organizer')
  await draftOf(one, { title: 'Draft' })
  const late = await published({ title: 'Late', date: '2027-06-01' }, one)
  const soon = await published({ title: 'Soon', date: '2027-05-01' }, one)
  const gone = await published({ title: 'Gone' }, one)
  const past = await published({ title: 'Past' }, one)
  const set = (id: string, values: object) =>
    stage.db.updateTable('event').set(values).where('id', '=', id).execute()
  await set(gone.id, { cancelled_at: stage.clock.now() })
  await set(past.id, { date: '2026-01-02' })
  await published({ title: 'Another organizer' })
  const { body } = await pageOf(one.id)
  expect(body.coming.map(({ id }: { id: string }) => id)).toEqual([soon.id, late.id])
  expect(body.past.map(({ id }: { id: string }) => id)).toEqual([past.id])
  expect(body.coming[0].organizer_email).toBeUndefined()
})

describe('the name, the text and the picture', () => {
  test('are the organizer’s own to change, and the event page names the organizer by the new name', async () => {
    const event = await published()
    const image = await organizer.picture()
    const words = 'We run the derby.\r\nSince 1998.'
    const saved = await put(organizer, organizer.id, { name: ' Club  X ', words, image })
    const shown = { name: 'Club X', words: 'We run the derby.\nSince 1998.', image }
    expect(saved).toMatchObject({ status: 200, body: shown })
    expect((await pageOf(organizer.id)).body).toMatchObject(shown)
    const seen = (await stage.app.inject(`/api/events/${event.id}`)).json()
    expect(seen).toMatchObject({ organizer: 'Club X', organizer_page: organizer.id })
    const renamed = await put(admin, organizer.id, { name: 'Club Y' })
    expect(renamed.body).toMatchObject({ ...shown, name: 'Club Y' })
    const rows = await stage.db
      .selectFrom('audit_log')
      .select(['account_id', 'subject'])
      .where('action', '=', 'organizer_page_changed')
      .orderBy('id')
      .execute()
    expect(rows).toEqual([
      { account_id: organizer.id, subject: 'Club X' },
      { account_id: admin.id, subject: 'Club Y' },
    ])
  })

  test('are refused from another organizer, and with a wrong value that is named', async () => {
    const other = await makeEditor(stage, 'organizer')
    expect((await put(other, organizer.id, { name: 'Mine' })).status).toBe(404)
    const wrong: [object, number, string][] = [
      [{ name: ' ' }, 422, 'name'],
      [{ name: 'x'.repeat(101) }, 422, 'name'],
      [{ words: 'x'.repeat(5001) }, 422, 'words'],
      [{ image: 'https://example.com/x.jpg' }, 422, 'image'],
      [{ whatsapp: '0712' }, 422, 'whatsapp'],
      [{ whatsapp: '1'.repeat(201) }, 422, 'whatsapp'],
      [{ instagram: 'https://example.com/nairobi' }, 422, 'instagram'],
      [{ instagram: 'https://www.tiktok.com/@nairobi' }, 422, 'instagram'],
      [{ tiktok: 'https://vm.tiktok.com/ZMabc' }, 422, 'tiktok'],
      [{ image: `${stage.env.publicOrigin}/images/none-1280.webp` }, 409, 'image'],
    ]
    for (const [body, status, field] of wrong) {
      const refused = await put(organizer, organizer.id, body)
      expect([refused.status, refused.body.field], JSON.stringify(body)).toEqual([status, field])
    }
  })

  // spec: organizer-links
  test('links are stored as number and handles, and an admin can undo them', async () => {
    const event = await published()
    const typed = {
      whatsapp: '0712 345 678',
      instagram: 'https://www.instagram.com/Nairobi.Jazz/',
      tiktok: '@nairobi.jazz',
    }
    const links = { whatsapp: '254712345678', instagram: 'nairobi.jazz', tiktok: 'nairobi.jazz' }
    const saved = await put(organizer, organizer.id, typed)
    expect(saved).toMatchObject({ status: 200, body: links })
    expect((await pageOf(event.organizer_id)).body).toMatchObject(links)
    const undone = await put(admin, organizer.id, { whatsapp: null, instagram: '' })
    expect(undone.body).toMatchObject({ whatsapp: null, instagram: null, tiktok: 'nairobi.jazz' })
    const rows = await stage.db
      .selectFrom('audit_log')
      .select(['account_id', 'before', 'after'])
      .where('action', '=', 'organizer_page_changed')
      .orderBy('id', 'desc')
      .limit(2)
      .execute()
    const { whatsapp, instagram } = links
    expect(rows).toEqual([
      {
        account_id: admin.id,
        before: { whatsapp, instagram },
        after: { whatsapp: null, instagram: null },
      },
      {
        account_id: organizer.id,
        before: { whatsapp: null, instagram: null, tiktok: null },
        after: links,
      },
    ])
  })

  // spec: organizer-links
  test('a handle with the name of a bank is only an admin’s to set, and stays in later saves', async () => {
    const one = await makeEditor(stage, 'organizer')
    const refused = await put(one, one.id, { tiktok: '@kcb.kenya' })
    expect(refused).toMatchObject({ status: 422, body: { field: 'tiktok' } })
    expect(refused.body.error).toContain("'kcb'")
    expect((await put(admin, one.id, { tiktok: '@kcb.kenya' })).status).toBe(200)
    const saved = await put(one, one.id, { tiktok: '@kcb.kenya', words: 'Hello' })
    expect(saved).toMatchObject({ status: 200, body: { tiktok: 'kcb.kenya', words: 'Hello' } })
  })

  test('keep the picture from the sweep of unused uploads until it is replaced', async () => {
    const keys = async () =>
      (await stage.db.selectFrom('image_upload').select('key').execute()).map(({ key }) => key)
    const keyOf = (image: string) => /images\/(.*)-1280/.exec(image)![1]
    const sweep = () => {
      stage.pass(25 * 3600_000)
      return sweepUploads(stage.deps)
    }
    const one = await makeEditor(stage, 'organizer')
    const [first, second] = [await one.picture(), await one.picture()]
    await put(one, one.id, { image: first })
    await sweep()
    expect(await keys()).toContain(keyOf(first))
    expect(await keys()).not.toContain(keyOf(second))
    const fresh = await makeEditor(stage)
    await put(fresh, one.id, { image: null })
    await sweep()
    expect(await keys()).not.toContain(keyOf(first))
  })
})

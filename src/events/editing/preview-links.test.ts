// spec: event-preview-link
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildEvent } from '../../../test/build.ts'
import { draftOf, type Editor, makeEditor, openOffice } from '../../../test/event-form.ts'
import type { Stage } from '../../../test/stage.ts'
import { addMember } from '../../../test/team.ts'
import { readPreview } from './preview-links.ts'

let stage: Stage
let admin: Editor
let organizer: Editor
beforeAll(async () => {
  ;({ stage, admin, organizer } = await openOffice())
})
afterAll(() => stage.close())

async function linkTo(editor: Editor, id: string): Promise<string> {
  const { status, body } = await editor.call('POST', `/api/events/${id}/preview_links`)
  expect(status).toBe(201)
  const [, token] = /^(?:https?:\/\/[^/]+)\/preview\/([\w-]+)$/.exec(body.url)!
  return token!
}

const open = (token: string) => stage.app.inject(`/api/previews/${token}`)

test('a preview link shows a draft of an organizer or admin to everyone, and only by the link', async () => {
  for (const editor of [organizer, admin]) {
    const draft = await draftOf(editor, { title: 'Secret Derby' })
    const reply = await open(await linkTo(editor, draft.id))
    expect([reply.statusCode, reply.headers['cache-control']]).toEqual([200, 'no-store'])
    const { event } = reply.json()
    expect(event).toMatchObject({ id: draft.id, title: 'Secret Derby', is_published: false })
    for (const field of ['organizer_email', 'organizer_id', 'review', 'dial_code']) {
      expect(event, field).not.toHaveProperty(field)
    }
    expect((await stage.app.inject(`/api/events/${draft.id}`)).statusCode).toBe(404)
  }
  expect((await stage.app.inject('/api/events?q=Secret')).json().data).toEqual([])
})

test("a preview link shows the current version, and no one makes a link to another organizer's draft", async () => {
  const { id, updated_at } = await draftOf(organizer)
  const token = await linkTo(organizer, id)
  await organizer.save(id, { updated_at, title: 'Renamed' })
  expect((await open(token)).json().event.title).toBe('Renamed')
  const other = await makeEditor(stage, 'organizer')
  const { status, body } = await other.call('POST', `/api/events/${id}/preview_links`)
  expect([status, body.code]).toEqual([404, 'event_not_found'])
})

// spec: price-step-line
test('a preview link shows the price of now with its step, by the time of the server', async () => {
  const steps = [{ name: 'Early bird', price: 300, quantity: 3 }]
  const { id } = await buildEvent(stage.db, { types: [{ price: 500, steps }] })
  const { event } = (await open(await linkTo(admin, id))).json()
  expect(event).toMatchObject({ as_of: expect.any(String) })
  expect(event.ticket_types).toMatchObject([
    { price: 300, step: 'Early bird', left_at_price: 3, next_price: 500 },
  ])
})

test('a preview link with another event or end, or of another secret, shows nothing', async () => {
  const { id } = await draftOf(organizer)
  const token = await linkTo(organizer, id)
  const bytes = Buffer.from(token, 'base64url')
  const forged = [0, 16, 20, 51].map((at) => {
    const copy = Buffer.from(bytes)
    copy[at] = copy[at]! ^ 1
    return copy.toString('base64url')
  })
  for (const wrong of [...forged, token.slice(0, 20), `${token}AAAA`, 'x']) {
    expect((await open(wrong)).statusCode, wrong).toBe(404)
  }
  const { env } = stage.deps
  const withSecrets = (...sessionSecrets: string[]) =>
    readPreview({ ...stage.deps, env: { ...env, sessionSecrets } }, token)
  const [own] = env.sessionSecrets
  await expect(withSecrets('another')).rejects.toMatchObject({ code: 'event_not_found' })
  expect((await withSecrets('another', own!)).event.id).toBe(id)
})

test('the preview link of a member ends when the member leaves or may no longer edit', async () => {
  const { id } = await draftOf(organizer)
  const member = await makeEditor(stage, 'organizer')
  const part = { organizerId: organizer.id, role: 'editor' as const }
  const [membership] = await addMember(stage, member.id, part)
  const [own, theirs] = [await linkTo(organizer, id), await linkTo(member, id)]
  const both = async () => [(await open(own)).statusCode, (await open(theirs)).statusCode]
  expect(await both()).toEqual([200, 200])
  const team = `/api/organizations/${organizer.id}/members/${membership}`
  const setRole = async (role: string) => {
    const headers = organizer.headers
    const reply = await stage.app.inject({ method: 'PUT', url: team, headers, payload: { role } })
    expect(reply.statusCode).toBe(200)
  }
  await setRole('promoter')
  expect(await both()).toEqual([200, 404])
  await setRole('owner')
  expect(await both()).toEqual([200, 200])
  const { headers } = organizer
  const removed = await stage.app.inject({ method: 'DELETE', url: team, headers })
  expect(removed.statusCode).toBe(200)
  expect(await both()).toEqual([200, 404])
})

test('the preview link of a member for one event, a former admin or a former organizer ends with their right', async () => {
  const { id } = await draftOf(organizer)
  const member = await makeEditor(stage, 'organizer')
  const part = { organizerId: organizer.id, role: 'editor' as const, eventIds: [id] }
  await addMember(stage, member.id, part)
  const former = await makeEditor(stage, 'admin')
  const tokens = [await linkTo(member, id), await linkTo(former, id), await linkTo(organizer, id)]
  const statuses = async () => {
    const replies = await Promise.all(tokens.map(open))
    return replies.map(({ statusCode }) => statusCode)
  }
  expect(await statuses()).toEqual([200, 200, 200])
  const demoted = { role: 'organizer' }
  await stage.db.updateTable('account').set(demoted).where('id', '=', former.id).execute()
  expect(await statuses()).toEqual([200, 404, 200])
  const other = await makeEditor(stage, 'organizer')
  const moved = { organizer_id: other.id }
  await stage.db.updateTable('event').set(moved).where('id', '=', id).execute()
  expect(await statuses()).toEqual([404, 404, 404])
})

test('a preview link ends after seven days', async () => {
  const { id } = await draftOf(organizer)
  const token = await linkTo(organizer, id)
  const { ends_at } = (await open(token)).json()
  expect(Date.parse(ends_at) - stage.clock.now().getTime()).toBeLessThanOrEqual(7 * 86_400_000)
  stage.pass(7 * 86_400_000 - 60_000)
  expect((await open(token)).statusCode).toBe(200)
  stage.pass(60_000)
  expect((await open(token)).statusCode).toBe(404)
})

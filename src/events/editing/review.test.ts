// spec: drafts-sent-in
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newPhone } from '../../../test/build.ts'
import { draftOf, type Editor, LEAST, makeEditor, openOffice } from '../../../test/event-form.ts'
import { callApi } from '../../../test/http.ts'
import { putQuestions, question } from '../../../test/questions.ts'
import type { Stage } from '../../../test/stage.ts'

let stage: Stage
let admin: Editor
let organizer: Editor
beforeAll(async () => {
  ;({ stage, admin, organizer } = await openOffice())
})
afterAll(() => stage.close())

async function sentIn(body: object = {}) {
  const draft = await draftOf(organizer, body)
  const reply = await organizer.act(draft.id, 'send_in')
  expect(reply).toMatchObject({ status: 200, body: { review: { state: 'sent', words: '' } } })
  return reply.body
}

async function mailsTo(recipient: string, about: string): Promise<string[]> {
  const rows = await stage.db
    .selectFrom('message')
    .select(['subject', 'body'])
    .where('recipient', '=', recipient)
    .where('subject', 'like', `%${about}`)
    .orderBy('created_at')
    .execute()
  return rows.map((row) => row.subject!)
}

/** Expects the email of a publication: link, dial code, picture, text, and the share page. */
async function expectPublishedMail(id: string, title: string): Promise<void> {
  const [mail] = await stage.db
    .selectFrom('message')
    .select('body')
    .where('subject', '=', `Published: ${title}`)
    .execute()
  const { dial_code } = (await stage.app.inject(`/api/events/${id}`)).json()
  const origin = stage.env.publicOrigin
  const parts = mail!.body.split('\n\n')
  expect(parts.slice(0, 4)).toEqual([
    'Hello,',
    'Your event is public now, and its tickets are on sale.',
    `Your link: ${origin}/event/${id}`,
    `Without internet, people dial: *265*25*${dial_code}#`,
  ])
  const [heading, picture] = parts[4]!.split('\n')
  expect(heading).toBe('A picture for WhatsApp Status and Instagram:')
  expect((await stage.app.inject(new URL(picture!).pathname)).statusCode).toBe(200)
  expect(parts.slice(5, 7)).toEqual(['A text for WhatsApp:', expect.stringContaining(`${title}\n`)])
  expect(parts.at(-1)).toMatch(new RegExp(`^${origin}/organizer/events/${id}/share`))
}

test('a draft that is sent in stands on the work list and is announced once', async () => {
  const { id } = await sentIn({ title: 'Once' })
  expect((await organizer.act(id, 'send_in')).status).toBe(200)
  expect(await admin.workOf(id)).toMatchObject([
    {
      kind: 'draft_sent_in',
      event: { id, title: 'Once' },
      known: `${organizer.email} requests publication of this event.`,
    },
  ])
  expect(await mailsTo(stage.env.support.email, 'Once')).toEqual(['Draft submitted: Once'])
})

// spec: published-email
test('an approved draft is public, leaves the work list, and its organizer is notified', async () => {
  const { id, updated_at } = await sentIn({ title: 'Approved' })
  const { status, body } = await admin.approve(id, updated_at)
  expect([status, body.is_published, body.review]).toEqual([200, true, undefined])
  expect((await stage.app.inject(`/api/events/${id}`)).statusCode).toBe(200)
  expect(await admin.workOf(id)).toEqual([])
  expect(await mailsTo(organizer.email, 'Approved')).toEqual(['Published: Approved'])
  await expectPublishedMail(id, 'Approved')
  const again = await admin.approve(id, body.updated_at)
  expect([again.status, again.body.code]).toEqual([409, 'not_sent_in'])
})

test('publishing a draft by the form ends its review too', async () => {
  const { id, updated_at } = await sentIn({ title: 'By form' })
  expect((await admin.save(id, { updated_at, is_published: true })).status).toBe(200)
  expect(await admin.workOf(id)).toEqual([])
  expect(await mailsTo(organizer.email, 'By form')).toEqual(['Published: By form'])
})

test('an approval of a version that was changed since is refused with the changes', async () => {
  const { id, updated_at } = await sentIn()
  await organizer.save(id, { updated_at, time: '05:00' })
  const { status, body } = await admin.approve(id, updated_at)
  expect([status, body.code]).toEqual([409, 'stale'])
  expect(body.changes).toEqual([
    { action: 'event_time_changed', before: LEAST.time, after: '05:00' },
  ])
  expect((await admin.read(id)).is_published).toBe(false)
  const { status: approved } = await admin.approve(id, body.updated_at)
  expect(approved).toBe(200)
})

test('a returned draft shows the reason, and waits again once it is sent in', async () => {
  const { id } = await sentIn({ title: 'Returned' })
  const none = await admin.act(id, 'return', { words: ' ' })
  expect([none.status, none.body.field]).toEqual([422, 'words'])
  const { status, body } = await admin.act(id, 'return', { words: 'Which stadium?' })
  expect([status, body.review]).toEqual([
    200,
    { state: 'returned', words: 'Which stadium?', changes: [] },
  ])
  expect(await admin.workOf(id)).toEqual([])
  expect(await mailsTo(organizer.email, 'Returned')).toEqual(['Please change: Returned'])
  const refused = await admin.approve(id, body.updated_at)
  expect([refused.status, refused.body.code]).toEqual([409, 'not_sent_in'])
  await organizer.act(id, 'send_in')
  expect(await admin.workOf(id)).toHaveLength(1)
})

// spec: review-card
test('a return of a version that was changed since is refused with the changes', async () => {
  const keen = await makeEditor(stage, 'organizer')
  const { id } = await draftOf(keen, { title: 'Read' })
  const { updated_at, host } = (await keen.act(id, 'send_in')).body
  const read = { words: 'Which stadium?', updated_at, page_version: host.version }
  const { body: saved } = await keen.save(id, { updated_at, time: '05:00' })
  const { status, body } = await admin.act(id, 'return', read)
  expect([status, body.code]).toEqual([409, 'stale'])
  expect(body.changes).toEqual([
    { action: 'event_time_changed', before: LEAST.time, after: '05:00' },
  ])
  expect((await admin.read(id)).review.state).toBe('sent')
  expect(await mailsTo(keen.email, 'Read')).toEqual([])
  const now = { ...read, updated_at: saved.updated_at }
  const page = await admin.act(id, 'return', { ...now, page_version: 'other' })
  expect([page.status, page.body.code]).toEqual([409, 'page_stale'])
  const unnamed = await admin.act(id, 'return', { ...now, page_version: undefined })
  expect([unnamed.status, unnamed.body.field]).toEqual([422, 'page_version'])
  const returned = await admin.act(id, 'return', now)
  expect([returned.status, returned.body.review.state]).toEqual([200, 'returned'])
})

test('a draft that is sent in again shows what was changed since it was returned', async () => {
  const { id, ticket_types } = await sentIn({ title: 'Twice', description: 'Ten teams.' })
  const { body: returned } = await admin.act(id, 'return', { words: 'Too dear.' })
  const { body: saved } = await organizer.save(id, {
    updated_at: returned.updated_at,
    location: 'Kasarani',
    description: '',
    ticket_types: [
      { id: ticket_types[0].id, price: 900, quantity: 60 },
      { name: 'Child', price: 50.5, quantity: 5 },
    ],
  })
  const changes = [
    { what: 'Description', before: 'Ten teams.', after: '' },
    { what: 'Location', before: LEAST.location, after: 'Kasarani' },
    { what: 'Starting price', before: 'KES 1,500.50', after: 'KES 50.50' },
    { what: 'VIP: price', before: 'KES 1,500.50', after: 'KES 900' },
    { what: 'VIP: quantity', before: '50', after: '60' },
    { what: 'Ticket type', before: '', after: 'Child: 5 tickets, KES 50.50' },
  ]
  expect(saved.review).toEqual({ state: 'returned', words: 'Too dear.', changes })
  const { body: again } = await organizer.act(id, 'send_in')
  expect(again.review).toEqual({ state: 'sent', words: '', changes })
  const last = { at: expect.any(String), by: 'Amina Odhiambo', words: 'Too dear.', times: 1 }
  const review = { state: 'sent', words: '', changes, returned: { ...last, changes } }
  expect((await admin.read(id)).review).toEqual(review)
})

/** The last return of the event's draft or change, as an admin reads it. */
const lastReturn = async (id: string) => (await admin.read(id)).review.returned

// spec: review-again
test('an admin reads why a draft was returned, and that nothing has changed since', async () => {
  const keen = await makeEditor(stage, 'organizer')
  const { id } = await draftOf(keen)
  await keen.act(id, 'send_in')
  expect(await lastReturn(id)).toBeUndefined()
  await admin.act(id, 'return', { words: 'Too dear.' })
  expect(await lastReturn(id)).toBeUndefined()
  await keen.act(id, 'send_in')
  expect(await lastReturn(id)).toMatchObject({ words: 'Too dear.', times: 1, changes: [] })
  const other = await makeEditor(stage)
  await other.act(id, 'return', { words: 'Still too dear.' })
  const { body } = await keen.act(id, 'send_in')
  expect(body.review).not.toHaveProperty('returned')
  const last = { by: 'Amina Odhiambo', words: 'Still too dear.', times: 2, changes: [] }
  expect(await lastReturn(id)).toMatchObject(last)
})

test('the questions and the public page of a draft are among what has changed since', async () => {
  const keen = await makeEditor(stage, 'organizer')
  const { id } = await draftOf(keen)
  await putQuestions(stage, id, keen, [question('Size?')])
  await keen.act(id, 'send_in')
  await admin.act(id, 'return', { words: 'Which team?' })
  await putQuestions(stage, id, keen, [question('Size?'), question('Colour?')])
  await putQuestions(stage, id, keen, [question('Colour?')])
  await keen.act(id, 'send_in')
  const questions = { what: 'Questions', before: 'Size?', after: 'Colour?' }
  expect((await lastReturn(id)).changes).toEqual([questions])
  const page = { name: 'Club X', words: '', image: null }
  const { status } = await keen.call('PUT', `/api/organizers/${keen.id}`, page)
  expect(status).toBe(200)
  expect((await lastReturn(id)).changes).toEqual([
    { what: "Organizer's public page", before: '', after: '' },
    questions,
  ])
})

test("the organizer's list of drafts says which were sent in or returned, and why", async () => {
  const keen = await makeEditor(stage, 'organizer')
  const reviews = async () => {
    const { body } = await keen.call('GET', '/api/events?scope=managed&is_published=false')
    return body.data.map(({ review }: { review?: object }) => review)
  }
  const { id } = await draftOf(keen)
  expect(await reviews()).toEqual([undefined])
  await keen.act(id, 'send_in')
  expect(await reviews()).toEqual([{ state: 'sent', words: '' }])
  await admin.act(id, 'return', { words: 'Which stadium?' })
  expect(await reviews()).toEqual([{ state: 'returned', words: 'Which stadium?' }])
})

test('a draft without a ticket type cannot be sent in, nor can a published event', async () => {
  const image = await organizer.picture()
  const { body: bare } = await organizer.create({ ...LEAST, image })
  const { status, body } = await organizer.act(bare.id, 'send_in')
  expect([status, body.field]).toEqual([422, 'ticket_types'])
  const { id, updated_at } = await draftOf(organizer)
  await admin.save(id, { updated_at, is_published: true })
  const published = await organizer.act(id, 'send_in')
  expect([published.status, published.body.code]).toEqual([409, 'was_published'])
})

// spec: own-phone
test('who has set a phone gets an SMS with each email about a review', async () => {
  const setPhone = async ({ headers }: Editor, phone: string) => {
    const body = { method: 'PUT', url: '/api/auth/phone', headers, payload: { phone } } as const
    expect(await callApi(stage, body)).toMatchObject({ status: 200 })
  }
  const [theirs, ours] = [newPhone(), newPhone()]
  await setPhone(organizer, theirs)
  await setPhone(admin, ours)
  const title = 'A title that is far too long for an SMS with a link, so it is shortened'
  const { id, updated_at } = await sentIn({ title })
  expect((await admin.approve(id, updated_at)).status).toBe(200)
  await setPhone(organizer, '')
  await setPhone(admin, '')
  await sentIn({ title: 'Without phones' })
  await stage.runJobs()
  const link = `${stage.env.publicOrigin}/organizer/events/${id}`
  const [sent, published] = [...stage.textsTo(ours), ...stage.textsTo(theirs)]
  expect(sent).toMatch(/^Lango: Draft submitted: A .+\w\.\. http/)
  expect(published).toMatch(/^Lango: Published: A title that is .+\w\.\. http/)
  expect(sent!.endsWith(link) && published!.endsWith(`${link}/share`)).toBe(true)
  expect([sent, published].every((text) => text!.length <= 160)).toBe(true)
  expect([stage.textsTo(ours).length, stage.textsTo(theirs).length]).toEqual([1, 1])
})

// spec: report-event
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildEvent } from '../../test/build.ts'
import { type Editor, makeEditor, openOffice } from '../../test/event-form.ts'
import { callApi } from '../../test/http.ts'
import { approvedPayout, givePayoutAccount, sellTicket, soldEvent } from '../../test/payouts.ts'
import type { Stage } from '../../test/stage.ts'
import { auditSentence } from '../events/catalogue/audit-words.rules.ts'

let stage: Stage
let admin: Editor
let organizer: Editor
beforeAll(async () => {
  ;({ stage, admin, organizer } = await openOffice())
})
afterAll(() => stage.close())

let lastAddress = 0
async function report(eventId: string, payload: object, remoteAddress = `10.9.0.${++lastAddress}`) {
  const url = `/api/events/${eventId}/complaints`
  return await callApi(stage, { method: 'POST', url, payload, remoteAddress })
}

const rowsAbout = async (eventId: string) => {
  const { body } = await admin.call('GET', '/api/work_list?limit=100')
  return body.data.filter((row: { event: { id: string } | null }) => row.event?.id === eventId)
}

const FAKE = { reason: 'fake', words: 'I know the venue.\r\nThere is no such show.' }

test('a report of an event is on the work list with its words, and support gets an email', async () => {
  const event = await buildEvent(stage.db, { title: 'Derby Day' })
  expect(await report(event.id, FAKE)).toEqual({
    status: 200,
    body: { message: 'Thank you. We review every report.' },
  })
  expect(await rowsAbout(event.id)).toMatchObject([
    {
      kind: 'event_reported',
      event: { id: event.id, title: 'Derby Day' },
      known: "A visitor: it looks fake or like a scam, 'I know the venue.\nThere is no such show.'",
      actions: ['settle'],
    },
  ])
  const mails = await stage.db
    .selectFrom('message')
    .select(['recipient', 'subject', 'body'])
    .where('subject', '=', 'Reported: Derby Day')
    .execute()
  expect(mails).toEqual([
    {
      recipient: stage.env.support.email,
      subject: 'Reported: Derby Day',
      body: expect.stringContaining(`/event/${event.id}\nReason: It looks fake or like a scam`),
    },
  ])
})

test('an admin settles a report once, which takes it off the work list', async () => {
  const event = await buildEvent(stage.db)
  await report(event.id, FAKE)
  await report(event.id, { reason: 'other', words: 'Another' })
  const [row] = await rowsAbout(event.id)
  const settle = (by: Editor) =>
    by.call('POST', `/api/complaints/${row.key}/settle`, { words: 'The venue confirms it.' })
  expect((await settle(organizer)).status).toBe(403)
  const silent = { words: ' ' }
  expect(await admin.call('POST', `/api/complaints/${row.key}/settle`, silent)).toMatchObject({
    ...{ status: 422, body: { field: 'words' } },
  })
  const settled = await settle(admin)
  expect(settled).toMatchObject({ status: 200, body: { id: row.key } })
  expect(await settle(admin)).toEqual(settled)
  expect((await rowsAbout(event.id)).map(({ known }: { known: string }) => known)).toEqual([
    "A visitor: something else, 'Another'.",
  ])
  const entries = stage.db.selectFrom('audit_log').select(['action', 'after'])
  const [entry, ...others] = await entries.where('event_id', '=', event.id).execute()
  expect(others).toEqual([])
  expect(auditSentence({ ...entry!, subject: 'Derby', before: null })).toBe(
    'Settled a report about Derby. The visitor said: it looks fake or like a scam. We found: The venue confirms it.',
  )
})

// spec: report-facts
test('an admin reads other reports, the age of the organizer, sales and waiting payouts with a report', async () => {
  const { id: organizerId } = organizer
  const set = { created_at: stage.clock.now() }
  await stage.db.updateTable('account').set(set).where('id', '=', organizerId).execute()
  const event = await buildEvent(stage.db, { organizerId, types: [{ price: 1000 }] })
  const other = await buildEvent(stage.db, { organizerId })
  await sellTicket(stage, event)
  await givePayoutAccount(stage, organizer)
  await organizer.call('POST', '/api/payouts', { event_id: event.id, amount: 500 })
  for (let count = 0; count < 4; count++) await report(event.id, FAKE)
  await report(other.id, { reason: 'other', words: `${'x'.repeat(300)} end` })
  const [first, ...rest] = (await rowsAbout(event.id)).filter(
    ({ kind }: { kind: string }) => kind === 'event_reported',
  )
  const [elsewhere] = await rowsAbout(other.id)
  const read = ({ key }: { key: string }) => ({
    to: `/organizer/work-list?group=events&task=event_reported:${key}`,
    label: 'Read',
  })
  expect(first.facts).toEqual([
    {
      label: 'Other open reports',
      text: '3 about this event, 1 about other events of the organizer',
      is_warning: true,
    },
    ...rest.map((row: { key: string }, index: number) => ({
      ...{ label: `Other report ${index + 1}`, is_warning: false, link: read(row) },
      text: expect.stringMatching(/: it looks fake or like a scam, 'I know the venue\./),
    })),
    {
      ...{ label: 'Other report 4', is_warning: false, link: read(elsewhere) },
      text: expect.stringMatching(/ \(.+\): something else, 'x{300}…'$/),
    },
    {
      label: 'Organizer',
      text: expect.stringMatching(/Account since .* \(today\)$/),
      is_warning: true,
    },
    { label: 'Sold', text: 'KES 1,000, 1 ticket', is_warning: false },
    { label: 'Paid out already', text: 'Nothing of this event', is_warning: false },
    { label: "Organizer's payouts", text: 'KES 500 requested', is_warning: true },
  ])
  const alone = await buildEvent(stage.db)
  await report(alone.id, FAKE)
  expect((await rowsAbout(alone.id))[0].facts).toMatchObject([
    { text: 'None', is_warning: false },
    { label: 'Sold', text: 'KES 0, 0 tickets' },
    { text: 'Nothing of this event', is_warning: false },
    { text: 'None waiting', is_warning: false },
  ])
})

// spec: report-facts
test('an admin reads with a report what was paid out of the event, and whether it is cancelled', async () => {
  const owner = await makeEditor(stage, 'organizer')
  const event = await soldEvent(stage, owner, 1000)
  await givePayoutAccount(stage, owner)
  const id = await approvedPayout(stage, { owner, admin, eventId: event.id, amount: 500 })
  await report(event.id, FAKE)
  const moneyOf = async () => {
    const rows = await rowsAbout(event.id)
    const reported = rows.find(({ kind }: { kind: string }) => kind === 'event_reported')
    return reported.facts.slice(2)
  }
  expect(await moneyOf()).toMatchObject([
    { label: 'Sold', text: 'KES 1,000, 1 ticket' },
    { label: 'Paid out already', text: 'Nothing of this event', is_warning: false },
    { text: 'KES 500 approved and not sent' },
  ])
  const sent = { state: 'done', paid_from: 'utility', next_at: null }
  await stage.db.updateTable('payout_part').set(sent).where('payout_id', '=', id).execute()
  const cancelled = { cancelled_at: stage.clock.now() }
  await stage.db.updateTable('event').set(cancelled).where('id', '=', event.id).execute()
  expect(await moneyOf()).toMatchObject([
    { label: 'Event', text: 'Cancelled' },
    { label: 'Paid out already', text: 'KES 500 of this event', is_warning: true },
    { text: 'None waiting' },
  ])
})

test('a report is refused without a known reason or words, and for an event that visitors cannot see', async () => {
  const event = await buildEvent(stage.db)
  const draft = await buildEvent(stage.db, { published: false })
  const wrong: [object, string][] = [
    [{ ...FAKE, reason: 'boring' }, 'reason'],
    [{ ...FAKE, words: ' \n' }, 'words'],
    [{ ...FAKE, words: 'x'.repeat(2001) }, 'words'],
    [{ reason: 'fake' }, 'words'],
  ]
  for (const [body, field] of wrong) {
    const refused = await report(event.id, body)
    expect([refused.status, refused.body.field]).toEqual([422, field])
  }
  for (const id of [draft.id, randomUUID(), 'x']) {
    expect(await report(id, FAKE)).toMatchObject({
      status: 404,
      body: { code: 'event_not_found' },
    })
  }
  expect(await rowsAbout(event.id)).toEqual([])
})

test('an address reports as often in an hour as it may write to us', async () => {
  const event = await buildEvent(stage.db)
  const max = stage.env.limits.contactPerAddress
  const answers = []
  for (let i = 0; i <= max; i++) answers.push((await report(event.id, FAKE, '10.8.0.1')).status)
  expect(answers).toEqual([...Array(max).fill(200), 429])
})

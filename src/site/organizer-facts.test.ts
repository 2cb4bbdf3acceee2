// spec: review-card
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildEvent } from '../../test/build.ts'
import { draftOf, type Editor, makeEditor, openOffice } from '../../test/event-form.ts'
import { callApi } from '../../test/http.ts'
import { sellTicket } from '../../test/payouts.ts'
import type { Stage } from '../../test/stage.ts'

let stage: Stage
let admin: Editor
let organizer: Editor
beforeAll(async () => {
  ;({ stage, admin, organizer } = await openOffice())
})
afterAll(() => stage.close())

const factsPath = (id: string) => `/api/events/${id}/organizer_facts`
const factsOf = async (id: string) => (await admin.call('GET', factsPath(id))).body

async function complain(eventId: string, isSettled = false): Promise<void> {
  const now = stage.clock.now()
  const row = { id: randomUUID(), event_id: eventId, reason: 'fake', text: 'x', created_at: now }
  await stage.db
    .insertInto('complaint')
    .values({ ...row, settled_at: isSettled ? now : null })
    .execute()
}

/** Builds an event that is over, with a ticket that was checked in. */
async function heldEvent(organizerId: string) {
  const event = await buildEvent(stage.db, { organizerId })
  await sellTicket(stage, event)
  const tickets = stage.db.updateTable('ticket').set({ admitted: 1, state: 'used' })
  await tickets.where('event_id', '=', event.id).execute()
  const past = stage.db.updateTable('event').set({ date: '2026-01-10' })
  await past.where('id', '=', event.id).execute()
  return event
}

test('an admin reads who sends a draft in, with the earlier events and the complaints', async () => {
  const { id: organizerId, email } = organizer
  await stage.db
    .updateTable('account')
    .set({ phone: '254712345678', created_at: new Date('2026-06-03T09:00:00Z') })
    .where('id', '=', organizerId)
    .execute()
  const held = await heldEvent(organizerId)
  await buildEvent(stage.db, { organizerId, date: '2026-02-10' })
  const coming = await buildEvent(stage.db, { organizerId, date: '2027-06-10' })
  await buildEvent(stage.db, { organizerId, published: false })
  await buildEvent(stage.db, { organizerId, published: false, cancelled: true })
  const cancelled = await buildEvent(stage.db, { organizerId, cancelled: true })
  const foreign = await buildEvent(stage.db, { date: '2026-01-10' })
  await complain(held.id, true)
  await complain(coming.id)
  await complain(cancelled.id)
  await complain(foreign.id)
  const draft = await draftOf(organizer)
  expect((await factsOf(draft.id)).asked).toBeNull()
  await organizer.act(draft.id, 'send_in')
  const account = await stage.db
    .selectFrom('account')
    .select('full_name')
    .where('id', '=', organizerId)
    .executeTakeFirstOrThrow()
  expect(await factsOf(draft.id)).toEqual({
    organizer: {
      name: account.full_name,
      email,
      phone: '254712345678',
      created_at: '2026-06-03T09:00:00.000Z',
      events: { held: 1, missed: 1, coming: 1, cancelled: 1 },
      owes: 0,
      complaints: { total: 3, open: 2, this_event: 0, first_open: expect.any(String) },
    },
    asked: { name: account.full_name, email, at: expect.any(String) },
  })
  const { organizer: facts } = await factsOf(coming.id)
  expect(facts.events).toEqual({ held: 1, missed: 1, coming: 0, cancelled: 1 })
  expect(facts.complaints).toMatchObject({ total: 3, open: 2, this_event: 1 })
  expect(await factsOf(foreign.id)).toEqual({ organizer: null, asked: null })
})

test('only admins read these facts: neither the organizer nor the reply about an event has them', async () => {
  const { id } = await draftOf(organizer)
  await organizer.act(id, 'send_in')
  const stranger = await makeEditor(stage, 'organizer')
  for (const who of [organizer, stranger]) {
    expect((await who.call('GET', factsPath(id))).status).toBe(403)
  }
  expect((await callApi(stage, { method: 'GET', url: factsPath(id) })).status).toBe(401)
  expect((await admin.call('GET', factsPath(randomUUID()))).status).toBe(404)
  expect((await admin.call('GET', factsPath('x'))).status).toBe(404)
  const reply = JSON.stringify(await organizer.read(id))
  expect(reply).not.toContain('complaints')
  expect(reply).not.toContain('254712345678')
})

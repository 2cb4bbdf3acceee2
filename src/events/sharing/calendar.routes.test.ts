import { expect, test } from 'vitest'
import { buildEvent } from '../../../test/build.ts'
import { keepStage } from '../../../test/stage.ts'

const stage = keepStage({ PUBLIC_ORIGIN: 'https://lango.example' })

// spec: sharing-share-whatsapp
test("an event's calendar file can be imported twice without a second entry", async () => {
  const event = await buildEvent(stage.db, { title: 'Fête "ya" Lamu', date: '2027-03-14' })
  const answer = await stage.app.inject(`/event/${event.id}/calendar.ics`)
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-type']).toBe('text/calendar; charset=utf-8')
  expect(answer.headers['content-disposition']).toBe('attachment; filename="fete-ya-lamu.ics"')
  expect(answer.body).toContain(`UID:${event.id}@lango.example\r\n`)
  expect(answer.body).toContain('DTSTART:20270314T120000Z\r\n')
  expect(answer.body).toContain('SUMMARY:Fête "ya" Lamu\r\n')
  expect(answer.body).toContain(`URL:https://lango.example/event/${event.id}\r\n`)
  expect((await stage.app.inject(`/event/${event.id}/calendar.ics`)).body).toBe(answer.body)
})

test('the calendar file of a cancelled event says that it is cancelled', async () => {
  const event = await buildEvent(stage.db, { cancelled: true })
  const { body } = await stage.app.inject(`/event/${event.id}/calendar.ics`)
  expect(body).toContain('STATUS:CANCELLED\r\n')
})

// spec: calendar-unpublished
test('the calendar file of an unpublished event stays for the holders of its tickets', async () => {
  const event = await buildEvent(stage.db, { published: false })
  const types = stage.db.updateTable('ticket_type').where('event_id', '=', event.id)
  await types.set({ sold: 1 }).execute()
  const answer = await stage.app.inject(`/event/${event.id}/calendar.ics`)
  expect(answer.statusCode).toBe(200)
  expect(answer.body).toContain(`UID:${event.id}@lango.example\r\n`)
})

// spec: calendar-unpublished
test.each([['a draft'], ['nobody'], ['no-id']])('the calendar file of %s is 404', async (what) => {
  const draft = await buildEvent(stage.db, { published: false })
  const id = { 'a draft': draft.id, nobody: crypto.randomUUID() }[what] ?? what
  const answer = await stage.app.inject(`/event/${id}/calendar.ics`)
  expect(answer.statusCode).toBe(404)
  expect(answer.json()).toMatchObject({ code: 'event_not_found' })
})

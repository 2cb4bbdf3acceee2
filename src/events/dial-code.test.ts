import { expect, test } from 'vitest'
import { buildEvent } from '../../test/build.ts'
import { keepStage } from '../../test/stage.ts'
import { dialOf } from './event.rules.ts'

const stage = keepStage()

async function codeOf(id: string): Promise<number | null> {
  const row = await stage.db
    .selectFrom('event')
    .select('dial_code')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return row.dial_code
}

async function publish(id: string, is_published: boolean): Promise<void> {
  await stage.db.updateTable('event').set({ is_published }).where('id', '=', id).execute()
}

// spec: ussd-event-code
test('an event gets a code when it is published, and no other event ever has this code', async () => {
  const draft = await buildEvent(stage.db, { published: false })
  expect(await codeOf(draft.id)).toBeNull()
  const first = await buildEvent(stage.db)
  const code = await codeOf(first.id)
  expect(code).toBeGreaterThanOrEqual(100)
  await publish(draft.id, true)
  expect(await codeOf(draft.id)).toBe(code! + 1)
  await publish(first.id, false)
  await publish(draft.id, false)
  const [next] = await Promise.all([buildEvent(stage.db), publish(first.id, true)])
  expect(await codeOf(next.id)).toBe(code! + 2)
  expect([await codeOf(first.id), await codeOf(draft.id)]).toEqual([code, code! + 1])
  await stage.db.updateTable('event').set({ dial_code: 7777 }).where('id', '=', first.id).execute()
  expect(await codeOf(first.id)).toBe(code)
})

// spec: ussd-event-code
test('events published at the same time get a code each', async () => {
  const events = await Promise.all(Array.from({ length: 20 }, () => buildEvent(stage.db)))
  const codes = await Promise.all(events.map(({ id }) => codeOf(id)))
  expect(new Set(codes).size).toBe(20)
})

// spec: ussd-event-code
test("an event's reply contains its code, and its page shows the dial string", async () => {
  const { id } = await buildEvent(stage.db)
  const { dial_code } = (await stage.app.inject(`/api/events/${id}`)).json()
  expect(dial_code).toBe(await codeOf(id))
  expect(dialOf('*265*25#', 123)).toBe('*265*25*123#')
  expect(dialOf('*265*25#', undefined)).toBe('*265*25#')
})

import { expect, test } from 'vitest'
import { buildEvent } from '../../../test/build.ts'
import { keepStage } from '../../../test/stage.ts'

const stage = keepStage()

async function makeCode(code: string, event: { id: string }): Promise<void> {
  await stage.db.insertInto('short_code').values({ code, event_id: event.id }).execute()
}

async function visits(code: string) {
  const row = await stage.db
    .selectFrom('short_code')
    .select('visits')
    .where('code', '=', code)
    .executeTakeFirstOrThrow()
  return row.visits
}

async function visit(path: string) {
  const answer = await stage.app.inject(path)
  return [answer.statusCode, answer.headers.location]
}

// spec: short-codes-sample-data
test('a known short code redirects to its event, in any case, and is counted', async () => {
  const event = await buildEvent(stage.db)
  await makeCode('derby', event)
  for (const path of ['/m/derby', '/m/DERBY', '/m/Derby/', '/m/derby?from=poster']) {
    expect(await visit(path)).toEqual([302, `/event/${event.id}`])
  }
  expect(await visits('derby')).toBe(4)
})

test('visits at the same time are all counted', async () => {
  await makeCode('rush', await buildEvent(stage.db))
  await Promise.all(Array.from({ length: 30 }, () => visit('/m/rush')))
  expect(await visits('rush')).toBe(30)
})

test("the short code of a past event still leads to the event's page", async () => {
  const event = await buildEvent(stage.db, { date: '2024-05-01' })
  await makeCode('past', event)
  expect(await visit('/m/past')).toEqual([302, `/event/${event.id}`])
})

test('the short code of a draft leads to the home page and counts no visit', async () => {
  await makeCode('draft', await buildEvent(stage.db, { published: false }))
  expect(await visit('/m/draft')).toEqual([302, '/'])
  expect(await visits('draft')).toBe(0)
})

// spec: short-codes-sample-data
test.each([
  '/m',
  '/m/',
  '/m/nobody',
  '/m/a/b',
  '/m/%00',
  '/m/%25',
  '/m/100%',
  "/m/' or 1=1",
  `/m/${'a'.repeat(150)}`,
  `/m/${'a'.repeat(300)}`,
])('%s leads home', async (path) => {
  expect(await visit(path)).toEqual([302, '/'])
})

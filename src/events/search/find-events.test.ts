import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { buildAccount } from '../../../test/accounts.ts'
import { keepStage } from '../../../test/stage.ts'
import { nairobiDate } from '../../platform/values/nairobi.rules.ts'
import { hasLongWord } from '../search.rules.ts'
import { markEventsOver } from './mark-over.job.ts'

const EVENTS = 6000
const PAST = 50
const DAY_MS = 86_400_000

const stage = keepStage()
beforeAll(async () => {
  await buildEvents()
})

/**
 * Builds two events a day from tomorrow on, and some events in the past. All events from the
 * 4,000th on contain 'festival'; these are too many for the search to sort. Every hundredth event
 * contains 'derby'. The last event contains 'zamaradi'. The 150th and the last event contain 'qz'.
 */
async function buildEvents(): Promise<void> {
  await sql`
    insert into event (id, title, date, time, location, price_cents, is_published)
    select gen_random_uuid(), 'No. ' || n || case when n >= 4000 then ' festival' else '' end
        || case when n % 100 = 0 then ' derby' else '' end
        || case when n = ${sql.lit(EVENTS - 1)} then ' zamaradi' else '' end
        || case when n in (150, ${sql.lit(EVENTS - 1)}) then ' qz' else '' end,
      ${nairobiDate(new Date(Date.now() + DAY_MS))}::date
        + case when n < 0 then n - 3 else n / 2 end, make_time(10 + n % 2, 0, 0),
      'Kisumu', 100, true
    from generate_series(${sql.lit(-PAST)}, ${sql.lit(EVENTS - 1)}) n`.execute(stage.db)
  await sql`analyze event`.execute(stage.db)
}

async function find(q: string, cursor?: string) {
  const query = { q, limit: '10', ...(cursor && { cursor }) }
  const answer = await stage.app.inject({ url: '/api/events', query })
  expect(answer.statusCode).toBe(200)
  return answer.json() as { data: { title: string }[]; next_cursor: string | null }
}

/** Reads all pages of the results. Returns the numbers of the events. */
async function findAll(q: string): Promise<number[]> {
  const numbers: number[] = []
  let cursor: string | undefined
  do {
    const { data, next_cursor } = await find(q, cursor)
    numbers.push(...data.map(({ title }) => Number(/No\. (\S+)/.exec(title)![1])))
    cursor = next_cursor ?? undefined
  } while (cursor && numbers.length < 100)
  return numbers
}
const everyHundredth = Array.from({ length: EVENTS / 100 }, (_, n) => n * 100)

test('events found by any way come soonest first and once each', async () => {
  expect((await findAll('kisumu')).slice(0, 30)).toEqual(Array.from({ length: 30 }, (_, n) => n))
  expect(await findAll('derby')).toEqual(everyHundredth)
  expect(await findAll('zamaradi')).toEqual([EVENTS - 1])
  const late = (await findAll('festival')).slice(0, 25)
  expect(late).toEqual(Array.from({ length: 25 }, (_, n) => 4000 + n))
  expect(await findAll('festival derby')).toEqual(everyHundredth.filter((n) => n >= 4000))
  expect(await findAll('nowhere')).toEqual([])
})

test('a search for two letters covers the next five thousand events', async () => {
  expect(await findAll('qz')).toEqual([150])
})

test('a word needs three letters in a row for the index', () => {
  expect(['dj', 'R&B', '5-a', 'Ng’u'].map((word) => hasLongWord([word]))).toEqual(
    Array(4).fill(false),
  )
  expect(['dj', 'derby'].map((word) => hasLongWord(['qz', word]))).toEqual([false, true])
})

test('a past event leaves the index of words, and returns when it is postponed', async () => {
  const count = async () => {
    const over = stage.db.selectFrom('event').select(['id', 'date']).where('is_over', '=', true)
    return await over.orderBy('date').execute()
  }
  stage.pass(30 * DAY_MS)
  await markEventsOver(stage.deps)
  const over = await count()
  expect(over.length).toBeGreaterThan(PAST)
  const today = nairobiDate(stage.clock.now())
  expect(over.every(({ date }) => date! < today)).toBe(true)
  expect((await findAll('derby'))[0]).toBe(100)
  const admin = await buildAccount(stage, 'admin')
  const { headers } = admin
  const url = `/api/events/${over[0]!.id}`
  const { updated_at } = (await stage.app.inject({ url, headers })).json()
  const date = nairobiDate(new Date(stage.clock.now().getTime() + 365 * DAY_MS))
  const payload = { title: 'Zamaradi again', date, updated_at }
  const saved = await stage.app.inject({ method: 'PUT', url, headers, payload })
  expect(saved.json()).toMatchObject({ date })
  expect((await find('again')).data).toHaveLength(1)
  expect(await count()).toHaveLength(over.length - 1)
})

// What is asked all day reads as many pages of the database as it shows, whatever lies behind it.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { growShop } from './growth/grown-shop.ts'
import { listHotPaths } from './growth/hot-paths.ts'
import { watchBuffers } from './growth/watch-buffers.ts'
import { makeStage, type Stage } from './stage.ts'

const SIZE = { orders: 10_000, events: 2000 }
/** Once every statement is prepared. */
const PREPARED_AFTER = 2
/** So often each is measured, and the least counts: a session that was just opened reads catalogues besides. */
const TIMES = 3

/**
 * A row is found by an index of three levels at most: four pages, and a line of an organizer's list
 * is put together from seven tables. What reads all that is old, or all that is to come, all events
 * of an organizer or all check-ins of an event, is far beyond at this size.
 */
const MOST: Record<string, number> = {
  'home: main events': 40,
  'home: featured events': 60,
  'home: upcoming events': 90,
  'list of a category': 90,
  // Between 127 and 132, by where its rows happen to lie.
  'list of no category': 75,
  'search: nairobi, which most have': 130,
  'search: derby, which one in a hundred has': 280,
  'search: zamaradi, which one has': 170,
  'search: ni, two letters': 130,
  // With what became of the event: whether it was cancelled, or moved.
  'event page': 18,
  checkout: 70,
  'look-up': 20,
  // With the refund of it, if there is one.
  ticket: 28,
  // With the rules of its entry, the stopped gates, and the change that gate phones will ask for.
  'check-in': 80,
  'transactions of an organizer': 1200,
  'transactions of an organizer, next page': 1200,
  'transactions of an organizer, largest first': 1200,
  'transactions of an organizer, due back': 1200,
  'transactions of an event': 1200,
  // None has it, however many were let in.
  'validations of an event, by a reason': 20,
  get_event_validation_stats: 25,
}

// Plans for any value, as a session keeps them once a statement was asked often; and none that reads
// a table whole because it is small here. Where it is large, plans.test.ts says so.
const watch = watchBuffers('set plan_cache_mode = force_generic_plan; set enable_seqscan = off')
let stage: Stage
const found: Record<string, number> = {}
/** The statements of the measuring that counts, each with its pages: for who asks what has grown. */
const statements: Record<string, string[]> = {}

beforeAll(async () => {
  stage = await makeStage({ HOLD_SHARE_PER_ADDRESS: '100' })
  const paths = await listHotPaths({ ...stage, ...(await growShop(stage, SIZE)) })
  for (const [name, call] of Object.entries(paths)) {
    for (let n = 0; n < PREPARED_AFTER; n++) await call()
    for (let n = 0; n < TIMES; n++) {
      const readings = await watch.measure(call)
      const pages = readings.reduce((sum, { buffers }) => sum + buffers, 0)
      if (pages >= (found[name] ?? Number.POSITIVE_INFINITY)) continue
      found[name] = pages
      statements[name] = readings.map(({ buffers, text }) => `${buffers}: ${text}`)
    }
  }
}, 120_000)
afterAll(async () => {
  watch.stop()
  await stage.close()
})

test('no hot path reads more than it shows', () => {
  expect(Object.keys(found)).toEqual(Object.keys(MOST))
  const beyond = Object.entries(found).filter(([name, pages]) => !(pages <= MOST[name]!))
  const grown = beyond.flatMap(([name]) => statements[name]!).join('\n')
  expect(beyond, `${JSON.stringify(found)}\n${grown}`).toEqual([])
  expect(Object.values(found).filter((pages) => pages < 2)).toEqual([])
})

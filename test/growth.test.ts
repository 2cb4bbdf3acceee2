// Frequent reads touch about as many pages as they show rows, however large the tables are.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { growShop } from './growth/grown-shop.ts'
import { listHotPaths } from './growth/hot-paths.ts'
import { watchBuffers } from './growth/watch-buffers.ts'
import { makeStage, type Stage } from './stage.ts'

const SIZE = { orders: 10_000, events: 2000 }
/** The number of calls after which every statement is prepared. */
const PREPARED_AFTER = 2
/**
 * The number of measurements per read, of which the lowest counts: a new session also reads
 * catalogues.
 */
const TIMES = 3

/**
 * The most pages that each read may touch. An index has at most three levels, so a row takes four
 * pages, and a row of an organizer's list comes from seven tables. A read of all past or all future
 * rows, of all events of an organizer or all check-ins of an event, would exceed this by far at the
 * test's size.
 */
const MOST: Record<string, number> = {
  'home: main events': 40,
  'home: featured events': 60,
  'home: upcoming events': 90,
  'list of a category': 90,
  // Between 127 and 132, depending on the position of the rows.
  'list of no category': 75,
  'search: nairobi, which most have': 130,
  'search: derby, which one in a hundred has': 280,
  'search: zamaradi, which one has': 170,
  'search: ni, two letters': 130,
  // Includes reading whether the event is cancelled or rescheduled.
  'event page': 18,
  checkout: 70,
  'look-up': 20,
  // Includes the ticket's refund, if there is one.
  ticket: 28,
  // Includes the entry rules, the stopped gates, and the change that gate phones sync next.
  'check-in': 80,
  'transactions of an organizer': 1200,
  'transactions of an organizer, next page': 1200,
  'transactions of an organizer, largest first': 1200,
  'transactions of an organizer, due back': 1200,
  'transactions of an event': 1200,
  // No ticket has this number, however many were admitted.
  'validations of an event, by a reason': 20,
  get_event_validation_stats: 25,
}

// Use generic plans, as a session does after many executions, and no plans that read a whole table
// because it is small here. Plans for large tables are tested in plans.test.ts.
const watch = watchBuffers('set plan_cache_mode = force_generic_plan; set enable_seqscan = off')
let stage: Stage
const found: Record<string, number> = {}
/** The measured statements with their pages, to find out which of them has grown. */
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

test('no hot path reads more pages than it shows', () => {
  expect(Object.keys(found)).toEqual(Object.keys(MOST))
  const beyond = Object.entries(found).filter(([name, pages]) => !(pages <= MOST[name]!))
  const grown = beyond.flatMap(([name]) => statements[name]!).join('\n')
  expect(beyond, `${JSON.stringify(found)}\n${grown}`).toEqual([])
  expect(Object.values(found).filter((pages) => pages < 2)).toEqual([])
})

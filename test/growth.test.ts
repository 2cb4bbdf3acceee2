// The number of database pages that frequent reads touch depends on the rows shown, not on the size
// of the tables.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { growShop } from './growth/grown-shop.ts'
import { listHotPaths } from './growth/hot-paths.ts'
import { watchBuffers } from './growth/watch-buffers.ts'
import { serverVersion } from './server-version.ts'
import { keepStage } from './stage.ts'

const SIZE = { orders: 10_000, events: 2000 }
/** The number of calls after which every statement of a read is prepared. */
const PREPARED_AFTER = 2
/**
 * The number of times each read is measured. The test uses the lowest number of pages, because a
 * new session also reads PostgreSQL's system catalogs.
 */
const TIMES = 3

/**
 * The maximum number of pages that each read may touch. An index has at most three levels, so
 * reading a row takes four pages; a row of an organizer's list comes from seven tables. Lists of
 * events read the fee of each event's organizer and the price steps of each ticket type. At this
 * test's size, reading all past or all future rows, all events of an organizer or all check-ins of
 * an event would exceed these limits by far.
 */
const MOST: Record<string, number> = {
  'home: main events': 60,
  'home: featured events': 115,
  'home: upcoming events': 170,
  'list of a category': 180,
  'list of no category': 175,
  // Includes skipping the events of the last two days, which are over but not yet marked as over.
  'search: nairobi, which most have': 220,
  'search: derby, which one in a hundred has': 335,
  'search: zamaradi, which one has': 170,
  'search: ni, two letters': 220,
  // Includes reading whether the event is cancelled or rescheduled.
  'event page': 28,
  checkout: 70,
  // Includes the refund of the ticket, or of some of its people.
  'look-up': 24,
  // Includes the ticket's refunds, its transfers, and what its sender may get back.
  ticket: 40,
  // Includes the entry rules, the stopped gates, the gates of add-ons, and writing the change for the
  // next sync of gate phones.
  'check-in': 84,
  'transactions of an organizer': 1200,
  'transactions of an organizer, next page': 1200,
  'transactions of an organizer, largest first': 1200,
  'transactions of an organizer, due back': 1200,
  'transactions with a receipt': 90,
  'transactions with an email': 15,
  'transactions of an event': 1200,
  // The request filters by a reason that no check-in has. The limit holds for any number of
  // check-ins, because an index finds the reasons.
  'validations of an event, by a reason': 20,
  // Includes the event's add-ons, which do not count as tickets.
  get_event_validation_stats: 31,
  // 153 refunds wait for an admin. The list sorts them all, which reads eight
  // pages for each.
  'work list of an admin': 1620,
}

// Use generic plans, like a session after many executions. Forbid plans that read whole tables,
// which are cheap here only because the tables are small. plans.test.ts tests the plans for large
// tables.
const watch = watchBuffers('set plan_cache_mode = force_generic_plan; set enable_seqscan = off')
const stage = keepStage({ HOLD_SHARE_PER_ADDRESS: '100' })
const found: Record<string, number> = {}
/**
 * The measured statements of each read with their pages. They are printed to find the statement
 * that reads more pages.
 */
const statements: Record<string, string[]> = {}

beforeAll(async () => {
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
afterAll(() => watch.stop())

test('no hot path reads more pages than it shows', async () => {
  const isOlder = (await serverVersion(stage.db)) < 18
  // PostgreSQL 16 and 17 read about 1,230 pages.
  const most = isOlder ? { ...MOST, 'transactions of an event': 1300 } : MOST
  expect(Object.keys(found)).toEqual(Object.keys(most))
  const beyond = Object.entries(found).filter(([name, pages]) => !(pages <= most[name]!))
  const grown = beyond.flatMap(([name]) => statements[name]!).join('\n')
  expect(beyond, `${JSON.stringify(found)}\n${grown}`).toEqual([])
  expect(Object.values(found).filter((pages) => pages < 2)).toEqual([])
})

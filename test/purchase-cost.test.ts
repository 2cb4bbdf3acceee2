// Counts the statements of one purchase, from the order to its SMS. The counts do not depend on the
// machine.
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { type BuiltEvent, buildEvent } from './build.ts'
import { countStatements } from './count-statements.ts'
import { callBack, latestPrompt, paidFor, place } from './purchase.ts'
import { runHere } from './run-here.ts'
import { serverVersion } from './server-version.ts'
import { keepStage } from './stage.ts'

/** The number of connections that the stage opens. */
const CONNECTIONS = 20

const stage = keepStage()
let event: BuiltEvent
beforeAll(async () => {
  event = await buildEvent(stage.db)
})

async function purchase(): Promise<void> {
  const { run, stop } = runHere(stage)
  const { amount } = await place(stage, event)
  await run()
  const prompt = await latestPrompt(stage)
  await callBack(stage, prompt, paidFor({ ...prompt, amount }))
  await run()
  stop()
}

// The number of statements. If a change needs fewer statements, lower the number here. Each of the
// four jobs is claimed separately, as in an idle shop; under load one statement claims many jobs
// (decisions/0084). Polls that find no job are not counted.
test('a purchase needs no more statements than before', async () => {
  await purchase()
  const sent = stage.sent.length
  expect(await countStatements(purchase)).toEqual({ statements: 32, commits: 12 })
  expect(stage.sent).toHaveLength(sent + 1)
  expect(await stage.db.selectFrom('job').selectAll().execute()).toEqual([])
  expect(await stage.db.selectFrom('order_awaiting_tickets').selectAll().execute()).toEqual([])
})

test('a purchase with a limited SMS rate needs no more statements, while there is capacity', async () => {
  const { sms } = stage.env
  sms.perSecond = 20
  expect(await countStatements(purchase)).toEqual({ statements: 32, commits: 12 })
  sms.perSecond = 0
  expect(await stage.db.selectFrom('rate_slot').select('granted').execute()).toEqual([
    { granted: 1 },
  ])
})

/** Makes every connection report its statistics now; otherwise connections report them later. */
async function letAllTell(): Promise<void> {
  const ready = Promise.withResolvers<void>()
  let flushed = 0
  const flush = () =>
    stage.db.connection().execute(async (one) => {
      await sql`select pg_stat_force_next_flush()`.execute(one)
      if (++flushed === CONNECTIONS) ready.resolve()
      await ready.promise
    })
  await Promise.all(Array.from({ length: CONNECTIONS }, flush))
}

/**
 * Returns the bytes of write-ahead log that the connections to this database have written.
 * Connections of tests in other databases share the server and are not counted.
 */
async function readWal(): Promise<{ bytes: number; images: number }> {
  await letAllTell()
  const { rows } = await sql<{ bytes: number; images: number }>`
    select sum(w.wal_bytes)::float8 as bytes, sum(w.wal_fpi)::float8 as images
    from pg_stat_activity a, pg_stat_get_backend_wal(a.pid) w
    where a.datname = current_database()`.execute(stage.db)
  return rows[0]!
}

const PURCHASES_MAX = 40
const COUNTED = 7

// About 200 bytes of the log are index entries: one for each message, to show its delivery, and one
// for each change of a ticket, for the sync of gate phones (decisions/0052, 0056). The test leaves
// out purchases during which a checkpoint began, because after a checkpoint the first change of a
// page writes the whole page. Any database of the server may cause a checkpoint. The test compares
// the median of several purchases, because some purchases split a full page.
test("a purchase writes no more bytes to PostgreSQL's log than before", async ({ skip }) => {
  skip((await serverVersion(stage.db)) < 18, 'only PostgreSQL 18 counts the log of connections')
  const written: number[] = []
  for (let n = 0; n < PURCHASES_MAX && written.length < COUNTED; n++) {
    const before = await readWal()
    await purchase()
    const after = await readWal()
    if (after.images === before.images) written.push(after.bytes - before.bytes)
  }
  expect(written, 'each purchase met a checkpoint').toHaveLength(COUNTED)
  expect(written.toSorted((a, b) => a - b)[(COUNTED - 1) / 2]).toBeLessThan(15_900)
})

type Counted = Record<string, number>

/** For each table, the number of updates that added an entry to each index of the table. */
async function readIndexed(): Promise<Counted> {
  await letAllTell()
  const { rows } = await sql<{ name: string; count: number }>`
    select relname as name, (n_tup_upd - n_tup_hot_upd)::float8 as count
    from pg_stat_user_tables`.execute(stage.db)
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]))
}

// Index entries that a purchase cannot avoid: order and payment leave the index of open payments
// when the money arrives; an SMS leaves the index of waiting messages when it is sent; the prompt
// sets the end of the hold, which is removed later (decisions/0074); claiming a job moves its
// entry. A full page may cause additional entries, so the test takes the minimum of several
// purchases.
test('no other step of a purchase makes index entries', async () => {
  const fewest: Counted = {}
  for (let n = 0; n < COUNTED; n++) {
    const before = await readIndexed()
    await purchase()
    const after = await readIndexed()
    for (const [table, count] of Object.entries(after)) {
      const now = count - before[table]!
      fewest[table] = Math.min(fewest[table] ?? now, now)
    }
  }
  const changed = Object.entries(fewest).filter(([, count]) => count > 0)
  expect(Object.fromEntries(changed)).toEqual({
    hold: 2,
    job: 4,
    message: 1,
    order: 1,
    payment: 1,
  })
})

// What one purchase asks of the database, from the order to its SMS: these counts depend on no machine.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BuiltEvent, buildEvent } from './build.ts'
import { countStatements } from './count-statements.ts'
import { callBack, latestPrompt, paidFor, place } from './purchase.ts'
import { runHere } from './run-here.ts'
import { makeStage, type Stage } from './stage.ts'

/** As many as the stage opens. */
const CONNECTIONS = 20

let stage: Stage
let event: BuiltEvent
beforeAll(async () => {
  stage = await makeStage()
  event = await buildEvent(stage.db)
})
afterAll(() => stage.close())

async function purchase(): Promise<void> {
  const { run, stop } = runHere(stage)
  const { amount } = await place(stage, event)
  await run()
  const prompt = await latestPrompt(stage)
  await callBack(stage, prompt, paidFor({ ...prompt, amount }))
  await run()
  stop()
}

// Fewer are welcome, and written down here. Beside them the worker asks twice a second whether
// others left something to do.
test('a purchase asks no more of the database than it did', async () => {
  await purchase()
  const sent = stage.sent.length
  expect(await countStatements(purchase)).toEqual({ statements: 28, commits: 8 })
  expect(stage.sent).toHaveLength(sent + 1)
  expect(await stage.db.selectFrom('job').selectAll().execute()).toEqual([])
  expect(await stage.db.selectFrom('unissued').selectAll().execute()).toEqual([])
})

test('nor where SMS have a rate, while there is room', async () => {
  const { sms } = stage.env
  sms.perSecond = 20
  expect(await countStatements(purchase)).toEqual({ statements: 28, commits: 8 })
  sms.perSecond = 0
  expect(await stage.db.selectFrom('rate_turn').select('given').execute()).toEqual([{ given: 1 }])
})

/** Each connection tells what it did only when it is asked to, so all of them are taken at once. */
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

/** What this database's connections wrote to the log, theirs alone: others share the server. */
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

// Some 200 bytes of it are the order of each message, by which its delivery is shown, and the
// change of a ticket, by which gate phones hear of it (decisions/0052, 0056).
// After a checkpoint, which any other database of the server may ask for, the first change of a page
// writes the whole of it: those are counted that met none. A page that is full costs another one its
// splitting, so the middle one of several says it.
test('a purchase writes no more to the log than it did', async () => {
  const written: number[] = []
  for (let n = 0; n < PURCHASES_MAX && written.length < COUNTED; n++) {
    const before = await readWal()
    await purchase()
    const after = await readWal()
    if (after.images === before.images) written.push(after.bytes - before.bytes)
  }
  expect(written, 'each purchase met a checkpoint').toHaveLength(COUNTED)
  expect(written.toSorted((a, b) => a - b)[(COUNTED - 1) / 2]).toBeLessThan(14_500)
})

type Counted = Record<string, number>

/** Of each table, how many updates made an entry in each of its indexes. */
async function readIndexed(): Promise<Counted> {
  await letAllTell()
  const { rows } = await sql<{ name: string; count: number }>`
    select relname as name, (n_tup_upd - n_tup_hot_upd)::float8 as count
    from pg_stat_user_tables`.execute(stage.db)
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]))
}

// An order and its payment leave what is open when the money comes, an SMS what waits when it has
// left; a hold gets its end from the prompt, and then is none (decisions/0074). One more of them may
// be for want of room on its page, so the fewest of several purchases say it.
test('no other step of a purchase makes entries in indexes that it does not change', async () => {
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
  expect(Object.fromEntries(changed)).toEqual({ hold: 2, message: 1, order: 1, payment: 1 })
})

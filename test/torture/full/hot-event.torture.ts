// In the minute when sales open, an event gets hundreds of orders before autovacuum updates the
// statistics. Cached plans were made when there were few orders. The sweep that analyzes grown
// tables makes PostgreSQL replace these plans.
import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildAccount } from '../../accounts.ts'
import { type BuiltEvent, buildEvent, orderFor } from '../../build.ts'
import { dialOrder } from '../../dialler.ts'
import { watchBuffers } from '../../growth/watch-buffers.ts'
import {
  callBack,
  latestPrompt,
  newReceipt,
  paidFor,
  placeFrom,
  post,
  readOrder,
} from '../../purchase.ts'
import { runHere } from '../../run-here.ts'
import { failedCallback, makeStage, type Stage } from '../../stage.ts'

/**
 * Enough executions for a cached plan: after five executions PostgreSQL may keep a generic plan.
 */
const FEW = 8
/** The number of orders. Every second order is paid, and the rest wait for payment. */
const MANY = 600
/**
 * The maximum number of additional database pages that a statement may read after many sales. Up to
 * three tables of fewer than ten pages, which the sweep never analyzes, may be read in full.
 * Reading the messages of all orders takes about forty pages.
 */
const MORE = 30
/** The number of sessions to end: at least the size of a stage's pool. */
const SESSIONS = 20

let watch: ReturnType<typeof watchBuffers>
let stage: Stage
let admin: Awaited<ReturnType<typeof buildAccount>>
let event: BuiltEvent

beforeAll(() => {
  watch = watchBuffers()
})
afterAll(() => watch.stop())
beforeEach(async () => {
  stage = await makeStage({ HOLD_SHARE_PER_ADDRESS: '10', LIMIT_PUSH_PER_ADDRESS: '1000000' })
  admin = await buildAccount(stage, 'admin')
  // A step with a limited quantity, at the type's price: each order also locks and updates a limit.
  const steps = [{ price: 100, quantity: 1_000_000 }]
  event = await buildEvent(stage.db, { types: [{ capacity: 1_000_000, steps }] })
  await stopAutovacuum()
})
afterEach(() => stage.close())

/** Stops autovacuum, which would analyze the tables during a test on a slow machine. */
async function stopAutovacuum(): Promise<void> {
  const { rows } = await sql<{ name: string }>`select relname as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace`.execute(stage.db)
  for (const { name } of rows) {
    await sql`alter table ${sql.table(name)} set (autovacuum_enabled = false)`.execute(stage.db)
  }
}

/**
 * Places an order from a new IP address. Rate limits read the last 200 orders of an address; for an
 * address with that many orders the statement would read about thirty database pages, more than
 * MORE allows.
 */
const place = () => placeFrom(stage, orderFor(event), `41.90.${randomInt(256)}.${randomInt(256)}`)

/** Sells orders one after another, in one session, whose plans are as old as possible. */
async function sell(count: number): Promise<void> {
  const { run, stop } = runHere(stage)
  for (let n = 0; n < count; n++) {
    const { amount } = await place()
    await run()
    if (n % 2 === 1) continue
    const prompt = await latestPrompt(stage)
    await callBack(stage, prompt, paidFor({ ...prompt, amount }))
    await run()
  }
  stop()
}

/**
 * Runs all statements that visitors, buyers and stewards cause while tickets are on sale, from the
 * event page to the check-in.
 */
async function buyAndLook(): Promise<void> {
  const { run, stop } = runHere(stage)
  await stage.app.inject(`/api/events/${event.id}`)
  const { amount, orderId } = await place()
  await run()
  const prompt = await latestPrompt(stage)
  const receipt = newReceipt()
  await callBack(stage, prompt, paidFor({ ...prompt, amount }, { receipt }))
  await run()
  stop()
  const [ticket] = (await readOrder(stage, orderId)).body.transaction.tickets
  await post(stage, '/api/functions/ticket-lookup', { reference: receipt })
  const payload = { event_id: event.id, ticket_number: ticket.ticket_number }
  const entry = { method: 'POST', url: '/api/check_ins', payload } as const
  expect((await stage.app.inject({ ...entry, headers: admin.headers })).statusCode).toBe(200)
  await stage.app.inject(`/api/tickets/${ticket.ticket_number}`)
  await dial()
}

/**
 * Dials and orders by USSD, without entering the PIN. The prompt is sent some seconds after the
 * session, and the SMS about paying by paybill 20 seconds after the prompt; `hurry` runs both jobs
 * immediately.
 */
async function dial(): Promise<void> {
  await dialOrder(stage, event)
  await stage.hurry()
  const prompt = await latestPrompt(stage)
  await callBack(stage, prompt, failedCallback(1037, prompt.checkoutId))
  await stage.hurry()
}

/** The statement of `hurry`, which reads all jobs and is therefore not compared. */
const HURRY = 'update "job" set "run_at" = $1'

/**
 * Returns the number of pages that each statement reads, by the statement's text. Returns the lower
 * number of two purchases, because a bad plan reads too many pages in both. An update that fills an
 * index page may look up all dead rows of the page, which happens once and may read twenty pages.
 */
async function measure(): Promise<Map<string, number>> {
  const [first, second] = [await measureOnce(), await measureOnce()]
  return new Map(
    [...first].map(([text, pages]) => [text, Math.min(pages, second.get(text) ?? pages)]),
  )
}

/** Returns, by the text of each statement, the most pages that the statement read in a purchase. */
async function measureOnce(): Promise<Map<string, number>> {
  // Remove the job queue's dead rows first, because their number varies and does not depend on the
  // plans.
  await sql`vacuum job`.execute(stage.db)
  const readings = await watch.measure(buyAndLook)
  const most = new Map<string, number>()
  for (const { text, buffers } of readings) {
    if (text !== HURRY) most.set(text, Math.max(buffers, most.get(text) ?? 0))
  }
  return most
}

/** Lists the statements that read more pages than before, with the number of additional pages. */
function grown(before: Map<string, number>, after: Map<string, number>): string[] {
  const least = Math.max(...before.values())
  return [...after]
    .filter(([text, pages]) => pages > (before.get(text) ?? least) + MORE)
    .map(([text, pages]) => `${before.get(text)} pages, then ${pages}: ${text.trim()}`)
}

/** Ends all sessions. The next call opens a session without cached plans. */
async function endSessions(): Promise<void> {
  const client = new pg.Client(stage.env.databaseUrl)
  await client.connect()
  await client.query(`select pg_terminate_backend(pid, 5000) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`)
  await client.end()
  // The pool may still contain ended sessions, whose next query fails.
  await Promise.allSettled(Array.from({ length: SESSIONS }, () => sql`select 1`.execute(stage.db)))
}

/** With old statistics PostgreSQL chooses its worst plans; without any statistics it guesses. */
const STATES = ['never counted', 'counted when it had few']

describe.each(STATES)('an event that is %s', (state) => {
  test('a purchase reads no more pages after many sales', async () => {
    await sell(FEW)
    if (state !== 'never counted') await sql`analyze`.execute(stage.db)
    for (let n = 0; n < FEW; n++) await buyAndLook()
    const before = await measure()
    expect(before.size).toBeGreaterThan(30)
    await sell(MANY)
    await stage.sweep(['table statistics'])
    expect(grown(before, await measure())).toEqual([])
    await endSessions()
    for (let n = 0; n < FEW; n++) await buyAndLook()
    expect(grown(before, await measure())).toEqual([])
    await sql`analyze`.execute(stage.db)
    for (let n = 0; n < FEW; n++) await buyAndLook()
    expect(grown(before, await measure())).toEqual([])
  }, 240_000)
})

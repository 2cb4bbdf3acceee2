import { sql } from 'kysely'
import { signBearer } from '../src/accounts/tokens.ts'
import { readEnv } from '../src/env.ts'
import { systemClock } from '../src/platform/clock.ts'
import { type Db, openDatabase } from '../src/platform/database/db.ts'
import { migrate } from '../src/platform/database/migrate.ts'
import { foldSales } from '../src/reports/figures/fold-sales.job.ts'
import { buildAccount } from '../test/accounts.ts'
import { measureExport } from './export-memory.ts'
import { makeDatabase } from './make-database.ts'
import { insertCheckIns } from './many-check-ins.ts'
import { insertManySales } from './many-sales.ts'
import { measureReads } from './report-reads.ts'

const SALES = 1_000_000
const EVENTS = 500
const DATABASE = 'lango_bench_reports'
const FOLDED = [
  'sale_delta',
  'sales_by_type',
  'sales_by_event_day',
  'sales_by_day',
  'sales_by_organizer_day',
]

type Say = (line: string) => void

/**
 * Loads a million transactions. Then measures each figure, each list, and the export of all
 * transactions as CSV.
 */
export async function bench(serverUrl: string, say: Say): Promise<void> {
  const url = await makeDatabase(serverUrl, DATABASE)
  const db = openDatabase(url, 4)
  await migrate(db)
  const stage = { db, env: readEnv({}), clock: systemClock }
  const organizer = await buildAccount(stage)
  const admin = await buildAccount(stage, 'admin')
  const viewers = { organizer: organizer.viewer, admin: admin.viewer }
  const timed = async (what: string, work: () => Promise<unknown>) => {
    const started = performance.now()
    await work()
    say(`${what}: ${((performance.now() - started) / 1000).toFixed(1)} s`)
  }
  const span = { events: EVENTS, sales: SALES, days: 365 }
  const load = { organizerId: organizer.id, ...span, eventsWithTickets: 1 }
  await timed(`${SALES} transactions of ${EVENTS} events loaded`, () => insertManySales(db, load))
  const largest = await largestEvent(db)
  await timed('check-ins of the largest event loaded', () => insertCheckIns(db, largest.id))
  await timed(`${await count(db, 'sale_delta')} deltas folded`, () => foldSales({ db }))
  // Vacuum the tables here, because autovacuum cannot keep up with a million deltas written
  // together. In a real shop it keeps up: sales never write a million deltas within a short time.
  for (const table of FOLDED) {
    await sql`vacuum analyze ${sql.table(table)}`.execute(db)
  }
  await insertOpenDeltas(db)
  say(
    `${await count(db, 'sale_delta')} deltas are not folded; the largest event has ${largest.lines} transactions and ${await count(db, 'check_in')} check-ins\n`,
  )
  await measureReads(db, viewers, largest.id, say)
  await timed('\nall transactions given to one event', () => gatherLines(db, largest.id))
  const session = { id: organizer.sessionId, accountId: organizer.id }
  const token = await signBearer(stage, session)
  await measureExport({ databaseUrl: url, eventId: largest.id, token, rows: SALES }, say)
  await db.destroy()
}

async function largestEvent(db: Db): Promise<{ id: string; lines: number }> {
  const { rows } = await sql<{ id: string; lines: number }>`
    select event_id as id, count(*)::int as lines from paid_line
    group by 1 order by 2 desc limit 1`.execute(db)
  return rows[0]!
}

async function count(db: Db, table: 'sale_delta' | 'check_in'): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ${sql.table(table)}`.execute(db)
  return rows[0]!.n
}

/**
 * Inserts as many deltas as a few busy seconds leave. The sums still match the orders, because each
 * added sale is cancelled by an added refund.
 */
async function insertOpenDeltas(db: Db): Promise<void> {
  await sql`
    insert into sale_delta (event_id, ticket_type_id, day, tickets, revenue_cents)
    select t.event_id, t.id, current_date, sign, 50000 * sign
    from (select id, event_id from ticket_type order by id limit 1000) t,
      unnest(array[1, -1]) sign`.execute(db)
}

/** Moves all order lines to one event, so that a single CSV file contains all of them. */
async function gatherLines(db: Db, eventId: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx)
    await sql`update paid_line set event_id = ${eventId}`.execute(tx)
  })
  await sql`vacuum analyze paid_line`.execute(db)
}

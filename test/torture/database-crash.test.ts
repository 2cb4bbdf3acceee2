// spec: every-answer-gate
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest'
import { startPostgres } from '../../scripts/postgres.mjs'
import { openDatabase } from '../../src/platform/database/db.ts'
import { migrate } from '../../src/platform/database/migrate.ts'
import { audit } from './audit.ts'
import { checkConfirmed, checkCrowd, startCrowd } from './crowd.ts'
import { waitForQuiet } from './facts.ts'
import { type Shop, startShop } from './processes.ts'
import { checkAdmitted, startStewards } from './stewards.ts'
import { waitFor } from './wait-for.ts'

// A separate server, because killing the shared server would fail other tests.
let folder: string
let stops: (() => Promise<void>)[]
let shop: Shop

async function startServer(): Promise<string> {
  const server = await startPostgres({ dataDir: folder, shared: true })
  stops.push(server.stop)
  return server.url
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lango-torture-db-'))
  // The folder must be readable: if the tests run as root, PostgreSQL runs as another user.
  chmodSync(folder, 0o755)
  stops = []
  const databaseUrl = await startServer()
  const db = openDatabase(databaseUrl, 1)
  await migrate(db)
  await db.destroy()
  const types = [{ price: 150, capacity: 10_000 }]
  shop = await startShop({ databaseUrl, timeScale: 0.05, sandboxTimeScale: 0.5, types })
})
afterAll(async () => {
  await shop?.close()
  for (const stop of stops) await stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Sends kill -9 to the postmaster and all its processes. */
async function killServer(): Promise<void> {
  const { rows } = await sql<{ pid: number; folder: string }>`
    select pid, current_setting('data_directory') as folder from pg_stat_activity`.execute(shop.db)
  const [postmaster] = readFileSync(join(rows[0]!.folder, 'postmaster.pid'), 'utf8').split('\n')
  for (const pid of [Number(postmaster), ...rows.map((row) => row.pid)]) endProcess(pid)
}

function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    // ESRCH: the process has ended already, because it saw the end of the postmaster.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

test('after two kill -9 of PostgreSQL, everything acknowledged exists and the shop continues', async () => {
  onTestFailed(() => console.error(shop.app.readLog().slice(-10_000)))
  const crowd = startCrowd(shop, 6, 7)
  const stewards = await startStewards(shop, crowd.told.tickets)
  const waitForSales = (count: number) => {
    const wanted = crowd.told.tickets.length + count
    return waitFor('more tickets are sold', () => crowd.told.tickets.length >= wanted, 120_000)
  }
  await waitForSales(10)
  for (const how of ['the server waits for it', 'the server dies with it']) {
    await killServer()
    expect((await fetch(`${shop.origin}/readyz`)).status).toBe(503)
    if (how === 'the server dies with it') await shop.app.kill()
    await startServer()
    expect(shop.app.isRunning()).toBe(how === 'the server waits for it')
    if (!shop.app.isRunning()) await shop.app.start()
    await waitForSales(10)
  }
  await crowd.stop()
  await stewards.stop()
  const facts = await waitForQuiet(shop)
  const lost = [...checkConfirmed(crowd.told, facts), ...checkAdmitted(stewards.told, facts)]
  expect([...audit(facts), ...lost, ...checkCrowd(facts)]).toEqual([])
  expect(stewards.told.length).toBeGreaterThan(30)
}, 400_000)

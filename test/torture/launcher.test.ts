import { chmodSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest'
import { startPostgres } from '../../scripts/postgres.mjs'
import { openDatabase } from '../../src/platform/database/db.ts'
import { childrenOf, type Launcher, launch, shopPorts } from '../launcher.ts'
import { SHOP_DATA_DIR } from '../shop-files.ts'
import { isTorture } from './daily.ts'
import { waitFor } from './wait-for.ts'

/** Tests a complete npm start: its own PostgreSQL, app and sandbox, in a separate folder. */

const LAKE_DERBY = '5a17ca10-0002-4000-8000-000000000002'
const STANDARD = '5a17ca10-0002-4000-8000-000000000101'
const PHONE = '254712345678'

let folder: string
let variables: Awaited<ReturnType<typeof shopPorts>> & { DATA_DIR: string }
let running: Launcher | undefined

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lango-launcher-'))
  // The folder must be readable: if the tests run as root, PostgreSQL runs as another user.
  chmodSync(folder, 0o755)
  // Copying encoded posters takes less time than encoding them.
  cpSync(join(SHOP_DATA_DIR, 'storage'), join(folder, 'storage'), { recursive: true })
  variables = { ...(await shopPorts()), DATA_DIR: folder }
})
afterAll(async () => {
  running?.signal('SIGINT')
  await running?.ended
  // A failed test may have left its server running.
  const server = await startPostgres({ dataDir: folder })
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function start(): Promise<Launcher> {
  running = launch(variables)
  await running.hasSaid('Ctrl-C stops it.')
  return running
}

async function call(port: string, path: string, method = 'GET', body?: object) {
  const headers = { 'content-type': 'application/json' }
  const init = { method, ...(body && { headers, body: JSON.stringify(body) }) }
  return await (await fetch(`http://127.0.0.1:${port}${path}`, init)).json()
}

const shop = (path: string, method?: string, body?: object) =>
  call(variables.PORT, path, method, body)
const sandbox = (path: string, method?: string, body?: object) =>
  call(variables.SANDBOX_PORT, path, method, body)

const ALL = ['launcher', 'app', 'sandbox', 'database'] as const
const KILLED = isTorture ? ALL : ALL.slice(0, 1)
const PARTS = { app: 'src/main.ts', sandbox: 'sandbox/main.ts', database: 'postgres' }

function pidOf(launcher: Launcher, part: keyof typeof PARTS): number {
  if (part === 'database') return serverPid()!
  const child = childrenOf(launcher.pid).find(({ command }) => command.includes(PARTS[part]))
  if (!child) throw new Error(`no ${part} runs`)
  return child.pid
}

/**
 * Returns the process id in PostgreSQL's pid file. Null after a clean stop, which removes the file.
 */
function serverPid(): number | null {
  const file = join(folder, 'postgres/data/postmaster.pid')
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : null
}

async function isAnswered(port: string): Promise<boolean> {
  return await fetch(`http://127.0.0.1:${port}/healthz`).then(
    () => true,
    () => false,
  )
}

async function waitForSilence(): Promise<void> {
  for (const port of [variables.PORT, variables.SANDBOX_PORT]) {
    await waitFor(`nobody listens on ${port}`, async () => !(await isAnswered(port)))
  }
}

/** Returns the events without the columns that a job fills in later. */
async function readEvents() {
  const { data } = (await shop('/api/events?limit=100')) as { data: { image_formats: unknown }[] }
  return data.map(({ image_formats, ...event }) => event)
}

/** Reads the settings with the shop's own role, because settings can depend on the role. */
async function readDurability() {
  const { port, shopPassword } = JSON.parse(
    readFileSync(join(folder, 'postgres/server.json'), 'utf8'),
  )
  const url = `postgres://lango_shop:${shopPassword}@127.0.0.1:${port}/lango`
  const db = openDatabase(url, 1)
  const names = ['fsync', 'full_page_writes', 'synchronous_commit']
  const { rows } = await sql<{ name: string; setting: string }>`
    select name, setting from pg_settings where name = any(${names}) order by name`.execute(db)
  await db.destroy()
  return rows.map(({ name, setting }) => `${name} ${setting}`)
}

// spec: kill-9-part
test('after a kill of any part the next start finds everything, and Ctrl-C leaves nothing', async () => {
  onTestFailed(() => console.error(running?.said()))
  let launcher = await start()
  // fsync is on, because acknowledged data must survive even a crash of the machine.
  expect(await readDurability()).toEqual([
    'fsync on',
    'full_page_writes on',
    'synchronous_commit on',
  ])
  await sandbox(`/phones/${PHONE}`, 'PUT', { auto: 'pay' })
  const bought = await shop('/api/functions/mpesa', 'POST', {
    phoneNumber: PHONE,
    amount: 400,
    email: null,
    eventId: LAKE_DERBY,
    tickets: [{ ticketTypeId: STANDARD, quantity: 2, amount: 400 }],
  })
  expect(bought).toMatchObject({ status: '0', transaction: { tickets: [{ quantity: 2 }] } })
  const events = await readEvents()
  const ledger = await sandbox('/ledger')
  // The sandbox posts to the shop's address with the generated token.
  const dialled = await sandbox(`/phones/${PHONE}/ussd`, 'POST', { dial: '*265*25#' })
  expect(dialled).toMatchObject({ screen: expect.stringContaining('My tickets'), open: true })
  expect(ledger).toMatchObject([{ receipt: bought.rrn, amount: 400 }])

  for (const part of KILLED) {
    if (part === 'launcher') launcher.signal('SIGKILL')
    else process.kill(pidOf(launcher, part), 'SIGKILL')
    expect(await launcher.ended, part).toBe(part === 'launcher' ? 'SIGKILL' : 1)
    if (part !== 'launcher') expect(launcher.said()).toContain('the next npm start recovers.')
    await waitForSilence()
    launcher = await start()
    expect(await shop(`/api/orders/${bought.order_id}`), part).toEqual(bought)
    expect(await readEvents(), part).toEqual(events)
    expect(await sandbox('/ledger'), part).toEqual(ledger)
  }

  const parts = childrenOf(launcher.pid).map(({ pid }) => pid)
  expect(parts.length).toBeGreaterThanOrEqual(2)
  launcher.signal('SIGINT')
  expect(await launcher.ended).toBe(0)
  expect(parts.filter((pid) => existsSync(`/proc/${pid}`))).toEqual([])
  expect(serverPid()).toBeNull()
  await waitForSilence()
}, 240_000)

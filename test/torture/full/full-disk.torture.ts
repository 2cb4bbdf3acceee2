import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  cpSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest'
import { startPostgres } from '../../../scripts/postgres.mjs'
import { type Launcher, launch, shopPorts } from '../../launcher.ts'
import { SHOP_DATA_DIR } from '../../shop-files.ts'
import { waitFor } from '../wait-for.ts'

/**
 * Tests a complete npm start whose files are all on a small separate disk, which the test fills.
 */

const MEGABYTES = 176
const LAKE_DERBY = '5a17ca10-0002-4000-8000-000000000002'
const STANDARD = '5a17ca10-0002-4000-8000-000000000101'
const [PHONE, OTHER] = ['254712345678', '254712345679']

const folder = mkdtempSync(join(tmpdir(), 'lango-full-disk-'))
const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${MEGABYTES}m`, 'tmpfs', folder])
const isMounted = mounted.status === 0
if (!isMounted) {
  console.error(`NOT TESTED: what a full disk does. This user may not mount one: ${mounted.stderr}`)
}

let variables: Awaited<ReturnType<typeof shopPorts>> & { DATA_DIR: string }
let running: Launcher | undefined

beforeAll(async () => {
  if (!isMounted) return
  // The folder must be readable: if the tests run as root, PostgreSQL runs as another user.
  chmodSync(folder, 0o755)
  // Copying encoded posters takes less time than encoding them.
  cpSync(join(SHOP_DATA_DIR, 'storage'), join(folder, 'storage'), { recursive: true })
  variables = { ...(await shopPorts()), DATA_DIR: folder }
})
afterAll(async () => {
  makeRoom()
  running?.signal('SIGINT')
  await running?.ended
  if (isMounted) {
    // A failed test may have left its server running.
    const server = await startPostgres({ dataDir: folder })
    await server.stop()
    spawnSync('umount', [folder])
  }
  rmSync(folder, { recursive: true, force: true })
})

const filler = join(folder, 'filler')

function fillDisk(): void {
  const file = openSync(filler, 'a')
  for (const bytes of [Buffer.alloc(65_536), Buffer.alloc(4096), Buffer.alloc(1)]) {
    try {
      for (;;) writeSync(file, bytes)
    } catch (error) {
      expect(error).toMatchObject({ code: 'ENOSPC' })
    }
  }
  closeSync(file)
}

function makeRoom(): void {
  rmSync(filler, { force: true })
}

/** Writes until the disk has no space for PostgreSQL's next log file, so that the server exits. */
async function fillJournal(): Promise<void> {
  const { port, password } = JSON.parse(readFileSync(join(folder, 'postgres/server.json'), 'utf8'))
  const client = new pg.Client({ host: '127.0.0.1', port, password, user: 'lango' })
  client.on('error', () => {})
  await client.connect()
  const write = () =>
    client.query(`select pg_logical_emit_message(false, 'x', repeat('x', 100000))`)
  try {
    for (;;) await write()
  } catch {
    await client.end().catch(() => {})
  }
}

async function call(port: string, path: string, method = 'GET', body?: object) {
  const headers = { 'content-type': 'application/json', prefer: 'respond-async' }
  const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
  return await fetch(`http://127.0.0.1:${port}${path}`, init)
}

const shop = (path: string, method?: string, body?: object) =>
  call(variables.PORT, path, method, body)

const isReady = () =>
  shop('/readyz').then(
    ({ status }) => status === 200,
    () => false,
  )

const orderOf = (phoneNumber: string) => ({
  orderId: randomUUID(),
  phoneNumber,
  amount: 200,
  email: null,
  eventId: LAKE_DERBY,
  tickets: [{ ticketTypeId: STANDARD, quantity: 1, amount: 200 }],
})

async function buy(phoneNumber: string): Promise<string> {
  const order = orderOf(phoneNumber)
  expect((await shop('/api/functions/mpesa', 'POST', order)).status).toBe(202)
  return order.orderId
}

async function waitForTickets(orderId: string): Promise<void> {
  await waitFor('the tickets are there', async () => {
    const order = (await (await shop(`/api/orders/${orderId}`)).json()) as { status: string }
    return order.status === '0'
  })
}

/**
 * Places orders, sends forms and loads pages while the disk is full. Expects no server error except
 * 503 with Retry-After.
 */
async function expectAllBusy(): Promise<void> {
  for (let i = 0; i < 5; i++) {
    const email = `a${i}@example.com`
    const message = { name: 'Asha', email, subject: 'Gates', message: 'When do they open?' }
    const answers = await Promise.all([
      shop('/api/functions/mpesa', 'POST', orderOf(`25471200000${i}`)),
      shop('/api/functions/contact', 'POST', { ...message, message: 'x'.repeat(2000) }),
      shop('/api/auth/token?grant_type=password', 'POST', { email, password: 'not-it' }),
      shop('/'),
      shop(`/event/${LAKE_DERBY}`),
    ])
    for (const { url, status, headers } of answers) {
      // A request may succeed if its few bytes still had space.
      if (status < 500) continue
      expect([url, status, headers.get('retry-after')]).toEqual([url, 503, '5'])
    }
    expect((await shop('/healthz')).status).toBe(200)
  }
}

test.skipIf(!isMounted)(
  'on a full disk the shop responds 503 with a time to retry, and sells again once there is room',
  async () => {
    onTestFailed(() => console.error(running?.said()))
    running = launch(variables)
    await running.hasSaid('Ctrl-C stops it.')
    await call(variables.SANDBOX_PORT, `/phones/${PHONE}`, 'PUT', { auto: 'pay', delay_ms: 4000 })
    const open = await buy(PHONE)
    await waitFor('the prompt is on the phone', async () => {
      const phone = await call(variables.SANDBOX_PORT, `/phones/${PHONE}`)
      return ((await phone.json()) as { prompts: object[] }).prompts.length === 1
    })
    fillDisk()
    await expectAllBusy()
    await fillJournal()
    await running.hasSaid('PostgreSQL stopped: the disk is full.')
    expect(await isReady()).toBe(false)
    await expectAllBusy()
    makeRoom()
    await running.hasSaid('PostgreSQL is back')
    await waitFor('it is ready', isReady)
    await waitForTickets(open)
    await call(variables.SANDBOX_PORT, `/phones/${OTHER}`, 'PUT', { auto: 'pay' })
    await waitForTickets(await buy(OTHER))
  },
  240_000,
)

test.skipIf(!isMounted)(
  'npm start on a full disk says that it is full',
  async () => {
    running?.signal('SIGINT')
    expect(await running?.ended).toBe(0)
    fillDisk()
    for (const data of [folder, join(folder, 'new')]) {
      const launcher = launch({ ...variables, DATA_DIR: data })
      expect(await launcher.ended).toBe(1)
      expect(launcher.said()).toMatch(`The disk of ${data} is full: `)
    }
    makeRoom()
    running = launch(variables)
    await running.hasSaid('Ctrl-C stops it.')
  },
  240_000,
)

import { Agent, request } from 'node:https'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startService } from '../../scripts/service.mjs'
import { type Db, openDatabase } from '../../src/platform/database/db.ts'
import { type BuiltEvent, buildEvent, orderFor } from '../build.ts'
import { createShopDatabase, type TestDatabase } from '../database.ts'
import { takeFreePorts } from '../free-ports.ts'
import { SHOP_DATA_DIR } from '../shop-files.ts'
import { waitFor } from '../torture/wait-for.ts'
import { type StartedProxy, startHaproxy, startNginx } from './proxies.ts'

const RESTARTS = 16
const GRACE_S = 5

type Service = ReturnType<typeof startService>

let database: TestDatabase
let db: Db
let event: BuiltEvent
let sandbox: Service
let start: (at: number) => Promise<void>
const running: (Service | undefined)[] = []
const proxies: StartedProxy[] = []

beforeAll(async () => {
  database = await createShopDatabase()
  db = openDatabase(database.url, 2)
  event = await buildEvent(db, { types: [{ capacity: 1_000_000 }] })
  const [one = 0, two = 0, sandboxPort = 0, smtpPort = 0] = await takeFreePorts(4)
  const ports = [one, two] as const
  const certificate = path.join(SHOP_DATA_DIR, `certificate-${sandboxPort}.pem`)
  const env = {
    PATH: process.env.PATH,
    NODE_ENV: 'production',
    DATABASE_URL: database.url,
    DATA_DIR: SHOP_DATA_DIR,
    LOG_LEVEL: 'warn',
    PUBLIC_ORIGIN: 'https://tickets.example',
    TRUST_PROXY: 'yes',
    STOP_GRACE_SECONDS: String(GRACE_S),
    WORK_WAIT_MS: '0',
    HOLD_SHARE_PER_ADDRESS: '100',
    HOLD_SHARE_UNPROVEN: '100',
    LIMIT_PUSH_PER_ADDRESS: '1000000',
    SANDBOX_PORT: String(sandboxPort),
    SANDBOX_SMTP_PORT: String(smtpPort),
    SANDBOX_CERTIFICATE: certificate,
    MPESA_SECURITY_CERTIFICATE: certificate,
  }
  const logFile = (name: string) => path.join(SHOP_DATA_DIR, `${name}.log`)
  sandbox = startService({
    name: 'sandbox',
    script: 'sandbox/main.ts',
    env,
    logFile: logFile('restart-sandbox'),
  })
  await sandbox.ready
  start = async (at) => {
    running[at] = startService({
      name: 'app',
      script: 'src/main.ts',
      env: { ...env, PORT: String(ports[at]) },
      logFile: logFile(`restart-${at}`),
      graceMs: GRACE_S * 1000,
    })
    await running[at].ready
  }
  await start(0)
  await start(1)
  proxies.push(await startNginx(ports), await startHaproxy(ports))
  for (const { name, port } of proxies) {
    await waitFor(
      `${name} reaches the shop`,
      async () => (await send(port, 'GET', '/readyz')) === 200,
    )
  }
})
afterAll(async () => {
  for (const proxy of proxies) await proxy.stop()
  for (const app of [...running, sandbox]) await app?.stop()
  await db?.destroy()
  await database?.close()
})

const agent = new Agent({ keepAlive: true, rejectUnauthorized: false })

/** Returns the status of the reply, or the error's code. */
function send(port: number, method: string, path: string, body?: object): Promise<number | string> {
  return new Promise((resolve) => {
    const headers = { host: 'tickets.example', 'content-type': 'application/json' }
    const options = { port, method, path, agent, headers: { ...headers, prefer: 'respond-async' } }
    const sent = request({ host: '127.0.0.1', ...options }, (reply) => {
      reply.resume()
      reply.once('end', () => resolve(reply.statusCode!))
      reply.once('error', (error) => resolve(error.message))
    })
    sent.once('error', (error) => resolve(error.message))
    sent.end(body && JSON.stringify(body))
  })
}

/** Visits, orders and callbacks, one after the other, until `isOver`. Counts the replies. */
async function visit(port: number, isOver: () => boolean): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  while (!isOver()) {
    const replies = {
      visit: await send(port, 'GET', `/api/events/${event.id}`),
      order: await send(port, 'POST', '/api/functions/mpesa', orderFor(event)),
      callback: await send(port, 'POST', `/cb/p/${'0'.repeat(32)}`, { Body: {} }),
    }
    for (const [what, reply] of Object.entries(replies)) {
      counts.set(`${what} ${reply}`, (counts.get(`${what} ${reply}`) ?? 0) + 1)
    }
  }
  return counts
}

test(`${RESTARTS} rolling restarts of two processes behind nginx and HAProxy fail no request`, async () => {
  let isOver = false
  const visitors = proxies.flatMap(({ port }) => [1, 2, 3, 4].map(() => visit(port, () => isOver)))
  for (let restart = 0; restart < RESTARTS; restart++) {
    const at = restart % 2
    await running[at]!.stop()
    await start(at)
    // As docs/operation.md says: until the proxies have seen that it is ready.
    await delay(3000)
  }
  isOver = true
  const seen = new Set((await Promise.all(visitors)).flatMap((counts) => [...counts.keys()]))
  expect([...seen].toSorted()).toEqual(['callback 404', 'order 202', 'visit 200'])
})

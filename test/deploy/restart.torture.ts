import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startService } from '../../scripts/service.mjs'
import { type Db, openDatabase } from '../../src/platform/database/db.ts'
import { type BuiltEvent, buildEvent, orderFor } from '../build.ts'
import { createShopDatabase, type TestDatabase } from '../database.ts'
import { takeFreePorts } from '../free-ports.ts'
import { asUser, CREDENTIALS } from '../torture/production-env.ts'
import { waitFor } from '../torture/wait-for.ts'
import { type StartedProxy, startHaproxy, startNginx } from './proxies.ts'
import { sendThrough } from './send-through.ts'

const RESTARTS = Number(process.env.TORTURE_RESTARTS ?? 16)
const GRACE_S = 5

type Service = ReturnType<typeof startService>

let database: TestDatabase
let db: Db
let event: BuiltEvent
let folder: string
let start: (at: number) => Promise<void>
const running: (Service | undefined)[] = []
const proxies: StartedProxy[] = []

beforeAll(async () => {
  database = await createShopDatabase()
  db = openDatabase(database.url, 2)
  event = await buildEvent(db, { types: [{ capacity: 1_000_000 }] })
  const ports = (await takeFreePorts(2)) as [number, number]
  folder = mkdtempSync(path.join(tmpdir(), 'lango-restart-'))
  // The user of production must be able to write to this folder.
  chmodSync(folder, 0o777)
  start = async (at) => {
    running[at] = startService({
      name: 'app',
      script: 'src/main.ts',
      env: {
        ...CREDENTIALS,
        ...asUser,
        PATH: process.env.PATH,
        NODE_ENV: 'production',
        PORT: String(ports[at]),
        DATABASE_URL: database.url,
        ALLOW_SUPERUSER: 'yes',
        DATA_DIR: folder,
        LOG_LEVEL: 'warn',
        PUBLIC_ORIGIN: 'https://tickets.example',
        TRUST_PROXY: 'yes',
        STOP_GRACE_SECONDS: String(GRACE_S),
        PUSH_RATE: '0',
        WORK_WAIT_MS: '0',
        HOLD_SHARE_PER_ADDRESS: '100',
        HOLD_SHARE_UNPROVEN: '100',
        LIMIT_PUSH_PER_ADDRESS: '1000000',
      },
      logFile: path.join(folder, `${at}.log`),
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
      async () => (await send(port, 'GET', '/healthz')) === 200,
    )
  }
})
afterAll(async () => {
  for (const proxy of proxies) await proxy.stop()
  for (const app of running) await app?.stop()
  await db?.destroy()
  await database?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Returns the status of the reply, or the error's message. */
async function send(
  port: number,
  method: string,
  path: string,
  body?: object,
): Promise<number | string> {
  return await sendThrough(port, method, path, body).then(
    ({ status }) => status,
    ({ message }) => message,
  )
}

/**
 * Sends page views, orders and callbacks, one after another, until `isOver` returns true. Counts
 * the replies.
 */
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
    for (const { name, seesAll } of proxies) await waitFor(`${name} sees that it is ready`, seesAll)
  }
  isOver = true
  const replies = (await Promise.all(visitors)).flatMap((counts) => [...counts])
  const total = new Map<string, number>()
  for (const [reply, count] of replies) total.set(reply, (total.get(reply) ?? 0) + count)
  console.log(`${RESTARTS} restarts`, Object.fromEntries(total))
  expect([...total.keys()].toSorted()).toEqual(['callback 404', 'order 202', 'visit 200'])
})

test('without any process nginx writes no secret of a request into its error log', async () => {
  const nginx = proxies.find(({ readErrors }) => readErrors)!
  for (const app of running.splice(0)) await app?.stop()
  const secret = '0123456789abcdef'.repeat(2)
  expect(await send(nginx.port, 'POST', `/cb/p/${secret}`, { Body: {} })).toBe(502)
  expect(nginx.readErrors!()).not.toContain(secret)
})

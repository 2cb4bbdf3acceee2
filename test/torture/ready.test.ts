import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest'
import { inTransaction } from '../../src/platform/database/db.ts'
import { beginMigration, selectMigrations } from '../../src/platform/database/migrations.sql.ts'
import { newPhone, orderFor } from '../build.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { buyer, phones } from './clients.ts'
import { type Shop, startShop } from './processes.ts'
import { waitFor } from './wait-for.ts'

const ALL = { database: true, migrations: true, sample_data: true, worker: true, sandbox: true }

let database: TestDatabase
let shop: Shop
beforeAll(async () => {
  database = await createTestDatabase()
  shop = await startShop({ databaseUrl: database.url, timeScale: 0.05, types: [{ price: 150 }] })
})
afterAll(async () => {
  await shop?.close()
  await database?.close()
})

async function ask(path: string) {
  const answer = await fetch(shop.origin + path)
  const { status, headers } = answer
  return { status, type: headers.get('content-type'), body: await answer.json() }
}

const JSON_TYPE = expect.stringContaining('application/json')

async function waitForChecks(checks: object): Promise<void> {
  await waitFor(`/readyz tells ${JSON.stringify(checks)}`, async () => {
    const answer = await ask('/readyz').catch(() => null)
    return answer && JSON.stringify(answer.body.checks) === JSON.stringify({ ...ALL, ...checks })
  })
}

// spec: healthz-says-lives
test('/healthz says that the process lives, /readyz that it can serve', async () => {
  expect(await ask('/healthz')).toEqual({ status: 200, type: JSON_TYPE, body: { ok: true } })
  const body = { ready: true, checks: ALL }
  expect(await ask('/readyz')).toEqual({ status: 200, type: JSON_TYPE, body })
})

// spec: healthz-says-lives
test('before the sample data is loaded the shop lives, is not ready, and serves nothing', async () => {
  onTestFailed(() => console.error(shop.app.readLog().slice(-5000)))
  await shop.app.stop()
  let starting = Promise.resolve()
  await shop.db.transaction().execute(async (tx) => {
    // The query for existing events has to wait for this lock.
    await sql`lock table event in access exclusive mode`.execute(tx)
    starting = shop.app.start()
    await waitForChecks({ sample_data: false, worker: false })
    expect((await ask('/readyz')).status).toBe(503)
    expect((await ask('/healthz')).status).toBe(200)
    expect(await ask('/api/events')).toMatchObject({ status: 503, body: { code: 'unavailable' } })
  })
  await starting
  expect((await ask('/readyz')).status).toBe(200)
  expect((await ask('/api/events')).status).toBe(200)
})

test('a start that waits for the migration of another process logs it immediately', async () => {
  await shop.app.stop()
  const newest = [...(await selectMigrations(shop.db))!].sort().at(-1)!
  const forget = sql`delete from kysely_migration where name = ${newest} returning "timestamp"`
  const { rows } = await forget.execute(shop.db)
  let starting = Promise.resolve()
  await inTransaction(shop.db, async (tx) => {
    await beginMigration(tx, 1000)
    starting = shop.app.start()
    await waitFor('the log names the migration', async () => {
      const line = shop.app
        .readLog()
        .split('\n')
        .find((one) => one.includes('waiting to migrate'))
      return line?.includes(`"migration":"${newest}"`)
    })
    const [{ timestamp }] = rows as [{ timestamp: string }]
    await sql`insert into kysely_migration values (${newest}, ${timestamp})`.execute(tx)
  })
  await starting
})

// spec: healthz-says-lives
test('without the sandbox the shop is not ready, until the sandbox is back', async () => {
  await shop.sandbox.kill()
  await waitForChecks({ sandbox: false })
  expect((await ask('/readyz')).status).toBe(503)
  await shop.sandbox.start()
  await waitForChecks({})
  expect((await ask('/readyz')).status).toBe(200)
})

test('a web process serves and runs no job, a worker process runs jobs and serves no visitor', async () => {
  await shop.app.stop()
  // With the time scale of the other tests, the order would fail before a slow worker has started.
  const slow = { TIME_SCALE: '1' }
  const web = await shop.makeBeside({ ROLE: 'web', PORT: new URL(shop.origin).port, ...slow })
  const worker = await shop.makeBeside({ ROLE: 'worker', ...slow })
  await web.start()
  const { worker: _, ...checks } = ALL
  expect(await (await fetch(`${web.origin}/readyz`)).json()).toEqual({ ready: true, checks })

  const phone = newPhone()
  await phones(shop).set(phone, { auto: 'pay' })
  const order = orderFor(shop.event, [1], { phoneNumber: phone })
  expect((await buyer(web).place(order)).status).toBe(202)
  // The first jobs of the order are still due when the worker starts.
  const due = await shop.db.selectFrom('job').select('attempts').execute()
  expect(due.map(({ attempts }) => attempts)).toContain(0)
  expect(due.every(({ attempts }) => attempts === 0)).toBe(true)

  await worker.start()
  const { body } = await buyer(web).follow(order.orderId, 30_000)
  expect(body).toMatchObject({ status: '0', order_id: order.orderId })
  expect(await (await fetch(`${worker.origin}/readyz`)).json()).toEqual({
    ready: true,
    checks: ALL,
  })
  const statusOf = async (path: string) => (await fetch(worker.origin + path)).status
  expect(await statusOf('/healthz')).toBe(200)
  expect(await statusOf('/metrics')).toBe(200)
  for (const path of ['/', '/api/events', '/organizer', `/api/orders/${order.orderId}`]) {
    expect(await statusOf(path), path).toBe(404)
  }
})

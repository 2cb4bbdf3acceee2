import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../database.ts'
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

// spec: healthz-says-lives
test('without the sandbox the shop is not ready, until the sandbox is back', async () => {
  await shop.sandbox.kill()
  await waitForChecks({ sandbox: false })
  expect((await ask('/readyz')).status).toBe(503)
  await shop.sandbox.start()
  await waitForChecks({})
  expect((await ask('/readyz')).status).toBe(200)
})

// spec: operation-page
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildAccount } from '../../test/accounts.ts'
import { type BuiltEvent, buildEvent } from '../../test/build.ts'
import { callAs } from '../../test/cancelling.ts'
import { callApi } from '../../test/http.ts'
import { newReceipt, pay, place, prompted } from '../../test/purchase.ts'
import { makeStage, type Stage } from '../../test/stage.ts'

let stage: Stage
let folder: string
let event: BuiltEvent
let headers: Record<string, string>

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lango-dumps-'))
  stage = await makeStage({ BACKUP_DIR: folder })
  event = await buildEvent(stage.db, { types: [{ price: 500 }] })
  headers = (await buildAccount(stage, 'admin')).headers
  await pay(stage, await prompted(stage, event, [2]), newReceipt())
  await prompted(stage, event)
  // Nothing runs the jobs of this order, so the jobs wait.
  await place(stage, event)
})
afterAll(async () => {
  await stage?.close()
  rmSync(folder, { recursive: true, force: true })
})

test('admins see jobs, prompts, orders, money, calls, connections and requests', async () => {
  const { status, body } = await callApi(stage, { url: '/api/operation', headers })
  expect(status).toBe(200)
  expect(body).toMatchObject({
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    jobs: expect.arrayContaining([{ lane: 'push', count: 1, oldest_seconds: expect.any(Number) }]),
    prompts: expect.arrayContaining([
      expect.objectContaining({ status: 'out', count: 1 }),
      expect.objectContaining({ status: 'unknown', count: 0 }),
    ]),
    orders: expect.arrayContaining([
      { state: 'issued', count: 1, amount: 1000 },
      { state: 'pending', count: 2, amount: 1000 },
    ]),
    money: [{ state: 'sale', count: 1, amount: 1000 }],
    calls: expect.arrayContaining([{ what: 'M-PESA prompts', outcome: 'accepted', count: 2 }]),
  })
  expect(body.connections.total).toBeGreaterThan(0)
  expect(body.requests).toContainEqual({
    route: 'POST /api/functions/mpesa',
    status: '202',
    count: 3,
    mean_ms: expect.any(Number),
  })
})

test('the metrics have the same figures', async () => {
  const { body } = await stage.app.inject('/metrics')
  for (const line of [
    /^lango_request_seconds_count\{route="POST \/api\/functions\/mpesa",status="202"\} 3$/m,
    /^lango_jobs_waiting\{lane="push"\} 1$/m,
    /^lango_jobs_oldest_seconds\{lane="push"\} \d/m,
    /^lango_prompts\{status="out"\} 1$/m,
    /^lango_orders_last_day\{state="pending"\} 2$/m,
    /^lango_money_last_day_kes\{use="sale"\} 1000$/m,
    /^lango_wal_archive_failing 0$/m,
    /^lango_database_connections\{state="waiting"\} \d+$/m,
    /^lango_version_info\{version="\d+\.\d+\.\d+"\} 1$/m,
  ]) {
    expect(body).toMatch(line)
  }
})

test('refunds of a part of an order count as to be refunded, and no longer as sales', async () => {
  const order = await prompted(stage, event, [2])
  await pay(stage, order, newReceipt())
  const { orderId } = order
  const admin = await buildAccount(stage, 'admin')
  await stage.runJobs()
  const [ticket] = await stage.db
    .selectFrom('ticket')
    .select('number')
    .where('order_id', '=', orderId)
    .execute()
  const tickets = [{ ticket_number: ticket!.number, admits: 1, of: 2 }]
  const refund = { order_id: orderId, reason: 'other', tickets }
  const made = await callAs(stage, admin, 'POST /api/refunds', refund)
  expect(made.status).toBe(201)
  const { body } = await callApi(stage, { url: '/api/operation', headers })
  expect(body.money).toEqual([
    { state: 'refund_due', count: 1, amount: 500 },
    { state: 'sale', count: 2, amount: 1500 },
  ])
})

test('the metrics have the age of the newest dump, also if there is none', async () => {
  const ages = async () => {
    const { body } = await stage.app.inject('/metrics')
    return /^lango_backup_age_seconds (.*)$/m.exec(body)?.[1]
  }
  expect(await ages()).toBe('+Inf')
  const file = join(folder, 'database-1.dump')
  writeFileSync(file, '')
  utimesSync(file, new Date(), new Date(Date.now() - 30 * 3600_000))
  expect(Math.round(Number(await ages()) / 3600)).toBe(30)
})

test('a request without a route is counted without its address', async () => {
  await stage.app.inject('/secret-of-a-visitor')
  const { body } = await stage.app.inject('/metrics')
  expect(body).toMatch(/^lango_request_seconds_count\{route="none",status="404"\} 1$/m)
  expect(body).not.toContain('secret-of-a-visitor')
})

test('the metrics are served while the figures of the database cannot be read', async () => {
  await sql`alter table job rename to job_away`.execute(stage.db)
  const { statusCode, body } = await stage.app.inject('/metrics')
  await sql`alter table job_away rename to job`.execute(stage.db)
  expect(statusCode).toBe(200)
  expect(body).not.toMatch(/^lango_jobs_waiting\{/m)
  expect(body).toMatch(/^lango_version_info/m)
})

// spec: refused-value-named
// spec: stored-value-is-a-fault
import { sql } from 'kysely'
import { Type } from 'typebox'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keepDatabase } from '../../../test/database.ts'
import { readEnv } from '../../env.ts'
import { makeLog } from '../log.ts'
import { makeMetrics } from '../metrics.ts'
import { createApp } from './create-app.ts'
import { type App, route } from './http.ts'
import { timeRequests } from './request-times.ts'

/** SQL expressions that contain nothing that a client sent. */
const STORED: Record<string, string> = {
  text: `('x' || current_database())`,
  large: '(2147483647 + extract(year from now())::int)',
  zero: '(1 / (extract(year from now())::int * 0))',
}

const metrics = makeMetrics()
const { db } = keepDatabase(2)
let app: App
beforeAll(async () => {
  app = await createApp(readEnv({}), makeLog('silent'), {
    scriptHashes: [],
    authenticate: async () => null,
  })
  timeRequests(app, metrics)
  route(app, {
    method: 'POST',
    url: '/cast/:type',
    access: 'public',
    schema: {
      params: Type.Object({ type: Type.String() }),
      body: Type.Object({ values: Type.Array(Type.Unknown()), stored: Type.String() }),
    },
    handler: async ({ params, body }) => {
      const stored = STORED[body.stored]
      const value = stored === undefined ? sql`${body.values[0]}` : sql.raw(stored)
      await sql`select ${value}::${sql.raw(params.type)}`.execute(db)
      return {}
    },
  })
})
afterAll(() => app.close())

async function cast(type: string, values: unknown[], stored = '') {
  const payload = { values, stored }
  const answer = await app.inject({ method: 'POST', url: `/cast/${type}`, payload })
  return { status: answer.statusCode, body: answer.json() }
}

test.each([
  ['uuid', '0'.repeat(35)],
  ['int', '1e3'],
  ['int', '9999999999'],
  ['bigint', 1e300],
  ['date', '2026-02-30'],
  ['date', '10000000-01-01'],
  ['timestamptz', 'yesterday-ish'],
])('a %s that PostgreSQL cannot read is refused by its field: %j', async (type, value) => {
  expect(await cast(type, [value])).toEqual({
    status: 422,
    body: { error: 'values.0 cannot be accepted.', code: 'invalid_field', field: 'values.0' },
  })
})

test.each(['{"a":"\\u0000"}', '{"a":"\\ud800"}', '{'])(
  'a parameter of which PostgreSQL quotes nothing is the error of the client: %s',
  async (value) => {
    expect((await cast('jsonb', [value])).status).toBe(422)
  },
)

const faults = async () =>
  (await metrics.registry.getSingleMetric('lango_request_faults_total')!.get()).values[0]!.value

test.each([
  ['uuid', 'text'],
  ['int', 'text'],
  ['date', 'text'],
  ['timestamptz', 'text'],
  ['jsonb', 'text'],
  ['int', 'large'],
  ['int', 'zero'],
])('a %s of a stored value that PostgreSQL cannot read is a counted fault: %s', async (...of) => {
  const before = await faults()
  const [type, stored] = of
  expect(await cast(type, ['x', '1', 2147483647, ''], stored)).toMatchObject({
    status: 500,
    body: { code: 'internal', id: expect.any(String) },
  })
  expect(await faults()).toBe(before + 1)
})

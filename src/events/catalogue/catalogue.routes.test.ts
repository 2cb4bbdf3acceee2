// spec: categories-gates-short
import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { buildAccount } from '../../../test/accounts.ts'
import { buildEvent } from '../../../test/build.ts'
import { pay, prompted } from '../../../test/purchase.ts'
import { keepStage } from '../../../test/stage.ts'

const stage = keepStage()
let admin: Awaited<ReturnType<typeof buildAccount>>
beforeAll(async () => {
  admin = await buildAccount(stage, 'admin')
})

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

async function call(method: Method, url: string, body?: object, headers = admin.headers) {
  const reply = await stage.app.inject({ method, url, headers, ...(body && { payload: body }) })
  return { status: reply.statusCode, body: reply.body ? reply.json() : null }
}

const create = async (url: string, body: object) => (await call('POST', url, body)).body

let lastAudit = 0
beforeEach(async () => {
  const [newest] = (await call('GET', '/api/audit_log?limit=1')).body.data
  lastAudit = newest?.id ?? 0
})

/** Audit entries since the test began, oldest first. */
async function audit() {
  const { data } = (await call('GET', '/api/audit_log')).body
  return data
    .filter((row: { id: number }) => row.id > lastAudit)
    .map((row: Record<string, unknown>) => [row.action, row.subject, row.before, row.after])
    .reverse()
}

test('a category is added, renamed and removed, with an audit entry each', async () => {
  const added = await call('POST', '/api/categories', { name: '  Poetry\n slams ' })
  expect(added).toEqual({ status: 201, body: { id: added.body.id, name: 'Poetry slams' } })
  const url = `/api/categories/${added.body.id}`
  expect(await call('PUT', url, { name: 'Poetry' })).toMatchObject({
    status: 200,
    body: { name: 'Poetry' },
  })
  expect((await call('PUT', url, { name: 'Poetry' })).status).toBe(200)
  expect((await call('GET', '/api/categories')).body.data).toContainEqual({
    id: added.body.id,
    name: 'Poetry',
  })
  expect(await call('DELETE', url)).toEqual({ status: 204, body: null })
  expect(await audit()).toEqual([
    ['category_added', 'Poetry slams', null, 'Poetry slams'],
    ['category_renamed', 'Poetry', 'Poetry slams', 'Poetry'],
    ['category_removed', 'Poetry', 'Poetry', null],
  ])
})

test('a category with events cannot be removed, and the refusal says how many events it has', async () => {
  const category = await create('/api/categories', { name: 'Rugby' })
  const event = await buildEvent(stage.db)
  await stage.db
    .updateTable('event')
    .set({ category_id: category.id })
    .where('id', '=', event.id)
    .execute()
  expect(await call('DELETE', `/api/categories/${category.id}`)).toEqual({
    status: 409,
    body: { error: 'Rugby still has 1 event. Give them another category first.', code: 'in_use' },
  })
})

test('a category name is unique in any case, and an invalid name is named as the fault', async () => {
  const opera = await create('/api/categories', { name: 'Opera' })
  const ballet = await create('/api/categories', { name: 'Ballet' })
  expect(await call('POST', '/api/categories', { name: 'OPERA' })).toEqual({
    status: 409,
    body: { error: 'There is already a category named OPERA.', code: 'duplicate', field: 'name' },
  })
  expect((await call('PUT', `/api/categories/${ballet.id}`, { name: 'opera' })).status).toBe(409)
  expect((await call('PUT', `/api/categories/${opera.id}`, { name: 'opera' })).status).toBe(200)
  for (const name of ['', ' \n\u0000', 'x'.repeat(41), 5, null]) {
    const { status, body } = await call('POST', '/api/categories', { name })
    expect([status, body.field], String(name)).toEqual([422, 'name'])
  }
  await create('/api/gates', { name: 'Gate Z' })
  expect(await call('POST', '/api/gates', { name: 'gate z' })).toMatchObject({
    status: 409,
    body: { code: 'duplicate', field: 'name' },
  })
  for (const gate_offset of [-1, 1000, 1.5, '3']) {
    const { status, body } = await call('POST', '/api/gates', { name: 'Gate Y', gate_offset })
    expect([status, body.field], String(gate_offset)).toEqual([422, 'gate_offset'])
  }
})

test('a gate is added as the last, changed in part and removed', async () => {
  const north = await create('/api/gates', { name: 'North', gate_offset: 40 })
  const south = await create('/api/gates', { name: 'South' })
  expect(south).toMatchObject({ name: 'South', gate_offset: 41 })
  const url = `/api/gates/${south.id}`
  expect((await call('PUT', url, { gate_offset: 39 })).body).toEqual({ ...south, gate_offset: 39 })
  expect((await call('PUT', url, { name: 'South stand' })).body.name).toBe('South stand')
  const rows: { id: string }[] = (await call('GET', '/api/gates')).body.data
  const ids = rows.map(({ id }) => id)
  expect(ids.indexOf(south.id)).toBeLessThan(ids.indexOf(north.id))
  expect((await call('DELETE', url)).status).toBe(204)
  expect(await audit()).toEqual([
    ['gate_added', 'North', null, { name: 'North', gate_offset: 40 }],
    ['gate_added', 'South', null, { name: 'South', gate_offset: 41 }],
    [
      'gate_changed',
      'South',
      { name: 'South', gate_offset: 41 },
      { name: 'South', gate_offset: 39 },
    ],
    [
      'gate_changed',
      'South stand',
      { name: 'South', gate_offset: 39 },
      { name: 'South stand', gate_offset: 39 },
    ],
    ['gate_removed', 'South stand', { name: 'South stand', gate_offset: 39 }, null],
  ])
})

test('a gate that types or tickets use cannot be removed', async () => {
  const event = await buildEvent(stage.db, { types: [{ gates: ['Tunnel'] }] })
  const rows: { id: string; name: string }[] = (await call('GET', '/api/gates')).body.data
  const url = `/api/gates/${rows.find(({ name }) => name === 'Tunnel')!.id}`
  expect((await call('DELETE', url)).body).toEqual({
    error: 'Tunnel is still the way in for 1 ticket type. Unlink it in their events first.',
    code: 'in_use',
  })
  await pay(stage, await prompted(stage, event), 'GATE000001')
  await stage.db.deleteFrom('ticket_type_gate').execute()
  expect((await call('DELETE', url)).body).toEqual({
    error: 'Tickets or check-ins name Tunnel, so it has to stay.',
    code: 'in_use',
  })
})

test('a gate with a refused check-in cannot be removed', async () => {
  const event = await buildEvent(stage.db)
  const { id } = await create('/api/gates', { name: 'Back door' })
  await stage.db
    .insertInto('check_in')
    .values({
      id: randomUUID(),
      event_id: event.id,
      gate_id: id,
      ticket_number: 'none',
      result: 'unknown',
      method: 'scan',
      validator_id: admin.id,
      nonce: randomUUID(),
    })
    .execute()
  expect((await call('DELETE', `/api/gates/${id}`)).body.code).toBe('in_use')
})

test('a short code is stored in lower case, pointed elsewhere and removed', async () => {
  const one = await buildEvent(stage.db, { title: 'One' })
  const two = await buildEvent(stage.db, { title: 'Two', published: false })
  const added = await call('POST', '/api/short_codes', { code: ' Big-One ', event_id: one.id })
  const shown = {
    code: 'big-one',
    event_id: one.id,
    event_title: 'One',
    is_published: true,
    visits: 0,
    last_visit_at: null,
  }
  expect(added).toEqual({ status: 201, body: shown })
  const url = '/api/short_codes/big-one'
  expect((await call('PUT', url, { event_id: two.id })).body).toEqual({
    ...shown,
    event_id: two.id,
    event_title: 'Two',
    is_published: false,
  })
  expect((await call('GET', '/api/short_codes')).body.data).toMatchObject([{ code: 'big-one' }])
  expect((await call('DELETE', url)).status).toBe(204)
  expect((await call('DELETE', url)).status).toBe(404)
  expect(await audit()).toEqual([
    ['short_code_added', 'big-one', null, 'One'],
    ['short_code_changed', 'big-one', 'One', 'Two'],
    ['short_code_removed', 'big-one', 'Two', null],
  ])
})

test('short codes that are taken, malformed or without an event are refused, and their list has pages', async () => {
  const { id: event_id } = await buildEvent(stage.db)
  const post = (code: unknown, of = event_id) =>
    call('POST', '/api/short_codes', { code, event_id: of })
  for (const code of ['a', 'b', 'c']) expect((await post(code)).status).toBe(201)
  expect(await post('B')).toMatchObject({ status: 409, body: { code: 'duplicate', field: 'code' } })
  for (const code of ['', 'a b', 'é', 'x'.repeat(41), '../a', 5]) {
    expect(await post(code), String(code)).toMatchObject({ status: 422, body: { field: 'code' } })
  }
  for (const id of [randomUUID(), 'x', '']) {
    expect(await post('d', id)).toMatchObject({ status: 404, body: { field: 'event_id' } })
  }
  expect((await call('PUT', '/api/short_codes/nobody', { event_id })).status).toBe(404)
  const first = (await call('GET', '/api/short_codes?limit=2')).body
  expect(first).toMatchObject({
    data: [{ code: 'a' }, { code: 'b' }],
    next_cursor: expect.any(String),
  })
  const { next_cursor } = first
  const second = (await call('GET', `/api/short_codes?limit=2&cursor=${next_cursor}`)).body
  expect(second).toMatchObject({ data: [{ code: 'c' }], next_cursor: null })
})

const routes = ['/api/categories', '/api/gates', '/api/short_codes'].flatMap((url) => [
  ['POST', url] as const,
  ['PUT', `${url}/${randomUUID()}`] as const,
  ['DELETE', `${url}/${randomUUID()}`] as const,
])

test.each(routes)('only admins may use %s %s', async (method, url) => {
  const organizer = await buildAccount(stage)
  const body = method === 'DELETE' ? undefined : { name: 'X', code: 'x', event_id: randomUUID() }
  expect((await call(method, url, body, {} as never)).status).toBe(401)
  expect((await call(method, url, body, organizer.headers)).status).toBe(403)
  if (method !== 'POST') expect((await call(method, url, body)).status).toBe(404)
})

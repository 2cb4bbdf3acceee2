// spec: categories-gates-short
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { type Editor, LEAST, makeEditor } from '../../../test/event-form.ts'
import { keepStage } from '../../../test/stage.ts'

type Key = { name: string; table: string; column: string; refers: string }

const stage = keepStage()
let admin: Editor
let keys: Key[]
beforeAll(async () => {
  admin = await makeEditor(stage)
  const { rows } = await sql<Key>`
    select c.conname as name, c.conrelid::regclass::text as table, a.attname as column,
      c.confrelid::regclass::text as refers
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.conparentid = 0
      and c.confrelid in ('gate'::regclass, 'category'::regclass, 'ticket_type'::regclass)`.execute(
    stage.db,
  )
  keys = rows
})

/** Drops the constraints of a table except the keys under test: a row needs no other value. */
async function strip(table: string): Promise<void> {
  const run = (change: string) => sql.raw(`alter table ${table} ${change}`).execute(stage.db)
  const { rows: constraints } = await sql<{ name: string }>`
    select conname as name from pg_constraint where conrelid = ${table}::regclass
      and contype in ('c', 'f', 'p', 'u', 'x') and conname <> all(${keys.map(({ name }) => name)})
    order by contype <> 'f'`.execute(stage.db)
  for (const { name } of constraints) await run(`drop constraint "${name}" cascade`)
  const { rows: columns } = await sql<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and attnotnull and not attisdropped
      and attidentity = ''`.execute(stage.db)
  for (const { name } of columns) await run(`alter column "${name}" drop not null`)
  await run('disable trigger user')
}

const call = (method: 'DELETE' | 'POST', url: string, payload?: object) =>
  stage.app.inject({ method, url, headers: admin.headers, ...(payload && { payload }) })

/** Makes a table row that refers only to the record `id`. */
async function refer({ table, column }: Key, id: string): Promise<void> {
  await strip(table)
  await sql`insert into ${sql.raw(table)} (${sql.ref(column)}) values (${id})`.execute(stage.db)
}

/** Tables whose rows are deleted with their ticket type. */
const PARTS = ['ticket_type_gate', 'price_step', 'promo_code_type']

const keysTo = (refers: string) =>
  keys.filter((key) => key.refers === refers && !PARTS.includes(key.table))

// Each test strips tables (see `strip`) that the tests after it do not need.
test('each foreign key to a ticket type keeps it, off sale', async () => {
  const uses = keysTo('ticket_type')
  expect(uses.length).toBeGreaterThan(5)
  const names = [...uses.map((_, index) => `Used ${index}`), 'Unused', 'Kept']
  const ticket_types = names.map((name) => ({ name, price: 100, quantity: 10 }))
  const image = await admin.picture()
  const created = await admin.create({ ...LEAST, image, ticket_types })
  expect(created.status, JSON.stringify(created.body)).toBe(201)
  const { id, ticket_types: types, updated_at } = created.body
  for (const [index, key] of uses.entries()) await refer(key, types[index].id)
  const saved = await admin.save(id, { updated_at, ticket_types: types.slice(-1) })
  expect(saved.status, JSON.stringify(saved.body)).toBe(200)
  const rows = await stage.db
    .selectFrom('ticket_type')
    .select('name')
    .where('event_id', '=', id)
    .where('archived_at', 'is not', null)
    .orderBy('name')
    .execute()
  expect(rows.map(({ name }) => name)).toEqual(names.slice(0, -2))
})

test.each(['gate', 'category'])('each foreign key to a %s keeps it as in use', async (refers) => {
  const uses = keysTo(refers)
  expect(uses.length).toBeGreaterThan(0)
  const url = refers === 'gate' ? '/api/gates' : '/api/categories'
  for (const key of uses) {
    const { id } = (await call('POST', url, { name: key.name.slice(0, 30) })).json()
    await refer(key, id)
    const reply = await call('DELETE', `${url}/${id}`)
    expect([key.name, reply.statusCode, reply.json().code]).toEqual([key.name, 409, 'in_use'])
  }
})

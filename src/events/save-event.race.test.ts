// spec: capacity-never-below
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { behind } from '../../test/behind.ts'
import { type BuiltEvent, buildEvent, orderFor } from '../../test/build.ts'
import { type Editor, makeEditor } from '../../test/event-form.ts'
import { makeStage, type Stage } from '../../test/stage.ts'
import { openUnguarded } from '../../test/unguarded.ts'
import type { Db } from '../platform/db.ts'
import { saveEvent } from './save-event.ts'

/** What lockTypes takes. */
const TYPES_LOCK = /(?<=from "ticket_type" where "event_id" = \$1 order by "id" )for no key update$/

let stage: Stage
let admin: Editor
let event: BuiltEvent

beforeEach(async () => {
  stage = await makeStage({ LIMIT_PUSH_PER_ADDRESS: '1000' })
  admin = await makeEditor(stage)
  event = await buildEvent(stage.db, { types: [{ capacity: 100 }] })
})
afterEach(() => stage.close())

/** The code with which a buyer was refused, or 202. */
async function buy(of: BuiltEvent, quantities = [1]): Promise<string> {
  const reply = await stage.app.inject({
    method: 'POST',
    url: '/api/functions/mpesa',
    headers: { prefer: 'respond-async' },
    payload: orderFor(of, quantities),
  })
  return reply.statusCode === 202 ? '202' : reply.json().code
}

const readStock = () =>
  stage.db
    .selectFrom('ticket_type')
    .select(['capacity', 'held'])
    .where('event_id', '=', event.id)
    .executeTakeFirstOrThrow()

async function lower(quantity: number) {
  const { updated_at, ticket_types } = await admin.read(event.id)
  const [type] = ticket_types
  return await admin.save(event.id, { updated_at, ticket_types: [{ ...type, quantity }] })
}

/** Sixty buyers of one ticket each, while somebody lowers what there is to fifty. */
async function buyWhile(edit: () => Promise<unknown>): Promise<void> {
  const buyers = Array.from({ length: 60 }, () => buy(event))
  await edit()
  for (const answer of await Promise.all(buyers)) expect(['202', 'sold_out']).toContain(answer)
}

/** Lowers what there is to fifty on `db`, while sixty are held by a sale that is not committed. */
async function lowerBehindSale(db: Db): Promise<void> {
  await sql`alter table ticket_type drop constraint ticket_type__capacity`.execute(stage.db)
  const { updated_at, ticket_types } = await admin.read(event.id)
  const input = { updated_at, ticket_types: [{ ...ticket_types[0], quantity: 50 }] }
  await behind(
    stage.db,
    (tx) => sql`update ticket_type set held = 60 where event_id = ${event.id}`.execute(tx),
    () => saveEvent({ ...stage.deps, db }, admin.viewer, event.id, input),
  )
}

test('the guard off: without the types locked, a save leaves more held than there are', async () => {
  const unguarded = openUnguarded(stage.env.databaseUrl, [TYPES_LOCK])
  await lowerBehindSale(unguarded)
  await unguarded.close()
  expect(await readStock()).toEqual({ capacity: 50, held: 60 })
})

test('the guard on: the save waits for the sale, counts it, and is refused', async () => {
  await expect(lowerBehindSale(stage.db)).rejects.toMatchObject({
    code: 'below_sold',
    details: { least: 60 },
  })
  expect(await readStock()).toEqual({ capacity: 100, held: 60 })
})

test('many at once, without the CHECK behind it: never more held than there are', async () => {
  await sql`alter table ticket_type drop constraint ticket_type__capacity`.execute(stage.db)
  await buyWhile(async () => {
    const { status, body } = await lower(50)
    if (status !== 200) expect([status, body.code]).toEqual([409, 'below_sold'])
  })
  const stock = await readStock()
  expect(stock.held).toBeLessThanOrEqual(stock.capacity)
})

test('a sale that is not committed yet is waited for, and counted', async () => {
  const reply = await behind(
    stage.db,
    (tx) => sql`update ticket_type set held = 60 where event_id = ${event.id}`.execute(tx),
    () => lower(50),
  )
  expect(reply).toMatchObject({ status: 409, body: { code: 'below_sold', least: 60 } })
})

test('a buyer who comes while a type is removed is told, and holds nothing', async () => {
  const [type] = event.types
  const answer = await behind(
    stage.db,
    (tx) => sql`delete from ticket_type where id = ${type!.id}`.execute(tx),
    () => buy(event),
  )
  expect(answer).toBe('unknown_ticket_type')
})

test('a type is not deleted under a buyer who comes first', async () => {
  const other = await buildEvent(stage.db, { types: [{}, {}] })
  const { updated_at, ticket_types } = await admin.read(other.id)
  const [saved, answer] = await Promise.all([
    admin.save(other.id, { updated_at, ticket_types: [ticket_types[0]] }),
    buy(other, [0, 1]),
  ])
  expect(saved.status).toBe(200)
  expect(['202', 'unknown_ticket_type']).toContain(answer)
  const { removed_ticket_types } = await admin.read(other.id)
  expect(removed_ticket_types).toHaveLength(answer === '202' ? 1 : 0)
})

test('saves and sales in any order do not block each other', async () => {
  const many = await buildEvent(stage.db, { types: [{}, {}, {}] })
  const save = async (n: number) => {
    const { updated_at, ticket_types } = await admin.read(many.id)
    const types = n % 2 ? ticket_types : [...ticket_types].reverse()
    const changed = types.map((type: object) => ({ ...type, description: `${n}` }))
    return (await admin.save(many.id, { updated_at, ticket_types: changed })).status
  }
  const sales = Array.from({ length: 60 }, () => buy(many, [1, 1, 1]))
  const statuses = await Promise.all(Array.from({ length: 20 }, (_, n) => save(n)))
  expect(await Promise.all(sales)).toEqual(Array(60).fill('202'))
  expect(statuses.every((status) => status === 200 || status === 409)).toBe(true)
  expect(statuses).toContain(200)
})

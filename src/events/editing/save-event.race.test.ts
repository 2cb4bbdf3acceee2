// spec: capacity-never-below
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { behind } from '../../../test/behind.ts'
import { type BuiltEvent, buildEvent, orderFor } from '../../../test/build.ts'
import { type Editor, makeEditor } from '../../../test/event-form.ts'
import { requestOrder } from '../../../test/http.ts'
import { makeStage, type Stage } from '../../../test/stage.ts'
import { openUnguarded } from '../../../test/unguarded.ts'
import type { Db, Tx } from '../../platform/database/db.ts'
import { saveEvent } from './edit-event.ts'

/** Matches the locks that lockTypes, lockTypesAndSteps and lockEvent take. */
const TYPES_LOCK = /(?<=from "ticket_type" where "event_id" = \$1 order by "id" )for no key update$/
const LIMITS_LOCK = /(?<=kind in \('step', 'pool'\)\s+order by id )for no key update$/
const EVENT_LOCK = /(?<=from "event" as "e" where "e"."id" = \$1 and true )for no key update$/

let stage: Stage
let admin: Editor
let event: BuiltEvent

beforeEach(async () => {
  stage = await makeStage({
    LIMIT_PUSH_PER_ADDRESS: '1000',
    HOLD_SHARE_PER_ADDRESS: '100',
    HOLD_SHARE_UNPROVEN: '100',
  })
  admin = await makeEditor(stage)
  event = await buildEvent(stage.db, { types: [{ capacity: 100 }] })
})
afterEach(() => stage.close())

type StepsOf = { price_steps: object[] }

/** Buys tickets. Returns '202', or the error code if the order was refused. */
async function buy(of: BuiltEvent, quantities = [1]): Promise<string> {
  const reply = await requestOrder(stage, orderFor(of, quantities))
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

/** Lets sixty buyers buy one ticket each while an admin lowers the capacity to fifty. */
async function buyWhile(edit: () => Promise<unknown>): Promise<void> {
  const buyers = Array.from({ length: 60 }, () => buy(event))
  await edit()
  for (const answer of await Promise.all(buyers))
    expect(['202', 'sold_out', 'all_taken']).toContain(answer)
}

/**
 * Starts a save with the connection `on` while the transaction `first` is open. The save waits for
 * the commit.
 */
async function saveBehind(on: Db, first: (tx: Tx) => Promise<unknown>, change: object) {
  const { updated_at } = await admin.read(event.id)
  return await behind(stage.db, first, () =>
    saveEvent(
      { ...stage.deps, db: on, moveSales: async () => {}, namedGates: async () => [] },
      admin.viewer,
      event.id,
      {
        updated_at,
        ...change,
      },
    ),
  )
}

const sellSixty = (tx: Tx) =>
  sql`update ticket_type set held = 60 where event_id = ${event.id}`.execute(tx)

async function fifty() {
  const [type] = (await admin.read(event.id)).ticket_types
  return { ticket_types: [{ ...type, quantity: 50 }] }
}

describe('sixty buyers while the capacity is lowered to fifty', () => {
  beforeEach(() =>
    sql`alter table ticket_type drop constraint ticket_type__capacity`.execute(stage.db),
  )

  test('with the guard off, sixty buyers hold more tickets than the lowered capacity', async () => {
    const unguarded = openUnguarded(stage.env.databaseUrl, [TYPES_LOCK])
    await saveBehind(unguarded, sellSixty, await fifty())
    await unguarded.close()
    expect(await readStock()).toEqual({ capacity: 50, held: 60 })
  })

  test('with the guard on, the save waits for the buyers and counts their holds', async () => {
    await expect(saveBehind(stage.db, sellSixty, await fifty())).rejects.toMatchObject({
      code: 'below_sold',
      details: { least: 60 },
    })
    expect(await readStock()).toEqual({ capacity: 100, held: 60 })
  })
})

describe('the last places of a price step are sold while its number is lowered', () => {
  const sellThirty = (tx: Tx) =>
    sql`update sale_limit set held = 20, sold = 10 where event_id = ${event.id}`.execute(tx)

  async function twenty() {
    const [type] = (await admin.read(event.id)).ticket_types
    const price_steps = type.price_steps.map((step: object) => ({ ...step, quantity: 20 }))
    return { ticket_types: [{ id: type.id, price_steps }] }
  }
  const readLimit = () =>
    stage.db.selectFrom('sale_limit').select(['capacity', 'held', 'sold']).executeTakeFirst()

  beforeEach(async () => {
    event = await buildEvent(stage.db, { types: [{ steps: [{ price: 50, quantity: 40 }] }] })
    await sql`alter table sale_limit drop constraint sale_limit__capacity`.execute(stage.db)
  })

  test('with the guard off, more places are taken than the lowered number', async () => {
    const unguarded = openUnguarded(stage.env.databaseUrl, [LIMITS_LOCK])
    await saveBehind(unguarded, sellThirty, await twenty())
    await unguarded.close()
    expect(await readLimit()).toEqual({ capacity: 20, held: 20, sold: 10 })
  })

  test('with the guard on, the save waits for the sale and is refused', async () => {
    await expect(saveBehind(stage.db, sellThirty, await twenty())).rejects.toMatchObject({
      code: 'below_sold',
      details: { field: 'ticket_types.0.price_steps.0.quantity', least: 30 },
    })
    expect(await readLimit()).toEqual({ capacity: 40, held: 20, sold: 10 })
  })

  test('with the guard on, buyers hold as many places as were sold to them, and never too many', async () => {
    const types = event.types.map((type) => ({ ...type, price: 50 }))
    const buyers = Array.from({ length: 30 }, () => buy({ ...event, types }))
    const { updated_at } = await admin.read(event.id)
    const saved = await admin.save(event.id, { updated_at, ...(await twenty()) })
    if (saved.status !== 200) expect([saved.status, saved.body.code]).toEqual([409, 'below_sold'])
    const answers = await Promise.all(buyers)
    expect(answers.filter((answer) => answer !== '202' && answer !== 'amount_changed')).toEqual([])
    const held = answers.filter((answer) => answer === '202').length
    const capacity = saved.status === 200 ? 20 : 40
    expect(await readLimit()).toEqual({ capacity, held, sold: 0 })
    expect(held).toBe(saved.status === 200 ? 20 : 30)
  })
})

describe('two saves of the same event', () => {
  const saveFirst = (tx: Tx) =>
    sql`update event set title = 'Theirs', updated_at = updated_at + interval '1 s'
      where id = ${event.id}`.execute(tx)
  const titleOf = async () => (await admin.read(event.id)).title

  test('with the guard off, the second of two saves overwrites the first', async () => {
    const unguarded = openUnguarded(stage.env.databaseUrl, [EVENT_LOCK])
    await saveBehind(unguarded, saveFirst, { title: 'Ours' })
    await unguarded.close()
    expect(await titleOf()).toBe('Ours')
  })

  test('with the guard on, the second of two saves is refused', async () => {
    const second = saveBehind(stage.db, saveFirst, { title: 'Ours' })
    await expect(second).rejects.toMatchObject({ code: 'stale' })
    expect(await titleOf()).toBe('Theirs')
  })
})

test('with the guard on, holds never exceed the capacity, even without the CHECK constraint', async () => {
  await sql`alter table ticket_type drop constraint ticket_type__capacity`.execute(stage.db)
  await buyWhile(async () => {
    const { status, body } = await lower(50)
    if (status !== 200) expect([status, body.code]).toEqual([409, 'below_sold'])
  })
  const stock = await readStock()
  expect(stock.held).toBeLessThanOrEqual(stock.capacity)
})

test('a buyer who comes while a type is removed is refused, and holds nothing', async () => {
  const [type] = event.types
  const answer = await behind(
    stage.db,
    (tx) => sql`delete from ticket_type where id = ${type!.id}`.execute(tx),
    () => buy(event),
  )
  expect(answer).toBe('unknown_ticket_type')
})

test('a type is not deleted under a buyer who came first', async () => {
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

test('saves and sales in any order do not deadlock', async () => {
  const price = 50
  const type = { steps: [{ price, quantity: 80 }] }
  const built = await buildEvent(stage.db, { types: [type, type, type] })
  const many = { ...built, types: built.types.map(({ id }) => ({ id, price })) }
  const save = async (n: number) => {
    const { updated_at, ticket_types } = await admin.read(many.id)
    const types = n % 2 ? ticket_types : [...ticket_types].reverse()
    const changed = types.map(({ price_steps: [step], ...type }: StepsOf) => ({
      ...type,
      description: `${n}`,
      price_steps: [{ ...step, quantity: 80 + n }],
    }))
    return (await admin.save(many.id, { updated_at, ticket_types: changed })).status
  }
  const sales = Array.from({ length: 60 }, () => buy(many, [1, 1, 1]))
  const statuses = await Promise.all(Array.from({ length: 20 }, (_, n) => save(n)))
  expect(await Promise.all(sales)).toEqual(Array(60).fill('202'))
  expect(statuses.every((status) => status === 200 || status === 409)).toBe(true)
  expect(statuses).toContain(200)
})

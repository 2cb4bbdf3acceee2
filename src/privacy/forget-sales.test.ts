import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildEvent } from '../../test/build.ts'
import { buildSoldOrders } from '../../test/pending-orders.ts'
import { makeStage, type Stage } from '../../test/stage.ts'
import { KEPT_FOR } from '../site/kept-for.rules.ts'

const DAY = 86_400_000

let stage: Stage

beforeAll(async () => {
  stage = await makeStage()
})
afterAll(() => stage.close())

test('people are forgotten in batches of 500 orders, and no order of a large day is left out', async () => {
  const event = await buildEvent(stage.db, { types: [{ capacity: 1000 }] })
  const lines = [{ typeId: event.types[0]!.id, quantity: 1, amountKes: 100 }]
  await buildSoldOrders(
    stage.db,
    Array.from({ length: 501 }, () => ({ eventId: event.id, lines })),
  )
  const past = new Date(stage.clock.now().getTime() - KEPT_FOR.accounts.ms - 2 * DAY)
  await sql`update event set date = ${past.toISOString().slice(0, 10)} where id = ${event.id}`.execute(
    stage.db,
  )
  const countPeople = async () =>
    (await sql`select from "order" where phone is not null`.execute(stage.db)).rows.length
  await stage.sweep(['sales past their term'])
  expect(await countPeople()).toBe(1)
  await stage.sweep(['sales past their term'])
  expect(await countPeople()).toBe(0)
})

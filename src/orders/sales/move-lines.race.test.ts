// spec: figures-equal-sums
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildAccount } from '../../../test/accounts.ts'
import { type BuiltEvent, buildEvent } from '../../../test/build.ts'
import { buildPendingOrders, sellPending } from '../../../test/pending-orders.ts'
import { makeStage, type Stage } from '../../../test/stage.ts'
import { openUnguarded } from '../../../test/unguarded.ts'
import { type Db, inTransaction } from '../../platform/database/db.ts'
import { lockOrder } from '../orders.sql.ts'
import { moveGivenLines } from './move-lines.job.ts'
import { sellOrder } from './sales.ts'

/**
 * Matches the condition that every transaction that may have read the previous organizer has ended.
 */
const NOBODY_BEFORE = /\s+and not exists \(select from pg_stat_activity[^)]*\(\)[^)]*\)/

type Account = Awaited<ReturnType<typeof buildAccount>>
let stage: Stage
let first: Account
let second: Account
let event: BuiltEvent

beforeAll(async () => {
  stage = await makeStage()
  first = await buildAccount(stage)
  second = await buildAccount(stage)
})
beforeEach(async () => {
  await sql`delete from event_ownership_change`.execute(stage.db)
  event = await buildEvent(stage.db, { types: [{ capacity: 1000 }] })
  await give(first)
  await moveAll()
})
afterAll(() => stage.close())

const give = (to: Account) =>
  stage.db.updateTable('event').set({ organizer_id: to.id }).where('id', '=', event.id).execute()

/** The first sweep marks the given events, the second moves their lines. */
async function moveAll(db: Db = stage.db): Promise<void> {
  await moveGivenLines({ db })
  await moveGivenLines({ db })
}

async function pending(count: number): Promise<string[]> {
  const lines = [{ typeId: event.types[0]!.id, quantity: 1, amountKes: 100 }]
  const wanted = Array.from({ length: count }, () => ({ eventId: event.id, lines }))
  return (await buildPendingOrders(stage.db, wanted)).map(({ id }) => id)
}

/** Counts the orders of the event in the list that the account sees of all its events. */
async function listed({ headers }: Account, sort = '-created_at'): Promise<number> {
  const url = `/api/transactions?limit=100&sort=${sort}`
  const { data } = (await stage.app.inject({ url, headers })).json()
  return data.filter((line: { event_id: string }) => line.event_id === event.id).length
}

async function expectListed(whose: Account, count: number): Promise<void> {
  const other = whose === first ? second : first
  for (const sort of ['-created_at', 'amount']) {
    expect([await listed(whose, sort), await listed(other, sort)]).toEqual([count, 0])
  }
}

/** Counts the lines that are listed under a previous organizer of their event. */
async function countElsewhere(): Promise<number> {
  const { rows } = await sql`select from paid_line p join event e on e.id = p.event_id
    where e.id = ${event.id} and p.organizer_id is distinct from e.organizer_id`.execute(stage.db)
  return rows.length
}

async function countGiven(): Promise<number> {
  return (await sql`select from event_ownership_change`.execute(stage.db)).rows.length
}

test('paid lines are listed for the present organizer, before and after they are moved', async () => {
  for (const id of await pending(5)) await sellPending(stage.db, id, new Date())
  await expectListed(first, 5)
  await give(second)
  expect(await countElsewhere()).toBe(5)
  await expectListed(second, 5)
  await moveGivenLines(stage.deps)
  // The event goes back to its first organizer before the lines were moved, and is given away
  // again.
  await give(first)
  await expectListed(first, 5)
  await give(second)
  await moveAll()
  expect([await countElsewhere(), await countGiven()]).toEqual([0, 0])
  await expectListed(second, 5)
  for (const id of await pending(2)) await sellPending(stage.db, id, new Date())
  expect(await countElsewhere()).toBe(0)
  await expectListed(second, 7)
})

/**
 * Commits a sale that has read the previous organizer, after the event was given away and swept.
 */
async function sellAcross(db: Db): Promise<void> {
  const [id] = await pending(1)
  const [isSold, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const selling = inTransaction(stage.db, async (tx) => {
    const now = new Date()
    await sellOrder(tx, (await lockOrder(tx, id!, now))!, 'test', now)
    isSold.resolve()
    await goOn.promise
  })
  await isSold.promise
  await give(second)
  await moveAll(db)
  goOn.resolve()
  await selling
}

test('guard off: a sale that commits late stays with the previous organizer', async () => {
  const unguarded = openUnguarded(stage.env.databaseUrl, [NOBODY_BEFORE])
  await sellAcross(unguarded)
  await unguarded.close()
  expect([await countElsewhere(), await countGiven()]).toEqual([1, 0])
  await expect(expectListed(second, 1)).rejects.toThrow('to deeply equal')
})

test('guard on: the sweep waits for a sale that commits late', async () => {
  await sellAcross(stage.db)
  expect([await countElsewhere(), await countGiven()]).toEqual([1, 1])
  await expectListed(second, 1)
  await moveAll()
  expect([await countElsewhere(), await countGiven()]).toEqual([0, 0])
  await expectListed(second, 1)
})

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asProcess } from '../../../test/as-process.ts'
import { behind } from '../../../test/behind.ts'
import { buildEvent, orderOf, type TypeSpec } from '../../../test/build.ts'
import { readStock } from '../../../test/purchase.ts'
import { makeStage, type Stage } from '../../../test/stage.ts'
import { openUnguarded } from '../../../test/unguarded.ts'
import type { Db } from '../../platform/database/db.ts'
import { placeOrder } from './place-order.ts'

let stage: Stage

beforeAll(async () => {
  stage = await makeStage()
})
afterAll(() => stage.close())

/** Matches the locks of the ticket types and of the limits. */
const STOCK_LOCKS = /(?<=\s)order by id for no key update(?=$|\s*\))/

/** An address may hold ten tickets of each. */
const STOCKS: { name: string; type: TypeSpec }[] = [
  { name: 'a ticket type', type: { capacity: 100 } },
  { name: 'a price step', type: { capacity: 1000, steps: [{ price: 60, quantity: 100 }] } },
]

/** Places four orders of ten tickets from an address. Returns the number of held tickets. */
async function askTogether(on: Db, type: TypeSpec): Promise<{ held: number; codes: string[] }> {
  const event = await buildEvent(stage.db, { types: [type] })
  const orders = Array.from({ length: 4 }, () => orderOf(event, [10], { address: '41.90.1.1' }))
  const ends = await behind(
    stage.db,
    (tx) => sql`select from ticket_type where event_id = ${event.id} for update`.execute(tx),
    () =>
      Promise.allSettled(
        orders.map((order) => placeOrder({ ...stage.deps, db: asProcess(on) }, order)),
      ),
    { waiters: 4 },
  )
  const codes = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason.code] : []))
  return { held: (await readStock(stage, event.types[0]!.id)).held, codes }
}

describe.each(STOCKS)('four concurrent orders of $name by one address', ({ type }) => {
  test('guard off: without the lock each order counts only itself', async () => {
    const unguarded = openUnguarded(stage.env.databaseUrl, [STOCK_LOCKS])
    expect(await askTogether(unguarded, type)).toEqual({ held: 40, codes: [] })
    await unguarded.close()
  })

  test('guard on: together the orders hold the share of the address', async () => {
    const codes = Array(3).fill('too_many_unpaid')
    expect(await askTogether(stage.db, type)).toEqual({ held: 10, codes })
  })
})

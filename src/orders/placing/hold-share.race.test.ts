import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { asProcess } from '../../../test/as-process.ts'
import { behind } from '../../../test/behind.ts'
import { type BuiltEvent, buildEvent, orderOf } from '../../../test/build.ts'
import { readStock } from '../../../test/purchase.ts'
import { makeStage, type Stage } from '../../../test/stage.ts'
import { openUnguarded } from '../../../test/unguarded.ts'
import type { Db } from '../../platform/database/db.ts'
import { placeOrder } from './place-order.ts'

let stage: Stage
let event: BuiltEvent

beforeAll(async () => {
  stage = await makeStage()
})
beforeEach(async () => {
  event = await buildEvent(stage.db, { types: [{ capacity: 100 }] })
})
afterAll(() => stage.close())

/** Matches the lock of the ticket types. */
const TYPE_LOCK = /(?<=\s)order by id for no key update(?=$|\s*\))/

/**
 * Places four orders of ten tickets from an address that may hold ten. Returns the number of held
 * tickets.
 */
async function askTogether(on: Db): Promise<{ held: number; codes: string[] }> {
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

describe('four concurrent orders of one address', () => {
  test('guard off: without the lock each order counts only itself', async () => {
    const unguarded = openUnguarded(stage.env.databaseUrl, [TYPE_LOCK])
    expect(await askTogether(unguarded)).toEqual({ held: 40, codes: [] })
    await unguarded.close()
  })

  test('guard on: together the orders hold the share of one address', async () => {
    const codes = Array(3).fill('too_many_unpaid')
    expect(await askTogether(stage.db)).toEqual({ held: 10, codes })
  })
})

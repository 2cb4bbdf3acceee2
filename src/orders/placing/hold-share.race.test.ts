import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { asProcess } from '../../../test/as-process.ts'
import { behind } from '../../../test/behind.ts'
import { buildEvent, type EventSpec, orderOf } from '../../../test/build.ts'
import { keepStage } from '../../../test/stage.ts'
import { openUnguarded } from '../../../test/unguarded.ts'
import type { Db } from '../../platform/database/db.ts'
import { placeOrder } from './place-order.ts'

const stage = keepStage()

/** Matches the locks of the ticket types and of the limits. */
const STOCK_LOCKS = /(?<=\s)order by id for no key update(?=$|\s*\))/

/** An address may hold ten tickets of each stock. */
const STOCKS: { name: string; spec: EventSpec }[] = [
  { name: 'a ticket type', spec: { types: [{ capacity: 100 }] } },
  {
    name: 'a price step',
    spec: { types: [{ capacity: 1000, steps: [{ price: 60, quantity: 100 }] }] },
  },
  {
    name: 'two types of a pool',
    spec: {
      pools: [{ name: 'Hall', quantity: 100 }],
      types: [
        { pool: 'Hall', capacity: 1000 },
        { pool: 'Hall', capacity: 1000 },
      ],
    },
  },
]

/**
 * Places four orders from an address, each for ten tickets of one type. The types alternate.
 * Returns the number of held tickets.
 */
async function askTogether(on: Db, spec: EventSpec): Promise<{ held: number; codes: string[] }> {
  const event = await buildEvent(stage.db, spec)
  const orders = Array.from({ length: 4 }, (_, n) => {
    const quantities = event.types.map((_, at) => (at === n % event.types.length ? 10 : 0))
    return orderOf(event, quantities, { address: '41.90.1.1' })
  })
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
  const { rows } = await sql<{ held: number }>`
    select sum(held)::int as held from ticket_type where event_id = ${event.id}`.execute(stage.db)
  return { held: rows[0]!.held, codes }
}

describe.each(STOCKS)('four concurrent orders of $name by one address', ({ spec }) => {
  test('guard off: without the lock each order counts only itself', async () => {
    const unguarded = openUnguarded(stage.env.databaseUrl, [STOCK_LOCKS])
    expect(await askTogether(unguarded, spec)).toEqual({ held: 40, codes: [] })
    await unguarded.close()
  })

  test('guard on: together the orders hold the share of the address', async () => {
    const codes = Array(3).fill('too_many_unpaid')
    expect(await askTogether(stage.db, spec)).toEqual({ held: 10, codes })
  })
})

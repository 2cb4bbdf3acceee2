// spec: last-ticket-any-way
// Races for the last ticket: on the web, by USSD, by paybill, and at the door.
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { sellAtDoor } from '../src/checkin/door-sales/door-sales.ts'
import { buy } from '../src/checkout/buy.ts'
import { settleListed } from '../src/payments/receipts/settle-listed.ts'
import type { Db } from '../src/platform/database/db.ts'
import { answerTurn } from '../src/ussd/answer-turn.ts'
import { asProcess } from './as-process.ts'
import { behind, countWaiters } from './behind.ts'
import { readBookDifferences } from './books.ts'
import { type BuiltEvent, orderOf } from './build.ts'
import { keepGate } from './gate.ts'
import { readCode } from './paybill.ts'
import { endHolds, newReceipt, place, readOrderState, readStock } from './purchase.ts'
import { waitFor } from './torture/wait-for.ts'
import { openUnguarded } from './unguarded.ts'
import { buildSeller, cashSale, dialTotal } from './ways-to-buy.ts'

/**
 * The locks that decide the race: in the statement that places orders, and in the statement that
 * sells released tickets.
 */
const PLACING_LOCK = /(?<=\s)order by id for no key update(?=$|\s*\))/
const SELLING_LOCK = /order by t\.id for no key update of t/
const WAYS = ['web', 'ussd', 'paybill', 'door'] as const
type Way = (typeof WAYS)[number]

type Event = BuiltEvent & { seller: Awaited<ReturnType<typeof buildSeller>> }

const gate = keepGate({ title: 'Derby Day' })
/** An event for each race, with a seller at the door. */
const events: Event[] = []
beforeAll(async () => {
  for (let race = 0; race <= WAYS.length; race++) {
    const event = await gate.build({ types: [{ capacity: 1 }] })
    events.push({ ...event, seller: await buildSeller(gate, event) })
  }
})

/**
 * The four ways to buy. Each function returns true if the buyer got the ticket, or will get the
 * ticket after paying.
 */
async function makeAskers(on: Db, event: Event): Promise<Record<Way, () => Promise<boolean>>> {
  const { stage } = gate
  // Each buyer uses a separate process, so that buyers meet only in the database.
  const deps = () => ({ ...stage.deps, db: asProcess(on) })
  const isRefused = (error: unknown) => {
    expect(error).toMatchObject({ code: expect.stringMatching(/^(sold_out|all_taken)$/) })
    return false
  }
  const late = await place(stage, event)
  await endHolds(stage)
  const listed = {
    ...{ receipt: newReceipt(), amountCents: 100_00, msisdn: '', at: stage.clock.now() },
    accountReference: await readCode(stage, late.orderId),
  }
  const dialled = await dialTotal(gate, event, 100)
  const sale = cashSale(event, 100)
  return {
    web: () => buy(deps(), { ...orderOf(event), address: '41.90.1.1' }).then(() => true, isRefused),
    ussd: async () => {
      const answer = await answerTurn(deps(), { ...dialled, typed: `${dialled.typed}*1` })
      expect(answer).toMatch(/enter your PIN|sold out|being bought right now/)
      return answer.startsWith('END')
    },
    paybill: async () => {
      await settleListed(deps(), [listed])
      const state = await readOrderState(stage, late.orderId)
      expect(state).toMatch(/^(paid|issued|refund_due)$/)
      return state !== 'refund_due'
    },
    door: () =>
      sellAtDoor(deps(), event.seller, { sale, address: '41.90.1.2' }).then(() => true, isRefused),
  }
}

/**
 * Returns the ways that got the ticket. All four ways wait for the same row, in the order of
 * `ways`, and continue at the same moment.
 */
async function race(on: Db, event: Event, ways: readonly Way[]): Promise<Way[]> {
  const { db } = gate.stage
  const askers = await makeAskers(on, event)
  const got = await behind(
    db,
    (tx) => sql`select from ticket_type where event_id = ${event.id} for update`.execute(tx),
    async () => {
      const asked: Promise<Way | null>[] = []
      for (const way of ways) {
        asked.push(askers[way]().then((has) => (has ? way : null)))
        // `behind` waits for the last buyer and then lets all of them continue.
        if (asked.length === ways.length) break
        await waitFor(`${way} waits`, async () => (await countWaiters(db)) === asked.length)
      }
      return await Promise.all(asked)
    },
    { waiters: ways.length },
  )
  return got.flatMap((way) => way ?? [])
}

const stockOf = (event: Event) => readStock(gate.stage, event.types[0]!.id)

describe('the last ticket, requested in four ways at the same moment', () => {
  const orders = WAYS.map((_, first) => [...WAYS.slice(first), ...WAYS.slice(0, first)])
  test.each(orders)(
    'with the lock and %s first, exactly one buyer gets the last ticket',
    async (...ways) => {
      const event = events.pop()!
      expect(await race(gate.stage.db, event, ways)).toHaveLength(1)
      const { held, sold } = await stockOf(event)
      expect(held + sold).toBe(1)
      expect(await readBookDifferences(gate.stage.db)).toEqual([])
    },
  )

  test('without the lock, more than one buyer gets the last ticket', async () => {
    const event = events.pop()!
    await sql`alter table ticket_type drop constraint ticket_type__capacity`.execute(gate.stage.db)
    const unguarded = openUnguarded(gate.stage.env.databaseUrl, [PLACING_LOCK, SELLING_LOCK])
    const got = race(unguarded, event, WAYS)
    await got.finally(() => unguarded.close())
    expect((await got).length).toBeGreaterThan(1)
    const { held, sold } = await stockOf(event)
    expect(held + sold).toBeGreaterThan(1)
  })
})

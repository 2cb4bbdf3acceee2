// spec: refund-ledger-equal
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest'
import { readEnv } from '../../src/env.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { recordManual } from '../../src/refunds/record-manual.ts'
import { requestRefund } from '../../src/refunds/request-refund.ts'
import { retryRefund } from '../../src/refunds/retry-refund.ts'
import { buildAccount } from '../accounts.ts'
import { newPhone, orderFor } from '../build.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { checkPaidBack } from './audit.ts'
import { buyer, phones } from './clients.ts'
import { makeDraw } from './draw.ts'
import { readTables, waitForQuiet } from './facts.ts'
import { type Shop, startShop } from './processes.ts'
import { waitFor } from './wait-for.ts'

const SEED = 20261122
const BUYERS = 12
/** `TORTURE_REFUNDS` says how many, where there is more time. */
const PURCHASES = Number(process.env.TORTURE_REFUNDS ?? 40)

// Every fault of the calls that pay back, and of the question what became of them.
const CALLS = {
  ...{ http_429: 0.04, http_500: 0.04, html_503: 0.04, drop_after_accept: 0.06 },
  ...{ before_answer: 0.05, delay_ms: [0, 300], drop: 0.06, duplicate: 0.08, refused: 0.05 },
}
const MONEY = { ...CALLS, timeout: 0.05, timeout_done: 0.05 }
const FAULTS = { seed: SEED, reversal: MONEY, b2c: MONEY, status: { ...CALLS, timeout: 0.05 } }

let database: TestDatabase
let shop: Shop

beforeAll(async () => {
  database = await createTestDatabase()
  const types = [
    { name: 'Standard', price: 150, capacity: 100_000 },
    { name: 'VIP', price: 1000, capacity: 100_000 },
  ]
  shop = await startShop({ databaseUrl: database.url, timeScale: 0.02, types })
})
afterAll(async () => {
  await shop?.close()
  await database?.drop()
})

/** Bought by a phone that pays at once; answers the order's id. */
async function buy(): Promise<string> {
  const phoneNumber = newPhone()
  await phones(shop).set(phoneNumber, { auto: 'pay', balance_kes: 1_000_000 })
  const order = orderFor(shop.event, [2, 1], { phoneNumber })
  await buyer(shop).placeUntilAnswered(order)
  await buyer(shop).followUntilSettled(order.orderId)
  return order.orderId
}

/** One of the order's tickets. */
async function pickTicket(orderId: string): Promise<string> {
  const { number } = await shop.db
    .selectFrom('ticket')
    .select('number')
    .where('order_id', '=', orderId)
    .where('state', '<>', 'void')
    .orderBy('number')
    .limit(1)
    .executeTakeFirstOrThrow()
  return number
}

test('after purchases and refunds under every fault our ledger equals the one of M-Pesa', async () => {
  onTestFailed(() => console.error(shop.app.readLog().slice(-10_000)))
  const deps = { db: shop.db, clock: systemClock }
  const { viewer } = await theAdmin()
  await phones(shop).setFaults(FAULTS)
  let left = PURCHASES
  const work = Array.from({ length: BUYERS }, async (_, index) => {
    const draw = makeDraw(SEED + index)
    while (left-- > 0) {
      const orderId = await buy()
      const asked = { orderId, reason: 'other', words: '' } as const
      if (draw.chance(0.4)) {
        const ticketNumbers = [await pickTicket(orderId)]
        await requestRefund(deps, viewer, { ...asked, ticketNumbers })
      }
      if (draw.chance(0.7)) await requestRefund(deps, viewer, asked)
    }
  })
  await Promise.all(work)
  // Under faults for a while; who was unlucky often waits for long, and need not once they are over.
  await waitFor('every refund came to an end', isAllDone, 45_000, 500).catch(() => {})
  await phones(shop).clearFaults()
  const hurried = async () => {
    await sql`update refund set next_at = now() where next_at > now() and state = 'due'`.execute(
      shop.db,
    )
    return await isAllDone()
  }
  await waitFor('every refund came to an end without faults', hurried, 90_000, 500)
  const facts = await waitForQuiet(shop)
  expect(facts.refunds.filter(({ state }) => state !== 'done')).toEqual([])
  expect(facts.refunds.length).toBeGreaterThan(PURCHASES / 2)
  expect(checkPaidBack(facts)).toEqual([])
  expect(facts.books).toEqual([])
  const booked = await sql<{ way: string; cents: number }>`
    select account as way, sum(amount_cents)::float8 as cents from ledger_line
    where account in ('collection', 'utility') group by 1 order by 1`.execute(shop.db)
  const moved = (kinds: string[]) =>
    [...facts.ledger, ...facts.paidBack]
      .filter(({ kind }) => kinds.includes(kind))
      .reduce((sum, { amount }) => sum + amount * 100, 0)
  expect(booked.rows).toEqual([
    { way: 'collection', cents: moved(['push', 'paybill']) - moved(['reversal']) },
    { way: 'utility', cents: -moved(['b2c']) },
  ])
}, 600_000)

/**
 * Nothing is under way any more. What M-Pesa refused for certain is tried again, and what the shop
 * gave up is paid by hand, as admins would.
 */
async function isAllDone(): Promise<boolean> {
  const { refunds } = await readTables(shop)
  const { viewer } = await theAdmin()
  const refused = refunds.filter(({ state }) => state === 'refused')
  for (const { id } of refused) {
    await retryRefund({ db: shop.db, clock: systemClock }, viewer, id)
  }
  const byHand = refunds.filter(({ state }) => state === 'manual')
  for (const { id } of byHand) {
    await recordManual({ db: shop.db, clock: systemClock }, viewer, id, `EFT ${id}`)
  }
  return refused.length === 0 && refunds.every(({ state }) => state === 'done')
}

let admin: ReturnType<typeof buildAccount> | undefined
const theAdmin = () => {
  admin ??= buildAccount({ db: shop.db, env: readEnv({}), clock: systemClock }, 'admin')
  return admin
}

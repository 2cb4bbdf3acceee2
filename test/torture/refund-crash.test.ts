// spec: refund-crash
import { afterAll, beforeAll, beforeEach, expect, onTestFailed, test } from 'vitest'
import { readEnv } from '../../src/env.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { requestRefund } from '../../src/refunds/take-back/take-back.ts'
import { buildAccount } from '../accounts.ts'
import { newPhone, orderFor } from '../build.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { checkPaidBack } from './audit.ts'
import { closeBarrier, type Statement } from './barrier.ts'
import { buyer, type Order, phones } from './clients.ts'
import { todays } from './daily.ts'
import { readFacts } from './facts.ts'
import { type Shop, startShop } from './processes.ts'
import { waitFor } from './wait-for.ts'

let database: TestDatabase
let shop: Shop
let admin: Awaited<ReturnType<typeof buildAccount>>
let orders: Order[]

beforeAll(async () => {
  database = await createTestDatabase()
  const types = [
    { price: 150, capacity: 1000 },
    { price: 300, capacity: 1000 },
  ]
  shop = await startShop({ databaseUrl: database.url, timeScale: 0.02, types })
  admin = await buildAccount(deps(), 'admin')
  // All orders are paid in advance, because each payment has to wait for the next run of Pull
  // Transactions.
  orders = await Promise.all(MOMENTS.map(sold))
})
beforeEach(async () => {
  onTestFailed(() => console.error(shop.app.readLog().slice(-10_000)))
  await phones(shop).clearFaults()
  // An earlier test that failed may have left the server dead.
  if (!shop.app.isRunning()) await shop.app.start()
})
afterAll(async () => {
  await shop?.close()
  await database?.close()
})

const deps = () => ({ db: shop.db, env: readEnv({}), clock: systemClock })

/**
 * Buys an order and waits until M-Pesa has listed its payment. Without the list, no refund is sent.
 */
async function sold(): Promise<Order> {
  const order = orderFor(shop.event, [1, 1], { phoneNumber: newPhone() })
  await phones(shop).set(order.phoneNumber, { auto: 'pay' })
  await buyer(shop).place(order)
  expect(await buyer(shop).followUntilSettled(order.orderId)).toMatchObject({ status: '0' })
  await waitFor('the list shows the payment', async () => {
    const { listed_at } = await shop.db
      .selectFrom('payment')
      .select('listed_at')
      .where('order_id', '=', order.orderId)
      .executeTakeFirstOrThrow()
    return listed_at !== null
  })
  return order
}

type Way = 'reversal' | 'b2c'

/**
 * Requests a refund: of the whole order, which is a Reversal, or of one ticket, which is a B2C
 * payment.
 */
async function askBack({ orderId }: Order, way: Way): Promise<void> {
  const tickets = await shop.db
    .selectFrom('ticket')
    .select('number')
    .where('order_id', '=', orderId)
    .execute()
  const part = way === 'b2c' && { tickets: [{ number: tickets[0]!.number }] }
  const asked = { orderId, reason: 'other', ...part } as const
  await requestRefund(deps(), admin.viewer, asked)
}

async function backFor({ phoneNumber }: Order) {
  const rows = await phones(shop).ledger()
  return rows.filter(({ kind, msisdn }) => msisdn === phoneNumber && /reversal|b2c/.test(kind))
}

const refundOf = ({ orderId }: Order) =>
  shop.db
    .selectFrom('refund')
    .select(['state', 'way', 'amount_cents'])
    .where('order_id', '=', orderId)
    .execute()

type Moment = {
  moment: string
  way: Way
  at: Statement
  moved: 0 | 1
  faults?: object
  daily?: true
}

/**
 * The update that records that M-Pesa has accepted a refund request. Leaves out the queries of
 * M-Pesa, which are also stored as attempts.
 */
const asked = {
  ...({ table: 'outgoing_attempt', on: 'update' } as const),
  when: "new.state = 'accepted' and new.kind in ('reversal', 'b2c')",
} as const

const ALL_MOMENTS: Moment[] = [
  {
    moment: 'the claim is being written',
    way: 'reversal',
    at: { table: 'outgoing_attempt', on: 'insert' },
    moved: 0,
  },
  // The kill hits while an expired token is renewed, so M-Pesa has not accepted the request.
  ...(['reversal', 'b2c'] as const).map((way) => ({
    ...{ moment: 'M-Pesa has not taken the first call', way, moved: 0 as const },
    at: { table: 'mpesa_token', on: 'update' } as const,
    faults: { token: { expired: 1 } },
  })),
  {
    moment: 'M-Pesa took the query of the receipt, and its response is not stored',
    way: 'b2c',
    at: {
      ...({ table: 'outgoing_attempt', on: 'update' } as const),
      when: "new.state = 'accepted' and new.kind = 'receipt'",
    },
    moved: 0,
  },
  {
    moment: 'the answer about the receipt is at the door, not stored and not answered',
    way: 'b2c',
    at: {
      ...({ table: 'provider_callback', on: 'insert' } as const),
      when: "new.body like '%TransactionStatus%'",
    },
    moved: 0,
  },
  {
    moment: 'M-Pesa took it, and its answer is not stored',
    way: 'reversal',
    at: asked,
    moved: 1,
  },
  {
    moment: 'M-Pesa took it, and its answer is not stored',
    daily: true,
    way: 'b2c',
    at: asked,
    moved: 1,
  },
  {
    moment: 'its result is at the door, not stored and not answered',
    way: 'b2c',
    at: {
      ...({ table: 'provider_callback', on: 'insert' } as const),
      when: "new.body like '%B2CUtilityAccountAvailableFunds%'",
    },
    moved: 1,
  },
  {
    moment: 'its result is stored, and the money is being booked',
    daily: true,
    way: 'reversal',
    at: { table: 'refund', on: 'update', when: "new.state = 'done'" },
    moved: 1,
  },
]

const MOMENTS = todays(ALL_MOMENTS)

test.each(MOMENTS.map((told, index) => ({ ...told, index })))(
  'kill -9 in a refund by $way when $moment',
  async ({ way, at, moved, faults, index }) => {
    const order = orders[index]!
    if (faults) await phones(shop).setFaults(faults)
    const barrier = await closeBarrier(shop, at, order.phoneNumber)
    await askBack(order, way)
    await waitFor('the refund is on its way', async () => {
      const [refund] = await refundOf(order)
      // The first call of a B2C payment queries the receipt, while the refund is still due.
      const isQuerying = way === 'b2c' && moved === 0
      const isClaiming = at.table === 'outgoing_attempt' && at.on === 'insert'
      return isQuerying || isClaiming ? refund : refund?.state !== 'due'
    })
    await barrier.waitUntilReached()
    if (moved === 1) await waitFor('it moved', async () => (await backFor(order)).length === 1)
    await shop.app.kill()
    expect(await backFor(order)).toHaveLength(moved)
    await barrier.open('break')
    await phones(shop).clearFaults()
    await shop.app.start()
    await waitFor('the money is back', async () => (await refundOf(order))[0]?.state === 'done')
    const refunds = await refundOf(order)
    expect(refunds).toMatchObject([{ state: 'done', way }])
    expect(await backFor(order)).toMatchObject([
      { kind: way, amount: refunds[0]!.amount_cents / 100 },
    ])
    const done = await waitFor('the buyer is told', async () => {
      const { messages } = await phones(shop).read(order.phoneNumber)
      const found = messages.filter(({ text }) => text.startsWith('Refunded: '))
      return found.length > 0 ? found : null
    })
    expect(done).toHaveLength(1)
  },
)

test('after all crashes each refund moved its money once, and the books agree', async () => {
  const facts = await readFacts(shop)
  expect(facts.refunds).toHaveLength(MOMENTS.length)
  expect(checkPaidBack(facts)).toEqual([])
  expect(facts.books).toEqual([])
})

// The table of ways × capabilities: each cell buys tickets over HTTP, and compares the total that
// the buyer saw, the money taken, the line of the order and the count of the step.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openLoadShedding } from '../src/platform/http/load-shedder.ts'
import { methodsAt, render } from '../src/web/entry-server.tsx'
import { registerPages } from '../src/web/pages.routes.ts'
import { buildAccount } from './accounts.ts'
import { readBookDifferences } from './books.ts'
import { type BuiltEvent, buildEvent, newPhone, type TypeSpec } from './build.ts'
import type { Account } from './gate.ts'
import { MINUTE } from './purchase.ts'
import { makeStage, type Stage } from './stage.ts'
import { fillForm, postForm, WAYS, type Way } from './ways.ts'

const NO_FILES = { css: '', extraHead: '', entry: '', preload: [] }
const MANY = '1000000'

let stage: Stage
/** Organizers without a fee, and with a fee of 5 % and KES 10 for each ticket. */
let free: Account
let paying: Account
beforeAll(async () => {
  stage = await makeStage({
    PAGE_SECONDS: '0',
    LIMIT_PUSH_PER_ADDRESS: MANY,
    HOLD_SHARE_PER_ADDRESS: '100',
    HOLD_SHARE_UNPROVEN: '100',
  })
  await registerPages(
    stage.app,
    { ...stage.deps, loadShedding: openLoadShedding(stage.deps) },
    { render, methodsAt, assets: async () => NO_FILES, files: [] },
  )
  free = await buildAccount(stage.deps)
  paying = await buildAccount(stage.deps)
  const fee = { account_id: paying.id, basis_points: 500, fixed_cents: 1000 }
  const set_at = stage.clock.now()
  await stage.db
    .insertInto('organizer_fee')
    .values({ ...fee, set_at })
    .execute()
})
afterAll(async () => {
  expect(await readBookDifferences(stage.db)).toEqual([])
  await stage.close()
})

const inMs = (ms: number) => new Date(stage.clock.now().getTime() + ms)
const HOUR = 60 * MINUTE

/** All sums are in shillings. `price` is the price of one ticket in the line. */
type Bought = { quantity: number; amount: number; price: number; fee: number }

type Capability = {
  type: () => TypeSpec
  fee?: 'inside' | 'on top'
  /** Purchases of one event, one after the other. */
  buys: readonly Bought[]
  /** The tickets that the step counts after each purchase. */
  counts?: readonly number[]
}

const inWindow = () => ({ price: 1000, saleFrom: inMs(-HOUR), saleUntil: inMs(HOUR) })
const byNumber = () => ({ price: 1500, steps: [{ name: 'Early bird', price: 1000, quantity: 3 }] })

const CAPABILITIES: Record<string, Capability> = {
  'a sale window': {
    type: inWindow,
    buys: [{ quantity: 2, amount: 2000, price: 1000, fee: 0 }],
  },
  'a step by date': {
    type: () => ({
      price: 1500,
      steps: [
        { name: 'Blind bird', price: 800, endsAt: inMs(-HOUR) },
        { name: 'Early bird', price: 1000, endsAt: inMs(HOUR) },
      ],
    }),
    buys: [{ quantity: 2, amount: 2000, price: 1000, fee: 0 }],
  },
  'a step by number': {
    type: byNumber,
    buys: [
      { quantity: 2, amount: 2000, price: 1000, fee: 0 },
      // The step has one ticket left, and no line is split.
      { quantity: 2, amount: 3000, price: 1500, fee: 0 },
      { quantity: 1, amount: 1000, price: 1000, fee: 0 },
    ],
    counts: [2, 2, 3],
  },
  'a fee on top': {
    type: () => ({ price: 1000 }),
    fee: 'on top',
    buys: [{ quantity: 3, amount: 3180, price: 1060, fee: 180 }],
  },
  'a fee inside': {
    type: () => ({ price: 1000 }),
    fee: 'inside',
    buys: [{ quantity: 3, amount: 3000, price: 1000, fee: 180 }],
  },
  'all of it': {
    type: () => ({ ...inWindow(), ...byNumber() }),
    fee: 'on top',
    buys: [
      { quantity: 2, amount: 2120, price: 1060, fee: 120 },
      { quantity: 2, amount: 3170, price: 1585, fee: 170 },
    ],
    counts: [2, 2],
  },
}

async function build(type: TypeSpec, fee?: Capability['fee']) {
  const organizer = fee ? paying : free
  const own = { organizerId: organizer.id, feesOnTop: fee === 'on top', types: [type] }
  return { stage, organizer, event: await buildEvent(stage.db, own) }
}

async function readCount({ id }: BuiltEvent) {
  const limit = stage.db.selectFrom('sale_limit').select(['held', 'sold'])
  return await limit.where('event_id', '=', id).executeTakeFirst()
}

/** Buys by this way. Returns the totals that the buyer saw and paid, and the line of the order. */
async function buy(way: Way, event: Awaited<ReturnType<typeof build>>, quantity: number) {
  const placed = await way.place({ ...event, quantity })
  if ('refused' in placed) throw new Error(placed.refused)
  await way.pay(stage, placed)
  const line = await stage.db
    .selectFrom('order_line as l')
    .innerJoin('payment as p', 'p.order_id', 'l.order_id')
    .select(['l.quantity', 'l.amount_cents', 'l.price_cents', 'l.fee_cents'])
    .select('p.confirmed_amount_cents')
    .where('l.order_id', '=', placed.orderId)
    .where('p.use', '=', 'sale')
    .executeTakeFirstOrThrow()
  return {
    shown: placed.shownKes,
    paid: line.confirmed_amount_cents! / 100,
    bought: {
      quantity: line.quantity,
      amount: line.amount_cents / 100,
      price: line.price_cents / 100,
      fee: line.fee_cents! / 100,
    },
  }
}

// spec: ways-of-prices
describe.each(Object.entries(WAYS))('%s', (_, way) => {
  test.each(Object.entries(CAPABILITIES))('sells with %s', async (_, { type, fee, ...cell }) => {
    const event = await build(type(), fee)
    for (const [index, bought] of cell.buys.entries()) {
      const { amount, quantity } = bought
      expect(await buy(way, event, quantity)).toEqual({ shown: amount, paid: amount, bought })
      const sold = cell.counts?.[index]
      expect(await readCount(event.event)).toEqual(sold === undefined ? sold : { held: 0, sold })
    }
  })

  test('sells nothing before a sale begins, and nothing after it', async () => {
    const early = await build({ price: 1000, saleFrom: inMs(HOUR) })
    expect(await way.place({ ...early, quantity: 1 })).toEqual({ refused: 'not_on_sale' })
    const late = await build({ price: 1000, saleUntil: inMs(-HOUR) })
    expect(await way.place({ ...late, quantity: 1 })).toEqual({ refused: 'sales_closed' })
  })
})

// spec: own-early-bird
test('without script, a buyer whose own order has the last early bird gets it in a new order, too', async () => {
  const steps = [{ name: 'Early bird', price: 1000, quantity: 1 }]
  const event = await buildEvent(stage.db, { types: [{ price: 1500, steps }, { price: 700 }] })
  const phoneNumber = newPhone()
  const first = await fillForm(stage, event, 1)
  first.fields.set('phoneNumber', phoneNumber)
  first.fields.set('payBy', 'paybill')
  const placed = await postForm(stage, first)
  expect(placed.statusCode).toBe(303)
  const cookie = String(placed.headers['set-cookie']).split(';')[0]!
  const again = await fillForm(stage, event, 1, cookie)
  again.fields.set('phoneNumber', phoneNumber)
  expect(again.fields.get(`p_${event.types[0]!.id}`)).toBe('1500')
  expect((await postForm(stage, again, cookie)).statusCode).toBe(303)
  const order = stage.db.selectFrom('order').select('amount_cents')
  const placedAgain = await order.where('id', '=', again.fields.get('orderId')!).execute()
  expect(placedAgain).toEqual([{ amount_cents: 170_000 }])
})

// Not offered at the door, where cash is taken with the sale.
// spec: ways-of-prices
test.each(Object.entries(WAYS).filter(([name]) => name !== 'the door'))(
  '%s takes the money of an order whose step ended by date, at the price of the order',
  async (_, way) => {
    const steps = [{ name: 'Early bird', price: 1000, endsAt: inMs(MINUTE) }]
    const event = await build({ price: 1500, steps })
    const placed = await way.place({ ...event, quantity: 2 })
    if ('refused' in placed) throw new Error(placed.refused)
    stage.pass(2 * MINUTE)
    await way.pay(stage, placed)
    const order = stage.db.selectFrom('order').select(['state', 'amount_cents'])
    const paid = await order.where('id', '=', placed.orderId).executeTakeFirst()
    expect(paid).toEqual({ state: 'issued', amount_cents: 200_000 })
  },
)

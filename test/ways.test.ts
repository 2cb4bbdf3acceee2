// The table of ways to buy × capabilities. Each cell buys tickets over HTTP, and compares the
// total that the buyer saw, the money taken, the line of the order and the count of the step.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { GateSession } from '../src/checkin/gate/engine/session.ts'
import { openLoadShedding } from '../src/platform/http/load-shedder.ts'
import { methodsAt, render } from '../src/web/entry-server.tsx'
import { registerPages } from '../src/web/pages.routes.ts'
import { buildAccount } from './accounts.ts'
import { readBookDifferences } from './books.ts'
import { type BuiltEvent, buildCode, buildEvent, newPhone, type TypeSpec } from './build.ts'
import { CAPABILITIES, type Capability } from './capabilities.ts'
import type { Account } from './gate.ts'
import { openGateApp, scanWith } from './gate-app.ts'
import { pairPhone } from './gate-phone.ts'
import { MINUTE } from './purchase.ts'
import { keepStage } from './stage.ts'
import { fillForm, postForm, WAYS, type Way } from './ways.ts'

const NO_FILES = { css: '', extraHead: '', entry: '', preload: [] }
const MANY = '1000000'

/** Organizers without a fee, and with a fee of 5 % and KES 10 for each ticket. */
let free: Account
let paying: Account
const stage = keepStage({
  PAGE_SECONDS: '0',
  LIMIT_PUSH_PER_ADDRESS: MANY,
  HOLD_SHARE_PER_ADDRESS: '100',
  HOLD_SHARE_UNPROVEN: '100',
})
beforeAll(async () => {
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
})

const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const DAYS = [1, 2, 3]
/** The first day. Computed once, because the tests move the clock to the days. */
const FIRST = Date.now() + 4 * DAY
const dateOf = (n: number) => new Date(FIRST + (n - 1) * DAY).toISOString().slice(0, 10)
const inMs = (ms: number) => new Date(stage.clock.now().getTime() + ms)

async function build(
  type: TypeSpec,
  {
    fee,
    code,
    pool,
    enters,
    addOn,
  }: Pick<Capability, 'fee' | 'code' | 'pool' | 'enters'> & { addOn?: TypeSpec } = {},
) {
  const organizer = fee ? paying : free
  const own = {
    organizerId: organizer.id,
    feesOnTop: fee === 'on top',
    types: addOn ? [type, { ...addOn, kind: 'add_on' as const }] : [type],
    ...(pool && { pools: [{ name: 'Hall', quantity: pool }] }),
    ...(enters && { days: DAYS.map((n) => ({ date: dateOf(n), time: '18:00' })) }),
  }
  const event = await buildEvent(stage.db, own)
  const typeIds = event.types.map(({ id }) => id)
  const built = code && (await buildCode(stage.db, event, { ...code, typeIds }))
  return { stage, organizer, event, ...(built && { code: built.code }) }
}

/** The tickets that the event's limits count. In this file, no line counts in two limits. */
async function readCount({ id }: BuiltEvent) {
  const { sum } = stage.db.fn
  const limits = stage.db.selectFrom('sale_limit').select(sum<number>('held').as('held'))
  const counted = limits.select(sum<number>('sold').as('sold')).where('event_id', '=', id)
  const { held, sold } = await counted.executeTakeFirstOrThrow()
  return sold === null ? undefined : { held: Number(held), sold: Number(sold) }
}

/** Buys by this way. Returns the totals that the buyer saw and paid, and the line of the order. */
async function buy(
  way: Way,
  event: Awaited<ReturnType<typeof build>>,
  { free, ...wish }: Omit<Parameters<Way['place']>[0], keyof typeof event>,
) {
  const placed = await way.place({ ...event, ...wish, ...(free && { free }) })
  if ('refused' in placed) throw new Error(placed.refused)
  if (free) await stage.runJobs()
  else await way.pay(stage, placed)
  const line = await stage.db
    .selectFrom('order_line as l')
    .innerJoin('order as o', 'o.id', 'l.order_id')
    .leftJoin('payment as p', (join) =>
      join.onRef('p.order_id', '=', 'l.order_id').on('p.use', '=', 'sale'),
    )
    .select(['l.quantity', 'l.amount_cents', 'l.price_cents', 'l.fee_cents', 'o.state'])
    .select('p.confirmed_amount_cents')
    .where('l.order_id', '=', placed.orderId)
    .executeTakeFirstOrThrow()
  expect(line.state).toBe('issued')
  return {
    shown: placed.shownKes,
    // A free order has no payment.
    paid: free ? (line.confirmed_amount_cents ?? 0) : line.confirmed_amount_cents! / 100,
    bought: {
      quantity: wish.quantity,
      people: line.quantity,
      amount: line.amount_cents / 100,
      price: line.price_cents / 100,
      fee: line.fee_cents! / 100,
    },
  }
}

// spec: ways-of-prices
describe.each(Object.entries(WAYS))('%s', (_, way) => {
  test.each(Object.entries(CAPABILITIES))('sells with %s', async (_, { type, ...cell }) => {
    const event = await build(type(stage.clock.now()), cell)
    for (const [index, bought] of cell.buys.entries()) {
      const { amount, quantity, people = quantity } = bought
      const wish = { quantity, ...(cell.chosen && { chosen: cell.chosen }), free: !!cell.isFree }
      expect(await buy(way, event, wish)).toEqual({
        shown: amount,
        paid: amount,
        bought: { ...bought, people },
      })
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

const OF_DAYS = Object.entries(CAPABILITIES).filter(([, { enters }]) => enters)

// spec: ways-of-days
describe.each(Object.entries(WAYS))('%s', (_, way) => {
  test.each(OF_DAYS)(
    'sells %s, which enters on its own days only, online and offline',
    async (_, { type, ...cell }) => {
      const sold = await build(type(stage.clock.now()), cell)
      const wish = { quantity: 1, free: !!cell.isFree }
      const [first, second] = [await sellOne(way, sold, wish), await sellOne(way, sold, wish)]
      const phone = await pairPhone(sold)
      const [online, offline] = [await openGateApp(stage, phone), await openGateApp(stage, phone)]
      offline.goOffline()
      const { days, on } = cell.enters!
      for (const n of DAYS) {
        const known = days.includes(n) ? 'used' : 'other_day'
        const expected = [on.includes(n) ? 'valid' : known, known]
        await onDay(n, async () => {
          expect(await scanTwice(online.session, first), `day ${n}, online`).toEqual(expected)
          expect(await scanTwice(offline.session, second), `day ${n}, offline`).toEqual(expected)
        })
      }
    },
  )
})

/** Sells one unit, and returns the number of its ticket. */
async function sellOne(...[way, sold, wish]: Parameters<typeof buy>): Promise<string> {
  await buy(way, sold, wish)
  const tickets = stage.db.selectFrom('ticket').select('number')
  const newest = tickets.where('event_id', '=', sold.event.id).orderBy('id', 'desc')
  return (await newest.executeTakeFirstOrThrow()).number
}

async function scanTwice(session: GateSession, number: string): Promise<string[]> {
  const once = await scanWith(session, number)
  expect(once.isAlone).toBe(!session.state.isOnline)
  return [once.result, (await scanWith(session, number)).result]
}

/** Runs `work` with the clock at 8 PM on this day of the event. */
async function onDay(n: number, work: () => Promise<void>): Promise<void> {
  const before = stage.clock.offsetMs
  stage.clock.offsetMs = Date.parse(`${dateOf(n)}T20:00+03:00`) - Date.now()
  await work().finally(() => {
    stage.clock.offsetMs = before
  })
}

// spec: ways-of-units
test.each(Object.entries(WAYS))(
  '%s sells an add-on to a phone with a ticket only, and refuses less than the least and more than the pool has',
  async (_, way) => {
    const phone = newPhone()
    const addOn = { name: 'Drinks', price: 900, soldIn: 3 }
    const event = await build({ price: 1000, minPerOrder: 2, pool: 'Hall' }, { pool: 3, addOn })
    const wish = { ...event, quantity: 1, phone, isAddOn: false }
    expect(await way.place({ ...wish, isAddOn: true })).toHaveProperty('refused')
    expect(await way.place(wish)).toHaveProperty('refused')
    await buy(way, event, { quantity: 2, phone, isAddOn: false })
    expect(await way.place({ ...wish, quantity: 2 })).toHaveProperty('refused')
    expect(await buy(way, event, { quantity: 2, phone, isAddOn: true })).toMatchObject({
      shown: 1800,
      paid: 1800,
      bought: { people: 6, amount: 1800, price: 900 },
    })
    // Add-ons use no room in the pool.
    expect(await readCount(event.event)).toEqual({ held: 0, sold: 2 })
  },
)

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
  const again = await fillForm(stage, event, 1, { cookie })
  again.fields.set('phoneNumber', phoneNumber)
  expect(again.fields.get(`p_${event.types[0]!.id}`)).toBe('1500')
  expect((await postForm(stage, again, cookie)).statusCode).toBe(303)
  const order = stage.db.selectFrom('order').select('amount_cents')
  const placedAgain = await order.where('id', '=', again.fields.get('orderId')!).execute()
  expect(placedAgain).toEqual([{ amount_cents: 170_000 }])
})

// Leaves out the page without script: it then sells nothing, and says why.
// spec: ways-of-prices
test.each(Object.entries(WAYS).filter(([name]) => name !== 'the web without script'))(
  '%s refuses a code that is used up',
  async (_, way) => {
    const code = { kind: 'percent', value: 50, maxTickets: 1 } as const
    const event = await build({ price: 1000 }, { code })
    await buy(way, event, { quantity: 1 })
    expect(await way.place({ ...event, quantity: 1 })).toEqual({ refused: 'code_used_up' })
  },
)

// Leaves out the door: there the steward takes cash before the sale is recorded.
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

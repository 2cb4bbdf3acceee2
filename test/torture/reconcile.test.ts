import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest'
import { newPhone, orderFor } from '../build.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { audit } from './audit.ts'
import {
  type Buyer,
  buyer,
  type FaultCounts,
  type Order,
  phones,
  type ShopReply,
} from './clients.ts'
import { type Draw, makeDraw } from './draw.ts'
import { type Facts, waitForQuiet } from './facts.ts'
import { type Shop, startShop } from './processes.ts'
import { reconcile } from './reconcile-command.ts'

const SEED = 20261121
/** The number of purchases. The variable TORTURE_PURCHASES changes it. */
const PURCHASES = Number(process.env.TORTURE_PURCHASES ?? 200)
const TIME_SCALE = 0.05
const BUYERS = 32
/** The maximum number of additional rounds of buyers, until every kind of fault has occurred. */
const MORE = 20
const PHONES_EACH = 5
const PATIENCE_MS = 1500
const LIMIT_MS = 300_000 + PURCHASES * 300

// All kinds of faults that affect a sale. Faults of email are tested elsewhere, and no buyer here
// gives an address. The run fails if a kind of fault does not occur, because the run would then
// prove nothing about it.
const FAULTS = {
  seed: SEED,
  push: {
    delay_ms: [0, 150],
    http_429: 0.05,
    http_500: 0.03,
    html_503: 0.03,
    drop_after_accept: 0.08,
  },
  callback: {
    drop: 0.2,
    duplicate: 0.15,
    delay_ms: [0, 400],
    reorder: 0.1,
    wrong_amount: 0.06,
    before_answer: 0.1,
  },
  query: { pending: 0.25, contradict: 0.3, http_500: 0.15 },
  pull: { delay_ms: [0, 100], http_500: 0.3, empty: 0.2 },
  token: { expired: 0.03 },
  sms: {
    delay_ms: [0, 100],
    http_429: 0.03,
    http_500: 0.05,
    drop_after_accept: 0.06,
    report_drop: 0.25,
  },
}

let database: TestDatabase
let shop: Shop

beforeAll(async () => {
  database = await createTestDatabase()
  const types = [
    { name: 'Standard', price: 150, capacity: 5000, gates: ['North', 'South'] },
    // A price with cents, and so few tickets that they sell out.
    { name: 'VIP', price: 999.5, capacity: 40 },
    { name: 'Premium', price: 2500, capacity: 25 },
  ]
  shop = await startShop({ databaseUrl: database.url, timeScale: TIME_SCALE, types })
})
afterAll(async () => {
  await shop?.close()
  await database?.close()
})

/** The codes of an order for which too few tickets are left. */
const SHORT = /^(sold_out|all_taken|few_left)$/

type Person = { shop: Buyer; sandbox: ReturnType<typeof phones>; draw: Draw; phones: string[] }

const MANNERS = ['pay', 'pay', 'pay', 'pay', 'pay', 'pay', 'pay', 'cancel', 'no funds', 'ignore']

/** Plays a buyer: sets how the phone reacts, buys, and perhaps tries again. */
async function purchase(person: Person): Promise<void> {
  const { draw, sandbox } = person
  const phone = draw.pick(person.phones)
  const manner = draw.pick(MANNERS)
  await sandbox.set(phone, {
    auto: manner === 'no funds' ? 'pay' : manner,
    delay_ms: draw.between(0, 200),
    balance_kes: manner === 'no funds' ? 0 : 1_000_000,
  })
  const order = await placeAnything(person, phone)
  // If a payment is still open on this phone, a new phone buys.
  if (!order) return await purchase({ ...person, phones: [newPhone()] })
  // A second click on the button, while the first request may still be in progress.
  if (draw.chance(0.1)) await person.shop.place(order)
  const reply = await person.shop.follow(order.orderId, PATIENCE_MS)
  if (!canTryAgain(reply) || draw.chance(0.3)) return
  // The second prompt goes to the same phone or to a friend's phone. If the first prompt turns out
  // to be paid, both phones pay.
  const payer = draw.chance(0.5) ? phone : draw.pick(person.phones)
  await sandbox.set(payer, { auto: 'pay', delay_ms: 0, balance_kes: 1_000_000 })
  const again = await person.shop.tryAgain(order.orderId, payer)
  expect([202, 409]).toContain(again.status)
  await person.shop.follow(order.orderId, PATIENCE_MS)
}

function canTryAgain({ body }: ShopReply): boolean {
  return 'can_retry' in body && body.can_retry
}

/**
 * Places the order, or a smaller order if it is sold out. Returns null if a payment is still open
 * on this phone.
 */
async function placeAnything(person: Person, phoneNumber: string): Promise<Order | null> {
  const { draw } = person
  const quantity = draw.between(1, 4)
  const wish = draw.chance(0.3) ? [quantity, draw.between(0, 2), draw.between(0, 2)] : [quantity]
  for (const quantities of [wish, [quantity]]) {
    const order = orderFor(shop.event, quantities, { phoneNumber })
    const reply = await person.shop.place(order)
    // The status is 200 if the prompt ended before the response was written.
    if (reply.status === 202 || reply.status === 200) return order
    if ('code' in reply.body && reply.body.code === 'payment_open') return null
    expect(reply).toMatchObject({ status: 409, body: { code: expect.stringMatching(SHORT) } })
  }
  throw new Error('there were always standard tickets')
}

async function buyAll(purchases: number, seed: number): Promise<void> {
  let left = purchases
  const work = Array.from({ length: BUYERS }, async (_, index) => {
    const person = {
      shop: buyer(shop),
      sandbox: phones(shop),
      draw: makeDraw(seed + index),
      phones: Array.from({ length: PHONES_EACH }, newPhone),
    }
    while (left-- > 0) await purchase(person)
  })
  await Promise.all(work)
}

function describeRun(facts: Facts, counts: FaultCounts, violations: string[]): string {
  const injected = Object.entries(counts)
    .map(
      ([group, kinds]) =>
        `${group} ${Object.entries(kinds)
          .map((kind) => kind.join(' '))
          .join(', ')}`,
    )
    .join('; ')
  const uses = (use: string) => facts.payments.filter((payment) => payment.use === use).length
  const resent = facts.messages.reduce((sum, message) => sum + message.resent, 0)
  return [
    `reconciliation, seed ${SEED}: ${facts.orders.length} purchases`,
    `faults: ${injected}`,
    `sold ${uses('sale')}`,
    `refund due ${uses('refund_due')}`,
    `paid back ${facts.paidBack.length}`,
    `resent SMS ${resent}`,
    `violations ${violations.length}`,
  ].join(' | ')
}

function notInjected(counts: FaultCounts): string[] {
  const planned = Object.entries(counts).filter(([group]) => group in FAULTS)
  return planned.flatMap(([group, kinds]) =>
    Object.keys(kinds)
      .filter((kind) => kinds[kind] === 0)
      .map((kind) => `${group}.${kind}`),
  )
}

// spec: reconcile-command
test(
  `after ${PURCHASES} purchases under every fault our receipts equal the ledger`,
  async () => {
    onTestFailed(() => console.error(shop.app.readLog().slice(-20_000)))
    const sandbox = phones(shop)
    await sandbox.setFaults(FAULTS)
    await buyAll(PURCHASES, SEED)
    // The number of queries and pulls depends on the time, so more buyers come until every kind of
    // fault has occurred.
    for (let more = 1; more <= MORE; more++) {
      if (notInjected(await sandbox.faultCounts()).length === 0) break
      await buyAll(BUYERS, SEED + more * BUYERS)
    }
    const counts = await sandbox.clearFaults()
    const facts = await waitForQuiet(shop)
    const violations = audit(facts)
    console.log(describeRun(facts, counts, violations))
    expect(violations).toEqual([])
    const { code, said } = await reconcile(shop, TIME_SCALE)
    console.log(said)
    expect(said).toMatch(/All agree\.$/)
    expect(code).toBe(0)
    expect(facts.orders.length).toBeGreaterThanOrEqual(PURCHASES)
    expect(notInjected(counts)).toEqual([])
    // Only messages whose response was lost may be sent again.
    const resent = facts.messages.reduce((sum, message) => sum + message.resent, 0)
    expect(resent).toBeLessThanOrEqual(counts.sms!.drop_after_accept!)
  },
  LIMIT_MS,
)

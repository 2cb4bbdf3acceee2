// spec: refund-ledger-equal
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest'
import { readEnv } from '../../src/env.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { cancelEvent } from '../../src/refunds/cancellation/cancel-event.ts'
import { payBackReceipt } from '../../src/refunds/manual/pay-back.ts'
import { recordManual, retryRefund } from '../../src/refunds/manual/refund-actions.ts'
import { buildAccount } from '../accounts.ts'
import { type BuiltEvent, buildEvent } from '../build.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { checkPaidBack } from './audit.ts'
import { phones } from './clients.ts'
import { makeDraw } from './draw.ts'
import { type Facts, findOpenEnds, readFacts, readTables } from './facts.ts'
import { type Shop, startShop } from './processes.ts'
import { reconcile } from './reconcile-command.ts'
import { spend } from './spenders.ts'
import { waitFor } from './wait-for.ts'

const SEED = 20261122
const BUYERS = 12
const TIME_SCALE = 0.02
/** The number of purchases. The variable TORTURE_REFUNDS changes it. */
const PURCHASES = Number(process.env.TORTURE_REFUNDS ?? 40)
/** The number of purchases after which one event is cancelled. */
const PER_CANCELLED = 100
const LIMIT_MS = 120_000 + PURCHASES * 300
const HURRY_MS = 15_000
const LOOK_MS = 1000

// All faults that apply to payments, refund requests and status queries.
const CALLS = {
  ...{ http_429: 0.04, http_500: 0.04, html_503: 0.04, drop_after_accept: 0.06 },
  ...{ before_answer: 0.05, delay_ms: [0, 300], drop: 0.06, duplicate: 0.08, refused: 0.05 },
}
const MONEY = { ...CALLS, timeout: 0.05, timeout_done: 0.05 }
const FAULTS = {
  seed: SEED,
  push: {
    delay_ms: [0, 100],
    http_429: 0.04,
    http_500: 0.03,
    html_503: 0.03,
    drop_after_accept: 0.05,
  },
  callback: {
    ...{ drop: 0.06, duplicate: 0.1, delay_ms: [0, 300], reorder: 0.05, wrong_amount: 0.04 },
    before_answer: 0.05,
  },
  query: { pending: 0.1, contradict: 0.1, http_500: 0.1 },
  pull: { delay_ms: [0, 100], http_500: 0.2 },
  token: { expired: 0.01 },
  c2b: { delay_ms: [0, 300], drop: 0.1, duplicate: 0.1, refused: 0.05, timeout: 0.3 },
  sms: {
    delay_ms: [0, 50],
    http_429: 0.02,
    http_500: 0.03,
    drop_after_accept: 0.03,
    report_drop: 0.1,
  },
  reversal: MONEY,
  b2c: MONEY,
  status: { ...CALLS, timeout: 0.05 },
}

let database: TestDatabase
let shop: Shop
let doomed: BuiltEvent[]

beforeAll(async () => {
  database = await createTestDatabase()
  const types = [
    { name: 'Standard', price: 150, capacity: 100_000 },
    { name: 'VIP', price: 1000, capacity: 100_000 },
  ]
  shop = await startShop({ databaseUrl: database.url, timeScale: TIME_SCALE, types })
  const count = Math.ceil(PURCHASES / PER_CANCELLED)
  const built = Array.from({ length: count }, (_, index) =>
    buildEvent(shop.db, { title: `Doomed ${index}`, types }),
  )
  doomed = await Promise.all(built)
})
afterAll(async () => {
  await shop?.close()
  await database?.close()
})

const deps = () => ({ db: shop.db, env: readEnv({}), clock: systemClock })

let admin: ReturnType<typeof buildAccount> | undefined
const theAdmin = () => {
  admin ??= buildAccount(deps(), 'admin')
  return admin
}

/** Runs all purchases, and cancels one event after another in the meantime. */
async function spendAll(): Promise<void> {
  const { viewer } = await theAdmin()
  const [open, toCancel] = [[...doomed], [...doomed]]
  let left = PURCHASES
  const buyOn = async (_: unknown, index: number) => {
    const draw = makeDraw(SEED + index)
    while (left-- > 0) {
      await spend({ shop, draw, admin: viewer, events: [shop.event, ...open.slice(0, 2)] })
      const due = Math.floor(((PURCHASES - left) / PURCHASES) * doomed.length)
      while (doomed.length - toCancel.length < due) {
        const event = toCancel.shift()!
        await cancelEvent(deps(), viewer, { eventId: event.id, title: event.title, reason: '' })
        open.shift()
      }
    }
  }
  await Promise.all(Array.from({ length: BUYERS }, buyOn))
}

/**
 * Does an admin's work: retries refused refunds, records manual refunds, and refunds payments
 * without an order. Returns true once all refunds are done.
 */
async function isAllDone(): Promise<boolean> {
  const refunds = await shop.db.selectFrom('refund').select(['id', 'state']).execute()
  const strays = await shop.db
    .selectFrom('unmatched_receipt')
    .select(['receipt', 'state', 'listed_at'])
    .execute()
  const { viewer } = await theAdmin()
  const refused = refunds.filter(({ state }) => state === 'refused')
  for (const { id } of refused) await retryRefund(deps(), viewer, id)
  const byHand = refunds.filter(({ state }) => state === 'manual')
  for (const { id } of byHand)
    await recordManual(deps(), viewer, id, { reference: `EFT ${id}`, from: 'bank' })
  const open = strays.filter(({ state }) => state === 'open')
  for (const { receipt, listed_at } of open) {
    if (listed_at) await payBackReceipt(deps(), viewer, receipt)
  }
  const isEnded = [refused, byHand, open].every((rows) => rows.length === 0)
  return isEnded && refunds.every(({ state }) => state === 'done')
}

let hurriedAt = 0

/**
 * Like `isAllDone`, but also removes the long pauses after failed refunds. It does so only every
 * HURRY_MS, because refunds that are queried without a pause delay all others.
 */
async function isAllDoneSoon(): Promise<boolean> {
  if (Date.now() - hurriedAt < HURRY_MS) return await isAllDone()
  hurriedAt = Date.now()
  // Many refunds may have emptied the account, which an admin has to fill.
  await phones(shop).fillUtility(1_000_000)
  await sql`update refund set next_at = now() where next_at > now() and state in ('due', 'unknown')`.execute(
    shop.db,
  )
  return await isAllDone()
}

/** Describes each refund and payment that has not ended, with the reason. */
async function describeLeft(): Promise<string> {
  const { refunds, strays, payments } = await readTables(shop)
  const listed = new Map(payments.map(({ id, listed_at }) => [id, listed_at !== null]))
  return JSON.stringify([
    ...refunds
      .filter(({ state }) => state !== 'done')
      .map(({ id, state, way, tries, next_at, failure_code, payment_id, unmatched_receipt }) => ({
        ...{ id, state, way, tries, next_at, failure_code },
        isListed: unmatched_receipt !== null || listed.get(payment_id ?? ''),
      })),
    ...strays
      .filter(({ state }) => state === 'open')
      .map(({ receipt, found_at, paid_at, listed_at }) => ({
        ...{ receipt, found_at, paid_at, listed_at },
      })),
    ...findOpenEnds(await readFacts(shop)),
  ])
}

function describeRun({ orders, refunds, ledger, paidBack, strays }: Facts): string {
  const of = (kind: string) => ledger.filter((row) => row.kind === kind).length
  const back = (way: string) => refunds.filter((refund) => refund.way === way).length
  return [
    `money, seed ${SEED}: ${orders.length} orders`,
    `paid by prompt ${of('push')}, by hand ${of('paybill')}, for no order ${strays.length}`,
    `events cancelled ${doomed.length}`,
    `refunds ${refunds.length}: reversal ${back('reversal')}, b2c ${back('b2c')}, by hand ${back('manual')}`,
    `moved back by M-Pesa ${paidBack.length}`,
    `KES in ${inCents(ledger) / 100}, back ${inCents(paidBack) / 100}`,
  ].join(' | ')
}

const inCents = (rows: Facts['ledger']) => rows.reduce((sum, { amount }) => sum + amount * 100, 0)

test(
  'after purchases, hand payments, refunds and cancellations under every fault our ledger equals the one of M-Pesa',
  async () => {
    onTestFailed(async () => {
      console.error(await describeLeft())
      console.error(shop.app.readLog().slice(-10_000))
    })
    await phones(shop).setFaults(FAULTS)
    await spendAll()
    await waitFor('every refund came to an end', isAllDone, 30_000, LOOK_MS).catch(() => {})
    await phones(shop).clearFaults()
    let facts = await readFacts(shop)
    // Without faults the list shows further payments, which are then refunded as well.
    const isQuiet = async () => {
      if (!(await isAllDoneSoon())) return false
      facts = await readFacts(shop)
      return findOpenEnds(facts).length === 0
    }
    await waitFor('everything came to its end without faults', isQuiet, 2 * LIMIT_MS, LOOK_MS)
    console.log(describeRun(facts))
    expect(facts.refunds.filter(({ state }) => state !== 'done')).toEqual([])
    expect(facts.refunds.length).toBeGreaterThan(PURCHASES / 3)
    expect(checkPaidBack(facts)).toEqual([])
    expect(facts.books).toEqual([])
    const booked = await sql<{ way: string; cents: number }>`
    select account as way, sum(amount_cents)::float8 as cents from ledger_line
    where account in ('collection', 'utility') group by 1 order by 1`.execute(shop.db)
    const back = (kind: string) => inCents(facts.paidBack.filter((row) => row.kind === kind))
    expect(booked.rows).toEqual([
      { way: 'collection', cents: inCents(facts.ledger) - back('reversal') },
      { way: 'utility', cents: -back('b2c') },
    ])
    const { code, said } = await reconcile(shop, TIME_SCALE)
    expect(said).toMatch(/All agree\.$/)
    expect(code).toBe(0)
  },
  300_000 + PURCHASES * 1000,
)

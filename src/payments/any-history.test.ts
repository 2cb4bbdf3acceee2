// spec: history-ends-receipt, paybill-one-row, refund-part-of-ticket
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readBookDifferences } from '../../test/books.ts'
import { type BuiltEvent, buildEvent, newPhone, orderFor } from '../../test/build.ts'
import { requestOrder } from '../../test/http.ts'
import { confirmByHand } from '../../test/paybill.ts'
import {
  endHolds,
  MINUTE,
  newReceipt,
  post,
  readStock,
  requestIdFor,
  tryAgain,
} from '../../test/purchase.ts'
import { refundSomePeople, sumRefunds } from '../../test/refunds.ts'
import { failedCallback, keepStage, paidCallback } from '../../test/stage.ts'
import { todaysRuns } from '../../test/torture/daily.ts'
import type { PulledRow } from './mpesa/pull.ts'

const PRICE = 200
const CAPACITY = 3

const stage = keepStage({ LIMIT_PUSH_PER_PHONE: '1000000' })

/** A prompt that is on a phone, whether or not the shop knows about it. */
type OpenPrompt = {
  id: string
  path: string
  code: string
  phone: string
  amountCents: number
  receipt: string | null
}

/** The facts as M-Pesa knows them. The shop may know less. */
type World = {
  event: BuiltEvent
  orders: ReturnType<typeof orderFor>[]
  prompts: OpenPrompt[]
  ledger: PulledRow[]
  push: 'accepted' | 'unknown' | 'lost' | 'later' | 'refused'
  query: 'truth' | 'pending' | 'contradict'
  /** Refunds of some people of a ticket. */
  parts: { orderId: string; people: number }[]
}

async function makeWorld(): Promise<World> {
  const event = await buildEvent(stage.db, { types: [{ price: PRICE, capacity: CAPACITY }] })
  const phones = [newPhone(), newPhone()]
  const orders = [0, 1, 2].map((n) =>
    orderFor(event, [2 - (n % 2)], { phoneNumber: phones[n % 2]! }),
  )
  const world: World = {
    ...{ event, orders, prompts: [], ledger: [], parts: [] },
    ...{ push: 'accepted', query: 'truth' },
  }
  stage.sent.length = 0
  stage.daraja.receipts = []
  stage.daraja.nextPush = (request) => {
    const { push } = world
    const id = requestIdFor(request.phone, stage.clock.now(), stage.daraja.pushes.length % 999)
    const path = new URL(request.callbackUrl).pathname
    const { accountReference: code, phone, amountCents } = request
    if (push === 'later') return { kind: 'later', raw: {} }
    if (push === 'refused') return { kind: 'refused', code: '1001', raw: {} }
    // A 'lost' push never reached the phone.
    if (push !== 'lost') world.prompts.push({ id, path, code, phone, amountCents, receipt: null })
    if (push !== 'accepted') return { kind: 'unknown', raw: {} }
    return { kind: 'accepted', merchantRequestId: `m-${id}`, checkoutRequestId: id, raw: {} }
  }
  stage.daraja.nextQuery = (id) => {
    if (world.query === 'pending') return { kind: 'pending' }
    const prompt = world.prompts.find((shown) => shown.id === id)
    if (!prompt?.receipt || world.query === 'contradict') return { kind: 'failed', code: '1032' }
    return { kind: 'paid' }
  }
  return world
}

function take(world: World, paid: { code: string; phone: string; amountCents: number }): string {
  const receipt = newReceipt()
  const { code: accountReference, phone: msisdn, amountCents } = paid
  world.ledger.push({ receipt, amountCents, accountReference, msisdn, at: stage.clock.now() })
  return receipt
}

type Step = { name: string; n: number }

const pick = <T>(rows: T[], n: number): T | undefined => rows[n % Math.max(1, rows.length)]

const STEPS: Record<string, (world: World, n: number) => unknown> = {
  place: (world, n) => requestOrder(stage, pick(world.orders, n)!),
  again: (world, n) => tryAgain(stage, pick(world.orders, n)!.orderId),
  work: () => stage.runJobs(),
  hurry: () => stage.hurry(),
  sweep: () => stage.sweep(),
  wait: (_world, n) => stage.pass([1, 16, 121, 200, 310, 660][n % 6]! * 1000),
  push: (world, n) => {
    world.push = (['accepted', 'unknown', 'lost', 'later', 'refused'] as const)[n % 5]!
  },
  query: (world, n) => {
    world.query = (['truth', 'pending', 'contradict'] as const)[n % 3]!
  },
  pay: (world, n) => {
    const prompt = pick(world.prompts, n)
    if (!prompt || prompt.receipt) return
    prompt.receipt = take(world, prompt)
  },
  byHand: (world, n) => {
    const prompt = pick(world.prompts, n)
    if (prompt)
      take(world, { ...prompt, amountCents: [PRICE * 100, 2 * PRICE * 100, 50_50][n % 3]! })
  },
  list: (world, n) => {
    stage.daraja.receipts = world.ledger.slice(0, n % (world.ledger.length + 1))
  },
  tellPaid: async (world, n) => {
    const prompt = pick(world.prompts, n)
    if (!prompt?.receipt) return
    const amount = prompt.amountCents / 100 - (n % 4 === 0 ? 1 : 0)
    await post(stage, prompt.path, paidCallback(prompt.receipt, amount, prompt.id))
  },
  /** An attacker with the secret address of a prompt posts invented successes. */
  forge: async (world, n) => {
    const prompt = pick(world.prompts, n)
    if (!prompt) return
    const { phone, amountCents, path, id } = prompt
    const paid = (told: string, payer = phone) =>
      paidCallback(newReceipt(), amountCents / 100, told, Number(payer))
    const forged = [
      paid(''),
      paid('ws_CO_invented'),
      paid(requestIdFor(phone, stage.clock.now(), 999)),
      ...world.prompts.filter((other) => other !== prompt).map((other) => paid(other.id)),
      paid(id, '254799999999'),
      // A success must be ignored after the final result, and if the push never returned an id. In
      // both cases even a success with the right id proves nothing.
      ...((await isBelieved(path)) ? [] : [paid(id), paid(id), paid(id), paid(id)]),
    ]
    await post(stage, path, pick(forged, Math.floor(n / world.prompts.length))!)
  },
  /** M-Pesa confirms a payment to Lango's number, by prompt or by paybill. */
  confirm: async (world, n) => {
    const row = pick(world.ledger, n)
    if (!row) return
    const { accountReference: code, msisdn, receipt, amountCents } = row
    const account = [code, ` ${code.toLowerCase()}`, code.replaceAll('0', 'o')][n % 3]!
    const payer = [`${msisdn.slice(0, 4)} ***** ${msisdn.slice(-3)}`, '', msisdn][n % 3]!
    const told = { account, payer, amount: amountCents / 100, receipt, at: row.at! }
    await confirmByHand(stage, told)
  },
  /** An admin refunds one or all people of a ticket. */
  takeBack: async (world, n) => {
    const part = await refundSomePeople(stage, world.event.id, n)
    if (part) world.parts.push(part)
  },
  tellFailed: async (world, n) => {
    const prompt = pick(world.prompts, n)
    if (prompt) await post(stage, prompt.path, failedCallback(n % 2 ? 1032 : 1037, prompt.id))
  },
}

/** Whether a success with the prompt's id must sell the tickets. */
async function isBelieved(path: string): Promise<boolean> {
  await stage.runJobs()
  const payment = await stage.db
    .selectFrom('payment')
    .select(['state', 'checkout_request_id'])
    .where('callback_token', '=', path.split('/').at(-1)!)
    .executeTakeFirstOrThrow()
  return payment.checkout_request_id !== null && !['failed', 'confirmed'].includes(payment.state)
}

// The steps of a history. A step that is listed more often is drawn more often.
const LATE =
  'pay pay pay tellPaid tellPaid confirm confirm confirm forge forge tellFailed tellFailed list list query query wait sweep sweep hurry work byHand byHand takeBack takeBack'

/** Ends all faults and lets every report arrive. */
async function heal(world: World): Promise<void> {
  world.query = 'truth'
  world.push = 'accepted'
  stage.daraja.receipts = world.ledger
  for (let i = 0; i < 3; i++) {
    await endHolds(stage)
    await stage.hurry()
  }
  stage.pass(61 * MINUTE)
  await stage.sweep()
}

async function readRows({ event }: World) {
  const orders = await stage.db
    .selectFrom('order')
    .selectAll()
    .where('event_id', '=', event.id)
    .execute()
  const payments = await stage.db
    .selectFrom('payment as p')
    .innerJoin('order as o', 'o.id', 'p.order_id')
    .selectAll('p')
    .where('o.event_id', '=', event.id)
    .execute()
  const lines = await stage.db
    .selectFrom('order_line as l')
    .innerJoin('order as o', 'o.id', 'l.order_id')
    .select(['l.quantity', 'l.order_id', 'o.state'])
    .where('o.event_id', '=', event.id)
    .execute()
  return { orders, payments, lines }
}

async function check(world: World): Promise<void> {
  const { orders, payments, lines } = await readRows(world)
  const codes = new Map(orders.map((order) => [order.id, order.code]))
  const booked = payments
    .filter((payment) => payment.state === 'confirmed')
    .map((p) => [p.mpesa_receipt, p.confirmed_amount_cents, codes.get(p.order_id)])
    .sort()
  const taken = world.ledger
    .map((row) => [row.receipt, row.amountCents, row.accountReference])
    .sort()
  expect(booked, 'each receipt once, with its amount and order').toEqual(taken)
  for (const payment of payments) {
    expect(payment.listed_at !== null, 'each receipt was listed').toBe(
      payment.state === 'confirmed',
    )
    expect(['confirmed', 'failed', 'unknown'], 'nothing is open').toContain(payment.state)
    expect([null, 'sale', 'refund_due'], 'each has its use').toContain(payment.use)
  }
  for (const order of orders) {
    const own = payments.filter((payment) => payment.order_id === order.id)
    const sales = own.filter((payment) => payment.use === 'sale')
    expect(sales.length, `${order.state}: sales`).toBe(order.state === 'issued' ? 1 : 0)
    for (const sale of sales) {
      expect(sale.confirmed_amount_cents, 'tickets cost what they cost').toBe(order.amount_cents)
    }
    expect(['issued', 'expired', 'refund_due'], 'each order has ended').toContain(order.state)
  }
  const sold = lines
    .filter((line) => line.state === 'issued')
    .reduce((sum, line) => sum + line.quantity - peopleBack(world, line.order_id), 0)
  expect(await readStock(stage, world.event.types[0]!.id)).toEqual({
    capacity: CAPACITY,
    held: 0,
    sold,
  })
  const nobodys = await stage.db
    .selectFrom('unmatched_receipt')
    .select('receipt')
    .where('state', '=', 'open')
    .execute()
  expect(nobodys, 'all of it has its order').toEqual([])
  expect(await readBookDifferences(stage.db), 'the books say what the states say').toEqual([])
  await checkRefunds(world, payments)
}

const peopleBack = ({ parts }: World, orderId: string) =>
  parts.reduce((sum, part) => sum + (part.orderId === orderId ? part.people : 0), 0)

type Rows = Awaited<ReturnType<typeof readRows>>

/**
 * Checks that the refunds of each payment add up to the amount that is due back, or to the price of
 * the people who were refunded.
 */
async function checkRefunds(world: World, payments: Rows['payments']): Promise<void> {
  const refunds = await sumRefunds(stage, world.event.id)
  for (const { id, use, order_id, confirmed_amount_cents } of payments) {
    const price = 100 * PRICE * peopleBack(world, order_id)
    expect(refunds.of(id), `${use}: refunded`).toBe(
      use === 'refund_due' ? confirmed_amount_cents : use === 'sale' ? price : 0,
    )
  }
  const told = stage.sent.filter((sms) => /refunded/.test(sms.body))
  expect(told, 'each refund is told once').toHaveLength(refunds.count)
}

const step = (name: string, n = 0): Step => ({ name, n })

/**
 * Steps that may happen, in any order, between two prompts of an order or after the last prompt.
 */
const between = fc.array(
  fc.record({ name: fc.constantFrom(...LATE.split(' ')), n: fc.nat({ max: 59 }) }),
  { maxLength: 6, size: 'max' },
)

/** The end of a prompt before the next prompt is sent: M-Pesa reports a failure, or nothing. */
const ending = fc.constantFrom<Step[]>(
  [step('tellFailed', 1), step('work')],
  [step('wait', 5), step('sweep'), step('work')],
)
const prompt = fc.tuple(fc.nat({ max: 9 }), between).map(([push, late]) => [
  // M-Pesa accepts half of the pushes.
  step('push', push >= 5 ? 0 : push),
  step('work'),
  ...late,
])
const nextPrompt = fc.tuple(ending, prompt).map(([end, next]) => [...end, step('again'), ...next])

/**
 * An order with up to three prompts, and perhaps a second order that takes its tickets. Some people
 * are refunded in the end.
 */
const histories = fc
  .tuple(
    prompt,
    fc.array(nextPrompt, { maxLength: 2, size: 'max' }),
    fc.boolean(),
    fc.array(fc.nat({ max: 59 }), { maxLength: 2, size: 'max' }),
  )
  .map(([first, others, rival, last]) => ({
    history: [
      step('place'),
      ...first,
      ...(rival ? [step('place', 1), step('work')] : []),
      ...others.flat(),
    ],
    last,
  }))

test('any history of prompts, callbacks, queries, lists and refunds of people ends with each shilling in one place', async () => {
  await fc.assert(
    fc.asyncProperty(histories, async ({ history, last }) => {
      const world = await makeWorld()
      for (const { name, n } of history) await STEPS[name]!(world, n)
      await heal(world)
      for (const n of last) await STEPS.takeBack!(world, n)
      await stage.runJobs()
      await check(world)
    }),
    { seed: 11, numRuns: todaysRuns(30, 6) },
  )
}, 120_000)

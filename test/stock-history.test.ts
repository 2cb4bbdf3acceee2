// spec: stock-any-history
// Stock, price steps, codes and their limits over any history of an event.
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { placeOrder } from '../src/orders/placing/place-order.ts'
import { buildAccount } from './accounts.ts'
import { newPhone, orderFor, orderOf } from './build.ts'
import { callAs } from './cancelling.ts'
import { requestOrder } from './http.ts'
import { fail, MINUTE, newReceipt, payLate, tryAgain } from './purchase.ts'
import { refundSomePeople } from './refunds.ts'
import { makeStage, type Stage } from './stage.ts'
import {
  CHOSEN_KES,
  expectLines,
  FEE,
  makeWorld,
  readLeft,
  readLines,
  type World,
} from './stock-world.ts'
import { checkStock } from './torture/audit.ts'
import { todaysRuns } from './torture/daily.ts'
import { readStockTables } from './torture/facts.ts'
import { sum } from './torture/rows.ts'
import { sendOn } from './transfers.ts'

let stage: Stage
let organizerId: string

beforeAll(async () => {
  stage = await makeStage({
    ...{ LIMIT_PUSH_PER_PHONE: '1000000', LIMIT_PUSH_PER_ADDRESS: '1000000' },
    ...{ HOLD_SHARE_PER_ADDRESS: '100', HOLD_SHARE_UNPROVEN: '100' },
  })
  organizerId = (await buildAccount(stage, 'organizer')).id
  const { basis_points, fixed_cents } = FEE
  const fee = { account_id: organizerId, basis_points, fixed_cents, set_at: stage.clock.now() }
  await stage.db.insertInto('organizer_fee').values(fee).execute()
})
afterAll(() => stage.close())

const QUANTITIES = [
  ...[[1], [2], [3], [4], [0, 1], [0, 2], [1, 1], [2, 2]],
  ...[
    [0, 0, 1],
    [1, 0, 2],
    [0, 0, 3],
    [1, 0, 0, 1],
    [0, 0, 0, 0, 2],
    [0, 1, 0, 0, 1],
  ],
]

async function place(world: World, n: number): Promise<void> {
  const phoneNumber = world.phones[n % world.phones.length]!
  const quantities = QUANTITIES[n % QUANTITIES.length]!
  // The last is no code.
  const code = world.codes[Math.floor(n / 3) % (world.codes.length + 1)]
  const { lines: expected, isUsedUp } = await expectLines(world, phoneNumber, { quantities, code })
  const request = orderFor(world.event, quantities, {
    phoneNumber,
    replaces: world.orders.slice(-8),
  })
  const shillings = expected.map(({ line }) => line.amount_cents / 100)
  const chosenId = world.event.types.at(-1)!.id
  const tickets = request.tickets.map((ticket, at) => ({
    ...ticket,
    amount: shillings[at]!,
    ...(ticket.ticketTypeId === chosenId && { price: CHOSEN_KES }),
  }))
  const { statusCode, body } = await requestOrder(stage, {
    ...{ ...request, tickets },
    amount: sum(shillings),
    ...(code && { promo_code: code.code }),
  })
  if (statusCode === 202) {
    world.orders.push(request.orderId)
    expect(await readLines(world, request.orderId)).toEqual(expected.map(({ line }) => line))
    expect([isUsedUp, expected.every(({ isSold }) => isSold)]).toEqual([false, true])
    return
  }
  if (body.includes('unknown_ticket_type')) {
    expect(expected.map(({ isSold }) => isSold)).toContain(false)
    return
  }
  if (body.includes('code_not_for_these')) {
    expect(expected.map(({ isFitting }) => isFitting)).not.toContain(true)
    return
  }
  if (body.includes('code_used_up')) {
    expect(isUsedUp).toBe(true)
    return
  }
  const isLeft = expected.every((one) => one.isLeft) && !world.isCancelled
  const refusals = isLeft ? /payment_open/ : /payment_open|few_left|all_taken|sold_out|sales_closed/
  expect(body).toMatch(refusals)
}

/** A proven phone takes free tickets, and no more of them than one order may have. */
async function takeFree(world: World, n: number): Promise<void> {
  const phone = world.phones[n % world.phones.length]!
  const order = orderOf(world.event, [0, 0, 0, 1 + (n % 2)], {
    ...{ phone, provenPhone: phone, paymentMethod: 'free' },
  })
  const refused = await placeOrder(stage.deps, order).then(
    () => null,
    ({ code }) => code,
  )
  if (refused === null) world.orders.push(order.orderId)
  else expect(refused).toMatch(/phone_limit|few_left|sold_out|sales_closed/)
  const taken = await stage.db
    .selectFrom('order_line as l')
    .innerJoin('order as o', 'o.id', 'l.order_id')
    .innerJoin('paid_line as s', 's.order_line_id', 'l.id')
    .select(sql<number>`coalesce(sum(l.quantity - s.back_quantity), 0)::int`.as('count'))
    .where('o.event_id', '=', world.event.id)
    .where('o.payment_method', '=', 'free')
    .where('o.phone', '=', phone)
    .executeTakeFirstOrThrow()
  expect(taken.count).toBeLessThanOrEqual(2)
}

/** Requests another prompt. The order keeps its prices, or is refused if its step has no room. */
async function promptAgain(world: World, n: number): Promise<void> {
  const id = world.orders[n % Math.max(1, world.orders.length)]
  if (id === undefined) return
  const before = await readLines(world, id)
  const { phone } = await stage.db
    .selectFrom('order')
    .select('phone')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const { leftOfLimit } = await readLeft(world, phone)
  const { status, body } = await tryAgain(stage, id, { replaces: world.orders.slice(-8) })
  expect(await readLines(world, id)).toEqual(before)
  const isFull = before.some(({ limit_ids, quantity }) =>
    limit_ids.some((limitId) => leftOfLimit(limitId) < quantity),
  )
  if (status >= 400) expect(status, JSON.stringify(body)).toBe(409)
  if (/amount_changed|code_used_up/.test(body.code)) expect(isFull, 'no room').toBe(true)
}

/** A prompt of this history whose buyer has neither paid nor refused. */
function findPrompt(world: World, n: number) {
  const open = stage.daraja.pushes
    .map((push, index) => ({ push, index }))
    .filter(({ index }) => index >= world.firstPush && !world.paid.has(index))
  const chosen = open[n % Math.max(1, open.length)]
  if (!chosen) return null
  world.paid.add(chosen.index)
  const { push, index } = chosen
  const callbackPath = new URL(push.callbackUrl).pathname
  return { push, callbackPath, checkoutId: `ws_CO_${index + 1}`, amount: push.amountCents / 100 }
}

async function edit(world: World, n: number): Promise<void> {
  const admin = await buildAccount(stage, 'admin')
  const url = `/api/events/${world.event.id}`
  const { body } = await callAs(stage, admin, `GET ${url}`)
  const [by, at] = [[-2, -1, 1, 2][n % 4]!, n % 3]
  const types = body.ticket_types.map((type: EditedType, index: number) =>
    index === at ? { ...type, quantity: type.quantity + by, ...editSteps(type, n) } : type,
  )
  const request = { updated_at: body.updated_at, ticket_types: types }
  const { status } = await callAs(stage, admin, `PUT ${url}`, request)
  expect([200, 409, 422]).toContain(status)
}

type EditedStep = { quantity?: number | null }
type EditedType = { quantity: number; price_steps?: EditedStep[] }

/** Changes the number of the first step, removes that step, adds a step, or changes none. */
function editSteps({ price_steps: steps = [] }: EditedType, n: number) {
  const [first, ...rest] = steps
  const kind = Math.floor(n / 4) % 4
  if (kind === 0) return { price_steps: [{ name: 'New', price: 50, quantity: 1 }, ...steps] }
  if (!first || kind === 3) return {}
  if (kind === 1) return { price_steps: rest }
  return {
    price_steps: [{ ...first, quantity: (first.quantity ?? 1) + (n % 2 ? 1 : -1) }, ...rest],
  }
}

async function transfer(world: World, n: number): Promise<void> {
  const valid = await stage.db
    .selectFrom('ticket')
    .select('number')
    .where('event_id', '=', world.event.id)
    .where('state', '=', 'valid')
    .orderBy('number')
    .execute()
  const ticket = valid[n % Math.max(1, valid.length)]
  if (ticket) await sendOn(stage, ticket.number, { phone: newPhone(), admits: 1 })
}

const STEPS: Record<string, (world: World, n: number) => Promise<unknown>> = {
  place,
  free: takeFree,
  again: promptAgain,
  edit,
  transfer,
  work: () => stage.runJobs(),
  wait: async (_world, n) => {
    stage.pass([1, 4, 11, 31][n % 4]! * MINUTE)
    await stage.sweep(['holds past their end'])
  },
  /** A buyer pays, in time or after the hold has ended. M-Pesa's list shows the payment. */
  pay: async (world, n) => {
    await stage.runJobs()
    const prompt = findPrompt(world, n)
    if (prompt) await payLate(stage, prompt, newReceipt())
  },
  fail: async (world, n) => {
    await stage.runJobs()
    const prompt = findPrompt(world, n)
    if (prompt) await fail(stage, prompt, 1032)
  },
  refund: async (world, n) => {
    if (!world.isCancelled) await refundSomePeople(stage, world.event.id, n)
  },
  cancel: async (world, n) => {
    if (world.isCancelled || n > 2) return
    const { id, title } = world.event
    const request = { title, reason: 'The hall is closed' }
    const admin = await buildAccount(stage, 'admin')
    const { status } = await callAs(stage, admin, `POST /api/events/${id}/cancel`, request)
    expect(status).toBe(202)
    world.isCancelled = true
    await stage.runJobs()
  },
}

// A step that is listed more often is drawn more often.
const NAMES =
  'place place place place place free free pay pay pay fail wait wait again again refund transfer edit edit work cancel'

const histories = fc.array(
  fc.record({ name: fc.constantFrom(...NAMES.split(' ')), n: fc.nat({ max: 59 }) }),
  { minLength: 5, maxLength: 25, size: 'max' },
)

test('over any history, types and limits count what lines say, and lines have the price of their moment', async () => {
  await fc.assert(
    fc.asyncProperty(histories, async (history) => {
      const world = await makeWorld(stage, organizerId)
      for (const { name, n } of history) {
        await STEPS[name]!(world, n)
        expect(checkStock(await readStockTables(stage.db)), `after ${name}`).toEqual([])
      }
    }),
    { seed: 48, numRuns: todaysRuns(60, 8), endOnFailure: true },
  )
}, 120_000)

// spec: stock-any-history
// Stock, price steps and their limits over any history of an event.
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FeeTerms, lineAmounts, priceFor, priceList } from '../src/events/price.rules.ts'
import { buildAccount } from './accounts.ts'
import { type BuiltEvent, buildEvent, newPhone, orderFor } from './build.ts'
import { callAs } from './cancelling.ts'
import { requestOrder } from './http.ts'
import { fail, MINUTE, newReceipt, payLate, tryAgain } from './purchase.ts'
import { refundSomePeople } from './refunds.ts'
import { makeStage, type Stage } from './stage.ts'
import { checkStock } from './torture/audit.ts'
import { todaysRuns } from './torture/daily.ts'
import { readStockTables } from './torture/facts.ts'
import { leftLines, sum } from './torture/rows.ts'
import { sendOn } from './transfers.ts'

const FEE: FeeTerms = { basis_points: 333, fixed_cents: 7, fees_on_top: true }
const PHONES = 3

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

type World = {
  event: BuiltEvent
  phones: string[]
  /** Ids of the placed orders. */
  orders: string[]
  /** Number of prompts of earlier histories. */
  firstPush: number
  paid: Set<number>
  isCancelled: boolean
}

async function makeWorld(): Promise<World> {
  const at = (minutes: number) => new Date(stage.clock.now().getTime() + minutes * MINUTE)
  const event = await buildEvent(stage.db, {
    ...{ organizerId, feesOnTop: true },
    types: [
      {
        ...{ price: 500, capacity: 7, maxPerOrder: 4 },
        steps: [
          { price: 200, quantity: 3 },
          { price: 300, endsAt: at(40) },
          { price: 400, quantity: 2, endsAt: at(180) },
        ],
      },
      {
        ...{ price: 300, capacity: 4, maxPerOrder: 4 },
        steps: [{ price: 99.5, quantity: 2, startsAt: at(20) }],
      },
    ],
  })
  stage.daraja.receipts = []
  return {
    ...{ event, orders: [], paid: new Set<number>(), isCancelled: false },
    phones: Array.from({ length: PHONES }, newPhone),
    firstPush: stage.daraja.pushes.length,
  }
}

type Rows = Awaited<ReturnType<typeof readStockTables>>

/** Tickets of each line that are held or sold, counted from orders and refunds. */
function countTaken(rows: Rows): Map<string, number> {
  const held = new Set(rows.holds.filter(({ state }) => state === 'held').map((h) => h.order_id))
  const sold = new Map(leftLines(rows).map(({ id, quantity }) => [id, quantity]))
  return new Map(
    rows.lines.map((line) => [
      line.id,
      held.has(line.order_id) ? line.quantity : sold.get(line.id)!,
    ]),
  )
}

/**
 * The state in which an order of this phone is judged: its open order is replaced, so its tickets
 * count as left.
 */
async function readLeft(world: World, phone: string | null) {
  const rows = await readStockTables(stage.db)
  const taken = countTaken(rows)
  const open = rows.orders.find(
    (order) => order.event_id === world.event.id && order.phone === phone && order.is_open === true,
  )
  const isCounted = (line: { id: string; order_id: string }) => line.order_id !== open?.id
  const total = (lines: Rows['lines']) =>
    sum(lines.filter(isCounted).map(({ id }) => taken.get(id) ?? 0))
  const ofLimit = (id: string) => {
    const links = rows.lineLimits.filter((link) => link.limit_id === id && link.is_counted)
    return rows.lines.filter((line) => links.some((link) => link.order_line_id === line.id))
  }
  return {
    leftOfType: (id: string) =>
      rows.types.find((type) => type.id === id)!.capacity -
      total(rows.lines.filter((line) => line.ticket_type_id === id)),
    leftOfLimit: (id: string) =>
      rows.limits.find((limit) => limit.id === id)!.capacity! - total(ofLimit(id)),
  }
}

/** The lines as an order for these quantities must be stored now. */
async function expectLines(world: World, phone: string, quantities: number[]) {
  const { leftOfType, leftOfLimit } = await readLeft(world, phone)
  const now = stage.clock.now().getTime()
  const lines = []
  for (const [index, quantity] of quantities.entries()) {
    if (quantity === 0) continue
    const { id } = world.event.types[index]!
    const type = await stage.db
      .selectFrom('ticket_type')
      .select('price_cents')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const stored = await stage.db
      .selectFrom('price_step')
      .selectAll()
      .where('ticket_type_id', '=', id)
      .orderBy('position')
      .execute()
    const steps = stored.map((step) => ({
      ...step,
      starts_at: step.starts_at?.toISOString() ?? null,
      ends_at: step.ends_at?.toISOString() ?? null,
      left: step.limit_id === null ? null : leftOfLimit(step.limit_id),
    }))
    const prices = priceList({ ...type, steps }, FEE)
    const price = priceFor(prices, quantity, now)
    const limit_id = steps[prices.indexOf(price)]?.limit_id ?? null
    const amounts = lineAmounts(price, quantity, FEE)
    const line = { ticket_type_id: id, quantity, price_cents: price.price_cents, limit_id }
    lines.push({ line: { ...line, ...amounts }, isLeft: leftOfType(id) >= quantity })
  }
  return lines
}

async function readLines(orderId: string) {
  return await stage.db
    .selectFrom('order_line as l')
    .leftJoin('line_limit as k', 'k.order_line_id', 'l.id')
    .select(['l.ticket_type_id', 'l.quantity', 'l.price_cents', 'k.limit_id'])
    .select(['l.amount_cents', 'l.fee_cents'])
    .where('l.order_id', '=', orderId)
    .orderBy('l.position')
    .execute()
}

const QUANTITIES = [[1], [2], [3], [4], [0, 1], [0, 2], [1, 1], [2, 2]]

async function place(world: World, n: number): Promise<void> {
  const phoneNumber = world.phones[n % PHONES]!
  const quantities = QUANTITIES[n % QUANTITIES.length]!
  const expected = await expectLines(world, phoneNumber, quantities)
  const request = orderFor(world.event, quantities, {
    phoneNumber,
    replaces: world.orders.slice(-8),
  })
  const shillings = expected.map(({ line }) => line.amount_cents / 100)
  const tickets = request.tickets.map((ticket, at) => ({ ...ticket, amount: shillings[at]! }))
  const { statusCode, body } = await requestOrder(stage, {
    ...{ ...request, tickets },
    amount: sum(shillings),
  })
  if (statusCode === 202) {
    world.orders.push(request.orderId)
    expect(await readLines(request.orderId)).toEqual(expected.map(({ line }) => line))
    return
  }
  const isLeft = expected.every((one) => one.isLeft) && !world.isCancelled
  const refusals = isLeft ? /payment_open/ : /payment_open|few_left|all_taken|sold_out|sales_closed/
  expect(body).toMatch(refusals)
}

/** Requests another prompt. The order keeps its prices, or is refused if its step has no room. */
async function promptAgain(world: World, n: number): Promise<void> {
  const id = world.orders[n % Math.max(1, world.orders.length)]
  if (id === undefined) return
  const before = await readLines(id)
  const { phone } = await stage.db
    .selectFrom('order')
    .select('phone')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const { leftOfLimit } = await readLeft(world, phone)
  const { status, body } = await tryAgain(stage, id, { replaces: world.orders.slice(-8) })
  expect(await readLines(id)).toEqual(before)
  const isFull = before.some(
    ({ limit_id, quantity }) => limit_id !== null && leftOfLimit(limit_id) < quantity,
  )
  if (status >= 400) expect(status, JSON.stringify(body)).toBe(409)
  if (body.code === 'amount_changed') expect(isFull, 'the step has no room').toBe(true)
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
  const [by, at] = [[-2, -1, 1, 2][n % 4]!, n % 2]
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
  'place place place place place pay pay pay fail wait wait again again refund transfer edit edit work cancel'

const histories = fc.array(
  fc.record({ name: fc.constantFrom(...NAMES.split(' ')), n: fc.nat({ max: 59 }) }),
  { minLength: 5, maxLength: 25, size: 'max' },
)

test('over any history, types and limits count what lines say, and lines have the price of their moment', async () => {
  await fc.assert(
    fc.asyncProperty(histories, async (history) => {
      const world = await makeWorld()
      for (const { name, n } of history) {
        await STEPS[name]!(world, n)
        expect(checkStock(await readStockTables(stage.db)), `after ${name}`).toEqual([])
      }
    }),
    { seed: 48, numRuns: todaysRuns(60, 8), endOnFailure: true },
  )
}, 120_000)

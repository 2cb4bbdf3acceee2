// spec: stock-any-history
// Tests stock, price steps, codes and their limits after random histories of an event.
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { foldCode } from '../src/events/codes/code.rules.ts'
import { placeOrder } from '../src/orders/placing/place-order.ts'
import { giveBackFree } from '../src/tickets/transfer/give-backs.ts'
import { buildAccount } from './accounts.ts'
import { newPhone, orderFor, orderOf } from './build.ts'
import { callAs } from './cancelling.ts'
import { readReply, requestOrder } from './http.ts'
import { fail, MINUTE, newReceipt, payLate, tryAgain } from './purchase.ts'
import { refundSomePeople } from './refunds.ts'
import { keepStage } from './stage.ts'
import {
  CHOSEN_KES,
  expectLines,
  FEE,
  makeWorld,
  type PlannedOrder,
  readLeft,
  readLines,
  type World,
} from './stock-world.ts'
import { checkStock, checkTickets } from './torture/audit.ts'
import { todaysRuns } from './torture/daily.ts'
import { readStockTables } from './torture/facts.ts'
import { sum } from './torture/rows.ts'
import { sendOn } from './transfers.ts'

const stage = keepStage({
  ...{ LIMIT_PUSH_PER_PHONE: '1000000', LIMIT_PUSH_PER_ADDRESS: '1000000' },
  ...{ HOLD_SHARE_PER_ADDRESS: '100', HOLD_SHARE_UNPROVEN: '100' },
})
let organizerId: string

beforeAll(async () => {
  organizerId = (await buildAccount(stage, 'organizer')).id
  const { basis_points, fixed_cents } = FEE
  const fee = { account_id: organizerId, basis_points, fixed_cents, set_at: stage.clock.now() }
  await stage.db.insertInto('organizer_fee').values(fee).execute()
})

const QUANTITIES = [
  ...[[1], [2], [3], [4], [0, 1], [0, 2], [1, 1], [2, 2]],
  ...[
    [0, 0, 1],
    [1, 0, 2],
    [0, 0, 3],
    [1, 0, 0, 1],
    [0, 0, 0, 1],
    [0, 0, 0, 2],
    [0, 0, 0, 0, 2],
    [0, 1, 0, 0, 1],
    [0, 0, 0, 0, 0, 1],
    [0, 0, 0, 0, 0, 2],
    [1, 0, 0, 0, 0, 3],
    [0, 0, 0, 0, 0, 0, 2],
    [1, 0, 0, 0, 0, 0, 1],
  ],
]

/** Places an order. An order that costs nothing is placed as a free order of a proven phone. */
async function place(world: World, n: number): Promise<void> {
  const quantities = QUANTITIES[n % QUANTITIES.length]!
  const rest = Math.floor(n / QUANTITIES.length)
  const phone = world.phones[rest % world.phones.length]!
  // The last index is beyond the list, and means no code.
  const code = world.codes[Math.floor(rest / world.phones.length) % (world.codes.length + 1)]
  const found = await expectLines(world, phone, { quantities, code })
  const { lines: expected, isUsedUp, isPoolFull, lacksEntry } = found
  const isFree = expected.every(({ line }) => line.amount_cents === 0)
  const wish = { phone, quantities, code, expected }
  const { orderId, refusal } = await (isFree ? placeFree : placeToPay)(world, wish)
  const reasons: Record<string, boolean> = {
    unknown_ticket_type: expected.some(({ isSold }) => !isSold),
    code_not_for_these: code !== undefined && !expected.some(({ isFitting }) => isFitting),
    too_few: expected.some(({ isTooFew }) => isTooFew),
    needs_entry: lacksEntry,
    code_used_up: isUsedUp,
    phone_limit: expected.some(({ isAboveFree }) => isAboveFree),
  }
  if (refusal === null) {
    world.orders.push(orderId)
    expect(await readLines(world, orderId)).toEqual(expected.map(({ line }) => line))
    expect(Object.entries({ ...reasons, isPoolFull }).filter(([, is]) => is)).toEqual([])
    return
  }
  if (refusal in reasons) return expect(reasons[refusal], refusal).toBe(true)
  const isLeft = expected.every((one) => one.isLeft) && !isPoolFull && !world.isCancelled
  const refusals = isLeft ? /payment_open/ : /payment_open|few_left|all_taken|sold_out|sales_closed/
  expect(refusal).toMatch(refusals)
}

/** The index of the type whose price the buyer chooses. */
const CHOSEN = 4

type Expected = Awaited<ReturnType<typeof expectLines>>
type Wish = PlannedOrder & { phone: string; expected: Expected['lines'] }
type Placed = { orderId: string; refusal: string | null }

async function placeToPay(world: World, wish: Wish): Promise<Placed> {
  const { phone: phoneNumber, quantities, code, expected } = wish
  const request = orderFor(world.event, quantities, {
    phoneNumber,
    replaces: world.orders.slice(-8),
  })
  const shillings = expected.map(({ line }) => line.amount_cents / 100)
  const chosenId = world.event.types[CHOSEN]!.id
  const tickets = request.tickets.map((ticket, at) => ({
    ...ticket,
    amount: shillings[at]!,
    ...(ticket.ticketTypeId === chosenId && { price: CHOSEN_KES }),
  }))
  const { status, body } = readReply(
    await requestOrder(stage, {
      ...{ ...request, tickets },
      amount: sum(shillings),
      ...(code && { promo_code: code.code }),
    }),
  )
  return { orderId: request.orderId, refusal: status === 202 ? null : String(body.code) }
}

/** Places a free order for a phone whose number is proven. */
async function placeFree(world: World, { phone, quantities, code }: Wish): Promise<Placed> {
  const order = orderOf(world.event, quantities, {
    ...{ phone, provenPhone: phone, paymentMethod: 'free' },
    ...(code && { promoCode: { fold: foldCode(code.code)! } }),
  })
  const refusal = await placeOrder(stage.deps, order).then(
    () => null,
    (error: { code: string }) => error.code,
  )
  return { orderId: order.orderId, refusal }
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

/** A valid ticket of a free order. */
async function findFree({ event }: World, n: number) {
  await stage.runJobs()
  const valid = await stage.db
    .selectFrom('ticket as k')
    .innerJoin('order as o', 'o.id', 'k.order_id')
    .select(['k.id', 'k.order_line_id', 'k.holder_phone', 'o.phone'])
    .where('k.event_id', '=', event.id)
    .where('k.state', '=', 'valid')
    .where('o.payment_method', '=', 'free')
    .orderBy('k.number')
    .execute()
  return valid[n % Math.max(1, valid.length)]
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
  /** A holder returns a whole free ticket, or one person of the ticket. */
  return: async (world, n) => {
    const ticket = await findFree(world, n)
    if (!ticket) return
    const people = n % 2 ? 1 : null
    const by = { provenPhone: ticket.holder_phone ?? ticket.phone! }
    await giveBackFree(stage.deps, { ticketId: ticket.id, people, by })
  },
  /** An admin revokes all tickets of a free order. */
  revoke: async (world, n) => {
    const ticket = await findFree(world, n)
    if (!ticket) return
    const admin = await buildAccount(stage, 'admin')
    const call = `POST /api/transactions/${ticket.order_line_id}/revoke`
    const { status, body } = await callAs(stage, admin, call)
    expect([status, body.inside]).toEqual([200, 0])
  },
  cancel: async (world, n) => {
    if (world.isCancelled || n % 20 > 0) return
    const { id, title } = world.event
    const request = { title, reason: 'The hall is closed' }
    const admin = await buildAccount(stage, 'admin')
    const { status } = await callAs(stage, admin, `POST /api/events/${id}/cancel`, request)
    expect(status).toBe(202)
    world.isCancelled = true
    await stage.runJobs()
  },
}

// An action that is listed more often is drawn more often.
const NAMES =
  'place place place place place place place pay pay pay fail wait wait again again refund return return return revoke transfer edit edit work cancel'

const histories = fc.array(
  fc.record({
    name: fc.constantFrom(...NAMES.split(' ')),
    n: fc.nat({ max: QUANTITIES.length * 15 - 1 }),
  }),
  { minLength: 5, maxLength: 25, size: 'max' },
)

/** The `n` for `place`: combines the indexes of quantities, phone and code. Code 4 is no code. */
const ordering = (quantities: number, phone = 0, code = 4) =>
  quantities + QUANTITIES.length * (phone + 3 * code)
const AMOUNT_CODE = 3
const [TWO_BY_CODE, TWO_FREE] = [5, 13]

/** A history in every run: free orders, some by a code, that are then returned or revoked. */
const RETURNS = [
  { name: 'place', n: ordering(TWO_FREE) },
  { name: 'place', n: ordering(TWO_FREE) },
  { name: 'place', n: ordering(TWO_BY_CODE, 1, AMOUNT_CODE) },
  { name: 'place', n: ordering(TWO_BY_CODE, 2, AMOUNT_CODE) },
  ...[1, 3, 2, 4, 1].map((n) => ({ name: 'return', n })),
  { name: 'place', n: ordering(TWO_BY_CODE, 1, AMOUNT_CODE) },
  { name: 'revoke', n: 0 },
  { name: 'revoke', n: 0 },
  { name: 'place', n: ordering(TWO_FREE) },
]

test('over any history, types and limits count what lines say, and lines have the price of their moment', async () => {
  await fc.assert(
    fc.asyncProperty(histories, async (history) => {
      const world = await makeWorld(stage, organizerId)
      for (const { name, n } of history) {
        await STEPS[name]!(world, n)
        const rows = await readStockTables(stage.db)
        expect([...checkStock(rows), ...checkTickets(rows)], `after ${name}`).toEqual([])
      }
    }),
    { seed: 48, numRuns: todaysRuns(60, 8), endOnFailure: true, examples: [[RETURNS]] },
  )
}, 120_000)

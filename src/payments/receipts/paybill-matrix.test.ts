// spec: paybill-matrix
import { beforeAll, expect, test } from 'vitest'
import { FAULT_KINDS, type FaultKind } from '../../../sandbox/faults.ts'
import { readBookDifferences } from '../../../test/books.ts'
import { buildEvent } from '../../../test/build.ts'
import { confirmByHand, paybillPath, readCode, validate } from '../../../test/paybill.ts'
import {
  endHolds,
  fail,
  newReceipt,
  pay,
  payWithoutTickets,
  prompted,
  readOrderState,
} from '../../../test/purchase.ts'
import { playRefunds, type RefundWorld } from '../../../test/refund-world.ts'
import { callAsAdmin, refundOrder } from '../../../test/refunds.ts'
import { keepStage } from '../../../test/stage.ts'
import { ORDER_STATES, type OrderState } from '../../orders/order.rules.ts'
import { settleListed } from './settle-listed.ts'

// Combines each of the sandbox's faults of paybill payments with each state of an order. Either
// the money buys the tickets that the order waits for, or the payer gets one refund, however
// M-Pesa reports the money.

const stage = keepStage({ LIMIT_PUSH_PER_PHONE: '100000' })
let world: RefundWorld
beforeAll(async () => {
  await paybillPath(stage)
  world = playRefunds(stage)
})

const KES = 300

type Order = Awaited<ReturnType<typeof prompted>>

async function ordered(): Promise<Order> {
  return await prompted(stage, await buildEvent(stage.db, { types: [{ price: KES }] }))
}

/** An order that was paid by its prompt, and whose payment M-Pesa's list shows. */
async function sold(): Promise<Order> {
  const order = await ordered()
  const receipt = newReceipt()
  await pay(stage, order, receipt)
  await list(order, receipt)
  return order
}

const takeBack = ({ orderId }: Order) => refundOrder(stage, orderId)

/** Brings an order into each state. States that need time to pass come first. */
const MAKERS: Record<OrderState, () => Promise<Order>> = {
  expired: async () => {
    const order = await ordered()
    await fail(stage, order, 1032)
    await endHolds(stage)
    return order
  },
  refunded: async () => {
    const order = await sold()
    await takeBack(order)
    await world.settle(2)
    return order
  },
  refund_due: async () => {
    const order = await sold()
    await callAsAdmin(stage, 'POST', '/api/refunds/sending', { on: false })
    await takeBack(order)
    await stage.runJobs()
    await callAsAdmin(stage, 'POST', '/api/refunds/sending', { on: true })
    return order
  },
  issued: sold,
  paid: async () => {
    const order = await ordered()
    await payWithoutTickets(stage, order)
    return order
  },
  failed: async () => {
    const order = await ordered()
    await fail(stage, order, 1032)
    return order
  },
  pending: ordered,
}

type Paid = { account: string; amount: number; receipt: string; payer: string }

const untold = async () => {}

/**
 * M-Pesa's reports of a payment before and after its list shows the payment. Null if no money was
 * taken.
 */
type Telling = {
  before: (paid: Paid) => Promise<void>
  after?: (paid: Paid) => Promise<void>
} | null

const confirm = async (paid: Paid) => void (await confirmByHand(stage, paid))
const ask = async (paid: Paid) => void (await validate(stage, paid))
const inTurn =
  (...calls: ((paid: Paid) => Promise<void>)[]) =>
  async (paid: Paid) => {
    for (const call of calls) await call(paid)
  }

const TELLINGS: Record<'none' | FaultKind<'c2b'>, Telling> = {
  none: { before: inTurn(ask, confirm) },
  delay_ms: { before: ask, after: confirm },
  drop: { before: ask },
  duplicate: { before: inTurn(ask, confirm, confirm) },
  refused: null,
  // The validation comes too late, so the default response registered with M-Pesa decides.
  timeout: { before: confirm },
  // If no address is registered, M-Pesa reports nothing (`register-paybill.test.ts`).
  http_429: { before: untold },
  http_500: { before: untold },
  html_503: { before: untold },
  // The address is registered, although the response was lost.
  drop_after_accept: { before: inTurn(ask, confirm) },
}

async function list({ push }: Order, receipt: string, msisdn = push.phone) {
  world.taken.set(receipt, KES * 100)
  const accountReference = push.accountReference
  const row = { receipt, amountCents: KES * 100, accountReference, msisdn, at: null }
  // Settles the list twice: the second time marks the reported receipt as listed.
  await settleListed(stage.deps, [row])
  await settleListed(stage.deps, [row])
}

const FAULTS = ['none', ...FAULT_KINDS.c2b] as const
const WANTED = ORDER_STATES.flatMap((state) => FAULTS.map((fault) => `${fault}: ${state}`)).sort()

type Cell = { name: string; order: Order; fault: (typeof FAULTS)[number]; paid: Paid }

async function makeCells(): Promise<Cell[]> {
  const cells: Cell[] = []
  for (const [state, make] of Object.entries(MAKERS)) {
    for (const fault of FAULTS) {
      const order = await make()
      const account = await readCode(stage, order.orderId)
      const paid = { account, amount: KES, receipt: newReceipt(), payer: order.push.phone }
      cells.push({ name: `${fault}: ${state}`, order, fault, paid })
    }
  }
  return cells
}

/** The use of the money, read from the tables. */
async function endOf({ name, paid: { receipt } }: Cell) {
  const uses = await stage.db
    .selectFrom('payment')
    .select('use')
    .where('mpesa_receipt', '=', receipt)
    .execute()
  const strays = await stage.db
    .selectFrom('unmatched_receipt')
    .select('state')
    .where('receipt', '=', receipt)
    .where('state', '<>', 'attached')
    .execute()
  const back = world.moved.filter(({ original }) => original === receipt)
  return {
    name,
    kept: [...uses.map(({ use }) => use), ...strays.map(({ state }) => state)],
    movedCents: back.reduce((sum, { amountCents }) => sum + amountCents, 0),
  }
}

const SELLS: readonly OrderState[] = ['pending', 'failed', 'expired']

function wantedOf({ name, fault }: Cell) {
  if (TELLINGS[fault] === null) return { name, kept: [], movedCents: 0 }
  const isSale = SELLS.some((state) => name.endsWith(`: ${state}`))
  return { name, kept: [isSale ? 'sale' : 'refunded'], movedCents: isSale ? 0 : KES * 100 }
}

test('each fault of a payment by paybill, on each state of its order, ends with the money in one place', async () => {
  const cells = await makeCells()
  const reached = await Promise.all(
    cells.map(
      async ({ fault, order }) => `${fault}: ${await readOrderState(stage, order.orderId)}`,
    ),
  )
  expect(reached.sort()).toEqual(WANTED)
  for (const { fault, paid, order } of cells) {
    const telling = TELLINGS[fault]
    if (!telling) continue
    await telling.before(paid)
    await stage.runJobs()
    await list(order, paid.receipt)
    await telling.after?.(paid)
    await stage.runJobs()
  }
  await stage.hurry()
  await world.settle(3)
  expect(await Promise.all(cells.map(endOf))).toEqual(cells.map(wantedOf))
  expect(await readBookDifferences(stage.db)).toEqual([])
}, 300_000)

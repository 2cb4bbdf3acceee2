// spec: refund-matrix
import { beforeAll, expect, test } from 'vitest'
import { readBookDifferences } from '../../../test/books.ts'
import { buildEvent, newPhone } from '../../../test/build.ts'
import {
  newReceipt,
  paidFor,
  payWithoutTickets,
  prompted,
  readOrderState,
  tell,
} from '../../../test/purchase.ts'
import {
  faultsOf,
  playRefunds,
  type RefundFault,
  type RefundRequest,
  type RefundWorld,
} from '../../../test/refund-world.ts'
import { bought, callAsAdmin, refundOrder } from '../../../test/refunds.ts'
import { keepStage } from '../../../test/stage.ts'
import { isTorture } from '../../../test/torture/daily.ts'
import { ORDER_STATES, type OrderState } from '../../orders/order.rules.ts'
import { sweepOutgoing } from '../../payments/outgoing/sweep-outgoing.job.ts'
import { settleListed } from '../../payments/receipts/settle-listed.ts'
import { OUTGOING } from '../../worker.ts'

// Tests every fault of every request that refunds or queries, in every state of an order and its
// refund: in the end the buyer is refunded once and notified once.

const stage = keepStage({ LIMIT_PUSH_PER_PHONE: '100000' })
let world: RefundWorld

beforeAll(async () => {
  world = playRefunds(stage)
})

/** The amount to refund, and the order's final state. */
type Owed = {
  orderId: string | null
  receipt: string
  phone: string
  dueCents: number
  /** State of the order while the refund is on its way. */
  now: OrderState | null
  end: OrderState | null
}

async function buy() {
  const event = await buildEvent(stage.db, { types: [{ price: 300 }, { price: 200 }] })
  return await bought({ stage, world }, event, [1, 1])
}

async function refundPart(orderId: string) {
  const ticket = await stage.db
    .selectFrom('ticket as k')
    .innerJoin('ticket_type as t', 't.id', 'k.ticket_type_id')
    .select('k.number')
    .where('k.order_id', '=', orderId)
    .where('t.price_cents', '=', 200_00)
    .executeTakeFirstOrThrow()
  expect(await refundOrder(stage, orderId, { ticket_numbers: [ticket.number] })).toMatchObject({
    status: 201,
  })
}

async function list(receipt: string, msisdn: string, accountReference: string) {
  const row = { receipt, amountCents: 500_00, accountReference, msisdn, at: null }
  world.taken.set(receipt, row.amountCents)
  // Reads M-Pesa's transaction list twice: the second read marks a payment that was known from its
  // callback as listed.
  await settleListed(stage.deps, [row])
  await settleListed(stage.deps, [row])
}

const ENDING = { now: 'refund_due', end: 'refunded' } as const
const STAYING = { now: 'issued', end: 'issued' } as const

/**
 * States that an order with confirmed money cannot have, because the money either buys the tickets
 * or is due back.
 */
const NEVER: readonly OrderState[] = ['pending', 'failed', 'expired']

/**
 * For each state in which money goes back: makes such an order and payment with the product's own
 * code.
 */
const STATES: Record<string, () => Promise<Owed>> = {
  'a whole order': async () => {
    const { orderId, receipt, phone } = await buy()
    await refundOrder(stage, orderId)
    return { orderId, receipt, phone, dueCents: 500_00, ...ENDING }
  },
  'a ticket of an order': async () => {
    const { orderId, receipt, phone } = await buy()
    await refundPart(orderId)
    return { orderId, receipt, phone, dueCents: 200_00, ...STAYING }
  },
  'a ticket, and then the rest': async () => {
    const { orderId, receipt, phone } = await buy()
    await refundPart(orderId)
    await refundOrder(stage, orderId)
    return { orderId, receipt, phone, dueCents: 500_00, ...ENDING }
  },
  'money for an event that is over': async () => {
    const event = await buildEvent(stage.db, { types: [{ price: 500 }] })
    const order = await prompted(stage, event)
    await stage.db
      .updateTable('event')
      .set({ cancelled_at: stage.clock.now() })
      .where('id', '=', event.id)
      .execute()
    const receipt = newReceipt()
    await tell(stage, order, paidFor(order, { receipt }))
    await list(receipt, order.push.phone, order.push.accountReference)
    const { orderId } = order
    return { ...{ orderId, receipt, phone: order.push.phone, dueCents: 500_00 }, ...ENDING }
  },
  'an order paid twice': async () => {
    const { orderId, phone, code } = await buy()
    const receipt = newReceipt()
    await list(receipt, phone, code)
    return { orderId, receipt, phone, dueCents: 500_00, ...STAYING }
  },
  'an order paid twice before it has tickets': async () => {
    const event = await buildEvent(stage.db, { types: [{ price: 500 }] })
    const order = await prompted(stage, event)
    const { orderId } = order
    const { phone, accountReference } = order.push
    await payWithoutTickets(stage, order)
    const receipt = newReceipt()
    await list(receipt, phone, accountReference)
    return { orderId, receipt, phone, dueCents: 500_00, now: 'paid', end: 'issued' }
  },
  'money for an order that went back': async () => {
    const event = await buildEvent(stage.db, { types: [{ price: 500 }] })
    const { orderId, code } = await bought({ stage, world }, event)
    await callAsAdmin(stage, 'POST', '/api/refunds/sending', { on: true })
    await refundOrder(stage, orderId)
    await stage.runJobs()
    await world.deliver()
    await callAsAdmin(stage, 'POST', '/api/refunds/sending', { on: false })
    // The payer is not the buyer, so that the test can count the payer's notifications.
    const [receipt, phone] = [newReceipt(), `254${newPhone().slice(-9)}`]
    await list(receipt, phone, code)
    return { orderId, receipt, phone, dueCents: 500_00, now: 'refunded', end: 'refunded' }
  },
  'money under no code': async () => {
    const [receipt, phone] = [newReceipt(), '254712000777']
    await list(receipt, phone, 'NOBODY')
    await callAsAdmin(stage, 'POST', `/api/receipts/${receipt}/pay_back`)
    return { orderId: null, receipt, phone, dueCents: 500_00, now: null, end: null }
  },
}

const isPart = (state: string) => state.startsWith('a ticket')

/** The faults that the requests of one case meet, in order. */
type Plan = Partial<Record<RefundRequest['kind'], RefundFault[]>>

function planOf(group: RefundRequest['kind'], fault: RefundFault, state: string): Plan {
  if (group === 'reversal') return { reversal: [fault] }
  const toB2c: Plan = isPart(state) ? {} : { reversal: ['refused'] }
  if (group === 'b2c') return { ...toB2c, b2c: [fault] }
  if (group === 'receipt') return { ...toB2c, receipt: [fault] }
  if (group === 'confirm') return { confirm: [fault] }
  return isPart(state)
    ? { b2c: ['lost'], status: [fault] }
    : { reversal: ['lost'], status: [fault] }
}

/** The states in which faults of the two checks of Transaction Status are tested. */
const CHECKED = ['a whole order', 'a ticket of an order', 'money under no code']
/** States that `npm test` plays with one fault each, and `npm run torture` with all faults. */
const RARE = [
  'a ticket, and then the rest',
  'an order paid twice',
  'money for an event that is over',
  'an order paid twice before it has tickets',
  'money for an order that went back',
]
const isCheck = (group: string) => group === 'confirm' || group === 'receipt'

const CELLS = Object.keys(STATES).flatMap((state) =>
  (['reversal', 'b2c', 'status', 'confirm', 'receipt'] as const)
    // Only a whole payment can be reversed.
    .filter((group) => group !== 'reversal' || !isPart(state))
    .filter((group) => !isCheck(group) || CHECKED.includes(state))
    .flatMap((group) =>
      faultsOf(group)
        .slice(0, isTorture || !RARE.includes(state) ? undefined : 1)
        .map((fault) => ({ state, group, ...fault })),
    ),
)

/** The receipt that a request is about. */
function subjectOf(request: RefundRequest): string | undefined {
  if (request.occasion ?? request.receipt) return request.occasion ?? request.receipt
  const of = (one: RefundRequest) =>
    one.originatorConversationId === request.originatorConversationId
  const paid = world.calls('b2c').find(of)
  if (paid) return paid.occasion
  return world.moved.find(({ originator }) => originator === request.originatorConversationId)
    ?.original
}

async function retryRefused(): Promise<number> {
  const refused = await stage.db
    .selectFrom('refund')
    .select('id')
    .where('state', '=', 'refused')
    .execute()
  for (const { id } of refused) {
    expect(await callAsAdmin(stage, 'POST', `/api/refunds/${id}/retry`)).toMatchObject({
      status: 200,
    })
  }
  return refused.length
}

test('each fault in each state ends with the buyer refunded once and notified once', async () => {
  const plans = new Map<string, Plan>()
  world.faultOf = (request) =>
    plans.get(subjectOf(request) ?? '')?.[request.kind]?.shift() ?? 'none'
  await callAsAdmin(stage, 'POST', '/api/refunds/sending', { on: false })
  const cells = []
  for (const cell of CELLS) {
    const owed = await STATES[cell.state]!()
    plans.set(owed.receipt, planOf(cell.group, cell.fault, cell.state))
    cells.push({ ...cell, ...owed, name: `${cell.group} ${cell.name}: ${cell.state}` })
  }
  await stage.runJobs()
  expect(await Promise.all(cells.map(stateOf))).toEqual(cells.map(({ now }) => now))
  const reached = new Set(cells.flatMap(({ now }) => now ?? []))
  expect([...reached, ...NEVER].sort()).toEqual(ORDER_STATES.toSorted())
  await callAsAdmin(stage, 'POST', '/api/refunds/sending', { on: true })
  // Makes the refunds due now, which were postponed while sending was off. The clock stays.
  await stage.db
    .updateTable('refund')
    .set({ next_at: new Date(0) })
    .where('state', '=', 'due')
    .execute()
  await sweepOutgoing(stage.deps, OUTGOING.refund)
  await stage.runJobs()
  await world.deliver()
  await world.settle(6)
  await world.deliverLate()
  expect(await retryRefused()).toBeGreaterThan(0)
  await world.settle(8)
  await world.deliverLate()
  // Issues tickets that were not issued before.
  await stage.hurry()
  const left = cells.flatMap(({ receipt, name }) =>
    Object.values(plans.get(receipt)!).flat().length > 0 ? [name] : [],
  )
  expect({ left }).toEqual({ left: [] })
  expect(await Promise.all(cells.map(endOf))).toEqual(cells.map(wantedOf))
  expect(await readBookDifferences(stage.db)).toEqual([])
}, 300_000)

type Cell = Owed & { name: string }

const stateOf = async ({ orderId }: Cell) =>
  orderId === null ? null : await readOrderState(stage, orderId)

async function endOf(cell: Cell) {
  const { name, orderId, receipt, phone } = cell
  const refunds = await stage.db
    .selectFrom('refund as r')
    .leftJoin('payment as p', 'p.id', 'r.payment_id')
    .select(['r.id', 'r.state', 'r.originator_id'])
    .where((eb) =>
      eb.or([eb('p.mpesa_receipt', '=', receipt), eb('r.unmatched_receipt', '=', receipt)]),
    )
    .execute()
  const ids = new Set<string | undefined>(
    world
      .calls('b2c')
      .flatMap((call) => (call.occasion === receipt ? [call.originatorConversationId] : [])),
  )
  const moved = world.moved.filter((row) => row.original === receipt || ids.has(row.originator))
  const texts = stage.sent.filter((sms) => sms.phone === phone && /^Refunded: /.test(sms.body))
  return {
    name,
    states: [...new Set(refunds.map(({ state }) => state))],
    movedCents: moved.reduce((sum, row) => sum + row.amountCents, 0),
    end: await stateOf(cell),
    told: orderId === null ? refunds.length : texts.length,
    refunds: refunds.length,
  }
}

function wantedOf({ name, dueCents, end }: Cell) {
  const refunds = name.includes('then the rest') ? 2 : 1
  return { name, states: ['done'], movedCents: dueCents, end, told: refunds, refunds }
}

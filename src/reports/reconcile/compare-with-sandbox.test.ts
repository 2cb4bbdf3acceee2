// spec: reconcile-second-known
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildAccount } from '../../../test/accounts.ts'
import { type BuiltEvent, buildEvent } from '../../../test/build.ts'
import { approvedPayout, givePayoutAccount } from '../../../test/payouts.ts'
import { playRefunds, type RefundFault, type RefundWorld } from '../../../test/refund-world.ts'
import { type Bought, bought, callAsAdmin, readRefund, refundOrder } from '../../../test/refunds.ts'
import { type ScriptedServer, startScriptedServer } from '../../../test/scripted-server.ts'
import { keepStage } from '../../../test/stage.ts'
import { findWork } from '../../../test/work-rows.ts'
import { toKes } from '../../platform/values/money.rules.ts'
import { refundTaskKinds } from '../../refunds/manual/refund-tasks.rules.ts'
import { LOST } from '../../refunds/refund.rules.ts'
import { likelyFrom } from '../work-list/work-list.rules.ts'
import { compareWithSandbox } from './compare-with-sandbox.ts'

const stage = keepStage({ LIMIT_PUSH_PER_PHONE: '1000' })
let world: RefundWorld
let event: BuiltEvent
let sandbox: ScriptedServer
beforeAll(async () => {
  world = playRefunds(stage)
  sandbox = await startScriptedServer(() => ({ body: ledger() }))
})
beforeEach(async () => {
  event = await buildEvent(stage.db)
})
afterAll(async () => {
  await sandbox.close()
})

/** The sandbox's ledger: all money that M-Pesa moved in this test. */
function ledger() {
  const taken = [...world.taken].map(([receipt, cents]) => ({
    ...{ kind: 'push', receipt, amount: toKes(cents), original_receipt: null },
  }))
  const back = world.moved.map(({ kind, receipt, amountCents, original = null }) => ({
    ...{ kind, receipt, amount: toKes(amountCents), original_receipt: original },
  }))
  return [...taken, ...back]
}

const compare = () => compareWithSandbox(stage.db, sandbox.url, stage.clock.now())

/** Buys a ticket and requests its refund, whose Reversal meets `fault`. */
async function wanted(fault: RefundFault): Promise<Bought> {
  const order = await bought({ stage, world }, event)
  world.faults.reversal = [fault]
  await refundOrder(stage, order.orderId)
  await stage.runJobs()
  return order
}

/** Refunds an order so that no result ever arrives. */
async function lost(): Promise<Bought> {
  const order = await wanted('late')
  world.faultOf = ({ kind }) => (kind === 'status' ? 'refused' : 'lost')
  await world.settle(60)
  world.faultOf = null
  expect(await readRefund(stage, order)).toMatchObject({ state: 'manual' })
  return order
}

/** Refunds an order in such a way that an admin must pay the refund manually. */
async function givenUp(fault: RefundFault): Promise<Bought> {
  const order = await wanted(fault)
  await stage.db
    .updateTable('refund')
    .set({ state: 'manual', next_at: null })
    .where('order_id', '=', order.orderId)
    .execute()
  return order
}

const recordPaid = async (order: Bought, reference: string, from: string) =>
  callAsAdmin(stage, 'POST', `/api/refunds/${(await readRefund(stage, order)).id}/paid_manually`, {
    ...{ reference, from },
  })

test('a server without a ledger does not count as a sandbox', async () => {
  const other = await startScriptedServer(() => ({ body: {} }))
  expect(await compareWithSandbox(stage.db, other.url, stage.clock.now())).toBeNull()
  await other.close()
})

test('a refund that M-Pesa paid a second time is on the work list and is no difference', async () => {
  const order = await lost()
  const row = (await findWork(stage, (await readRefund(stage, order)).id))!
  expect(row.paid_from).toEqual(['collection', 'utility', 'bank'])
  expect(await recordPaid(order, 'FT26327', 'bank')).toMatchObject({ status: 200 })
  // M-Pesa's payment is listed as a difference, because M-Pesa has not reported the payment to
  // Lango yet.
  expect((await compare())!.differences).toMatchObject([
    { what: 'sandbox, given back: in no payment of ours', name: world.moved[0]!.receipt },
    { name: 'given back in all' },
  ])
  await world.deliverLate()
  expect((await findWork(stage, (await readRefund(stage, order)).id))!.kind).toBe('refund_twice')
  expect(await compare()).toMatchObject({
    differences: [],
    ours: { refunded_cents: 100_00 },
    theirs: { refunded_cents: 100_00 },
  })
})

// spec: paid-by-hand-from
describe('a refund that an admin recorded as paid by hand', () => {
  const accountsOf = async (order: Bought) => {
    const { rows } = await sql<{ account: string; cents: number }>`
      select l.account, l.amount_cents::int as cents from ledger_entry e
      join ledger_line l on l.entry_id = e.id
      where e.movement = ${`refund:${(await readRefund(stage, order)).id}:paid_back`} and l.amount_cents < 0
    `.execute(stage.db)
    return rows
  }
  const last = () => world.moved.at(-1)!.receipt
  const payByPortal = () =>
    world.moved.push({
      ...{ kind: 'b2c', receipt: 'UKP1AB23CD', amountCents: 100_00, originator: 'portal' },
    })
  const textOf = async ({ phone }: Bought) => {
    await stage.runJobs()
    return stage.sent.findLast((sms) => sms.phone === phone)!.body
  }

  test.each([
    ['collection', 'reversal'],
    ['utility', 'b2c'],
  ] as const)('from M-PESA, %s, by its receipt: named once by both ledgers', async (from, way) => {
    const order = await givenUp(way === 'reversal' ? 'late' : 'later')
    const late = world.late.splice(0)
    if (way === 'b2c') payByPortal()
    const receipt = last()
    expect(await recordPaid(order, ` ${receipt.toLowerCase()} `, from)).toMatchObject({
      status: 200,
      body: { way, receipt },
    })
    expect(await accountsOf(order)).toEqual([{ account: from, cents: -100_00 }])
    expect(await textOf(order)).toContain(` M-PESA ${receipt}. Ref `)
    expect((await compare())!.differences).toEqual([])
    // M-Pesa reports the refund late, and the report matches what the admin recorded.
    world.outbox.push(...late)
    await world.deliver()
    expect((await compare())!.differences).toEqual([])
    expect(await findWork(stage, (await readRefund(stage, order)).id)).toBeUndefined()
  })

  test('paid from the bank is not an M-PESA receipt, whatever its reference looks like', async () => {
    const order = await givenUp('later')
    expect(await recordPaid(order, 'FT26326ABC', 'bank')).toMatchObject({
      body: { way: 'manual', receipt: 'FT26326ABC' },
    })
    expect(await accountsOf(order)).toEqual([{ account: 'bank', cents: -100_00 }])
    expect(await textOf(order)).toContain('. Payment reference FT26326ABC. Ref ')
    expect((await compare())!.differences).toEqual([])
  })

  test("is refused, with the field's name, if the reference or the account cannot be right", async () => {
    const order = await givenUp('later')
    for (const [reference, from, field] of [
      ['FT26326', 'utility', 'reference'],
      ['EFT 4411', 'collection', 'reference'],
      // The admin types the receipt of a payment, and the receipt of another refund.
      [order.receipt, 'utility', 'reference'],
      [last(), 'utility', 'reference'],
      ['FT26326', 'cash', 'from'],
      ['FT26326', undefined, 'from'],
    ]) {
      expect(await recordPaid(order, reference!, from!)).toMatchObject({
        status: 422,
        body: { field },
      })
    }
    expect(await readRefund(stage, order)).toMatchObject({ state: 'manual' })
  })

  test('gets an account proposed by the form of the reference and by the lost channel', () => {
    const choicesOf = (facts: { is_cash: boolean; lost: string | null }) =>
      refundTaskKinds.refund_perhaps_paid.paidFrom!({
        is_payable: true,
        is_payer_hidden: false,
        ...facts,
      })
    expect(choicesOf({ is_cash: false, lost: LOST.reversal })).toEqual([
      ...['collection', 'utility', 'bank'],
    ])
    const choices = choicesOf({ is_cash: false, lost: null })
    expect(choices).toEqual(['utility', 'collection', 'bank'])
    expect(choicesOf({ is_cash: true, lost: null })).toEqual(['cash'])
    expect(likelyFrom(choices, ' ukr1ab23cd')).toBe('utility')
    for (const reference of ['', 'FT26326', 'FT26326ABCDE', 'ABCDEFGHIJ', '1234567890'])
      expect(likelyFrom(choices, reference)).toBe('bank')
    expect(likelyFrom(['cash'], 'UKR1AB23CD')).toBe('cash')
  })
})

// spec: reconcile-payouts
test.each([
  ['an M-PESA number', {}],
  ['a till', { kind: 'till', number: '543210' }],
])('a payout to %s is in the books as in the ledger of the sandbox', async (_what, account) => {
  const [owner, admin] = [await buildAccount(stage), await buildAccount(stage, 'admin')]
  const sold = await buildEvent(stage.db, { types: [{ price: 1000 }] })
  const organizer_id = owner.id
  await stage.db.updateTable('event').set({ organizer_id }).where('id', '=', sold.id).execute()
  await bought({ stage, world }, sold)
  await givePayoutAccount(stage, owner, account)
  await approvedPayout(stage, { owner, admin, eventId: sold.id, amount: 400 })
  await stage.runJobs()
  await world.deliver()
  await world.settle(1)
  expect(ledger().at(-1)).toMatchObject({ amount: 400 })
  expect(await compare()).toMatchObject({ differences: [] })
})

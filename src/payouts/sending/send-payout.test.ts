// spec: payout-sent
import { beforeEach, describe, expect, test } from 'vitest'
import { buildAccount } from '../../../test/accounts.ts'
import { readBookDifferences } from '../../../test/books.ts'
import { jobByHand } from '../../../test/job-by-hand.ts'
import {
  type Account,
  approvedPayout,
  callFor,
  givePayoutAccount,
  sellTicket,
  soldEvent,
} from '../../../test/payouts.ts'
import { playRefunds, type RefundWorld } from '../../../test/refund-world.ts'
import { keepStage } from '../../../test/stage.ts'
import { findWork } from '../../../test/work-rows.ts'
import { payOutgoingJob } from '../../payments/outgoing/pay-outgoing.job.ts'
import { inTransaction } from '../../platform/database/db.ts'
import { recordRestored, releaseRestored } from '../../platform/database/restored.sql.ts'
import { OUTGOING } from '../../worker.ts'
import { readAvailable } from '../payouts.ts'
import { readEventPayouts } from '../read-payouts.ts'
import { recordByHand } from '../settle-by-hand.ts'

const stage = keepStage({ LIMIT_PUSH_PER_PHONE: '1000', MPESA_MAX_KES: '500' })
let world: RefundWorld
let admin: Account
let owner: Account
beforeEach(async () => {
  world = playRefunds(stage)
  // Bearer tokens expire when the clock moves on, so each test has its own accounts.
  admin = await buildAccount(stage, 'admin')
  owner = await buildAccount(stage)
})

const partsOf = async (payoutId: string) =>
  await stage.db
    .selectFrom('payout_part')
    .selectAll()
    .where('payout_id', '=', payoutId)
    .orderBy('position')
    .execute()

/** Approves a payout for an event with sales of KES 500. */
async function approved(amount: number, account: Parameters<typeof givePayoutAccount>[2] = {}) {
  const event = await soldEvent(stage, owner, 500)
  await givePayoutAccount(stage, owner, account)
  const payoutId = await approvedPayout(stage, { owner, admin, eventId: event.id, amount })
  return { event, payoutId }
}

const owedOf = async (eventId: string) => {
  const event = { id: eventId, organizer_id: owner.id }
  return (await readAvailable(stage.db, event, stage.clock.now())).owedCents
}

/** Runs the jobs, and lets M-Pesa post the results of payouts and of queries. */
async function settle() {
  await stage.runJobs()
  await world.deliver()
  await world.settle(2)
}

describe('an approved payout', () => {
  test('is sent to an M-PESA number, from the utility account, with its receipt and charge in the books', async () => {
    world.chargeCents = 13_00
    const { event, payoutId } = await approved(400)
    await settle()
    const [sent] = world.calls('b2c')
    expect(sent).toMatchObject({ phone: '254712345678', amountCents: 400_00 })
    const [part] = await partsOf(payoutId)
    expect(part).toMatchObject({
      state: 'done',
      paid_from: 'utility',
      reference: world.moved[0]!.receipt,
      charge_cents: 13_00,
    })
    expect(sent!.originatorConversationId).toBe(part!.originator_id)
    expect(await owedOf(event.id)).toBe(100_00)
    expect(await readBookDifferences(stage.db)).toEqual([])
    expect(stage.mails.findLast(({ to }) => to === owner.email)?.text).toContain(
      `KES 400 was sent to M-PESA 0712 345 678, reference ${part!.reference}.`,
    )
  })

  test('is sent to a till or a paybill from the collection account', async () => {
    const till = await approved(400, { kind: 'till', number: '543210' })
    await settle()
    const account = { kind: 'paybill', number: '522522', account_number: 'A 17' }
    owner = await buildAccount(stage)
    admin = await buildAccount(stage, 'admin')
    const paybill = await approved(300, account)
    await settle()
    const ours = till.payoutId.slice(-8).toUpperCase()
    expect(world.calls('b2b')).toMatchObject([
      { payee: 'till', shortCode: '543210', accountReference: `${ours}P1`, amountCents: 400_00 },
      { payee: 'paybill', shortCode: '522522', accountReference: 'A 17', amountCents: 300_00 },
    ])
    for (const { payoutId } of [till, paybill]) {
      expect(await partsOf(payoutId)).toMatchObject([{ state: 'done', paid_from: 'collection' }])
    }
    expect(await readBookDifferences(stage.db)).toEqual([])
  })

  test("above M-Pesa's limit is split, and each part has an id of its own", async () => {
    const event = await soldEvent(stage, owner, 500)
    await sellTicket(stage, event)
    await givePayoutAccount(stage, owner)
    const payout = { owner, admin, eventId: event.id, amount: 700 }
    const payoutId = await approvedPayout(stage, payout)
    await settle()
    expect(await partsOf(payoutId)).toMatchObject([
      { amount_cents: 500_00, state: 'done' },
      { amount_cents: 200_00, state: 'done' },
    ])
    const sentIds = world.calls('b2c').map((call) => call.originatorConversationId)
    expect(new Set(sentIds).size).toBe(2)
    expect(await readBookDifferences(stage.db)).toEqual([])
  })

  test('waits while the account that pays is short, and is sent later under another id', async () => {
    world.utilityCents = 0
    const { payoutId } = await approved(400)
    await stage.runJobs()
    await world.deliver()
    const [waiting] = await partsOf(payoutId)
    expect(waiting).toMatchObject({ state: 'due', failure_code: '1' })
    expect(await findWork(stage, 'payouts')).toMatchObject({
      kind: 'payouts_short',
      amount: 400,
      known: '1 payout waits: the M-PESA account that pays holds less than KES 400.',
    })
    world.utilityCents = 1000_00
    await world.settle(2)
    const [part] = await partsOf(payoutId)
    expect(part!.state).toBe('done')
    const ids = world.calls('b2c').map((call) => call.originatorConversationId)
    expect(new Set(ids).size).toBe(ids.length)
    expect(await findWork(stage, 'payouts')).toBeUndefined()
  })

  test('is not sent while an admin has stopped sending', async () => {
    await callFor(stage, admin, 'POST /api/refunds/sending', { on: false })
    const { payoutId } = await approved(400)
    await stage.runJobs()
    expect(world.calls('b2c')).toEqual([])
    await callFor(stage, admin, 'POST /api/refunds/sending', { on: true })
    await settle()
    expect(await partsOf(payoutId)).toMatchObject([{ state: 'done' }])
  })

  test('of an event that is cancelled before it is sent goes back into the balance', async () => {
    await callFor(stage, admin, 'POST /api/refunds/sending', { on: false })
    const { event, payoutId } = await approved(400)
    await stage.runJobs()
    const cancelled_at = stage.clock.now()
    await stage.db.updateTable('event').set({ cancelled_at }).where('id', '=', event.id).execute()
    await callFor(stage, admin, 'POST /api/refunds/sending', { on: true })
    await settle()
    expect(await partsOf(payoutId)).toMatchObject([
      { state: 'given_back', failure_code: 'event_cancelled' },
    ])
    expect(world.moved).toEqual([])
    expect(await owedOf(event.id)).toBe(500_00)
    expect(await readBookDifferences(stage.db)).toEqual([])
  })

  test("that M-Pesa refuses goes back into the balance, with M-Pesa's reason in words", async () => {
    world.faults.b2c = ['refused']
    const { event, payoutId } = await approved(400)
    await settle()
    expect(await partsOf(payoutId)).toMatchObject([{ state: 'given_back', failure_code: '2040' }])
    expect(await owedOf(event.id)).toBe(500_00)
    expect(stage.mails.findLast(({ to }) => to === owner.email)?.text).toContain(
      'KES 400 was not sent to M-PESA 0712 345 678: the number has no M-PESA. It is in the balance again.',
    )
    const { payouts } = await readEventPayouts(stage.deps, owner.viewer, event.id)
    expect(payouts[0]).toMatchObject({
      stage: 'given_back',
      words: 'Not paid: the number has no M-PESA. The money is in the balance again',
    })
  })

  test('is not settled by a result that Transaction Status does not confirm', async () => {
    world.faults.b2c = ['not_taken']
    world.faults.status = Array(20).fill('lost')
    const { payoutId } = await approved(400)
    await stage.runJobs()
    const { token } = await stage.db
      .selectFrom('outgoing_attempt as a')
      .innerJoin('payout_part as r', 'r.id', 'a.subject_id')
      .select('a.token')
      .where('r.payout_id', '=', payoutId)
      .executeTakeFirstOrThrow()
    const [part] = await partsOf(payoutId)
    const Result = {
      ...{ ResultType: 0, ResultCode: 0, ConversationID: 'AG_1', TransactionID: 'UKR9999999' },
      OriginatorConversationID: part!.originator_id,
      ResultParameters: { ResultParameter: [{ Key: 'TransactionAmount', Value: 400 }] },
    }
    const url = `/cb/o/${token}`
    const posted = await stage.app.inject({ method: 'POST', url, payload: { Result } })
    expect(posted.statusCode).toBe(200)
    await stage.runJobs()
    expect(await partsOf(payoutId)).toMatchObject([{ state: 'unknown', reference: null }])
  })
})

// spec: payout-by-hand
describe('a payout to a till whose response is lost', () => {
  const TILL = { kind: 'till', number: '543210' }

  test('needs a person, and its row says what may have happened', async () => {
    world.faults.b2b = ['not_taken']
    const { payoutId } = await approved(400, TILL)
    await settle()
    const [part] = await partsOf(payoutId)
    expect(part).toMatchObject({ state: 'manual', failure_code: 'response_lost' })
    admin = await buildAccount(stage, 'admin')
    expect(await findWork(stage, part!.id)).toMatchObject({
      kind: 'payout_manual',
      amount: 400,
      known: expect.stringContaining('it may have gone out'),
      actions: ['payout_paid', 'give_back_payout'],
      paid_from: ['utility', 'collection', 'bank'],
    })
  })

  test('is recorded once by the receipt in the portal', async () => {
    world.faults.b2b = ['taken']
    const { payoutId } = await approved(400, TILL)
    await settle()
    const [part] = await partsOf(payoutId)
    const paid = { reference: world.moved[0]!.receipt, from: 'collection' } as const
    for (let i = 0; i < 2; i++) await recordByHand(stage.deps, admin.viewer, part!.id, paid)
    expect(await partsOf(payoutId)).toMatchObject([{ state: 'done', paid_from: 'collection' }])
    await world.settle(1)
    expect(await readBookDifferences(stage.db)).toEqual([])
  })
})

test('a payout to a till whose attempt ended without a refusal is never sent again', async () => {
  world.faults.b2b = ['not_taken']
  const { payoutId } = await approved(400, { kind: 'till', number: '543210' })
  await stage.runJobs()
  const [part] = await partsOf(payoutId)
  const about = { purpose: 'payout', id: part!.id } as const
  await stage.db
    .updateTable('outgoing_attempt')
    .set({ state: 'done', result_code: 'not found' })
    .where('subject_id', '=', about.id)
    .execute()
  await stage.db
    .updateTable('payout_part')
    .set({ state: 'due', next_at: stage.clock.now() })
    .where('id', '=', about.id)
    .execute()
  await payOutgoingJob(stage.deps, OUTGOING).run(about, jobByHand())
  expect(world.calls('b2b')).toHaveLength(1)
  expect(await partsOf(payoutId)).toMatchObject([
    { state: 'manual', failure_code: 'response_lost' },
  ])
})

test('a payout to a till that was requested before a restore of the database needs a person', async () => {
  const event = await soldEvent(stage, owner, 500)
  await givePayoutAccount(stage, owner, { kind: 'till', number: '543210' })
  const payload = { event_id: event.id, amount: 400 }
  const { body } = await callFor(stage, owner, 'POST /api/payouts', payload)
  const at = new Date(stage.clock.now().getTime() + 1)
  await inTransaction(stage.db, (tx) => recordRestored(tx, { at, lost_from: at, until: at }))
  await inTransaction(stage.db, releaseRestored)
  await callFor(stage, admin, `POST /api/payouts/${body.id}/approve`)
  await stage.runJobs()
  expect(world.calls('b2b')).toEqual([])
  expect(await partsOf(body.id)).toMatchObject([{ state: 'manual', failure_code: 'perhaps_paid' }])
  await stage.db.deleteFrom('setting').where('name', '=', 'restored').execute()
})

test('a payout that M-Pesa pays after an admin paid it is taken from the balance twice', async () => {
  world.faults.b2c = ['late']
  world.faults.status = Array(20).fill('lost')
  const { event, payoutId } = await approved(400)
  await stage.runJobs()
  await world.settle(24)
  const [part] = await partsOf(payoutId)
  expect(part).toMatchObject({ state: 'manual', failure_code: 'no_status' })
  const paid = { reference: 'FT-BY-HAND', from: 'bank' } as const
  await recordByHand(stage.deps, admin.viewer, part!.id, paid)
  await world.deliverLate()
  await world.settle(2)
  expect(await owedOf(event.id)).toBe(-300_00)
  expect(await partsOf(payoutId)).toMatchObject([{ state: 'done', reference: 'FT-BY-HAND' }])
  expect(await readBookDifferences(stage.db)).toEqual([])
})

// spec: payout-claims
import { beforeEach, describe, expect, test } from 'vitest'
import { buildAccount } from '../../../test/accounts.ts'
import { readBookDifferences } from '../../../test/books.ts'
import {
  type Account,
  approvedPayout,
  callFor,
  givePayoutAccount,
  sellTicket,
  soldEvent,
} from '../../../test/payouts.ts'
import { newReceipt } from '../../../test/purchase.ts'
import { playRefunds, type RefundWorld } from '../../../test/refund-world.ts'
import { keepStage } from '../../../test/stage.ts'
import { findWork } from '../../../test/work-rows.ts'
import { readEventPayouts } from '../read-payouts.ts'

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

const switchSending = (on: boolean) => callFor(stage, admin, 'POST /api/refunds/sending', { on })
const move = (eventId: string) =>
  callFor(stage, admin, `POST /api/events/${eventId}/reschedule`, { location: 'Kasarani' })

/** Approves a payout of KES 700 of 1,000, in two parts, and sends nothing yet. */
async function approved(account: Parameters<typeof givePayoutAccount>[2] = {}) {
  await switchSending(false)
  const event = await soldEvent(stage, owner, 500)
  await sellTicket(stage, event)
  await givePayoutAccount(stage, owner, account)
  const payout = { owner, admin, eventId: event.id, amount: 700 }
  return { event, payoutId: await approvedPayout(stage, payout) }
}

const partsOf = (payoutId: string) =>
  stage.db
    .selectFrom('payout_part')
    .selectAll()
    .where('payout_id', '=', payoutId)
    .orderBy('position')
    .execute()

const read = (eventId: string) => readEventPayouts(stage.deps, owner.viewer, eventId)

/** Sends all due parts, and lets M-Pesa post its results. */
async function send() {
  await switchSending(true)
  await stage.runJobs()
  await world.deliver()
  await world.settle(2)
}

const paidKes = () => world.moved.map(({ amountCents }) => amountCents / 100)

describe('an approved payout whose event is rescheduled before it is sent', () => {
  test('goes back into the balance, and the organizer is notified', async () => {
    const { event, payoutId } = await approved()
    await move(event.id)
    expect((await read(event.id)).payouts[0]!.words).toBe(
      'Not paid, because buyers of this event may request refunds. The money is in the balance again',
    )
    await send()
    expect(paidKes()).toEqual([])
    expect(await partsOf(payoutId)).toMatchObject([
      { state: 'given_back', failure_code: 'claims_open' },
      { state: 'given_back', failure_code: 'claims_open' },
    ])
    expect(await read(event.id)).toMatchObject({ owed: 1000, claims: 1000, available: 0 })
    expect(await readBookDifferences(stage.db)).toEqual([])
    const mails = stage.mails.filter(({ to }) => to === owner.email).map(({ text }) => text)
    expect(mails.join()).toContain(
      'KES 500 was not sent to M-PESA 0712 345 678: buyers of this event may request refunds of this money. It is in the balance again.',
    )
  })

  test('is sent as far as the refund links do not need it', async () => {
    const { event, payoutId } = await approved()
    const inside = { state: 'used', admitted: 1 } as const
    await stage.db.updateTable('ticket').set(inside).where('order_id', '=', event.orderId).execute()
    await move(event.id)
    await send()
    expect(await partsOf(payoutId)).toMatchObject([{ state: 'given_back' }, { state: 'done' }])
    expect(paidKes()).toEqual([200])
    expect(await read(event.id)).toMatchObject({ owed: 800, claims: 500, available: 300 })
  })

  test('is sent after the links have ended', async () => {
    const { event, payoutId } = await approved()
    await move(event.id)
    await stage.db
      .updateTable('event_change')
      .set({ request_until: new Date(stage.clock.now().getTime() - 1) })
      .where('event_id', '=', event.id)
      .execute()
    await send()
    expect(await partsOf(payoutId)).toMatchObject([{ state: 'done' }, { state: 'done' }])
  })

  test('at the bank is not to be paid', async () => {
    const { event, payoutId } = await approved({ kind: 'bank', number: '012345', bank: 'Equity' })
    await move(event.id)
    const [part] = await partsOf(payoutId)
    expect((await findWork(stage, part!.id))?.known).toContain(
      'Buyers of this event may claim this money now: do not pay. If no one has paid it before, put it back.',
    )
  })
})

describe('an approved payout goes back if refunds of another event need its money', () => {
  /** An event of the organizer with sales of KES 1,000, which were paid out. */
  async function paidOut() {
    const other = await soldEvent(stage, owner, 500)
    await sellTicket(stage, other)
    const paid = { amount: 1000, reference: newReceipt() }
    const recorded = await callFor(stage, admin, `POST /api/events/${other.id}/payouts`, paid)
    expect(recorded.status).toBe(201)
    return other
  }

  test.each([
    ['because it is rescheduled', ({ id }: { id: string }) => move(id)],
    [
      'because it is cancelled, and its refunds are not due yet',
      async ({ id }: { id: string }) => {
        await stage.db
          .updateTable('event')
          .set({ cancelled_at: stage.clock.now() })
          .where('id', '=', id)
          .execute()
      },
    ],
  ])('%s', async (_, change) => {
    const { event, payoutId } = await approved()
    await change(await paidOut())
    expect((await read(event.id)).payouts[0]!.words).toBe(
      'Not paid, because refunds of your events need this money. The money is in the balance again',
    )
    await send()
    expect(paidKes()).toEqual([])
    expect(await partsOf(payoutId)).toMatchObject([
      { state: 'given_back', failure_code: 'refunds_uncovered' },
      { state: 'given_back', failure_code: 'refunds_uncovered' },
    ])
    expect(await read(event.id)).toMatchObject({ owed: 1000, available: 0 })
    expect(await readBookDifferences(stage.db)).toEqual([])
  })

  test('only as far as it needs it', async () => {
    const { event, payoutId } = await approved()
    await sellTicket(stage, event)
    await move((await paidOut()).id)
    await send()
    const states = (await partsOf(payoutId)).map(({ state }) => state)
    expect(states.sort()).toEqual(['done', 'given_back'])
    expect(await read(event.id)).toMatchObject({ owed: 1000 })
  })

  test('and at the bank is not to be paid', async () => {
    const { payoutId } = await approved({ kind: 'bank', number: '012345', bank: 'Equity' })
    await move((await paidOut()).id)
    const [part] = await partsOf(payoutId)
    expect((await findWork(stage, part!.id))?.known).toContain(
      "Refunds of the organizer's events need this money: do not pay. If no one has paid it before, put it back.",
    )
  })
})

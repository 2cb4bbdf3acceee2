// Payouts while a request to cancel or reschedule an event of the organizer waits for an admin.
// spec: payout-undecided
import { beforeEach, describe, expect, test } from 'vitest'
import { buildAccount } from '../../test/accounts.ts'
import { readBookDifferences } from '../../test/books.ts'
import { buildEvent } from '../../test/build.ts'
import {
  type Account,
  approvedPayout,
  callFor,
  freshSession,
  givePayoutAccount,
  sellTicket,
} from '../../test/payouts.ts'
import { newReceipt, pay, prompted } from '../../test/purchase.ts'
import { playRefunds, type RefundWorld } from '../../test/refund-world.ts'
import { keepStage } from '../../test/stage.ts'
import { findWork } from '../../test/work-rows.ts'

const stage = keepStage({ LIMIT_PUSH_PER_PHONE: '1000', ORGANIZER_REFUND_MAX_KES: '500' })
let world: RefundWorld
let admin: Account
let owner: Account
beforeEach(async () => {
  world = playRefunds(stage)
  // Bearer tokens expire when the clock moves on, so each test has its own accounts.
  admin = await buildAccount(stage, 'admin')
  owner = await buildAccount(stage)
  await givePayoutAccount(stage, owner)
})

const call = (who: Account, path: string, payload?: object) => callFor(stage, who, path, payload)
const read = async (id: string) => (await call(owner, `GET /api/events/${id}/payouts`)).body
const request = (event_id: string, amount: number) =>
  call(owner, 'POST /api/payouts', { event_id, amount })
const byHand = (id: string, amount: number) =>
  call(admin, `POST /api/events/${id}/payouts`, { amount, reference: newReceipt() })
const ofEvent = (who: Account, path: string, body: object = {}) =>
  call(who, `POST /api/events/${path}`, body)

/** Sells tickets of KES 1,000 of an event of the organizer. */
async function sold(count: number, title = 'Derby Day', more: object = {}) {
  const types = [{ price: 1000 }]
  const event = await buildEvent(stage.db, { title, organizerId: owner.id, types, ...more })
  for (let one = 0; one < count; one++) await sellTicket(stage, event)
  return event
}

const MEASURES = {
  cancel: { title: 'Lake Festival', reason: 'The hall is closed.' },
  reschedule: { date: '2027-03-01', time: '15:00', reason: 'The hall is closed.' },
}

async function ask(id: string, verb: keyof typeof MEASURES, more: object = {}) {
  const { status, body } = await ofEvent(owner, `${id}/${verb}`, { ...MEASURES[verb], ...more })
  expect([200, 202], JSON.stringify(body)).toContain(status)
}

/** KES 5,000 of Derby Day are in the balance. Lake Festival sold 3,000 and 2,500 are paid out. */
async function twoEvents() {
  const [next, lake] = [await sold(5), await sold(3, 'Lake Festival')]
  expect((await byHand(lake.id, 2500)).status).toBe(201)
  return { next, lake }
}

const beyond = (available: number) => ({
  status: 409,
  body: { code: 'beyond_available', available },
})
const FROZEN = {
  status: 409,
  body: {
    code: 'payout_frozen',
    error:
      'A request to cancel or reschedule this event waits: an admin must decide about it first.',
  },
}

test.each(['cancel', 'reschedule'] as const)(
  'a request to %s keeps the money that its refunds lack, in requests, approvals and records, until it is decided',
  async (verb) => {
    const { next, lake } = await twoEvents()
    const asked = (await request(next.id, 4000)).body.id
    await ask(lake.id, verb)
    const name = `the ${verb === 'cancel' ? 'cancellation' : 'reschedule'} of Lake Festival`
    expect(await read(next.id)).toMatchObject({
      ...{ available: 0, kept_for_others: 2500, uncovered: 0 },
      undecided: {
        ...{ requests: [name], is_claimed: verb === 'reschedule' },
        ...{ missing: 2500, uncovered: 0 },
      },
    })
    const approval = await call(admin, `POST /api/payouts/${asked}/approve`)
    expect(approval).toMatchObject(beyond(1500))
    expect(approval.body.error).toBe(
      `Only KES 1,500 can be paid out now. Refunds of Lake Festival may need KES 2,500 of this event's money. An admin must decide about ${name} first.`,
    )
    expect(await byHand(next.id, 2500.01)).toMatchObject(beyond(2500))
    await call(owner, `POST /api/payouts/${asked}/refuse`, { words: 'Withdrawn' })
    expect(await request(next.id, 1501)).toMatchObject(beyond(1500))
    expect((await request(next.id, 1500)).status).toBe(201)
    const [waiting] = (await read(next.id)).payouts
    await ofEvent(admin, `${lake.id}/measure/return`, { words: 'Another hall is free' })
    expect(await read(next.id)).toMatchObject({ undecided: null, kept_for_others: 0 })
    expect((await call(admin, `POST /api/payouts/${waiting.id}/approve`)).status).toBe(200)
    expect(await readBookDifferences(stage.db)).toEqual([])
  },
)

test('the request keeps as much as its approval does', async () => {
  const { next, lake } = await twoEvents()
  await ask(lake.id, 'cancel')
  const { available, kept_for_others } = await read(next.id)
  const { version } = (await findWork(stage, lake.id))!
  expect((await ofEvent(admin, `${lake.id}/measure/approve`, { version })).status).toBe(200)
  expect(await read(next.id)).toMatchObject({ available, kept_for_others, undecided: null })
  await stage.runJobs()
  expect(await read(next.id)).toMatchObject({ available, kept_for_others })
})

test('the event of the request pays nothing out, also not by hand, and a covered request binds no other', async () => {
  const [next, lake] = [await sold(2), await sold(3, 'Lake Festival')]
  await ask(lake.id, 'cancel')
  expect(await request(lake.id, 100)).toMatchObject(FROZEN)
  expect(await byHand(lake.id, 100)).toMatchObject(FROZEN)
  expect(await read(next.id)).toMatchObject({ available: 1600, undecided: null })
})

test('a request for one day keeps the money of the tickets that the day frees', async () => {
  const days = [
    { n: 1, date: '2028-01-10', time: '15:00' },
    { n: 2, date: '2028-01-11', time: '15:00' },
  ]
  const next = await sold(5)
  const lake = await buildEvent(stage.db, {
    ...{ title: 'Lake Festival', organizerId: owner.id, date: '2028-01-10', days },
    types: [
      { price: 1000, days: [1] },
      { price: 1000, days: [2] },
    ],
  })
  await pay(stage, await prompted(stage, lake, [1, 2]), newReceipt())
  expect((await byHand(lake.id, 1500)).status).toBe(201)
  await ask(lake.id, 'cancel', { day: 1 })
  expect(await read(next.id)).toMatchObject({ available: 4000, undecided: null })
  expect((await ofEvent(owner, `${lake.id}/measure/withdraw`)).status).toBe(200)
  await ask(lake.id, 'cancel', { day: 2 })
  expect(await read(next.id)).toMatchObject({
    ...{ available: 3500, kept_for_others: 500 },
    undecided: { requests: ['the cancellation of a day of Lake Festival'], missing: 500 },
  })
})

// spec: payout-ends-with-event
test.each(['own', 'requested'])(
  'a payout that waits for approval ends with the %s cancellation of its event',
  async (way) => {
    const { id, title } = await sold(3, 'Lake Festival')
    const payoutId = (await request(id, 400)).body.id
    expect(await findWork(stage, payoutId)).toBeDefined()
    if (way === 'own') {
      expect((await ofEvent(admin, `${id}/cancel`, { title })).status).toBe(202)
    } else {
      await ask(id, 'cancel')
      expect(await findWork(stage, payoutId)).toBeDefined()
      const { version } = (await findWork(stage, id))!
      expect((await ofEvent(admin, `${id}/measure/approve`, { version })).status).toBe(200)
    }
    expect(await findWork(stage, payoutId)).toBeUndefined()
    const reason = 'The event is cancelled, so its money is kept for its buyers.'
    expect((await read(id)).payouts).toMatchObject([
      { id: payoutId, stage: 'refused', words: reason },
    ])
    await stage.runJobs()
    const mails = stage.mails.filter(
      ({ to, subject }) => to === owner.email && subject === `Payout refused: ${title}`,
    )
    expect(mails.map(({ text }) => text)).toEqual([
      expect.stringContaining(`Your payout of KES 400 was refused: ${reason}`),
    ])
    expect(await call(admin, `POST /api/payouts/${payoutId}/approve`)).toMatchObject({
      ...{ status: 409, body: { code: 'payout_decided' } },
    })
  },
)

describe('an approved payout whose money the refunds of a request need', () => {
  const BANK = { kind: 'bank', number: '012345', bank: 'Equity' }
  const partOf = (payoutId: string) =>
    stage.db
      .selectFrom('payout_part')
      .select(['id', 'state'])
      .where('payout_id', '=', payoutId)
      .executeTakeFirstOrThrow()
  async function settle() {
    await stage.runJobs()
    await world.deliver()
    await world.settle(2)
  }

  async function approved() {
    const { next, lake } = await twoEvents()
    await call(admin, 'POST /api/refunds/sending', { on: false })
    const payoutId = await approvedPayout(stage, { owner, admin, eventId: next.id, amount: 4000 })
    await ask(lake.id, 'cancel')
    await call(admin, 'POST /api/refunds/sending', { on: true })
    return { next, lake, payoutId }
  }

  test('waits, and is sent after the request was returned', async () => {
    const { next, lake, payoutId } = await approved()
    await settle()
    expect((await partOf(payoutId)).state).toBe('due')
    owner = await freshSession(stage, owner)
    expect((await read(next.id)).payouts[0]).toMatchObject({
      words: 'Waiting until we have decided about another event of yours',
    })
    admin = await buildAccount(stage, 'admin')
    const words = 'Another hall is free'
    expect((await ofEvent(admin, `${lake.id}/measure/return`, { words })).status).toBe(200)
    await settle()
    expect((await partOf(payoutId)).state).toBe('done')
  })

  test('goes back into the balance after the cancellation', async () => {
    const { lake, payoutId } = await approved()
    const { version } = (await findWork(stage, lake.id))!
    expect((await ofEvent(admin, `${lake.id}/measure/approve`, { version })).status).toBe(200)
    await settle()
    expect((await partOf(payoutId)).state).toBe('given_back')
    expect(await readBookDifferences(stage.db)).toEqual([])
  })

  test('is not recorded as paid at the bank before the decision', async () => {
    await givePayoutAccount(stage, owner, BANK)
    const { lake, payoutId } = await approved()
    const { id } = await partOf(payoutId)
    expect((await findWork(stage, id))?.known).toMatch(/do not pay before you have decided/)
    const record = () =>
      call(admin, `POST /api/payout_parts/${id}/paid_manually`, {
        ...{ reference: 'Equity 1', from: 'bank' },
      })
    const refused = await record()
    expect(refused).toMatchObject(beyond(0))
    expect(refused.body.error).toMatch(/Decide about it first\.$/)
    await ofEvent(admin, `${lake.id}/measure/return`, { words: 'Another hall is free' })
    expect((await record()).status).toBe(200)
  })
})

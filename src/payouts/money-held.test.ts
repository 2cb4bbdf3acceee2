// spec: payout-after-event
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { buildAccount } from '../../test/accounts.ts'
import { readBookDifferences } from '../../test/books.ts'
import {
  type Account,
  approvedPayout,
  callFor,
  freshSession,
  givePayoutAccount,
  soldEvent,
} from '../../test/payouts.ts'
import { playRefunds, type RefundWorld } from '../../test/refund-world.ts'
import { keepStage } from '../../test/stage.ts'
import { findWork } from '../../test/work-rows.ts'
import { salesEndOf } from '../events/sales.rules.ts'
import { nairobiDate } from '../platform/values/nairobi.rules.ts'

const HOUR = 3600_000

const stage = keepStage({ LIMIT_PUSH_PER_PHONE: '1000' })
let world: RefundWorld
let admin: Account
let owner: Account
beforeEach(async () => {
  world = playRefunds(stage)
  // Bearer tokens expire when the clock moves on, so each test has its own accounts.
  admin = await buildAccount(stage, 'admin')
  owner = await buildAccount(stage)
})

const BANK = { kind: 'bank', number: '0123456789', bank: 'Equity' }
const RECORD = { reference: 'FT26331ABC', from: 'bank' }
const dayIn = (days: number) =>
  nairobiDate(new Date(stage.clock.now().getTime() + days * 24 * HOUR))

/** Builds an event with a sale of KES 1,000 whose money is held, by default for two days. */
async function heldEvent(date = dayIn(1)) {
  const event = await soldEvent(stage, owner)
  await setEvent(event.id, { date, payout_release: 'after_event' })
  return { ...event, date, until: new Date(salesEndOf(date)).toISOString() }
}

async function setEvent(id: string, set: { date?: string; payout_release?: string }) {
  await stage.db.updateTable('event').set(set).where('id', '=', id).execute()
}

/** Saves the payout plan of an event in the form, by default as the organizer. */
async function save(id: string, payout_release: string, who = owner) {
  const { updated_at } = (await call(who, `GET /api/events/${id}`)).body
  return await call(who, `PUT /api/events/${id}`, { updated_at, payout_release })
}

const call = (who: Account, path: string, payload?: object) => callFor(stage, who, path, payload)
const request = (eventId: string, amount: number) =>
  call(owner, 'POST /api/payouts', { event_id: eventId, amount })
const record = (eventId: string, amount = 100) =>
  call(admin, `POST /api/events/${eventId}/payouts`, { amount, reference: `FT ${randomUUID()}` })
const read = async (eventId: string) =>
  (await call(owner, `GET /api/events/${eventId}/payouts`)).body
const partsOf = async (payoutId: string) =>
  await stage.db
    .selectFrom('payout_part')
    .selectAll()
    .where('payout_id', '=', payoutId)
    .orderBy('position')
    .execute()
const refusal = (until: string) => ({ status: 409, body: { code: 'money_held', until } })

/** Moves the clock to `ms` after `instant`. Then starts new sessions, because the old ones end. */
async function goTo(instant: string, ms: number) {
  stage.pass(Date.parse(instant) - stage.clock.now().getTime() + ms)
  admin = await freshSession(stage, admin)
  owner = await freshSession(stage, owner)
}

describe('an event whose money leaves after the event', () => {
  test('pays nothing out before 06:00 on the morning after, by no way, and then less the reserve', async () => {
    const { id, until } = await heldEvent()
    await givePayoutAccount(stage, owner)
    expect(until).toMatch(/T03:00:00/)
    expect(await read(id)).toMatchObject({ held_until: until, available: 0, reserve: 200 })
    expect(await request(id, 100)).toMatchObject(refusal(until))
    expect(await record(id)).toMatchObject(refusal(until))
    await goTo(until, -60_000)
    expect(await record(id)).toMatchObject(refusal(until))
    await goTo(until, 0)
    expect(await read(id)).toMatchObject({ held_until: null, available: 800 })
    const payoutId = await approvedPayout(stage, { owner, admin, eventId: id, amount: 800 })
    const payout = await stage.db
      .selectFrom('payout')
      .select('held_until')
      .where('id', '=', payoutId)
      .executeTakeFirstOrThrow()
    expect(payout.held_until?.toISOString()).toBe(until)
    await stage.runJobs()
    await world.deliver()
    const [part] = await partsOf(payoutId)
    expect(part).toMatchObject({ state: 'done' })
    expect(part!.held_until?.toISOString()).toBe(until)
    expect(await record(id)).toMatchObject({ status: 201 })
    expect(await readBookDifferences(stage.db)).toEqual([])
  })

  // spec: payout-debt
  test('says what a debt of another event takes from it, which it takes when the money is free', async () => {
    const { id, until } = await heldEvent()
    expect((await read(id)).after_hold).toEqual({ kept_for_others: 0, available: 800 })
    const other = await soldEvent(stage, owner)
    await setEvent(other.id, { date: dayIn(-2) })
    expect((await record(other.id, 500)).status).toBe(201)
    const refund = { order_id: other.orderId, reason: 'other' }
    expect((await call(admin, 'POST /api/refunds', refund)).status).toBe(201)
    expect(await read(id)).toMatchObject({
      ...{ available: 0, kept: 1000, kept_for_others: 0 },
      after_hold: { kept_for_others: 500, available: 300 },
    })
    await goTo(until, 0)
    expect(await read(id)).toMatchObject({
      ...{ available: 300, kept: 200, kept_for_others: 500, after_hold: null },
    })
  })

  test('is paid out by no admin who approves what was requested before', async () => {
    const event = await soldEvent(stage, owner)
    await givePayoutAccount(stage, owner)
    const { body } = await request(event.id, 800)
    expect(await save(event.id, 'after_event')).toMatchObject({ status: 200 })
    const refused = await call(admin, `POST /api/payouts/${body.id}/approve`)
    expect(refused).toMatchObject({ status: 409, body: { code: 'money_held' } })
    expect(refused.body.error).toMatch(/^The money of this event stays with us until .*6:00 AM\.$/)
    expect((await partsOf(body.id)).length).toBe(0)
  })

  test.each([
    ['later', 9, 9],
    ['earlier', -1, 5],
  ])(
    'and moves to a day that is %s keeps it until the latest of all its dates',
    async (_, to, last) => {
      const { id, date } = await heldEvent(dayIn(5))
      const new_date = dayIn(to)
      const move = { old_time: '15:00', new_time: '15:00', old_location: 'A', new_location: 'A' }
      await stage.db
        .insertInto('event_change')
        .values({
          ...{ ...move, old_date: date, new_date, id: randomUUID(), event_id: id },
          ...{ notify_buyers: false, announced_at: stage.clock.now() },
          request_until: stage.clock.now(),
        })
        .execute()
      await setEvent(id, { date: new_date })
      const until = new Date(salesEndOf(dayIn(last))).toISOString()
      expect(await record(id)).toMatchObject(refusal(until))
      expect((await read(id)).held_until).toBe(until)
    },
  )

  test('covers no refunds of other events before', async () => {
    const held = await heldEvent()
    const next = await soldEvent(stage, owner)
    await givePayoutAccount(stage, owner)
    const debt = await soldEvent(stage, owner)
    expect(await record(debt.id, 800)).toMatchObject({ status: 201 })
    const refund = { order_id: debt.orderId, reason: 'other' }
    expect((await call(admin, 'POST /api/refunds', refund)).status).toBe(201)
    expect((await read(next.id)).available).toBe(0)
    await setEvent(held.id, { payout_release: 'any_time' })
    expect((await read(next.id)).available).toBe(800)
  })
})

describe('an approved payout that was not sent when the plan became safer', () => {
  const stopSending = (on: boolean) => call(admin, 'POST /api/refunds/sending', { on })

  async function approved(account: Parameters<typeof givePayoutAccount>[2] = {}) {
    const event = await soldEvent(stage, owner)
    await givePayoutAccount(stage, owner, account)
    await stopSending(false)
    const payoutId = await approvedPayout(stage, { owner, admin, eventId: event.id, amount: 700 })
    expect(await save(event.id, 'after_event')).toMatchObject({ status: 200 })
    await stopSending(true)
    return { event, payoutId }
  }

  test('goes back into the balance, and its owner gets an email', async () => {
    const { event, payoutId } = await approved()
    expect((await read(event.id)).payouts[0].words).toContain('stays with us until after the event')
    await stage.runJobs()
    await world.settle(2)
    expect(world.moved).toEqual([])
    expect(await partsOf(payoutId)).toMatchObject([
      { state: 'given_back', failure_code: 'money_held' },
    ])
    owner = await freshSession(stage, owner)
    expect(await read(event.id)).toMatchObject({ owed: 1000, available: 0 })
    const mails = stage.mails.filter(({ to }) => to === owner.email)
    expect(mails.map(({ text }) => text).join()).toContain(
      "was not sent to M-PESA 0712 345 678: the event's money now stays with us until the morning after it.",
    )
    expect(await readBookDifferences(stage.db)).toEqual([])
  })

  test('at the bank cannot be recorded as paid, but put back', async () => {
    const { event, payoutId } = await approved(BANK)
    const [part] = await partsOf(payoutId)
    expect((await findWork(stage, part!.id))?.known).toContain('do not pay. Put it back.')
    const path = `POST /api/payout_parts/${part!.id}`
    expect(await call(admin, `${path}/paid_manually`, RECORD)).toMatchObject({
      status: 409,
      body: { code: 'money_held' },
    })
    const back = { words: 'The plan has changed' }
    expect((await call(admin, `${path}/give_back`, back)).status).toBe(200)
    expect((await read(event.id)).owed).toBe(1000)
  })

  test('but may have left before is recorded with its receipt, and not as paid at the bank', async () => {
    world.faults.b2c = ['not_taken']
    const event = await soldEvent(stage, owner)
    await givePayoutAccount(stage, owner)
    const payoutId = await approvedPayout(stage, { owner, admin, eventId: event.id, amount: 700 })
    await stage.runJobs()
    await setEvent(event.id, { payout_release: 'after_event' })
    const first = async () => (await partsOf(payoutId))[0]!
    for (let hour = 0; hour < 12 && (await first()).state !== 'manual'; hour++) {
      await world.settle(1)
      await stage.runJobs()
    }
    expect(await first()).toMatchObject({ state: 'manual', held_until: null })
    admin = await buildAccount(stage, 'admin')
    const path = `POST /api/payout_parts/${(await first()).id}/paid_manually`
    expect(await call(admin, path, RECORD)).toMatchObject({ body: { code: 'money_held' } })
    const receipt = { reference: 'UKR1AB23CD', from: 'utility' }
    expect(await call(admin, path, receipt)).toMatchObject({ status: 200 })
  })
})

describe('the checks of the database refuse a payout before its event lets money leave', () => {
  const later = () => new Date(stage.clock.now().getTime() + HOUR)

  test('that is approved', async () => {
    const event = await soldEvent(stage, owner)
    await givePayoutAccount(stage, owner)
    const { body } = await request(event.id, 800)
    const approve = { state: 'approved', decided_by: admin.id, decided_at: stage.clock.now() }
    const update = stage.db
      .updateTable('payout')
      .set({ ...approve, held_until: later() })
      .where('id', '=', body.id)
    await expect(update.execute()).rejects.toThrow('payout__held')
  })

  test.each(['sending', 'sent', 'unknown', 'done'])('that is %s', async (state) => {
    const event = await soldEvent(stage, owner)
    await givePayoutAccount(stage, owner, BANK)
    const payoutId = await approvedPayout(stage, { owner, admin, eventId: event.id, amount: 800 })
    const update = stage.db
      .updateTable('payout_part')
      .set({ state, paid_from: 'bank', held_until: later() })
      .where('payout_id', '=', payoutId)
    await expect(update.execute()).rejects.toThrow('payout_part__held')
  })

  test('that an admin records', async () => {
    const insert = sql`insert into ledger_entry (movement, kind, at, held_until)
      values (${randomUUID()}, 'payout', ${stage.clock.now()}, ${later()})`
    await expect(insert.execute(stage.db)).rejects.toThrow('ledger_entry__held')
  })
})

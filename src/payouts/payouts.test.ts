// spec: payout-requested
import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildAccount } from '../../test/accounts.ts'
import { readBookDifferences } from '../../test/books.ts'
import {
  type Account,
  approvedPayout,
  callFor,
  givePayoutAccount,
  soldEvent,
} from '../../test/payouts.ts'
import { keepStage } from '../../test/stage.ts'
import { findWork } from '../../test/work-rows.ts'

const stage = keepStage({ LIMIT_PUSH_PER_PHONE: '1000' })
let admin: Account
let owner: Account
beforeAll(async () => {
  admin = await buildAccount(stage, 'admin')
})
beforeEach(async () => {
  owner = await buildAccount(stage)
})

const call = (who: Account, path: string, payload?: object) => callFor(stage, who, path, payload)
const request = (eventId: string, amount: number, who = owner) =>
  call(who, 'POST /api/payouts', { event_id: eventId, amount })
const read = async (eventId: string, who = owner) =>
  (await call(who, `GET /api/events/${eventId}/payouts`)).body

/** Records that an admin paid the payout at the bank. */
async function payAtBank(payoutId: string) {
  const parts = await stage.db
    .selectFrom('payout_part')
    .select('id')
    .where('payout_id', '=', payoutId)
    .execute()
  return await call(admin, `POST /api/payout_parts/${parts[0]!.id}/paid_manually`, {
    reference: 'FT26331ABC',
    from: 'bank',
  })
}

const BANK = { kind: 'bank', number: '0123456789', bank: 'Equity' }

describe('an organizer', () => {
  test('requests the balance less a fifth, which is kept until 14 days after the event', async () => {
    const { id, title } = await soldEvent(stage, owner)
    await givePayoutAccount(stage, owner)
    expect(await read(id)).toMatchObject({
      owed: 1000,
      reserve: 200,
      reserve_percent: 20,
      kept_for_others: 0,
      available: 800,
      is_frozen: false,
      account: { words: 'M-PESA 0712 345 678' },
      payouts: [],
    })
    expect(await request(id, 801)).toMatchObject({
      status: 409,
      body: {
        code: 'beyond_available',
        available: 800,
        error: 'Only KES 800 can be paid out now.',
      },
    })
    const reply = await request(id, 800)
    expect(reply).toMatchObject({
      status: 201,
      body: { event_id: id, amount: 800, stage: 'asked', account: 'M-PESA 0712 345 678' },
    })
    expect(await request(id, 800)).toEqual(reply)
    expect(await request(id, 700)).toMatchObject({ status: 409, body: { code: 'payout_asked' } })
    await stage.runJobs()
    const mail = stage.mails.find(({ subject }) => subject === `Payout requested: ${title}`)
    expect(mail?.text).toContain(`${owner.email} requests a payout of KES 800`)
  })

  test('requests all of the balance after the refund window', async () => {
    const { id } = await soldEvent(stage, owner)
    const date = '2026-11-01'
    await stage.db.updateTable('event').set({ date }).where('id', '=', id).execute()
    expect(await read(id)).toMatchObject({ reserve: 0, reserve_until: null, available: 1000 })
  })

  // spec: payout-reserve-latest-date
  test('requests no more because the event was moved to an earlier day', async () => {
    const { id } = await soldEvent(stage, owner)
    const { available } = await read(id)
    expect(available).toBe(800)
    const { date } = (await call(admin, `GET /api/events/${id}`)).body
    const move = { old_date: date, old_time: '15:00', old_location: 'Nyayo', new_time: '15:00' }
    await stage.db
      .insertInto('event_change')
      .values({
        ...{ ...move, new_date: '2026-11-01', new_location: 'Nyayo', id: randomUUID() },
        ...{ event_id: id, notify_buyers: false },
        ...{ announced_at: stage.clock.now(), request_until: stage.clock.now() },
      })
      .execute()
    await stage.db.updateTable('event').set({ date: '2026-11-01' }).where('id', '=', id).execute()
    expect(await read(id)).toMatchObject({ reserve: 200, available: 800 })
  })

  test('requests nothing without an account, nor while a new account waits', async () => {
    const { id } = await soldEvent(stage, owner)
    expect(await request(id, 100)).toMatchObject({ body: { code: 'no_payout_account' } })
    await call(owner, 'POST /api/payout_accounts', { kind: 'till', number: '543210' })
    expect(await request(id, 100)).toMatchObject({
      status: 409,
      body: { code: 'payout_account_waits' },
    })
  })

  test.each(['cancelled_at', 'sales_stopped_at'])(
    'requests nothing of an event that is cancelled or may be: %s',
    async (column) => {
      const { id } = await soldEvent(stage, owner)
      await givePayoutAccount(stage, owner)
      const frozen = { [column]: stage.clock.now() }
      await stage.db.updateTable('event').set(frozen).where('id', '=', id).execute()
      expect(await read(id)).toMatchObject({ is_frozen: true, available: 0 })
      expect(await request(id, 100)).toMatchObject({ status: 409, body: { code: 'payout_frozen' } })
    },
  )

  test.each([
    [0, 'amount'],
    [-5, 'amount'],
    [10.5, 'amount'],
    [1e-9, 'amount'],
    ['10', 'amount'],
  ])('requests no payout of %j', async (amount, field) => {
    const { id } = await soldEvent(stage, owner)
    expect(await request(id, amount as number)).toMatchObject({ status: 422, body: { field } })
  })

  test("requests nothing of another organizer's event", async () => {
    const { id } = await soldEvent(stage, owner)
    const other = await buildAccount(stage)
    for (const eventId of [id, randomUUID(), 'x']) {
      const answer = await request(eventId, 10, other)
      expect(answer).toMatchObject({ status: 404, body: { code: 'event_not_found' } })
    }
    expect((await call(other, `GET /api/events/${id}/payouts`)).status).toBe(404)
  })

  test('withdraws a request that waits, and no other', async () => {
    const { id } = await soldEvent(stage, owner)
    await givePayoutAccount(stage, owner)
    const payoutId = (await request(id, 500)).body.id
    const refuse = (who: Account) =>
      call(who, `POST /api/payouts/${payoutId}/refuse`, { words: 'No' })
    expect((await refuse(await buildAccount(stage))).status).toBe(404)
    expect(await refuse(owner)).toMatchObject({ status: 200, body: { stage: 'refused' } })
    const second = (await request(id, 400)).body.id
    await call(admin, `POST /api/payouts/${second}/approve`)
    const late = await call(owner, `POST /api/payouts/${second}/refuse`, { words: 'No' })
    expect(late).toMatchObject({ status: 409, body: { code: 'payout_decided' } })
  })
})

describe('an admin', () => {
  test('approves a payout, which takes its money from the balance at once and only once', async () => {
    const { id, title } = await soldEvent(stage, owner)
    await givePayoutAccount(stage, owner, BANK)
    const payout = await approvedPayout(stage, { owner, admin, eventId: id, amount: 800 })
    const again = await call(admin, `POST /api/payouts/${payout}/approve`)
    expect(again).toMatchObject({ status: 200, body: { stage: 'by_hand' } })
    const statement = (await call(owner, `GET /api/events/${id}/statement`)).body
    expect(statement).toMatchObject({ taken: 1000, paid_out: 800, owed: 200 })
    expect(statement.lines[0]).toMatchObject({
      kind: 'payout',
      amount: -800,
      reference: '',
      is_recorded: false,
    })
    expect(await read(id)).toMatchObject({ owed: 200, reserve: 200, available: 0 })
    expect(await readBookDifferences(stage.db)).toEqual([])
    expect((await payAtBank(payout)).status).toBe(200)
    expect((await payAtBank(payout)).status).toBe(200)
    expect((await read(id)).payouts).toMatchObject([
      { amount: 800, stage: 'done', references: ['FT26331ABC'] },
    ])
    const after = (await call(owner, `GET /api/events/${id}/statement`)).body
    expect(after).toMatchObject({ paid_out: 800, owed: 200 })
    expect(after.lines[0]).toMatchObject({ reference: 'FT26331ABC', taken_back: false })
    const takeBack = { words: 'A slip' }
    const recorded = await call(admin, `POST /api/payouts/${after.lines[0].id}/take_back`, takeBack)
    expect(recorded.body.code).toBe('payout_not_found')
    expect(await readBookDifferences(stage.db)).toEqual([])
    await stage.runJobs()
    const subjects = stage.mails.filter(({ to }) => to === owner.email).map((one) => one.subject)
    expect(subjects).toEqual([`Payout approved: ${title}`, `Payout sent: ${title}`])
  })

  test('refuses a payout in words, and the organizer may request again', async () => {
    const { id } = await soldEvent(stage, owner)
    await givePayoutAccount(stage, owner)
    const payoutId = (await request(id, 800)).body.id
    const words = 'Please send us your ID first'
    const refused = await call(admin, `POST /api/payouts/${payoutId}/refuse`, {
      words: ` ${words} `,
    })
    expect(refused).toMatchObject({ status: 200, body: { stage: 'refused', words } })
    const approve = await call(admin, `POST /api/payouts/${payoutId}/approve`)
    expect(approve).toMatchObject({ status: 409, body: { code: 'payout_decided' } })
    expect(await read(id)).toMatchObject({ available: 800 })
    expect((await request(id, 800)).body.id).not.toBe(payoutId)
    await stage.runJobs()
    expect(stage.mails.findLast(({ to }) => to === owner.email)?.text).toContain(words)
  })

  test('approves no payout of their own', async () => {
    const own = await buildAccount(stage, 'admin')
    const { id } = await soldEvent(stage, own)
    await givePayoutAccount(stage, own)
    const payoutId = (await request(id, 100, own)).body.id
    const approve = (who: Account) => call(who, `POST /api/payouts/${payoutId}/approve`)
    expect(await approve(own)).toMatchObject({ status: 409, body: { code: 'own_payout' } })
    expect((await approve(admin)).status).toBe(200)
  })

  test('approves nothing to an account that was replaced since, nor of an event cancelled since', async () => {
    const { id } = await soldEvent(stage, owner)
    await givePayoutAccount(stage, owner)
    const payoutId = (await request(id, 100)).body.id
    await call(owner, 'POST /api/payout_accounts', { kind: 'till', number: '543210' })
    const approve = () => call(admin, `POST /api/payouts/${payoutId}/approve`)
    expect(await approve()).toMatchObject({
      status: 409,
      body: { code: 'payout_account_changed' },
    })
    await call(owner, 'POST /api/payout_accounts', { kind: 'mpesa', number: '0712345678' })
    const cancelled_at = stage.clock.now()
    await stage.db.updateTable('event').set({ cancelled_at }).where('id', '=', id).execute()
    expect((await approve()).status).toBe(409)
  })

  test('puts the money of a payout that was not paid back into the balance, once', async () => {
    const { id } = await soldEvent(stage, owner)
    await givePayoutAccount(stage, owner, BANK)
    const payout = await approvedPayout(stage, { owner, admin, eventId: id, amount: 300 })
    const part = (
      await stage.db
        .selectFrom('payout_part')
        .select('id')
        .where('payout_id', '=', payout)
        .executeTakeFirstOrThrow()
    ).id
    const giveBack = () =>
      call(admin, `POST /api/payout_parts/${part}/give_back`, { words: 'the account is closed' })
    expect((await giveBack()).status).toBe(200)
    expect((await giveBack()).status).toBe(200)
    expect((await payAtBank(payout)).body.code).toBe('payout_not_by_hand')
    expect(await read(id)).toMatchObject({ owed: 1000, payouts: [{ stage: 'given_back' }] })
    const { lines, paid_out } = (await call(owner, `GET /api/events/${id}/statement`)).body
    expect(paid_out).toBe(0)
    expect(lines).toMatchObject([
      { kind: 'payout_taken_back', amount: 300 },
      { kind: 'payout', amount: -300, taken_back: true },
      { kind: 'sale' },
    ])
    expect(await readBookDifferences(stage.db)).toEqual([])
  })

  // spec: payout-work
  test('finds each payout that waits on the work list', async () => {
    const { id, title } = await soldEvent(stage, owner)
    await givePayoutAccount(stage, owner)
    const payoutId = (await request(id, 800)).body.id
    expect(await findWork(stage, payoutId)).toMatchObject({
      kind: 'payout_asked',
      event: { id, title },
      amount: 800,
      known: expect.stringContaining(
        `KES 800 to M-PESA 0712 345 678, requested by ${owner.email}. The event's date is`,
      ),
      by_itself: 'Nothing until someone approves or refuses it.',
      actions: ['approve_payout', 'refuse_payout'],
    })
    await call(admin, `POST /api/payouts/${payoutId}/approve`)
    expect(await findWork(stage, payoutId)).toBeUndefined()
  })

  test('sets the share that is kept of an organizer', async () => {
    const { id } = await soldEvent(stage, owner)
    const plan = { reserve_basis_points: 5000 }
    expect(await call(admin, `PUT /api/accounts/${owner.id}/payout_plan`, plan)).toEqual({
      status: 200,
      body: { account_id: owner.id, ...plan },
    })
    expect(await read(id)).toMatchObject({ reserve: 500, reserve_percent: 50, available: 500 })
    const shown = await call(admin, `GET /api/payout_accounts?organizer_id=${owner.id}`)
    expect(shown.body).toEqual({ account: null, new_account_waits: true, ...plan })
  })
})

// spec: payout-debt
test('the balance of one event covers refunds of another that was paid out before', async () => {
  const [first, next] = [await soldEvent(stage, owner), await soldEvent(stage, owner)]
  await givePayoutAccount(stage, owner, BANK)
  await approvedPayout(stage, { owner, admin, eventId: first.id, amount: 800 })
  expect(await read(next.id)).toMatchObject({ available: 800, kept_for_others: 0 })
  const refund = { order_id: first.orderId, reason: 'other', words: 'A test' }
  expect((await call(admin, 'POST /api/refunds', refund)).status).toBe(201)
  // The reserve covers 200 of the refund of 1,000.
  expect(await read(first.id)).toMatchObject({ owed: -800, available: 0 })
  expect(await read(next.id)).toMatchObject({ owed: 1000, available: 0, kept_for_others: 800 })
  const third = await soldEvent(stage, owner)
  // The free amounts of the three events add up to 800. This amount can be paid out of either of
  // the last two events.
  expect(await read(next.id)).toMatchObject({ available: 800, kept_for_others: 0 })
  expect(await read(third.id)).toMatchObject({ available: 800 })
  await approvedPayout(stage, { owner, admin, eventId: next.id, amount: 800 })
  expect(await read(third.id)).toMatchObject({ available: 0, kept_for_others: 800 })
})

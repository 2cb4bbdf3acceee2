// spec: payout-mistaken-date
import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { buildAccount } from '../../../test/accounts.ts'
import {
  type Account,
  callFor,
  freshSession,
  givePayoutAccount,
  soldEvent,
} from '../../../test/payouts.ts'
import { keepStage } from '../../../test/stage.ts'
import { nairobiDate } from '../../platform/values/nairobi.rules.ts'
import { salesEndOf } from '../sales.rules.ts'

const DAY = 86_400_000

const stage = keepStage({ LIMIT_PUSH_PER_PHONE: '1000' })
let admin: Account
let owner: Account
beforeEach(async () => {
  admin = await buildAccount(stage, 'admin')
  owner = await buildAccount(stage)
  await givePayoutAccount(stage, owner)
})

const call = (who: Account, path: string, payload?: object) => callFor(stage, who, path, payload)
const dayIn = (days: number) => nairobiDate(new Date(stage.clock.now().getTime() + days * DAY))
const heldUntil = (date: string) => new Date(salesEndOf(date)).toISOString()
const read = async (id: string) => (await call(owner, `GET /api/events/${id}/payouts`)).body
const record = (id: string) =>
  call(admin, `POST /api/events/${id}/payouts`, { amount: 100, reference: `FT ${randomUUID()}` })
const move = async (id: string, date: string, tell = true) =>
  expect(await call(admin, `POST /api/events/${id}/reschedule`, { date, tell })).toMatchObject({
    status: 200,
  })
const takeOut = (id: string, date: string, { words = 'A typo', who = admin } = {}) =>
  call(who, `POST /api/events/${id}/mistaken_dates`, { date, words })
const refusedAt = (field: string) => ({ status: 422, body: { field } })

/** An event in a week, paid out after the event, whose date is then changed to a mistyped date. */
async function mistyped() {
  const { id } = await soldEvent(stage, owner)
  const [date, typed] = [dayIn(7), dayIn(7 + 730)]
  await stage.db
    .updateTable('event')
    .set({ date, payout_release: 'after_event' })
    .where('id', '=', id)
    .execute()
  await move(id, typed)
  return { id, date, typed }
}

const entriesOf = (id: string) =>
  stage.db
    .selectFrom('audit_log')
    .select(['action', 'account_id', 'after'])
    .where('event_id', '=', id)
    .where('action', '=', 'event_date_mistaken')
    .execute()

test('money waits for a mistaken date until an admin takes it out with a reason, and never less than for the true one', async () => {
  const { id, date, typed } = await mistyped()
  await move(id, date)
  expect(await read(id)).toMatchObject({ held_until: heldUntil(typed), held_by: typed })
  for (const words of ['', ' ', 'x'.repeat(501)]) {
    expect(await takeOut(id, typed, { words })).toMatchObject(refusedAt('words'))
  }
  expect((await takeOut(id, typed, { who: owner })).status).toBe(403)
  expect([(await takeOut(id, typed)).status, (await takeOut(id, typed)).status]).toEqual([200, 200])
  expect(await entriesOf(id)).toEqual([
    {
      action: 'event_date_mistaken',
      account_id: admin.id,
      after: { date: typed, words: 'A typo' },
    },
  ])
  const until = heldUntil(date)
  expect(await read(id)).toMatchObject({ held_until: until, held_by: null })
  const pass = async (ms: number) => {
    stage.pass(ms)
    admin = await freshSession(stage, admin)
    owner = await freshSession(stage, owner)
  }
  await pass(Date.parse(until) - stage.clock.now().getTime() - 60_000)
  expect(await record(id)).toMatchObject({ status: 409, body: { code: 'money_held', until } })
  // The refund links of the event have ended as well.
  await pass(15 * DAY)
  expect((await record(id)).status).toBe(201)
})

test('the other dates that the event had still hold its money', async () => {
  const { id, typed } = await mistyped()
  const next = dayIn(5)
  await move(id, next)
  expect((await takeOut(id, typed)).status).toBe(200)
  expect(await read(id)).toMatchObject({ held_until: heldUntil(dayIn(7)), held_by: dayIn(7) })
})

test('a date that the event has, never had or that does not exist is not taken out', async () => {
  const { id, date, typed } = await mistyped()
  expect(await takeOut(id, typed)).toMatchObject(refusedAt('date'))
  await move(id, date)
  for (const wrong of [date, dayIn(30), '2027-02-30', 'soon', '']) {
    expect(await takeOut(id, wrong), wrong).toMatchObject(refusedAt('date'))
  }
  expect((await takeOut(randomUUID(), typed)).status).toBe(404)
  expect((await takeOut('x', typed)).status).toBe(404)
  expect(await read(id)).toMatchObject({ held_until: heldUntil(typed) })
})

test('a date that buyers may still expect is not taken out before they are told of another', async () => {
  const { id, date, typed } = await mistyped()
  await move(id, date, false)
  expect(await takeOut(id, typed)).toMatchObject({
    ...refusedAt('date'),
    body: {
      error: 'Buyers may expect the event on this date. Reschedule it again and notify them.',
    },
  })
  expect(await read(id)).toMatchObject({ held_until: heldUntil(typed) })
  await move(id, dayIn(8))
  expect((await takeOut(id, typed)).status).toBe(200)
  expect(await read(id)).toMatchObject({ held_until: heldUntil(dayIn(8)) })
})

// Tests all ways to change a date: an event with orders gets no date in the past or far away.
// spec: event-date-bounds
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { behind } from '../../../test/behind.ts'
import { type BuiltEvent, buildEvent, newPhone, orderFor } from '../../../test/build.ts'
import { draftOf, type Editor, makeEditor, publishedOf } from '../../../test/event-form.ts'
import { requestOrder } from '../../../test/http.ts'
import { keepStage } from '../../../test/stage.ts'
import { withoutGuards } from '../../../test/unguarded.ts'
import { saveEvent } from '../../events/editing/edit-event.ts'
import { lockStock, placeComplimentary } from '../../orders/complimentary/complimentary-orders.ts'
import type { Db, Tx } from '../../platform/database/db.ts'
import { nairobiDate } from '../../platform/values/nairobi.rules.ts'

/** Matches the lock that lockSales takes. */
const SALES_LOCK = /(?<=from ticket_type where event_id = \$1 order by id )for no key update$/
const DAY_MS = 86_400_000

const stage = keepStage({ LIMIT_PUSH_PER_PHONE: '1000' })
let admin: Editor
let organizer: Editor
let event: BuiltEvent
beforeAll(async () => {
  admin = await makeEditor(stage)
  organizer = await makeEditor(stage, 'organizer')
})
beforeEach(async () => {
  event = await buildEvent(stage.db)
  await set({ organizer_id: organizer.id, dial_code: 100 + Math.floor(Math.random() * 1e6) })
})

const set = (row: object) =>
  stage.db.updateTable('event').set(row).where('id', '=', event.id).execute()

/** The date this number of days from today, in Nairobi. */
const inDays = (days: number) => nairobiDate(new Date(stage.clock.now().getTime() + days * DAY_MS))

const readDate = async (id = event.id) => (await admin.read(id)).date

const buy = async () => {
  const reply = await requestOrder(stage, orderFor(event), { prefer: 'respond-async' })
  expect(reply.statusCode).toBe(202)
}

/** Lets the organizer publish events without an approval. */
async function trust(publishes_alone = true): Promise<void> {
  await stage.db
    .updateTable('account')
    .set({ publishes_alone })
    .where('id', '=', organizer.id)
    .execute()
}

const save = async (who: Editor, change: object) => {
  const { updated_at } = await admin.read(event.id)
  return await who.save(event.id, { updated_at, ...change })
}
const reschedule = (who: Editor, change: object) =>
  who.act(event.id, 'reschedule', { reason: 'The hall is closed', ...change })

const WRONG = [
  ['2015-03-14', '2015? This date has passed. Choose today or a later date.'],
  ['9999-12-31', '9999? Choose a date within the next 3 years.'],
] as const

describe.each([
  ['a reschedule by the organizer', () => organizer, reschedule],
  ['a reschedule by an admin', () => admin, reschedule],
  ['a change that is waiting for approval', () => organizer, save],
  ['a save by an admin', () => admin, save],
] as const)('%s', (_, who, change) => {
  test.each(WRONG)('gives an event with orders not the date %s', async (date, error) => {
    await buy()
    const before = await readDate()
    expect(await change(who(), { date })).toMatchObject({
      status: 422,
      body: { field: 'date', error },
    })
    expect(await readDate()).toBe(before)
    expect((await admin.read(event.id)).review).toBeUndefined()
  })
})

test('a new event and a draft get no such date either', async () => {
  const draft = await draftOf(organizer)
  for (const [date, error] of WRONG) {
    const wrong = { status: 422, body: { field: 'date', error } }
    const { updated_at } = draft
    expect(await organizer.save(draft.id, { updated_at, date })).toMatchObject(wrong)
    const image = await organizer.picture()
    const more = { title: 'New', time: '15:00', location: 'Kasarani', price: 1, image }
    expect(await organizer.create({ ...more, date })).toMatchObject(wrong)
  }
})

test('an organizer who publishes alone moves an event without orders not into the past', async () => {
  await trust()
  const published = await publishedOf(admin, organizer)
  const { id, updated_at } = published
  const [[date, error]] = WRONG
  const wrong = { status: 422, body: { field: 'date', error } }
  expect(await organizer.save(id, { updated_at, date })).toMatchObject(wrong)
})

test('an admin may correct the date by two days, and no organizer', async () => {
  await buy()
  await set({ date: inDays(1) })
  const wrong = { status: 422, body: { field: 'date' } }
  expect(await reschedule(organizer, { date: inDays(-1) })).toMatchObject(wrong)
  expect(await reschedule(admin, { date: inDays(-2) })).toMatchObject(wrong)
  expect(await reschedule(admin, { date: inDays(-1), tell: false })).toMatchObject({ status: 200 })
  expect(await readDate()).toBe(inDays(-1))
})

test('an approval moves no event that has got an order since, nor one to a date that has passed', async () => {
  await trust(false)
  expect((await save(organizer, { date: inDays(1) })).status).toBe(200)
  const passed = JSON.stringify({ change: { date: inDays(-1) }, seen: null })
  const update = sql`update request set proposal = ${passed}::jsonb where subject_id = ${event.id}`
  await update.execute(stage.db)
  const approve = async () => {
    const { updated_at } = await admin.read(event.id)
    return await admin.approve(event.id, updated_at)
  }
  expect(await approve()).toMatchObject({ status: 422, body: { field: 'date' } })
  const later = JSON.stringify({ change: { date: inDays(9) }, seen: null })
  await sql`update request set proposal = ${later}::jsonb where subject_id = ${event.id}`.execute(
    stage.db,
  )
  await buy()
  expect(await approve()).toMatchObject({
    status: 409,
    body: { code: 'has_orders', field: 'date' },
  })
})

test('an event whose date has passed can still be edited', async () => {
  await set({ date: inDays(-400) })
  expect(await save(admin, { date: inDays(-400), description: 'Full house' })).toMatchObject({
    status: 200,
    body: { description: 'Full house' },
  })
})

test('the date of a cancelled event does not change', async () => {
  await buy()
  await set({ cancelled_at: stage.clock.now() })
  const before = await readDate()
  const refused = { status: 409, body: { code: 'event_cancelled' } }
  expect(await save(admin, { date: inDays(90) })).toMatchObject(refused)
  expect(await reschedule(admin, { date: inDays(90) })).toMatchObject(refused)
  expect(await readDate()).toBe(before)
})

describe('a new date while the first order is in progress', () => {
  beforeEach(() => trust())

  /** Places an order under the lock of its ticket type, like every order. */
  async function order(tx: Tx) {
    const [type] = await lockStock(tx, [event.types[0]!.id])
    const given = {
      id: randomUUID(),
      event_id: event.id,
      phone: newPhone(),
      language: 'en',
    } as const
    const orders = [{ ...given, ticket_type_id: type!.id, quantity: 1 }]
    await placeComplimentary(tx, orders, { now: stage.clock.now(), fromAside: false })
  }

  /** Saves a new date before the order is committed. Without its guard, the save does not wait. */
  async function saveBehindOrder(db: Db, who: Editor) {
    const { updated_at } = await admin.read(event.id)
    const date = inDays(60)
    let saving: Promise<string> | undefined
    const save = () => {
      const saveDeps = { ...stage.deps, db, moveSales: async () => {}, namedGates: async () => [] }
      saving = saveEvent(saveDeps, who.viewer, event.id, { updated_at, date }).then(
        () => 'saved',
        ({ code }) => code,
      )
      return saving
    }
    const isGuarded = db === stage.db
    await behind(stage.db, order, save, {
      waiters: isGuarded ? 1 : 0,
      duringWait: async () => void (isGuarded || (await saving)),
    })
    return { isMoved: (await readDate()) === date, outcome: await saving }
  }

  test('with the guard off, an organizer who publishes alone moves the event under its buyer', async () => {
    const moved = await withoutGuards(stage, [SALES_LOCK], (db) => saveBehindOrder(db, organizer))
    expect(moved).toEqual({ isMoved: true, outcome: 'saved' })
  })

  test('with the guard on, the save is refused, by an organizer and by an admin', async () => {
    for (const who of [organizer, admin]) {
      const refused = { isMoved: false, outcome: 'has_orders' }
      expect(await saveBehindOrder(stage.db, who)).toEqual(refused)
    }
  })
})

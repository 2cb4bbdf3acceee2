// Tests how much money is kept back after one day of an event was moved or cancelled.
import { beforeAll, expect, test } from 'vitest'
import { buildAccount } from '../../test/accounts.ts'
import { buildEvent } from '../../test/build.ts'
import { type Account, callFor, givePayoutAccount } from '../../test/payouts.ts'
import { newReceipt, pay, prompted } from '../../test/purchase.ts'
import { keepStage } from '../../test/stage.ts'

const stage = keepStage({ LIMIT_PUSH_PER_PHONE: '1000' })
let admin: Account
beforeAll(async () => {
  admin = await buildAccount(stage, 'admin')
})

async function festival() {
  const owner = await buildAccount(stage)
  await givePayoutAccount(stage, owner)
  const event = await buildEvent(stage.db, {
    days: [{ date: '2028-01-10' }, { date: '2028-01-11' }, { date: '2028-01-12' }],
    types: [
      { price: 1000, days: [1] },
      { price: 2000, days: [2] },
      { price: 5000, days: [1, 2, 3] },
    ],
    organizerId: owner.id,
  })
  await pay(stage, await prompted(stage, event, [1, 1, 0]), newReceipt())
  await pay(stage, await prompted(stage, event, [0, 0, 1]), newReceipt())
  const read = async () => (await callFor(stage, owner, `GET /api/events/${event.id}/payouts`)).body
  const claims = async () => (await read()).claims
  const act = async (verb: string, body: object) =>
    (await callFor(stage, admin, `POST /api/events/${event.id}/${verb}`, body)).status
  return { event, claims, read, act }
}

// spec: day-claims
test('a moved day keeps the price of its day tickets, and of passes only if they may go back', async () => {
  const { claims, act } = await festival()
  expect(await act('reschedule', { day: 2, date: '2028-01-20', passes: false })).toBe(200)
  expect(await claims()).toBe(2000)
  expect(await act('reschedule', { day: 2, date: '2028-01-21', passes: true })).toBe(200)
  expect(await claims()).toBe(7000)
  expect(await act('reschedule', { day: 1, date: '2028-01-09', passes: false })).toBe(200)
  expect(await claims()).toBe(8000)
})

// spec: day-moved-dates
test('after one day is moved or cancelled, sales end with the new last day and money is held to the latest of all dates', async () => {
  const { event, act, read } = await festival()
  const release = stage.db.updateTable('event').set({ payout_release: 'after_event' })
  await release.where('id', '=', event.id).execute()
  const ends = async () => {
    const rows = stage.db.selectFrom('ticket_type').select('sale_until')
    const types = await rows.where('event_id', '=', event.id).orderBy('type_offset').execute()
    return types.map(({ sale_until: at }) => at?.toISOString().slice(0, 10))
  }
  expect(await act('reschedule', { day: 3, date: '2028-01-08', passes: false })).toBe(200)
  expect((await ends())[2]).toBe('2028-01-12')
  // Buyers paid for the old last day, so both dates follow that day: not the new last day, and not
  // the old last day plus the length of the event.
  const held = { held_until: '2028-01-13T03:00:00.000Z', reserve_until: '2028-01-26' }
  expect(await read()).toMatchObject(held)
  expect(await act('reschedule', { day: 1, date: '2028-01-15', passes: false })).toBe(200)
  expect(await ends()).toEqual(['2028-01-16', '2028-01-12', '2028-01-16'])
  const later = { held_until: '2028-01-16T03:00:00.000Z', reserve_until: '2028-01-29' }
  expect(await read()).toMatchObject(later)
  expect(await act('cancel', { title: event.title, day: 1, passes: false })).toBe(202)
  expect((await ends())[2]).toBe('2028-01-12')
  expect(await read()).toMatchObject(later)
})

// spec: day-claims
test('a cancelled day keeps the price of its day tickets until their refund is due', async () => {
  const { event, claims, act } = await festival()
  const cancel = { title: event.title, day: 2, passes: false }
  expect(await act('cancel', cancel)).toBe(202)
  expect(await claims()).toBe(2000)
  await stage.runJobs()
  expect(await claims()).toBe(0)
  expect(await act('cancel', { title: event.title, day: 1 })).toBe(202)
  expect(await claims()).toBe(6000)
})

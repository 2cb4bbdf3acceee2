// spec: fee-by-setting
// The fee of organizers for whom no admin has set a fee. The fee comes from the settings. A change
// of the settings affects later orders only.
import { beforeEach, expect, test } from 'vitest'
import { readEnv } from '../src/env.ts'
import { buildAccount } from './accounts.ts'
import { readBookDifferences } from './books.ts'
import { type BuiltEvent, buildEvent } from './build.ts'
import { callAs } from './cancelling.ts'
import { callApi } from './http.ts'
import { newReceipt, pay, prompted } from './purchase.ts'
import { playRefunds, type RefundWorld } from './refund-world.ts'
import { bought, callAsAdmin, refundOrder } from './refunds.ts'
import { setFee } from './service-fee.ts'
import { keepStage } from './stage.ts'

const stage = keepStage({ SERVICE_FEE_PERCENT: '5', SERVICE_FEE_PER_TICKET_KES: '10' })
let world: RefundWorld
let organizer: Awaited<ReturnType<typeof buildAccount>>
/** Has a ticket type at KES 1,000. The organizer pays the fee. */
let event: BuiltEvent

/** Changes the default fee, as if the app had been restarted with other settings. */
const restartWith = (percent: number, fixed: number) =>
  Object.assign(stage.env, {
    serviceFee: { basis_points: percent * 100, fixed_cents: fixed * 100 },
  })

beforeEach(async () => {
  world = playRefunds(stage)
  restartWith(5, 10)
  organizer = await buildAccount(stage)
  event = await buildEvent(stage.db, { organizerId: organizer.id, types: [{ price: 1000 }] })
})

test('the settings have up to two decimals, are 0 by default, and refuse other values by name', () => {
  expect(readEnv({}).serviceFee).toEqual({ basis_points: 0, fixed_cents: 0 })
  const fee = { SERVICE_FEE_PERCENT: '2.55', SERVICE_FEE_PER_TICKET_KES: ' 10.5 ' }
  expect(readEnv(fee).serviceFee).toEqual({ basis_points: 255, fixed_cents: 1050 })
  for (const value of ['100.01', '-1', '2.555', '5%', 'free', '1e1']) {
    expect(() => readEnv({ SERVICE_FEE_PERCENT: value })).toThrow(
      `SERVICE_FEE_PERCENT must be a number from 0 to 100 with at most two decimals, not "${value}"`,
    )
  }
  expect(() => readEnv({ SERVICE_FEE_PER_TICKET_KES: '100001' })).toThrow(
    'SERVICE_FEE_PER_TICKET_KES must be a number from 0 to 100000 with at most two decimals, not "100001"',
  )
})

async function sell(from = event) {
  await pay(stage, await prompted(stage, from), newReceipt())
  return (await readStatement(from)).fees
}
const readStatement = async ({ id } = event) =>
  (await callAsAdmin(stage, 'GET', `/api/events/${id}/statement`)).body

test('without an own fee an organizer has the fee of the settings, in each place that names a fee', async () => {
  expect(await sell()).toBe(60)
  const fee = { basis_points: 500, fixed: 10 }
  const own = await callAs(stage, organizer, 'GET /api/organizations', undefined)
  expect(own.body.data).toMatchObject([{ id: organizer.id, service_fee: fee }])
  const all = await callAsAdmin(stage, 'GET', `/api/organizers?q=${organizer.email}`)
  expect(all.body.data).toMatchObject([{ id: organizer.id, service_fee: fee }])
  const fees = await callAsAdmin(stage, 'GET', `/api/organizer_fees?q=${organizer.email}`)
  expect(fees.body.data).toMatchObject([{ ...fee, set_at: null }])
  const managed = await callAsAdmin(stage, 'GET', `/api/events/${event.id}`)
  expect(managed.body.service_fee).toEqual(fee)
  expect((await callApi(stage, '/api/site')).body.service_fee).toEqual(fee)
  const onTop = { organizerId: organizer.id, feesOnTop: true, types: [{ price: 1000 }] }
  const { id } = await buildEvent(stage.db, onTop)
  const [type] = (await callApi(stage, `/api/events/${id}`)).body.ticket_types
  expect([type.price, type.fee]).toEqual([1060, 60])
})

test('the fee that an admin has set counts, also one of 0', async () => {
  await setFee(stage, organizer, { basis_points: 0, fixed: 0 })
  expect(await sell()).toBe(0)
  const fees = await callAsAdmin(stage, 'GET', `/api/organizer_fees?q=${organizer.email}`)
  expect(fees.body.data).toMatchObject([{ basis_points: 0, fixed: 0, set_at: expect.any(String) }])
  await setFee(stage, organizer, { basis_points: 200, fixed: 0 })
  expect(await sell()).toBe(20)
})

test('without its own fee again, an organizer has that of the settings for later orders only', async () => {
  await setFee(stage, organizer, { basis_points: 200, fixed: 0 })
  const open = await prompted(stage, event)
  const removed = await callAsAdmin(stage, 'DELETE', `/api/accounts/${organizer.id}/fee`)
  const settings = { basis_points: 500, fixed: 10 }
  expect(removed.body).toMatchObject({ ...settings, set_at: null, settings_fee: settings })
  await pay(stage, open, newReceipt())
  expect(await readStatement()).toMatchObject({ taken: 1000, fees: 20 })
  expect(await sell()).toBe(80)
  restartWith(10, 0)
  expect(await sell()).toBe(180)
})

test('an event without an organizer has no fee', async () => {
  const shops = await buildEvent(stage.db, { types: [{ price: 1000 }] })
  expect(await sell(shops)).toBe(0)
})

test('a change holds for later orders only: open and sold ones keep their fee, and refunds give it back', async () => {
  const old = await bought({ stage, world }, event)
  const open = await prompted(stage, event)
  restartWith(10, 0)
  expect(await readStatement()).toMatchObject({ taken: 1000, fees: 60, owed: 940 })
  await pay(stage, open, newReceipt())
  expect(await readStatement()).toMatchObject({ taken: 2000, fees: 120, owed: 1880 })
  expect(await sell()).toBe(220)
  restartWith(0, 0)
  await stage.runJobs()
  expect((await refundOrder(stage, old.orderId)).status).toBe(201)
  expect(await readStatement()).toMatchObject({ fees: 160, owed: 1840 })
  expect(await readBookDifferences(stage.db)).toEqual([])
})

import { beforeEach, describe, expect, test } from 'vitest'
import { type BuiltEvent, buildEvent } from '../../../test/build.ts'
import { loggedErrors } from '../../../test/logged-errors.ts'
import {
  MINUTE,
  newReceipt,
  pay,
  prompted,
  readOrder,
  readOrderState,
  readPayments,
} from '../../../test/purchase.ts'
import { keepStage } from '../../../test/stage.ts'
import { endLookups } from './end-lookups.job.ts'

const HOUR = 60 * MINUTE

const stage = keepStage({ LIMIT_PUSH_PER_PHONE: '100' })
let event: BuiltEvent
beforeEach(async () => {
  event = await buildEvent(stage.db, { types: [{ price: 250 }] })
  stage.sent.length = 0
  stage.daraja.nextQuery = () => ({ kind: 'pending' })
})

async function readMetric(name: string, what: string): Promise<number> {
  const { payload } = await stage.app.inject({ url: '/metrics' })
  const line = payload.split('\n').find((text) => text.startsWith(`${name}{what="${what}"} `))
  return Number(line!.split(' ')[1])
}

// spec: amount-suspense-due
describe('an unexplained amount', () => {
  test('an unexplained amount is in suspense for 48 hours, then due back, with one SMS and one alert', async () => {
    const order = await prompted(stage, event)
    const receipt = newReceipt()
    await pay(stage, order, receipt, 199.5)
    await endLookups(stage.deps)
    expect(await readMetric('lango_overdue', 'payment_in_suspense')).toBe(1)
    stage.pass(48 * HOUR - MINUTE)
    await stage.sweep()
    expect(await readPayments(stage, order.orderId)).toMatchObject([{ use: 'suspense' }])
    expect(await readMetric('lango_overdue_oldest_seconds', 'payment_in_suspense')).toBeCloseTo(
      48 * 3600 - 60,
      -1,
    )
    stage.pass(MINUTE)
    const [payment] = await readPayments(stage, order.orderId)
    const errors = await loggedErrors(stage, async () => {
      await endLookups(stage.deps)
      await endLookups(stage.deps)
    })
    expect(errors).toEqual([
      ['an amount was never explained and is due back', { payment: payment!.id, hours: 48 }],
      [
        'M-Pesa does not list the receipt of a payment',
        { payment: payment!.id, receipt, event: event.id, minutes: 48 * 60 },
      ],
    ])
    await stage.runJobs()
    expect(await readPayments(stage, order.orderId)).toMatchObject([
      { use: 'refund_due', mpesa_receipt: receipt, confirmed_amount_cents: 199_50 },
    ])
    const texts = stage.sent.map((sms) => sms.body).filter((body) => /refunded/.test(body))
    expect(texts).toEqual([expect.stringContaining('KES 199.50')])
    expect(await readMetric('lango_overdue', 'payment_in_suspense')).toBe(0)
    expect(await readOrderState(stage, order.orderId)).toBe('expired')
    expect((await readOrder(stage, order.orderId)).body.message).toMatch(/will be refunded/)
    stage.pass(-48 * HOUR)
  })
})

// spec: payment-query-proved
describe('a payment that only a query proved', () => {
  test('a payment without a receipt is counted, with one alert after 48 hours; the row stays', async () => {
    const order = await prompted(stage, event)
    stage.daraja.nextQuery = () => ({ kind: 'paid' })
    stage.pass(16_000)
    await stage.sweep()
    expect(await readOrderState(stage, order.orderId)).toBe('issued')
    await endLookups(stage.deps)
    expect(await readMetric('lango_overdue', 'payment_without_receipt')).toBe(1)
    stage.pass(47 * HOUR)
    expect(await loggedErrors(stage, () => endLookups(stage.deps))).toEqual([])
    stage.pass(HOUR)
    const [payment] = await readPayments(stage, order.orderId)
    expect(await loggedErrors(stage, () => endLookups(stage.deps))).toEqual([
      ['M-Pesa never listed the receipt of a payment', { payment: payment!.id, hours: 48 }],
    ])
    expect(await loggedErrors(stage, () => endLookups(stage.deps))).toEqual([])
    expect(await readPayments(stage, order.orderId)).toMatchObject([
      { state: 'confirmed', use: 'sale', mpesa_receipt: null },
    ])
    expect(await readMetric('lango_overdue', 'payment_without_receipt')).toBe(1)
    stage.pass(-48 * HOUR)
  })
})

// spec: reschedule-14-days
import { expect, test } from 'vitest'
import { buildAccount } from '../../../test/accounts.ts'
import { buildEvent } from '../../../test/build.ts'
import { soldOrders } from '../../../test/cancelling.ts'
import { post } from '../../../test/purchase.ts'
import { keepStage } from '../../../test/stage.ts'
import { requestMove } from './request-move.ts'

const stage = keepStage({ LIMIT_PUSH_PER_PHONE: '100', PUBLIC_ORIGIN: 'http://shop.test' })

test('a refund can be requested until the midnight that ends the named day, and a request made in time is repeated later', async () => {
  // Announced at 4:17 AM in Nairobi on 5 December, so the last day for requests is 19 December.
  stage.clock.now = () => new Date('2026-12-05T01:17:00Z')
  const admin = await buildAccount(stage, 'admin')
  const event = await buildEvent(stage.db, { date: '2027-12-12' })
  const [order] = await soldOrders(stage, event, 1)
  stage.sent.length = 0
  stage.mails.length = 0
  const schedule = { date: '2027-12-20' }
  await requestMove(stage.deps, admin.viewer, event.id, { schedule, tell: true, reason: '' })
  await stage.runJobs()
  const sms = stage.textsTo(order!.push.phone).at(-1)!
  expect(sms).toContain('Request by 19 Dec: ')
  expect(stage.mails.map(({ text }) => text).join()).toContain('December 19, 2026')
  const token = sms.slice(-16)
  const ask = () => post(stage, `/api/orders/${order!.orderId}/refund_request`, { token })
  const readLink = async () =>
    (await stage.app.inject({ url: `/api/refund_links/${token}` })).json()
  const last = new Date('2026-12-20T00:00:00+03:00').getTime() - 1
  stage.clock.now = () => new Date(last + 1)
  expect(await ask()).toMatchObject({
    status: 409,
    body: { code: 'request_closed', error: 'The refund period ended on 19 Dec.' },
  })
  expect(await readLink()).toMatchObject({ state: 'closed' })
  stage.clock.now = () => new Date(last)
  expect(await readLink()).toMatchObject({ state: 'open', until: '2026-12-19T20:59:59.999Z' })
  expect((await ask()).status).toBe(202)
  stage.clock.now = () => new Date(last + 6 * 86_400_000)
  expect((await ask()).status).toBe(202)
  const refunds = stage.db
    .selectFrom('refund')
    .select('reason')
    .where('order_id', '=', order!.orderId)
  expect(await refunds.execute()).toEqual([{ reason: 'moved' }])
})

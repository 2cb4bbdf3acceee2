// spec: refunds-switch
import { expect, test } from 'vitest'
import { dueText } from '../src/refunds/waiting.rules.ts'
import { buildAccount } from './accounts.ts'
import { buildEvent } from './build.ts'
import { callFor, freshSession, givePayoutAccount, soldEvent } from './payouts.ts'
import { playRefunds } from './refund-world.ts'
import { bought, callAsAdmin, readRefund, refundOrder } from './refunds.ts'
import { keepStage } from './stage.ts'
import { findWork } from './work-rows.ts'

const stage = keepStage({ LIMIT_PUSH_PER_PHONE: '1000' })

const PAUSED = 'Refunds are paused: we send it when they are resumed'
const DAY = 86_400_000

const turn = async (on: boolean) =>
  (await callAsAdmin(stage, 'POST', '/api/refunds/sending', { on })).body
const none = { count: 0, amount: 0 }

test('a refund that the switch holds back says so wherever it is shown, and is sent afterwards', async () => {
  const world = playRefunds(stage)
  const event = await buildEvent(stage.db, { types: [{ price: 400, capacity: 100 }] })
  const order = await bought({ stage, world }, event, [1], { listed: false })
  const asked = { order_id: order.orderId }
  const preview = async () =>
    (await callAsAdmin(stage, 'POST', '/api/refund_previews', asked)).body.is_paused
  expect(await preview()).toBeUndefined()
  expect(await turn(false)).toMatchObject({ waiting: { refunds: none, payouts: none } })
  expect(await preview()).toBe(true)
  // The list does not show the payment either; the pause is the reason that a person can end.
  expect((await refundOrder(stage, order.orderId)).body).toMatchObject({ waiting: PAUSED })
  await stage.runJobs()
  const { waiting } = (await callAsAdmin(stage, 'GET', '/api/refunds/sending')).body
  expect(waiting).toEqual({ refunds: { count: 1, amount: 400 }, payouts: none })
  const { id: line } = await stage.db
    .selectFrom('order_line')
    .select('id')
    .where('order_id', '=', order.orderId)
    .executeTakeFirstOrThrow()
  const { body } = await callAsAdmin(stage, 'GET', `/api/transactions/${line}`)
  expect(body.refunds).toMatchObject([{ state: 'due', waiting: PAUSED }])
  const { id } = await readRefund(stage, order)
  const created_at = new Date(stage.clock.now().getTime() - 30 * DAY)
  await stage.db.updateTable('refund').set({ created_at }).where('id', '=', id).execute()
  expect(await findWork(stage, id)).toMatchObject({
    kind: 'refund_late',
    by_itself: 'Nothing until someone resumes refunds.',
  })
  await order.list()
  expect(await turn(true)).toMatchObject({ waiting: null })
  await world.settle(3)
  expect(await readRefund(stage, order)).toMatchObject({ state: 'done' })
})

test('a payout that the switch holds back says so, before and after its approval', async () => {
  const world = playRefunds(stage)
  const admin = await buildAccount(stage, 'admin')
  let owner = await buildAccount(stage)
  const event = await soldEvent(stage, owner, 500)
  await givePayoutAccount(stage, owner, { kind: 'mpesa', number: '254712345678' })
  await turn(false)
  const asked = { event_id: event.id, amount: 400 }
  const { id } = (await callFor(stage, owner, 'POST /api/payouts', asked)).body
  const { facts } = (await callFor(stage, admin, `GET /api/payouts/${id}/review`)).body
  expect(facts).toContainEqual({
    ...{ label: 'Payouts are paused', text: 'It is sent when they are resumed', is_warning: true },
  })
  await callFor(stage, admin, `POST /api/payouts/${id}/approve`)
  await stage.runJobs()
  const read = async () =>
    (await callFor(stage, owner, `GET /api/events/${event.id}/payouts`)).body.payouts
  expect(await read()).toMatchObject([
    { id, words: 'Payouts are paused: we send it when they are resumed' },
  ])
  const { waiting } = (await callAsAdmin(stage, 'GET', '/api/refunds/sending')).body
  expect(waiting.payouts).toEqual({ count: 1, amount: 400 })
  await turn(true)
  await world.settle(3)
  owner = await freshSession(stage, owner)
  expect(await read()).toMatchObject([{ stage: 'done' }])
})

test('the card of the switch says in words what waits', () => {
  const [refunds, payouts] = [
    { count: 3, amount: 9200 },
    { count: 1, amount: 12_000 },
  ]
  expect(dueText({ refunds, payouts })).toBe(
    'Waiting: 3 refunds (KES 9,200) and 1 payout (KES 12,000).',
  )
  expect(dueText({ refunds, payouts: none })).toBe('Waiting: 3 refunds (KES 9,200).')
  expect(dueText({ refunds: none, payouts: none })).toBe(
    'No refund or payout waits. New ones will wait.',
  )
})

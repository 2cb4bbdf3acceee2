import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { buildAccount } from '../../../test/accounts.ts'
import { type BuiltEvent, buildEvent, newPhone } from '../../../test/build.ts'
import { newReceipt, pay, prompted } from '../../../test/purchase.ts'
import { keepStage } from '../../../test/stage.ts'
import { sendOn } from '../../../test/transfers.ts'
import { recordReport } from '../../messages/delivery-reports.ts'
import { queueSms } from '../../messages/outbox.ts'
import { inTransaction } from '../../platform/database/db.ts'
import { nairobiDate } from '../../platform/values/nairobi.rules.ts'
import type { WorkRow } from './work-list.contract.ts'

const stage = keepStage()
let admin: Awaited<ReturnType<typeof buildAccount>>
let event: BuiltEvent
beforeAll(async () => {
  admin = await buildAccount(stage, 'admin')
  event = await buildEvent(stage.db, { title: 'Derby Day' })
})

async function find(key: string): Promise<WorkRow | undefined> {
  const { headers } = admin
  const { data } = (await stage.app.inject({ url: '/api/work_list', headers })).json()
  return data.find((row: WorkRow) => row.key === key)
}

/**
 * Checks that an SMS to a person who received a ticket from the buyer does not hide the failure of
 * the buyer's own SMS.
 */
async function expectFriendAside(orderId: string, ownId: string): Promise<void> {
  const deliveryOf = async () => {
    const { headers } = admin
    const { data } = (await stage.app.inject({ url: '/api/transactions', headers })).json()
    return data.find((one: { order_id: string }) => one.order_id === orderId).delivery
  }
  const friends = {
    id: randomUUID(),
    recipient: '254799000222',
    body: '',
    dedupe_key: `ticket:${randomUUID()}`,
    order_id: orderId,
    created_at: new Date(stage.clock.now().getTime() + 1000),
  }
  const sent = { ...friends, state: 'delivered' }
  await stage.db.insertInto('message').values(sent).execute()
  expect(await find(orderId)).toBeDefined()
  expect(await deliveryOf()).toMatchObject({ state: 'failed' })
  const set = (id: string, state: string) =>
    stage.db.updateTable('message').set({ state }).where('id', '=', id).execute()
  await set(friends.id, 'failed')
  await set(ownId, 'queued')
  expect(await find(orderId)).toBeUndefined()
  expect(await deliveryOf()).toMatchObject({ state: 'queued' })
  await set(ownId, 'failed')
  await stage.db.deleteFrom('message').where('id', '=', friends.id).execute()
}

// spec: sms-delivery
test('the work list shows a buyer whom no ticket message reached, until the doors open', async () => {
  const order = await prompted(stage, event, [2])
  await pay(stage, order, newReceipt())
  const { orderId } = order
  const message = await stage.db
    .selectFrom('message')
    .select(['id', 'provider_message_id', 'recipient'])
    .where('order_id', '=', orderId)
    .where('channel', '=', 'sms')
    .executeTakeFirstOrThrow()
  expect(await find(orderId)).toBeUndefined()
  await recordReport(stage.deps, {
    id: message.provider_message_id!,
    status: 'Failed',
    phoneNumber: `+${message.recipient}`,
    failureReason: 'UserInBlackList',
  })
  expect(await find(orderId)).toMatchObject({
    kind: 'buyer_not_reached',
    order_id: orderId,
    known: 'No message with the tickets reached the buyer: this phone opted out of our SMS.',
  })
  const { headers } = admin
  const listed = await stage.app.inject({ url: '/api/transactions', headers })
  const row = listed.json().data.find((one: { order_id: string }) => one.order_id === orderId)
  expect(row.delivery).toEqual({ state: 'failed', why: 'this phone opted out of our SMS' })
  const optOuts = stage.db.selectFrom('sms_opt_out').select('phone')
  expect(await optOuts.execute()).toEqual([{ phone: message.recipient }])
  await expectFriendAside(orderId, message.id)
  // An email with the tickets was sent, so the buyer has them.
  const email = {
    id: randomUUID(),
    channel: 'email',
    recipient: 'a@b.test',
    sender: 'c@d.test',
    subject: 'Your tickets',
    body: '',
  }
  const at = stage.clock.now()
  const keys = { dedupe_key: `tickets:${orderId}`, created_at: at, updated_at: at }
  await stage.db
    .insertInto('message')
    .values({ ...email, ...keys, order_id: orderId, state: 'sent' })
    .execute()
  expect(await find(orderId)).toBeUndefined()
  await stage.db.deleteFrom('message').where('id', '=', email.id).execute()
  expect(await find(orderId)).toBeDefined()
  const { date } = await stage.db
    .selectFrom('event')
    .select('date')
    .where('id', '=', event.id)
    .executeTakeFirstOrThrow()
  const past = { date: nairobiDate(new Date(stage.clock.now().getTime() - 86_400_000)) }
  await stage.db.updateTable('event').set(past).where('id', '=', event.id).execute()
  expect(await find(orderId)).toBeUndefined()
  await stage.db.updateTable('event').set({ date }).where('id', '=', event.id).execute()
})

async function reportFailed(recipient: string): Promise<void> {
  const { provider_message_id } = await stage.db
    .selectFrom('message')
    .select('provider_message_id')
    .where('recipient', '=', recipient)
    .where('state', '=', 'sent')
    .executeTakeFirstOrThrow()
  await recordReport(stage.deps, {
    id: provider_message_id!,
    status: 'Failed',
    phoneNumber: `+${recipient}`,
    failureReason: 'AbsentSubscriber',
  })
}

// spec: sms-delivery
test('the work list shows a new holder whom no SMS reached, until an SMS arrives or the ticket changes hands', async () => {
  const order = await prompted(stage, event, [3])
  await pay(stage, order, newReceipt())
  const { number } = await stage.db
    .selectFrom('ticket')
    .select('number')
    .where('order_id', '=', order.orderId)
    .executeTakeFirstOrThrow()
  const [friend, other] = [newPhone(), newPhone()]
  const [sentNumber] = await sendOn(stage, number, { phone: friend, admits: 1 })
  await sendOn(stage, number, { phone: other, admits: 1 })
  const { id } = await stage.db
    .selectFrom('ticket')
    .select('id')
    .where('number', '=', sentNumber!)
    .executeTakeFirstOrThrow()
  expect(await find(id)).toBeUndefined()
  await reportFailed(friend)
  const row = {
    kind: 'holder_not_reached',
    order_id: order.orderId,
    event: { title: 'Derby Day' },
    amount: null,
    known: `The ticket sent to 0${friend.slice(3)} did not arrive: the phone was off or out of reach.`,
    by_itself: 'Nothing until someone calls this friend or resends the SMS.',
    actions: [],
  }
  expect(await find(id)).toMatchObject(row)
  // The buyer and the other holder received their tickets.
  expect(await find(order.orderId)).toBeUndefined()
  const again = () =>
    stage.app.inject({
      method: 'POST',
      url: '/api/functions/resend-sms',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...admin.headers },
      payload: `transactionId=${order.orderId}`,
    })
  expect((await again()).statusCode).toBe(200)
  await stage.runJobs()
  expect(await find(id)).toBeUndefined()
  await reportFailed(friend)
  expect(await find(id)).toMatchObject(row)
  const set = (state: string, void_reason: string | null) =>
    stage.db.updateTable('ticket').set({ state, void_reason }).where('id', '=', id).execute()
  await set('void', 'transferred')
  expect(await find(id)).toBeUndefined()
  await set('valid', null)
  const date = nairobiDate(new Date(stage.clock.now().getTime() - 86_400_000))
  const past = await buildEvent(stage.db, { date })
  const moveTo = (event_id: string) =>
    stage.db.updateTable('ticket').set({ event_id }).where('id', '=', id).execute()
  await moveTo(past.id)
  expect(await find(id)).toBeUndefined()
  await moveTo(event.id)
  expect(await find(id)).toBeDefined()
})

// spec: sms-delivery
test('a phone stays opted out until an SMS that was sent later reaches it', async () => {
  const optOuts = stage.db.selectFrom('sms_opt_out').select('phone')
  const report = (status: string, failureReason: string | null) =>
    recordReport(stage.deps, { id: status, status, phoneNumber: '+254799000111', failureReason })
  const ours = async () =>
    (await optOuts.execute()).filter(({ phone }) => phone === '254799000111').length
  await report('Failed', 'UserInBlackList')
  await report('Rejected', 'DeliveryFailure')
  expect(await ours()).toBe(1)
  // A delivery report without a time cannot show that the SMS was sent later.
  await report('Success', null)
  expect(await ours()).toBe(1)
  const sent = async (id: string) => {
    stage.sms.answer = () => ({ kind: 'accepted', messageId: id, status: 'Sent' })
    const sms = {
      phone: '254799000111',
      body: 'Jambo',
      dedupeKey: `ticket:${id}` as const,
      now: stage.clock.now(),
    }
    await inTransaction(stage.db, (tx) => queueSms(tx, sms))
    await stage.runJobs()
  }
  const arrived = (id: string) =>
    recordReport(stage.deps, { ...SUCCESS, id, phoneNumber: '+254799000111' })
  await sent('before')
  stage.pass(1000)
  // The phone opts out again while the SMS is on its way.
  await report('Failed', 'UserInBlackList')
  await arrived('before')
  expect(await ours()).toBe(1)
  stage.pass(1000)
  await sent('after')
  await arrived('after')
  expect(await ours()).toBe(0)
})

const SUCCESS = { status: 'Success', failureReason: null }

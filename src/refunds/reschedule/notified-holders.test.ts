// spec: transfer-holder-told
import { beforeEach, expect, test } from 'vitest'
import { buildAccount } from '../../../test/accounts.ts'
import { type BuiltEvent, buildEvent, newPhone } from '../../../test/build.ts'
import { callAs } from '../../../test/cancelling.ts'
import { playRefunds, type RefundWorld } from '../../../test/refund-world.ts'
import { bought } from '../../../test/refunds.ts'
import { keepStage } from '../../../test/stage.ts'
import { sendOn } from '../../../test/transfers.ts'
import { septets } from '../../messages/sms.rules.ts'
import type { Language } from '../../platform/values/language.rules.ts'
import { formatTicketNumber } from '../../tickets/number.rules.ts'
import { ticketCancelledSms, ticketRefundedSms } from '../refund-sms.rules.ts'
import { movedSms, ticketMovedSms } from './reschedule-messages.rules.ts'

const stage = keepStage({ LIMIT_PUSH_PER_PHONE: '100', PUBLIC_ORIGIN: 'http://shop.test' })
let world: RefundWorld
let event: BuiltEvent
let admin: Awaited<ReturnType<typeof buildAccount>>
beforeEach(async () => {
  admin = await buildAccount(stage, 'admin')
  world = playRefunds(stage)
  event = await buildEvent(stage.db, { date: '2027-12-12', types: [{ price: 750 }] })
})

/** Buys a ticket for two people and transfers one of them to another phone. */
async function sharedOrder(language: Language = 'en') {
  const order = await bought({ stage, world }, event, [2])
  await stage.db.updateTable('order').set({ language }).where('id', '=', order.orderId).execute()
  const old = await stage.db
    .selectFrom('ticket')
    .select('number')
    .where('order_id', '=', order.orderId)
    .executeTakeFirstOrThrow()
  const friend = newPhone()
  const [sent] = await sendOn(stage, old.number, { phone: friend, admits: 1 })
  stage.sent.length = 0
  return { ...order, old: old.number, sent: sent!, friend: `254${friend.slice(-9)}` }
}

const readPage = async (number: string) => (await stage.app.inject(`/api/tickets/${number}`)).json()

test('when an order is refunded, each receiver of a transfer is notified once, and the buyer of the money', async () => {
  const { orderId, phone, sent, friend } = await sharedOrder()
  const request = { order_id: orderId, reason: 'other' }
  expect((await callAs(stage, admin, 'POST /api/refunds', request)).status).toBe(201)
  await stage.runJobs()
  const no = formatTicketNumber(sent)
  expect(stage.textsTo(friend)).toEqual([
    `Your ticket for Derby Day, no. ${no}, was refunded to the buyer and is no longer valid.`,
  ])
  expect(stage.textsTo(phone)[0]).toMatch(/^Your KES 1,500 for Derby Day will be refunded by/)
  // When the refund has been paid, only the payer is notified.
  await world.settle(3)
  expect(stage.textsTo(friend)).toHaveLength(1)
  expect(stage.textsTo(phone).at(-1)).toMatch(/^Refunded: KES 1,500/)
  expect(await readPage(sent)).toMatchObject({ state: 'void', refund: { state: 'done' } })
})

test('when some tickets are refunded, holders of the others are not notified', async () => {
  const { orderId, old, sent, friend, phone } = await sharedOrder()
  const request = { order_id: orderId, reason: 'other', ticket_numbers: [old] }
  expect((await callAs(stage, admin, 'POST /api/refunds', request)).status).toBe(201)
  await stage.runJobs()
  expect(stage.textsTo(friend)).toEqual([])
  expect(stage.textsTo(phone)).toHaveLength(1)
  expect(await readPage(sent)).toMatchObject({ state: 'valid', refund: null })
})

test("when an event is cancelled, holders are notified in the order's language", async () => {
  const { phone, sent, friend } = await sharedOrder('sw')
  const cancel = { title: event.title, reason: 'The hall is closed' }
  const path = `POST /api/events/${event.id}/cancel`
  expect((await callAs(stage, admin, path, cancel)).status).toBe(202)
  await stage.runJobs()
  await world.settle(2)
  const no = formatTicketNumber(sent)
  expect(stage.textsTo(friend)).toEqual([
    `Derby Day imefutwa. Tiketi yako na. ${no} si halali tena; mnunuzi anarudishiwa pesa.`,
  ])
  expect(stage.textsTo(phone)[0]).toMatch(/^Derby Day imefutwa\. KES 1,500 zitarudishwa/)
  expect(await readPage(sent)).toMatchObject({ state: 'void', is_event_cancelled: true })
})

test('when an event is rescheduled, holders get old and new schedule with a link of their own', async () => {
  const { phone, sent, friend } = await sharedOrder()
  const path = `POST /api/events/${event.id}/reschedule`
  expect((await callAs(stage, admin, path, { date: '2027-12-20' })).status).toBe(200)
  await stage.runJobs()
  await stage.db
    .updateTable('event_change')
    .set({ next_at: new Date(0), notified_at: null })
    .execute()
  await stage.sweep()
  expect(stage.textsTo(friend)).toEqual([
    expect.stringMatching(
      /^Derby Day: new date Mon 20 Dec 3PM \(was 12 Dec\)\. Your ticket stays valid\. Refund to the buyer\? Request by /,
    ),
  ])
  expect(stage.textsTo(phone)).toHaveLength(1)
  expect(stage.textsTo(phone)[0]).toContain('Refund? Request by')
  const page = { state: 'valid', date: '2027-12-20', is_event_cancelled: false }
  expect(await readPage(sent)).toMatchObject({ ...page, moved_from: 'December 12, 2027, 3:00 PM' })
  const headers = { 'x-language': 'sw' }
  const swahili = await stage.app.inject({ url: `/api/tickets/${sent}`, headers })
  expect(swahili.json().moved_from).toBe('12 Desemba 2027, 3:00 PM')
})

test('the link of a rescheduled event says that the event was cancelled afterwards', async () => {
  const { phone } = await sharedOrder()
  const move = `POST /api/events/${event.id}/reschedule`
  expect((await callAs(stage, admin, move, { date: '2027-12-20' })).status).toBe(200)
  await stage.runJobs()
  const token = /\/r\/(\w{16})/.exec(stage.textsTo(phone)[0]!)![1]
  const readLink = async () => (await stage.app.inject(`/api/refund_links/${token}`)).json()
  expect(await readLink()).toMatchObject({ state: 'open', is_event_cancelled: false })
  const cancel = { title: event.title, reason: 'The hall is closed' }
  const path = `POST /api/events/${event.id}/cancel`
  expect((await callAs(stage, admin, path, cancel)).status).toBe(202)
  await stage.runJobs()
  expect(await readLink()).toMatchObject({ state: 'gone', is_event_cancelled: true })
})

test('the phone that the buyer named is notified even if another phone paid', async () => {
  const order = await bought({ stage, world }, event)
  const own = `254${newPhone().slice(-9)}`
  const named = stage.db.updateTable('order').set({ recipient_phone: own })
  await named.where('id', '=', order.orderId).execute()
  const request = { order_id: order.orderId, reason: 'other' }
  expect((await callAs(stage, admin, 'POST /api/refunds', request)).status).toBe(201)
  await stage.runJobs()
  expect(stage.textsTo(own)).toEqual([expect.stringMatching(/^Your ticket for Derby Day, no\. /)])
})

test.each(['en', 'sw'] as const)(
  'each notification is one part, whatever the title: %s',
  (language) => {
    const eventTitle = 'The very long title of an event that goes on and on and on '.repeat(3)
    const gone = { language, eventTitle, number: '0A1B2C3D4E5F6G7H' }
    const place = (date: string) => ({ date, time: '15:00', location: 'A stadium '.repeat(20) })
    const link = 'https://shop.example.co.ke/t/0A1B2C3D4E5F6G7H'
    const until = '2027-09-26'
    const moved = { old: place('2027-12-12'), now: place('2027-12-20'), until, link }
    for (const body of [
      ticketRefundedSms(gone),
      ticketCancelledSms(gone),
      ticketMovedSms({ ...gone, ...moved }),
    ]) {
      expect(septets(body)).toBeLessThanOrEqual(160)
    }
  },
)

test('the reschedule SMS leaves out what GSM-7 cannot write of a venue', () => {
  const schedule = { date: '2027-09-28', time: '15:00' }
  const [nyayo, unseen] = ['Nyayo Stadium', 'قاعة نيروبي'].map((location) => ({
    ...schedule,
    location,
  }))
  const moved = {
    ...({ language: 'en', eventTitle: 'Derby', until: '2027-10-12' } as const),
    link: 'https://lango.example/r/0123456789ABCDEF',
  }
  const rest = `. Tickets stay valid. Refund? Request by 12 Oct: ${moved.link}`
  expect(movedSms({ ...moved, old: nyayo!, now: unseen! })).toBe(
    `Derby: new venue see link (was Nyayo Stadium)${rest}`,
  )
  expect(movedSms({ ...moved, old: unseen!, now: nyayo! })).toBe(
    `Derby: new venue Nyayo Stadium${rest}`,
  )
})

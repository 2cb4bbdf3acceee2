import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildAccount } from '../../../test/accounts.ts'
import { readBookDifferences } from '../../../test/books.ts'
import { type BuiltEvent, buildEvent } from '../../../test/build.ts'
import { callAs, soldOrders } from '../../../test/cancelling.ts'
import { newReceipt, pay, payLate, post, prompted, readOrderState } from '../../../test/purchase.ts'
import { keepStage } from '../../../test/stage.ts'
import { selectLatestChange } from '../../events/event-change.sql.ts'
import { septets } from '../../messages/sms.rules.ts'
import { linkIn } from '../../platform/values/language.rules.ts'
import { refundTimes } from '../declarations.ts'
import { requestMove } from './request-move.ts'
import { movedSms } from './reschedule-messages.rules.ts'

const DAY_MS = 86_400_000

const stage = keepStage({ LIMIT_PUSH_PER_PHONE: '100', PUBLIC_ORIGIN: 'http://shop.test' })
let event: BuiltEvent
let admin: Awaited<ReturnType<typeof buildAccount>>
beforeAll(async () => {
  admin = await buildAccount(stage, 'admin')
})
beforeEach(async () => {
  event = await buildEvent(stage.db, { date: '2027-12-12' })
  stage.sent.length = 0
  stage.mails.length = 0
})

const move = (to: object, id = event.id) =>
  callAs(stage, admin, `POST /api/events/${id}/reschedule`, to)

type SoldOrder = Awaited<ReturnType<typeof soldOrders>>[number]

/**
 * Buys one ticket of an event and reschedules the event. Returns the buyer and the token of the
 * link in the SMS.
 */
async function movedBuyer(to: object = { date: '2027-12-20' }) {
  const [order] = await soldOrders(stage, event, 1)
  stage.sent.length = 0
  stage.mails.length = 0
  expect((await move(to)).status).toBe(200)
  await stage.runJobs()
  return { order: order!, token: tokenFor(order!) }
}

function tokenFor(order: SoldOrder): string {
  const texts = stage.sent.filter((sms) => sms.phone === order.push.phone)
  const token = /http:\/\/shop\.test\/r\/([0-9A-Z]{16})$/.exec(texts.at(-1)!.body)?.[1]
  expect(token, texts.at(-1)!.body).toBeDefined()
  return token!
}

test('wrong refund links count as misses of their address, and the right link still works', async () => {
  const { order, token } = await movedBuyer()
  const remoteAddress = '10.7.0.1'
  const read = async (link: string) =>
    (await stage.app.inject({ url: `/api/refund_links/${link}`, remoteAddress })).statusCode
  const max = stage.env.limits.missPerAddress
  for (let misses = 0; misses < max; misses++) {
    expect(await read('0000000000000000')).toBe(404)
  }
  expect(await read('0000000000000000')).toBe(429)
  expect(await read(token)).toBe(200)
  const url = `/api/orders/${order.orderId}/refund_request`
  const request = (link: string) =>
    stage.app.inject({ method: 'POST', url, payload: { token: link }, remoteAddress })
  expect((await request('0000000000000000')).statusCode).toBe(429)
  expect((await request(token)).statusCode).toBe(202)
})

const ask = (order: SoldOrder, token: string) =>
  post(stage, `/api/orders/${order.orderId}/refund_request`, { token })

const readLink = async (token: string) =>
  (await stage.app.inject({ method: 'GET', url: `/api/refund_links/${token}` })).json()

async function countRefunds(order: SoldOrder): Promise<number> {
  const rows = await stage.db
    .selectFrom('refund')
    .select('reason')
    .where('order_id', '=', order.orderId)
    .execute()
  expect(rows.every((row) => row.reason === 'moved')).toBe(true)
  return rows.length
}

describe('an event that has sold and is moved', () => {
  const realNow = () => new Date(Date.now() + stage.clock.offsetMs)
  beforeEach(() => {
    stage.clock.now = realNow
    stage.clock.offsetMs = 0
  })

  // spec: reschedule-told
  test('a reschedule notifies each buyer once of old and new schedule; emails have the calendar entry', async () => {
    const { order } = await movedBuyer({ date: '2027-12-20', time: '18:30' })
    expect(stage.sent.map((sms) => sms.body)).toEqual([
      expect.stringMatching(
        /^Derby Day: new date Mon 20 Dec 6:30PM \(was 12 Dec 3PM\)\. Tickets stay valid\. Refund\? Request by \d+ \w{3}: http/,
      ),
    ])
    const [mail] = stage.mails
    expect(mail).toMatchObject({ to: order.email, subject: 'Rescheduled: Derby Day' })
    expect(mail!.text).toContain('Was: December 12, 2027, 3:00 PM')
    expect(mail!.calendar).toContain('DTSTART:20271220T153000Z')
    // The email has the calendar entry of the ticket email, with a higher revision number.
    expect(mail!.calendar).toMatch(new RegExp(`UID:${event.id}@[\\s\\S]*SEQUENCE:[1-9]`))
    expect((await move({ date: '2027-12-20' })).status).toBe(200)
    await stage.runJobs()
    stage.pass(refundTimes(stage.deps.timeScale).cancellingMaxMs + 1)
    await stage.sweep()
    expect([stage.sent.length, stage.mails.length]).toEqual([1, 1])
    expect(await readOrderState(stage, order.orderId)).toBe('issued')
  })

  // spec: reschedule-form
  test('a save with another date, time or place is refused once an order exists, and sends nothing', async () => {
    const read = async () => (await callAs(stage, admin, `GET /api/events/${event.id}`)).body
    expect(await read()).toMatchObject({ has_orders: false })
    // Money may still come in for an order that was never paid.
    await prompted(stage, event)
    stage.sent.length = 0
    const put = async (change: object) => {
      const { updated_at } = await read()
      return await callAs(stage, admin, `PUT /api/events/${event.id}`, { updated_at, ...change })
    }
    const before = await read()
    expect(before.has_orders).toBe(true)
    const changes = { date: '2027-12-20', time: '16:00', location: 'Kasarani, Nairobi' }
    for (const [field, value] of Object.entries(changes)) {
      const refusal = { status: 409, body: { code: 'has_orders', field } }
      expect(await put({ title: 'Derby Night', [field]: value })).toMatchObject(refusal)
    }
    expect(await read()).toEqual(before)
    const { date, time, location } = before
    expect(await put({ title: 'Derby Night', date, time, location })).toMatchObject({ status: 200 })
    await stage.runJobs()
    expect(stage.sent).toEqual([])
  })

  test('a reschedule of an event without sales notifies nobody and opens no link', async () => {
    expect((await move({ date: '2027-12-20' })).body.date).toBe('2027-12-20')
    expect(await selectLatestChange(stage.db, event.id)).toBeUndefined()
  })

  test('a cancelled event cannot be rescheduled', async () => {
    await stage.db
      .updateTable('event')
      .set({ cancelled_at: new Date() })
      .where('id', '=', event.id)
      .execute()
    expect(await move({ date: '2027-12-20' })).toMatchObject({
      status: 409,
      body: { code: 'event_cancelled' },
    })
  })

  // spec: reschedule-request
  test('a buyer who asks by the link gets a refund once, confirmed by SMS', async () => {
    const { order, token } = await movedBuyer()
    stage.sent.length = 0
    expect(await readLink(token)).toMatchObject({ state: 'open', amount: 100 })
    const other = (await soldOrders(stage, event, 1))[0]!
    stage.sent.length = 0
    expect((await ask(other, token)).status).toBe(404)
    expect((await ask(order, '0'.repeat(16))).status).toBe(404)
    const answers = await Promise.all([ask(order, token), ask(order, token)])
    expect(answers.map(({ status }) => status)).toEqual([202, 202])
    expect(await ask(order, token)).toMatchObject({
      status: 202,
      body: { state: 'asked', amount: 100 },
    })
    await stage.runJobs()
    expect(await readOrderState(stage, order.orderId)).toBe('refund_due')
    expect(await countRefunds(order)).toBe(1)
    expect(stage.sent.map((sms) => sms.phone)).toEqual([order.push.phone])
    expect(stage.sent[0]!.body).toMatch(/^Your KES 100 for Derby Day will be refunded by/)
    expect(await readBookDifferences(stage.db)).toEqual([])
  })

  // spec: reschedule-14-days
  test('a second reschedule starts 14 new days under the same link', async () => {
    const { order, token } = await movedBuyer()
    stage.pass(15 * DAY_MS)
    expect((await ask(order, token)).status).toBe(409)
    // The admin's session has ended by now, so the test calls `requestMove` and not the API.
    const again = { schedule: { location: 'Kasarani' }, tell: true, reason: '' }
    await requestMove(stage.deps, admin.viewer, event.id, again)
    await stage.runJobs()
    expect(tokenFor(order)).toBe(token)
    expect(stage.sent).toHaveLength(2)
    expect((await ask(order, token)).status).toBe(202)
  })

  test('a buyer whose ticket was used is told to write to support, before and after requesting', async () => {
    const { order, token } = await movedBuyer()
    const used = { state: 'used', admitted: 1 } as const
    await stage.db.updateTable('ticket').set(used).where('order_id', '=', order.orderId).execute()
    expect(await readLink(token)).toMatchObject({ state: 'used' })
    expect(await ask(order, token)).toMatchObject({
      status: 409,
      body: { code: 'came_in', error: expect.stringContaining('Write to us') },
    })
    const refund = { order_id: order.orderId, reason: 'other', words: 'They wrote to us' }
    expect((await callAs(stage, admin, 'POST /api/refunds', refund)).status).toBe(201)
    expect(await readLink(token)).toMatchObject({ state: 'gone' })
    expect(await ask(order, token)).toMatchObject({ status: 409, body: { code: 'went_back' } })
  })

  test('a buyer who ordered before the reschedule and paid after it is notified once, even of the first', async () => {
    const [late, later] = [await prompted(stage, event), await prompted(stage, event)]
    stage.pass(1000)
    expect((await move({ date: '2027-12-20', time: '18:30' })).status).toBe(200)
    await stage.runJobs()
    stage.pass(1000)
    const notices = () => stage.sent.filter((sms) => /new date/.test(sms.body))
    expect(notices()).toEqual([])
    await pay(stage, late, newReceipt())
    await stage.sweep()
    expect(notices()).toMatchObject([
      {
        phone: late.push.phone,
        body: expect.stringContaining('new date Mon 20 Dec 6:30PM (was 12 Dec 3PM)'),
      },
    ])
    const token = tokenFor({ ...late, phone: late.push.phone, email: null })
    expect(await readLink(token)).toMatchObject({ state: 'open', old: { date: '2027-12-12' } })
    // The payment arrives days after the hold ended: by paybill, or by a callback that M-Pesa's
    // list confirms.
    stage.pass(2 * DAY_MS)
    await payLate(stage, later, newReceipt())
    expect(await readOrderState(stage, later.orderId)).toBe('issued')
    await stage.sweep()
    stage.pass(DAY_MS)
    await stage.sweep()
    expect(notices().map((sms) => sms.phone)).toEqual([late.push.phone, later.push.phone])
  })

  test('a late payer is notified of the latest reschedule that notifies buyers', async () => {
    const late = await prompted(stage, event)
    await move({ date: '2027-12-20' })
    await move({ date: '2027-12-22' })
    await stage.runJobs()
    stage.pass(1000)
    await pay(stage, late, newReceipt())
    await stage.sweep()
    const notices = () => stage.sent.filter((sms) => /new date/.test(sms.body))
    expect(notices()).toMatchObject([
      { body: expect.stringContaining('new date Wed 22 Dec 3PM (was 12 Dec)') },
    ])
    const silent = await prompted(stage, event)
    await move({ time: '19:00', tell: false })
    await stage.runJobs()
    stage.pass(1000)
    await pay(stage, silent, newReceipt())
    await stage.sweep()
    expect(notices()).toHaveLength(1)
  })

  test('a buyer who ordered after the announcement is not notified', async () => {
    await movedBuyer()
    stage.sent.length = 0
    stage.pass(1000)
    const late = await prompted(stage, event)
    await pay(stage, late, newReceipt())
    stage.pass(refundTimes(stage.deps.timeScale).cancellingMaxMs + 1)
    await stage.sweep()
    expect(stage.sent.filter((sms) => /new date/.test(sms.body))).toEqual([])
  })

  test('notifications continue after their job died', async () => {
    await soldOrders(stage, event, 2)
    stage.sent.length = 0
    await move({ date: '2027-12-20' })
    await stage.db.deleteFrom('job').where('name', '=', 'events.moved').execute()
    await stage.runJobs()
    expect(stage.sent).toEqual([])
    stage.pass(refundTimes(stage.deps.timeScale).cancellingMaxMs + 1)
    await stage.sweep()
    expect(stage.sent).toHaveLength(2)
  })
})

// spec: swahili-sms-links
test('the reschedule SMS is one part, whatever changes, and links to the page in its language', () => {
  const here = { date: '2027-09-28', time: '15:00', location: 'Nyayo Stadium, Nairobi West' }
  const link = 'https://tickets.lango.co.ke/r/0123456789ABCDEF'
  const places = [
    { ...here, date: '2027-11-30' },
    { ...here, location: 'K'.repeat(200) },
    { date: '2027-11-30', time: '18:30', location: 'Moi International Sports Centre, Kasarani' },
  ]
  for (const now of places) {
    for (const eventTitle of [
      'D',
      'A very long title of an event that nobody can read'.repeat(3),
    ]) {
      for (const language of ['en', 'sw'] as const) {
        const moved = { language, eventTitle, old: here, now, until: '2027-10-12', link }
        const sms = movedSms(moved)
        expect(septets(sms), sms).toBeLessThanOrEqual(160)
        expect(sms.split(' ').at(-1)).toBe(linkIn(language, link))
        // If the link is three letters longer, '/sw' no longer fits.
        const long = link.replace('tickets', 'tickets-ke')
        const cut = movedSms({ ...moved, link: long })
        expect(septets(cut), cut).toBeLessThanOrEqual(160)
        expect([long, linkIn(language, long)]).toContain(cut.split(' ').at(-1))
        // With a link of 41 characters the old schedule no longer fits.
        const longest = link.replace('tickets', 'tickets.of-the-showground')
        const least = movedSms({ ...moved, link: longest })
        expect(septets(least), least).toBeLessThanOrEqual(160)
        expect([longest, linkIn(language, longest)]).toContain(least.split(' ').at(-1))
        const news = now.location === here.location ? '30 Nov' : now.location.slice(0, 3)
        expect(least).toContain(news)
      }
    }
  }
})

import { beforeEach, describe, expect, test } from 'vitest'
import { type BuiltEvent, buildEvent } from '../../test/build.ts'
import { digitOf, makeDialler } from '../../test/dialler.ts'
import { latestPrompt, newReceipt, pay, readStock } from '../../test/purchase.ts'
import { keepStage } from '../../test/stage.ts'
import { localPhone } from '../platform/values/phone.rules.ts'

const stage = keepStage()
let event: BuiltEvent
let code: string

beforeEach(async () => {
  event = await buildEvent(stage.db, {
    title: 'Derby Day',
    types: [
      { name: 'Standard', price: 500, capacity: 50, maxPerOrder: 4, gates: ['Gate A'] },
      { name: 'VIP', price: 1000, capacity: 5, maxPerOrder: 2, gates: ['Gate B'] },
    ],
  })
  code = String(await dialCodeOf(event.id))
})

async function dialCodeOf(id: string) {
  const row = await stage.db
    .selectFrom('event')
    .select('dial_code')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return row.dial_code!
}

async function ordersOf(phone: string) {
  return await stage.db
    .selectFrom('order')
    .select(['id', 'state', 'amount_cents', 'code', 'payment_method', 'client_network'])
    .where('phone', '=', phone)
    .orderBy('created_at')
    .execute()
}

describe('a purchase', () => {
  // spec: ussd-buy
  test('a caller finds an event from the menu by date', async () => {
    const phone = makeDialler(stage)
    const menu = await phone.dial()
    expect(menu.screen).toBe(
      'Lango tickets\n1 Events by date\n2 By category\n3 My tickets\n4 Check a ticket\n5 Help\n6 Kiswahili\nOr enter an event code',
    )
    const dates = await phone.type(digitOf(menu, 'Events by date'))
    let list = await phone.type(digitOf(dates, 'All Upcoming'))
    while (!list.screen.includes('Derby Day')) list = await phone.type(digitOf(list, 'More'))
    const types = await phone.type(digitOf(list, 'Derby Day'))
    expect(types.screen).toMatch(/1 Standard 500\n2 VIP 1,000 \(5 left\)\n0 Back$/)
  })

  // spec: ussd-buy, ussd-venue
  test('a caller buys by event code: type, quantity, total and phone, END, and the prompt after the session', async () => {
    const phone = makeDialler(stage)
    const types = await phone.dial(code)
    const howMany = await phone.type(digitOf(types, 'VIP'))
    expect(howMany.screen).toContain('How many? (1-2)')
    const total = await phone.type('2')
    expect(total.screen).toMatch(
      /^2 x VIP\nDerby Day\n[A-Z][a-z]{2} \d+ [A-Z][a-z]{2} 3PM, Nyayo Stadium, Nairobi\nTotal KES 2,000\nM-PESA 07\d\d \d{3} \d{3}\n1 Pay/,
    )
    const thanks = await phone.type(digitOf(total, 'Pay'))
    const [order] = await ordersOf(phone.phone)
    expect(thanks).toEqual({
      isOpen: false,
      screen: `KES 2,000: enter your PIN when M-PESA prompts ${localPhone(phone.phone)}.\nNo prompt in 1 minute? Paybill 174379, account ${order!.code}, or dial *265*25# again.`,
    })
    expect(order).toMatchObject({ state: 'pending', client_network: phone.phone })
    const pushes = stage.daraja.pushes.length
    await stage.runJobs()
    expect(stage.daraja.pushes.length).toBe(pushes)
    expect(await dueIn(order!.id)).toBeCloseTo(4000, -3)
    await stage.hurry()
    const { push } = await latestPrompt(stage)
    expect(push).toMatchObject({ phone: phone.phone, amountCents: 200_000 })
    await pay(stage, { ...(await latestPrompt(stage)), amount: 2000 }, newReceipt())
    await stage.runJobs()
    expect(stage.sent.at(-1)).toMatchObject({ phone: phone.phone })
    expect(stage.sent.at(-1)!.body).toContain('2 x VIP. Enter: Gate B.')
    expect(await readStock(stage, event.types[1]!.id)).toMatchObject({ held: 0, sold: 2 })
    // A USSD purchase leads to one SMS, and to no email or newsletter.
    expect(stage.sent.filter((sms) => sms.phone === phone.phone).length).toBe(1)
    expect(stage.mails).toEqual([])
    expect(await stage.db.selectFrom('newsletter_subscriber').selectAll().execute()).toEqual([])
  })
})

// spec: ussd-buy
test('a price with cents is shown as it is charged, rounded up to whole shillings', async () => {
  event = await buildEvent(stage.db, {
    title: 'Derby Day',
    types: [
      { name: 'Standard', price: 149.5, capacity: 50, maxPerOrder: 4 },
      { name: 'VIP', price: 1000.01, capacity: 5, maxPerOrder: 2 },
    ],
  })
  const phone = makeDialler(stage)
  const types = await phone.dial(String(await dialCodeOf(event.id)))
  expect(types.screen).toMatch(/1 Standard 150\n2 VIP 1,001 \(5 left\)\n0 Back$/)
  const howMany = await phone.type(digitOf(types, 'Standard'))
  expect(howMany.screen).toMatch(/^Standard KES 150\n/)
  const total = await phone.type('3')
  expect(total.screen).toContain('\nTotal KES 449\n')
  await phone.type(digitOf(total, 'Pay'))
  expect(await ordersOf(phone.phone)).toMatchObject([{ amount_cents: 449_00 }])
})

/** The delay of the prompt's job, in ms. */
async function dueIn(orderId: string): Promise<number> {
  const jobs = await stage.db
    .selectFrom('job')
    .select(['payload', 'run_at', 'created_at'])
    .where('name', '=', 'orders.placed')
    .execute()
  const job = jobs.find(({ payload }) => (payload as { orderId: string }).orderId === orderId)!
  return job.run_at.getTime() - job.created_at.getTime()
}

// Tests free tickets and chosen prices by USSD.

import { describe, expect, test } from 'vitest'
import { type BuiltEvent, buildEvent, type EventSpec } from '../../test/build.ts'
import { type Dialler, dialCodeOf, makeDialler } from '../../test/dialler.ts'
import { failPrompts } from '../../test/purchase.ts'
import { keepStage, makeStage } from '../../test/stage.ts'
import { localPhone } from '../platform/values/phone.rules.ts'

const stage = keepStage()

async function eventOf(spec: EventSpec) {
  const event = await buildEvent(stage.db, { title: 'Launch', ...spec })
  return { ...event, code: await dialCodeOf(stage, event.id) }
}

async function ordersOf({ phone }: Pick<Dialler, 'phone'>) {
  return await stage.db
    .selectFrom('order as o')
    .innerJoin('order_line as l', 'l.order_id', 'o.id')
    .select(['o.state', 'o.payment_method', 'o.amount_cents', 'l.quantity', 'l.price_cents'])
    .where('o.phone', '=', phone)
    .orderBy('o.created_at')
    .execute()
}

const readType = async ({ types }: BuiltEvent) =>
  await stage.db
    .selectFrom('ticket_type')
    .select(['held', 'sold'])
    .where('id', '=', types[0]!.id)
    .executeTakeFirstOrThrow()

const setType = async ({ types }: BuiltEvent, set: object) => {
  await stage.db.updateTable('ticket_type').set(set).where('id', '=', types[0]!.id).execute()
}

describe('a free ticket', () => {
  // spec: ussd-free
  test('is got with the calling number as proof: no payment, no prompt, tickets by SMS', async () => {
    const event = await eventOf({ types: [{ name: 'Guest', isFree: true, maxPerOrder: 3 }] })
    const dialler = makeDialler(stage)
    expect((await dialler.dial(event.code)).screen).toContain('\n1 Guest Free\n')
    expect((await dialler.type('1')).screen).toBe('Guest Free\nHow many? (1-3)\n0 Back')
    const local = localPhone(dialler.phone)
    const { screen: total } = await dialler.type('2')
    expect(total).toMatch(/^Get 2 free tickets\?\n2 x Guest\nLaunch\n.*Nyayo.*\nSMS to /)
    expect(total).toContain('Get 2 free tickets?')
    expect(total).toMatch(new RegExp(`\nSMS to ${local}\n1 Get tickets\n0 Back$`))
    expect(await readType(event)).toEqual({ held: 0, sold: 0 })
    const got = await dialler.type('1')
    const screen = `Done. Your 2 free tickets come by SMS to ${local}.`
    expect(got).toEqual({ isOpen: false, screen })
    expect(await dialler.again()).toEqual(got)
    expect(await readType(event)).toEqual({ held: 0, sold: 2 })
    const pushes = stage.daraja.pushes.length
    await stage.hurry()
    expect(stage.daraja.pushes).toHaveLength(pushes)
    const order = { payment_method: 'free', amount_cents: 0, quantity: 2, price_cents: 0 }
    expect(await ordersOf(dialler)).toEqual([{ state: 'issued', ...order }])
    expect((await dialler.dial()).screen).toMatch(
      /^Your free tickets come by SMS\.\nLango tickets\n/,
    )
    expect((await dialler.type('3')).screen).toMatch(/^1 Launch .* x2\n0 Back$/)
  })

  // spec: ussd-free
  test('is counted over all free orders of the phone, before and after the total', async () => {
    const event = await eventOf({ types: [{ name: 'Guest', isFree: true, maxPerOrder: 3 }] })
    const dialler = makeDialler(stage)
    await dialler.dial(`${event.code}*1*2`)
    await dialler.type('1')
    expect((await dialler.dial(`${event.code}*1`)).screen).toContain('How many? (1-1)')
    expect((await dialler.type('1')).screen).toMatch(/^Get 1 free ticket\?\n/)
    // In a second session, the phone takes the last ticket that its limit allows.
    const other = makeDialler(stage, dialler.phone)
    await other.dial(`${event.code}*1*1*`)
    await other.type('1')
    expect((await dialler.type('1')).screen).toMatch(
      /^Limit reached: 3 per phone number\.\nLaunch /,
    )
    expect((await dialler.type('1')).screen).toMatch(
      /^Limit reached: 3 per phone number\.\nLaunch /,
    )
    expect(await readType(event)).toEqual({ held: 0, sold: 3 })
  })

  test('beyond the budget of the organizer is refused in words of its own', async () => {
    const small = await makeStage({ BUDGET_FREE: '1' })
    const { id } = await buildEvent(small.db, { types: [{ name: 'Guest', isFree: true }] })
    const code = await dialCodeOf(small, id)
    const [one, other] = [makeDialler(small), makeDialler(small)]
    for (const dialler of [one, other]) await dialler.dial(`${code}*1*1`)
    expect((await one.type('1')).isOpen).toBe(false)
    expect((await other.type('1')).screen).toMatch(
      /^No more free tickets right now\. Please try again later\.\nDerby Day .*\n1 Guest Free\n/,
    )
    await small.close()
  })

  test('that costs something by now is neither given away nor charged unseen', async () => {
    const event = await eventOf({ types: [{ name: 'Guest', isFree: true }] })
    const dialler = makeDialler(stage)
    await dialler.dial(`${event.code}*1*2`)
    await setType(event, { is_free: false, price_cents: 50_000 })
    expect((await dialler.type('1')).screen).toMatch(
      /^The price has changed\.\n2 x Guest\n[\s\S]*Total KES 1,000\n[\s\S]*1 Pay\n/,
    )
    expect((await dialler.type('1')).screen).toMatch(/^KES 1,000: enter your PIN/)
  })

  test('goes to the calling phone, also if another one was entered while it cost something', async () => {
    const event = await eventOf({ types: [{ name: 'Guest', price: 100 }] })
    const dialler = makeDialler(stage)
    await dialler.dial(`${event.code}*1*2`)
    await dialler.type('2')
    await setType(event, { is_free: true, price_cents: 0 })
    expect((await dialler.type('0712345678')).screen).toContain(
      `\nSMS to ${localPhone(dialler.phone)}\n1 Get tickets\n`,
    )
    expect((await dialler.type('1')).isOpen).toBe(false)
    expect(await ordersOf(dialler)).toMatchObject([{ payment_method: 'free', quantity: 2 }])
  })

  test('is offered in Swahili, too', async () => {
    const event = await eventOf({ types: [{ name: 'Guest', isFree: true }] })
    const dialler = makeDialler(stage)
    await dialler.dial('6')
    expect((await dialler.type(event.code)).screen).toContain('\n1 Guest Bure\n')
    await dialler.type('1')
    expect((await dialler.type('1')).screen).toMatch(/^Pata tiketi 1 ya bure\?\n/)
    expect((await dialler.type('1')).screen).toMatch(
      /^Tayari\. Tiketi yako ya bure itakuja kwa SMS kwa 07\d\d \d{3} \d{3}\.$/,
    )
  })

  test('is a choice: a price of 0 that was forgotten is refused as before', async () => {
    const { code } = await eventOf({ types: [{ name: 'Standard', price: 0 }] })
    const { screen } = await makeDialler(stage).dial(`${code}*1`)
    expect(screen).toMatch(/^There is nothing to pay for these tickets\.\n.*\n1 Standard 0\n/)
  })
})

describe('a price that the caller chooses', () => {
  const spec = { name: 'Gift', lowest: 200, suggested: 500, highest: 1000 }

  // spec: ussd-chosen-price
  test('is typed in whole shillings within the bounds, for each ticket', async () => {
    const { code } = await eventOf({ types: [spec] })
    const dialler = makeDialler(stage)
    expect((await dialler.dial(code)).screen).toContain('\n1 Gift from 200\n')
    expect((await dialler.type('1')).screen).toBe('Gift from KES 200\nHow many? (1-10)\n0 Back')
    const asked =
      'Gift\nEnter your price for each of 3 tickets in whole shillings, KES 200 to KES 1,000.\n0 Back'
    expect((await dialler.type('3')).screen).toBe(asked)
    for (const wrong of ['199', '1001', '250.50', 'abc', '-300', '']) {
      const { screen } = await dialler.type(wrong)
      expect(screen).toBe(`Enter a whole number from 200 to 1,000.\n${asked}`)
    }
    const total = await dialler.type('KES 1,000')
    expect(total.screen).toMatch(/^3 x Gift\n[\s\S]*\nTotal KES 3,000\nM-PESA 07/)
    expect((await dialler.type('0')).screen).toBe(asked)
    expect((await dialler.type('250')).screen).toMatch(/\nTotal KES 750\n/)
    expect((await dialler.type('1')).screen).toMatch(/^KES 750: enter your PIN/)
    const line = { quantity: 3, price_cents: 25_000, amount_cents: 75_000 }
    expect(await ordersOf(dialler)).toEqual([
      { state: 'pending', payment_method: 'prompt', ...line },
    ])
  })

  test('is kept for an order that ended unpaid, which is offered again', async () => {
    const { code } = await eventOf({ types: [spec] })
    const dialler = makeDialler(stage)
    await dialler.dial(`${code}*1*2*250`)
    await dialler.type('1')
    await failPrompts(stage)
    await stage.sweep()
    expect((await dialler.dial()).screen).toMatch(/^Your order for Launch has ended: /)
    expect((await dialler.type('1')).screen).toMatch(/^2 x Gift\n[\s\S]*\nTotal KES 500\n/)
  })

  test('may be dialled with the code', async () => {
    const { code } = await eventOf({ types: [spec] })
    const { screen } = await makeDialler(stage).dial(`${code}*1*2*300`)
    expect(screen).toContain('\nTotal KES 600\n')
  })

  test('without a highest price is bounded by M-PESA', async () => {
    const { code } = await eventOf({ types: [{ name: 'Gift', lowest: 200 }] })
    const dialler = makeDialler(stage)
    expect((await dialler.dial(`${code}*1*1`)).screen).toContain(
      'Enter your price in whole shillings, KES 200 to KES 250,000.',
    )
    await dialler.dial(code)
    await dialler.type('1')
    expect((await dialler.type('4')).screen).toContain('KES 200 to KES 62,500.')
  })

  test('of 0 makes the ticket free, if the organizer allows that', async () => {
    const event = await eventOf({ types: [{ name: 'Gift', lowest: 0 }] })
    const dialler = makeDialler(stage)
    expect((await dialler.dial(`${event.code}*1*2`)).screen).toMatch(/ KES 0 to KES .*\n0 Free$/)
    expect((await dialler.type('0')).screen).toMatch(/^Get 2 free tickets\?\n/)
    expect((await dialler.type('1')).isOpen).toBe(false)
    expect(await ordersOf(dialler)).toMatchObject([{ payment_method: 'free', amount_cents: 0 }])
    expect(await readType(event)).toEqual({ held: 0, sold: 2 })
  })

  test('is chosen again if its bounds have changed', async () => {
    const event = await eventOf({ types: [spec] })
    const dialler = makeDialler(stage)
    await dialler.dial(`${event.code}*1*1*300`)
    await setType(event, { price_cents: 40_000, lowest_cents: 40_000 })
    expect((await dialler.type('1')).screen).toBe(
      'The price has changed.\nGift\nEnter your price in whole shillings, KES 400 to KES 1,000.\n0 Back',
    )
    expect((await dialler.type('300')).screen).toMatch(/^Enter a whole number from 400 to 1,000\./)
    expect((await dialler.type('400')).screen).toContain('\nTotal KES 400\n')
  })
})

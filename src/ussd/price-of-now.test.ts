// Tests that USSD shows and charges the current price, and says when a sale begins.
import { describe, expect, test } from 'vitest'
import { buildFeePayer } from '../../test/accounts.ts'
import { buildEvent, type EventSpec } from '../../test/build.ts'
import { dialCodeOf, digitOf, makeDialler } from '../../test/dialler.ts'
import { MINUTE } from '../../test/purchase.ts'
import { keepStage } from '../../test/stage.ts'

const stage = keepStage()

const DAY = 24 * 60 * MINUTE
const later = (ms: number) => new Date(stage.clock.now().getTime() + ms)

async function eventOf(spec: EventSpec) {
  const event = await buildEvent(stage.db, spec)
  return { ...event, code: await dialCodeOf(stage, event.id) }
}

async function lineOf(phone: string) {
  return await stage.db
    .selectFrom('order as o')
    .innerJoin('order_line as l', 'l.order_id', 'o.id')
    .select(['o.amount_cents', 'l.quantity', 'l.price_cents', 'l.fee_cents'])
    .where('o.phone', '=', phone)
    .execute()
}

// spec: ussd-price-of-now
describe('a type with an early bird', () => {
  test('is listed, counted and charged at the price of now', async () => {
    const steps = [{ name: 'Early bird', price: 1000, endsAt: later(10 * MINUTE) }]
    const { code } = await eventOf({ types: [{ name: 'Regular', price: 1500, steps }] })
    const dialler = makeDialler(stage)
    expect((await dialler.dial(code)).screen).toContain('\n1 Regular 1,000\n')
    expect((await dialler.type('1')).screen).toBe(
      'Regular KES 1,000\nEarly bird\nHow many? (1-10)\n0 Back',
    )
    expect((await dialler.type('2')).screen).toContain('\nTotal KES 2,000\n')
    expect((await dialler.type('1')).screen).toMatch(/^KES 2,000: enter your PIN/)
    const line = { amount_cents: 200_000, quantity: 2, price_cents: 100_000, fee_cents: 0 }
    expect(await lineOf(dialler.phone)).toEqual([line])
  })

  test('whose early bird ends while the total is open shows the new total before it charges', async () => {
    const steps = [{ name: 'Early bird', price: 1000, endsAt: later(MINUTE) }]
    const { code } = await eventOf({ types: [{ name: 'Regular', price: 1500, steps }] })
    const dialler = makeDialler(stage)
    expect((await dialler.dial(`${code}*1*1`)).screen).toContain('\nTotal KES 1,000\n')
    stage.pass(2 * MINUTE)
    const changed = await dialler.type('1')
    expect(changed.screen).toMatch(
      /^The price has changed\.\n1 x Regular\n[\s\S]*Total KES 1,500\n/,
    )
    expect(await lineOf(dialler.phone)).toEqual([])
    expect((await dialler.type('1')).screen).toMatch(/^KES 1,500: enter your PIN/)
    expect(await lineOf(dialler.phone)).toMatchObject([{ amount_cents: 150_000 }])
  })

  test('shows how many are left, and to a caller who wants more the next price in the total', async () => {
    const steps = [{ name: 'Early bird', price: 1000, quantity: 3 }]
    const { code } = await eventOf({ types: [{ name: 'Regular', price: 1500, steps }] })
    const dialler = makeDialler(stage)
    await dialler.dial(code)
    expect((await dialler.type('1')).screen).toMatch(
      /^Regular KES 1,000\nEarly bird \(3 left\)\nHow many\? \(1-10\)\n/,
    )
    expect((await dialler.type('4')).screen).toContain('\nTotal KES 6,000\n')
    await dialler.type('0')
    expect((await dialler.type('3')).screen).toContain('\nTotal KES 3,000\n')
  })

  test('says that no more tickets are left at a price than are left of the type', async () => {
    const steps = [{ name: 'Early bird', price: 1000, quantity: 30 }]
    const types = [{ name: 'Regular', price: 1500, steps, capacity: 2 }]
    const { code } = await eventOf({ types })
    const { screen } = await makeDialler(stage).dial(`${code}*1`)
    expect(screen).toMatch(/\nEarly bird \(2 left\)\nHow many\? \(1-2\)/)
  })

  test('offers the tickets that are left at the price for so few', async () => {
    const steps = [{ name: 'Early bird', price: 1000, quantity: 3 }]
    const spec = { name: 'Regular', price: 1500, steps, capacity: 4 }
    const event = await eventOf({ types: [spec] })
    const dialler = makeDialler(stage)
    expect((await dialler.dial(`${event.code}*1*4`)).screen).toContain('\nTotal KES 6,000\n')
    await stage.db
      .updateTable('ticket_type')
      .set({ sold: 1 })
      .where('id', '=', event.types[0]!.id)
      .execute()
    const few = await dialler.type('1')
    expect(few.screen).toMatch(/^Only 3 of 4 are left\.\n1 Take 3: KES 3,000\n/)
    expect((await dialler.type('1')).screen).toMatch(/^KES 3,000: enter your PIN/)
    expect(await lineOf(dialler.phone)).toMatchObject([{ amount_cents: 300_000, quantity: 3 }])
  })

  // spec: own-early-bird
  test('counts the early bird of the caller’s own order, which a new order gives back', async () => {
    const steps = [{ name: 'Early bird', price: 1000, quantity: 1 }]
    const { code } = await eventOf({ types: [{ name: 'Regular', price: 1500, steps }] })
    const dialler = makeDialler(stage)
    await dialler.dial(`${code}*1*1`)
    expect((await dialler.type('3')).screen).toMatch(/^Pay before .*exactly KES 1,000\./)
    await dialler.dial(code)
    await dialler.type('1')
    expect((await dialler.type('1')).screen).toContain('\nTotal KES 1,500\n')
    const changed = await dialler.type('1')
    expect(changed.screen).toMatch(/^The price has changed\.\n[\s\S]*\nTotal KES 1,000\n/)
    expect((await dialler.type('1')).screen).toMatch(/^KES 1,000: enter your PIN/)
  })

  test('offers as many as one M-PESA payment may cost at the price for each quantity', async () => {
    const steps = [{ name: 'Early bird', price: 50_000, quantity: 4 }]
    const { code } = await eventOf({ types: [{ name: 'Table', price: 70_000, steps }] })
    const dialler = makeDialler(stage)
    expect((await dialler.dial(`${code}*1`)).screen).toContain('How many? (1-4)')
    expect((await dialler.type('4')).screen).toContain('Total KES 200,000')
  })
})

// spec: ussd-fee-inside-total
test('a fee on top is part of each price, and is named beside the price and the total', async () => {
  const { id: organizerId } = await buildFeePayer(stage.deps, { basisPoints: 500 })
  const types = [{ name: 'Regular', price: 1000 }]
  const { code } = await eventOf({ organizerId, feesOnTop: true, types })
  const dialler = makeDialler(stage)
  expect((await dialler.dial(code)).screen).toContain('\n1 Regular 1,050\n')
  expect((await dialler.type('1')).screen).toBe(
    'Regular KES 1,050\nIncl. fee KES 50\nHow many? (1-10)\n0 Back',
  )
  expect((await dialler.type('2')).screen).toContain('\nTotal KES 2,100\nIncl. fee KES 100\n')
  expect((await dialler.type('1')).screen).toMatch(/^KES 2,100: enter your PIN/)
  const line = { amount_cents: 210_000, quantity: 2, price_cents: 105_000, fee_cents: 10_000 }
  expect(await lineOf(dialler.phone)).toEqual([line])
})

// spec: ussd-sale-window
describe('a sale that has not begun', () => {
  /** A Friday in the far future, at 10:00 in Nairobi. */
  const FRIDAY = new Date('2099-11-27T10:00:00+03:00')
  const date = '2099-12-05'

  test('is marked in the row of its type with day and hour, and the type cannot be chosen', async () => {
    const types = [{ name: 'Regular' }, { name: 'VIP', price: 500, saleFrom: FRIDAY }]
    const { code } = await eventOf({ date, types })
    const dialler = makeDialler(stage)
    const list = await dialler.dial(code)
    expect(list.screen).toContain('\n1 Regular 100\n2 VIP 500 (from Fri 27 Nov 10AM)\n')
    const refused = await dialler.type('2')
    expect(refused.screen).toBe(`These tickets are on sale from Fri 27 Nov 10AM.\n${list.screen}`)
    expect((await dialler.type('1')).screen).toContain('How many?')
  })

  test('is marked with the day alone if the screen has no room for the hour', async () => {
    const types = ['Regular terrace', 'Covered terrace', 'Main stand left', 'Main stand right']
    const { code } = await eventOf({
      date,
      types: types.map((name, at) => (at === 0 ? { name } : { name, saleFrom: FRIDAY })),
    })
    const { screen } = await makeDialler(stage).dial(code)
    expect(screen).toContain(' 100 (from 27 Nov)\n')
    expect(screen).not.toContain('10AM')
  })

  test('of all types is said on the screen of the event, in either language', async () => {
    const saleFrom = new Date(FRIDAY.getTime() + DAY)
    const types = [
      { name: 'Regular', saleFrom },
      { name: 'VIP', saleFrom: FRIDAY },
    ]
    const { code } = await eventOf({ title: 'Gala', date, types })
    const english = makeDialler(stage)
    expect((await english.dial(code)).screen).toMatch(
      /^Gala Sat 5 Dec 3PM\nOn sale from Fri 27 Nov 10AM\.(\n0 Back)?$/,
    )
    const swahili = makeDialler(stage)
    await swahili.dial('6')
    expect((await swahili.type(code)).screen).toBe(
      'Gala Jmosi 5 Des 3PM\nZitauzwa kuanzia Ijm 27 Nov 10AM.\n0 Rudi',
    )
  })

  test('is marked in the list of events, which keeps the event', async () => {
    await eventOf({ title: 'Opera', date, types: [{ saleFrom: FRIDAY }] })
    const dialler = makeDialler(stage)
    let list = await dialler.dial('1*4')
    while (!list.screen.includes('Opera')) list = await dialler.type(digitOf(list, 'More'))
    expect(list.screen).toMatch(/\d Opera Sat 5 Dec \(tickets 27 Nov\)\n/)
  })

  test('begins on time, and ends with the total still open', async () => {
    const [saleFrom, saleUntil] = [later(MINUTE), later(3 * MINUTE)]
    const types = [{ name: 'Regular' }, { name: 'VIP', saleFrom, saleUntil }]
    const { code } = await eventOf({ types })
    const dialler = makeDialler(stage)
    expect((await dialler.dial(`${code}*2`)).screen).toMatch(/^These tickets are on sale from /)
    stage.pass(2 * MINUTE)
    const total = await makeDialler(stage).dial(`${code}*2*1`)
    expect(total.screen).toContain('1 x VIP')
    await dialler.type('2')
    expect((await dialler.type('1')).screen).toContain('Total KES 100')
    stage.pass(2 * MINUTE)
    const over = await dialler.type('1')
    const [said, , ...rows] = over.screen.split('\n')
    expect(said).toBe('These tickets are no longer on sale.')
    expect(rows.slice(0, 2)).toEqual(['1 Regular 100', '2 VIP 100 (closed)'])
    expect((await dialler.type('2')).screen).toBe(over.screen)
    expect(await lineOf(dialler.phone)).toEqual([])
  })
})

// spec: ussd-sale-window
test('an event whose types are all over says that its sales have ended', async () => {
  const { code } = await eventOf({ types: [{ saleUntil: later(-MINUTE) }] })
  expect((await makeDialler(stage).dial(code)).screen).toMatch(
    /\nTicket sales have ended(\n0 Back)?$/,
  )
})

// spec: ussd-price-of-now, ussd-fee-inside-total, ussd-sale-window
test('the texts of steps, fees and windows are in Swahili, too', async () => {
  const { id: organizerId } = await buildFeePayer(stage.deps, { basisPoints: 500 })
  const steps = [{ name: 'Mapema', price: 1000, quantity: 5 }]
  const types = [
    { name: 'Kawaida', price: 1500, steps },
    { name: 'VIP', saleUntil: later(-MINUTE) },
  ]
  const { code } = await eventOf({ organizerId, feesOnTop: true, types })
  const dialler = makeDialler(stage)
  await dialler.dial('6')
  expect((await dialler.type(code)).screen).toContain('2 VIP 105 (haziuzwi)')
  expect((await dialler.type('2')).screen).toMatch(/^Tiketi hizi haziuzwi tena\.\n/)
  expect((await dialler.type('1')).screen).toBe(
    'Kawaida KES 1,050\nMapema (baki 5)\nPamoja na ada KES 50\nNgapi? (1-10)\n0 Rudi',
  )
  expect((await dialler.type('1')).screen).toContain('Jumla KES 1,050\n')
})

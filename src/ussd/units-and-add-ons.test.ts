// Tests tables, minimum quantities and add-ons by USSD.
import { describe, expect, test } from 'vitest'
import {
  type BuiltEvent,
  buildCode,
  buildEvent,
  type EventSpec,
  newPhone,
} from '../../test/build.ts'
import { type Dialler, dialCodeOf, makeDialler } from '../../test/dialler.ts'
import { latestPrompt, paidFor, place, prompted, tell } from '../../test/purchase.ts'
import { keepStage } from '../../test/stage.ts'

const stage = keepStage()

async function eventOf(spec: EventSpec) {
  const event = await buildEvent(stage.db, { title: 'Gala', ...spec })
  return { ...event, code: await dialCodeOf(stage, event.id) }
}

const TABLE = { name: 'Table of 10', price: 5000, soldIn: 10, capacity: 40 }

async function buy(event: BuiltEvent, phoneNumber: string) {
  const prompt = await prompted(stage, event, [1], { phoneNumber })
  await tell(stage, prompt, paidFor(prompt))
}

const linesOf = async ({ phone }: Pick<Dialler, 'phone'>) =>
  await stage.db
    .selectFrom('order as o')
    .innerJoin('order_line as l', 'l.order_id', 'o.id')
    .select(['o.amount_cents', 'l.quantity', 'l.price_cents'])
    .where('o.phone', '=', phone)
    .orderBy('o.created_at')
    .execute()

describe('a type sold in units of several people', () => {
  // spec: ussd-units
  test('is counted in units, says how many people a unit is for, and charges each unit', async () => {
    const event = await eventOf({ types: [TABLE, { name: 'VIP booth', price: 900, soldIn: 4 }] })
    const dialler = makeDialler(stage)
    expect((await dialler.dial(event.code)).screen).toMatch(
      /\n1 Table of 10 5,000 \(4 left\)\n2 VIP booth 900 for 4\n0 Back$/,
    )
    expect((await dialler.type('1')).screen).toBe(
      'Table of 10 KES 5,000\nEach: 10 people\nHow many? (1-4)\n0 Back',
    )
    const total = await dialler.type('2')
    expect(total.screen).toMatch(/^2 x Table of 10 \(20 people\)\nGala\n/)
    expect(total.screen).toContain('\nTotal KES 10,000\n')
    expect((await dialler.type('1')).screen).toMatch(/^KES 10,000: enter your PIN/)
    expect(await linesOf(dialler)).toEqual([
      { amount_cents: 10_000_00, quantity: 20, price_cents: 5000_00 },
    ])
  })

  // spec: ussd-units
  test('in Swahili, too', async () => {
    const { code } = await eventOf({ types: [TABLE] })
    const dialler = makeDialler(stage)
    await dialler.dial('6')
    await dialler.type(code)
    expect((await dialler.type('1')).screen).toBe(
      'Table of 10 KES 5,000\nKila moja: watu 10\nNgapi? (1-4)\n0 Rudi',
    )
    expect((await dialler.type('2')).screen).toMatch(/^2 x Table of 10 \(watu 20\)\n/)
  })

  // spec: ussd-least
  test('with a least per order takes no fewer, and offers none once fewer are left', async () => {
    const event = await eventOf({ types: [{ ...TABLE, minPerOrder: 2, maxPerOrder: 3 }] })
    const dialler = makeDialler(stage)
    expect((await dialler.dial(`${event.code}*1`)).screen).toContain(
      '\nHow many? At least 2 (2-3)\n',
    )
    expect((await dialler.type('1')).screen).toContain('At least 2.\nTable of 10 KES 5,000\n')
    expect((await dialler.type('4')).screen).toMatch(/^At most 3\.\n/)
    expect((await dialler.type('3')).screen).toContain('\nTotal KES 15,000\n')
    // Two of three tables are left, which is the minimum per order.
    await place(stage, event, [2])
    expect((await dialler.type('1')).screen).toBe(
      'Only 2 of 3 are left.\n1 Take 2: KES 10,000\n2 Choose other tickets\n0 Back',
    )
    await stage.db
      .updateTable('ticket_type')
      .set({ sold: 10 })
      .where('id', '=', event.types[0]!.id)
      .execute()
    const gone = await dialler.type('1')
    expect(gone.screen).toMatch(/^Gala .*\nAll tickets are being bought right now\./)
    expect(await linesOf(dialler)).toEqual([])
  })

  // spec: ussd-units
  test('counts its people for the limit per phone', async () => {
    const event = await eventOf({ maxPerPhone: 15, types: [TABLE, { name: 'Single' }] })
    const dialler = makeDialler(stage)
    expect((await dialler.dial(`${event.code}*1`)).screen).toContain('How many? (1-1)')
    await dialler.type('1')
    const other = makeDialler(stage, dialler.phone)
    await buy(event, dialler.phone)
    const said = /^You can buy for 5 more people\. Limit: 15 per phone number\.\nGala /
    expect((await dialler.type('1')).screen).toMatch(said)
    await other.dial(event.code)
    expect((await other.type('1')).screen).toMatch(said)
    expect((await other.type('2')).screen).toContain('How many? (1-5)')
  })

  // spec: ussd-units
  test('is offered with a code as often as the code has people left', async () => {
    const event = await eventOf({ types: [TABLE] })
    const { digits, id } = await buildCode(stage.db, event, {
      ...{ kind: 'percent', value: 50, maxTickets: 25 },
    })
    const dialler = makeDialler(stage)
    expect((await dialler.dial(`${event.code}*${digits}*1`)).screen).toContain('How many? (1-2)')
    expect((await dialler.type('2')).screen).toContain('\nTotal KES 5,000\n')
    const use = (sold: number) =>
      stage.db.updateTable('sale_limit').set({ sold }).where('id', '=', id).execute()
    await use(10)
    expect((await dialler.type('1')).screen).toMatch(
      new RegExp(`^Code ${digits} covers only 1 of 2 tickets\\.\n1 Take 1: KES 2,500\n`),
    )
    await use(20)
    const small = `Code ${digits} has too few tickets left for this.`
    expect((await dialler.type('1')).screen.startsWith(`${small}\nGala `)).toBe(true)
    const again = await makeDialler(stage).dial(`${event.code}*${digits}*1`)
    expect(again.screen.startsWith(`${small}\nGala `)).toBe(true)
  })
})

describe('add-ons', () => {
  const TYPES = [
    { name: 'Standard' },
    { kind: 'add_on', name: 'Parking', price: 300 },
    { kind: 'add_on', name: 'Drinks', price: 900, soldIn: 3 },
  ] as const

  async function bought(spec: EventSpec = {}) {
    const event = await eventOf({ types: [...TYPES], ...spec })
    const phone = newPhone()
    await buy(event, phone)
    return { event, phone }
  }

  // spec: ussd-add-ons
  test('are for phones with a ticket, bought after it, and shown apart in My tickets', async () => {
    const { event, phone } = await bought()
    const stranger = makeDialler(stage)
    expect((await stranger.dial(event.code)).screen).toMatch(/\n1 Standard 100\n0 Back$/)
    const dialler = makeDialler(stage, phone)
    expect((await dialler.dial(event.code)).screen).toMatch(/\n1 Standard 100\n2 Add-ons\n0 Back$/)
    expect((await dialler.type('2')).screen).toBe(
      'Add-ons: Gala\n1 Parking 300\n2 Drinks 900 for 3\n0 Back',
    )
    expect((await dialler.type('2')).screen).toBe(
      'Drinks KES 900\nEach: 3 uses\nHow many? (1-10)\n0 Back',
    )
    expect((await dialler.type('2')).screen).toMatch(/^2 x Drinks \(6 uses\)\nGala\n/)
    await dialler.type('0')
    await dialler.type('0')
    await dialler.type('1')
    await dialler.type('1')
    expect((await dialler.type('1')).screen).toMatch(/^KES 300: enter your PIN/)
    await stage.hurry()
    const prompt = { ...(await latestPrompt(stage)), amount: 300 }
    await tell(stage, prompt, paidFor(prompt))
    // After the payment, the caller is offered the add-ons again.
    expect((await dialler.dial()).screen).toBe(
      'Paid. Tickets come by SMS.\nAdd-ons: Gala\n1 Parking 300\n2 Drinks 900 for 3\n0 Back',
    )
    await dialler.type('00')
    const tickets = await dialler.type('3')
    expect(tickets.screen).toMatch(/^1 Gala .* x1\n2 Parking .* x1\n0 Back$/)
    expect((await dialler.type('2')).screen).toMatch(
      /^Gala\n.*\nParking x1, 0 of 1 used\nMain Gate\nNo\. \.\.\./,
    )
    await dialler.type('0')
    expect((await dialler.type('1')).screen).toMatch(/\n1 Full number by SMS\n2 Add-ons\n0 Back$/)
    expect((await dialler.type('2')).screen).toMatch(/^Add-ons: Gala\n1 Parking 300\n/)
  })

  // spec: ussd-add-ons
  test('of an event whose tickets are sold out are for sale, and say when they are gone', async () => {
    const { event, phone } = await bought()
    const set = (index: number, stock: object) =>
      stage.db
        .updateTable('ticket_type')
        .set(stock)
        .where('id', '=', event.types[index]!.id)
        .execute()
    await set(0, { sold: 100 })
    const dialler = makeDialler(stage, phone)
    expect((await dialler.dial(event.code)).screen).toMatch(
      /^Gala .*\nThese tickets are sold out\.\n1 Add-ons\n0 Back$/,
    )
    expect((await makeDialler(stage).dial(event.code)).screen).not.toContain('Add-ons')
    await dialler.type('1')
    await dialler.type('1')
    expect((await dialler.type('2')).screen).toContain('\nTotal KES 600\n')
    await set(1, { sold: 100 })
    expect((await dialler.type('1')).screen).toMatch(
      /^(This add-on is sold out\.|These tickets are sold out\.)\nAdd-ons: Gala\n1 Parking 300 \(sold out\)\n/,
    )
    expect((await dialler.type('1')).screen).toMatch(/^This add-on is sold out\.\nAdd-ons: Gala\n/)
  })

  test('are not offered for a cancelled event, nor if all of them are over', async () => {
    const { event, phone } = await bought({
      types: [TYPES[0], { ...TYPES[1], saleUntil: new Date(stage.clock.now().getTime() - 1000) }],
    })
    expect((await makeDialler(stage, phone).dial(event.code)).screen).not.toContain('Add-ons')
    const other = await bought()
    const cancelled = stage.db.updateTable('event').set({ cancelled_at: stage.clock.now() })
    await cancelled.where('id', '=', other.event.id).execute()
    expect((await makeDialler(stage, other.phone).dial(other.event.code)).screen).toMatch(
      /^Gala .*\nThis event is cancelled\.\n0 Back$/,
    )
  })
})

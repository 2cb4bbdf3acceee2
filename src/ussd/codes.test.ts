// Tests promo codes that callers enter as digits, dialled or typed on the event's screen.
import { describe, expect, test } from 'vitest'
import { buildCode, buildEvent, buildSeller, type EventSpec } from '../../test/build.ts'
import { type Dialler, dialCodeOf, makeDialler } from '../../test/dialler.ts'
import {
  failPrompts,
  latestPrompt,
  newReceipt,
  pay,
  prompted,
  readLimit,
} from '../../test/purchase.ts'
import { keepStage } from '../../test/stage.ts'

const stage = keepStage()

const HOUR = 3600_000

async function eventOf(spec: EventSpec = {}) {
  const types = [{ name: 'Standard', price: 1000 }]
  const event = await buildEvent(stage.db, { title: 'Derby Day', types, ...spec })
  return { ...event, dial: await dialCodeOf(stage, event.id) }
}

async function linesOf({ phone }: Pick<Dialler, 'phone'>) {
  return await stage.db
    .selectFrom('order as o')
    .innerJoin('order_line as l', 'l.order_id', 'o.id')
    .select(['o.payment_method', 'l.quantity', 'l.amount_cents'])
    .where('o.phone', '=', phone)
    .orderBy('o.created_at')
    .execute()
}

describe('a code that holds', () => {
  // spec: ussd-code
  test.each([
    ['dialled', 1],
    ['typed', 2],
  ])('is %s, and lowers each price, the total and the order', async (_, turns) => {
    const event = await eventOf()
    const { id, digits } = await buildCode(stage.db, event, { kind: 'percent', value: 10 })
    const dialler = makeDialler(stage)
    if (turns === 2) await dialler.dial(event.dial)
    const shown = turns === 2 ? dialler.type(digits) : dialler.dial(`${event.dial}*${digits}`)
    expect((await shown).screen).toMatch(
      new RegExp(`^Derby Day .*\nCode ${digits}: -10%\n1 Standard 900\n0 Back$`),
    )
    expect((await dialler.type('1')).screen).toBe(
      `Standard KES 900\nCode ${digits}: -10%\nHow many? (1-10)\n0 Back`,
    )
    const total = await dialler.type('2')
    expect(total.screen).toContain('\nTotal KES 1,800\n')
    expect((await dialler.type('1')).screen).toMatch(/^KES 1,800: enter your PIN/)
    expect(await linesOf(dialler)).toMatchObject([{ quantity: 2, amount_cents: 180_000 }])
    expect(await readLimit(stage, { id })).toEqual({ held: 2, sold: 0 })
  })

  test.each([
    ['percent', 15, '-15%', 850],
    ['amount', 250, '-KES 250', 750],
    ['price', 600, 'KES 600', 600],
  ] as const)('of %s %d says what it does', async (kind, value, effect, price) => {
    const event = await eventOf()
    const { digits } = await buildCode(stage.db, event, { kind, value })
    const { screen } = await makeDialler(stage).dial(`${event.dial}*${digits}`)
    expect(screen).toContain(`\nCode ${digits}: ${effect}\n1 Standard ${price}\n`)
  })

  // spec: ussd-code
  test('of eight digits unlocks a hidden type, which no caller without it sees or buys', async () => {
    const types = [{ name: 'Standard' }, { name: 'Backstage', price: 5000, isHidden: true }]
    const event = await eventOf({ types })
    const typeIds = [event.types[1]!.id]
    const code = { kind: 'access', typeIds, digits: '90817263', maxTickets: 1 } as const
    await buildCode(stage.db, event, code)
    expect((await makeDialler(stage).dial(event.dial)).screen).not.toContain('Backstage')
    const dialler = makeDialler(stage)
    expect((await dialler.dial(`${event.dial}*90817263`)).screen).toMatch(
      /\nCode 90817263: special tickets below\n1 Backstage 5,000\n2 Standard 100\n/,
    )
    expect((await dialler.type('1')).screen).toContain('How many? (1-1)')
    await dialler.type('1')
    expect((await dialler.type('1')).screen).toMatch(/^KES 5,000: enter your PIN/)
  })

  test('is the same however the gateway splits what was dialled', async () => {
    const event = await eventOf()
    const { digits } = await buildCode(stage.db, event, { kind: 'percent', value: 10 })
    const shown = await makeDialler(stage).dial(`${event.dial}*${digits}`)
    const strings = [`*265*25*${event.dial}*${digits}#`, `*265*25*${event.dial}#`]
    for (const [at, code] of strings.entries()) {
      expect(await makeDialler(stage).dial(at === 0 ? '' : digits, code)).toEqual(shown)
    }
  })

  // spec: ussd-code
  test('and a seller are dialled together, in either order', async () => {
    const event = await eventOf()
    const { id } = await buildSeller(stage.db, event, { number: 27 })
    const { digits } = await buildCode(stage.db, event, { kind: 'percent', value: 10 })
    for (const via of [`27*${digits}`, `${digits}*27`]) {
      const dialler = makeDialler(stage)
      const { screen } = await dialler.dial(`${event.dial}*${via}*1*2`)
      expect(screen).toContain('\nTotal KES 1,800\n')
      await dialler.type('1')
      const source = stage.db
        .selectFrom('order_source as s')
        .innerJoin('order as o', 'o.id', 's.order_id')
      const of = await source.select('s.seller_id').where('o.phone', '=', dialler.phone).execute()
      expect(of).toEqual([{ seller_id: id }])
    }
  })

  test('goes only with the tickets that it is for', async () => {
    const types = [
      { name: 'Low', price: 1000 },
      { name: 'Top', price: 2000 },
      { name: 'Free', isFree: true },
    ]
    const event = await eventOf({ types })
    const typeIds = [event.types[1]!.id]
    const { id, digits } = await buildCode(stage.db, event, { kind: 'price', value: 1500, typeIds })
    const dialler = makeDialler(stage)
    expect((await dialler.dial(`${event.dial}*${digits}`)).screen).toMatch(
      /1 Low 1,000\n2 Top 1,500\n3 Free Free\n/,
    )
    await dialler.type('1')
    expect((await dialler.type('1')).screen).toContain('Total KES 1,000\n')
    expect((await dialler.type('1')).screen).toMatch(/^KES 1,000: enter your PIN/)
    expect(await readLimit(stage, { id })).toEqual({ held: 0, sold: 0 })
  })

  // spec: ussd-free
  test('that brings a total to 0 makes the tickets free', async () => {
    const event = await eventOf()
    const { id, digits } = await buildCode(stage.db, event, { kind: 'percent', value: 100 })
    const dialler = makeDialler(stage)
    expect((await dialler.dial(`${event.dial}*${digits}`)).screen).toContain('\n1 Standard Free\n')
    await dialler.type('1')
    expect((await dialler.type('2')).screen).toMatch(/^Get 2 free tickets\?\n/)
    expect((await dialler.type('1')).isOpen).toBe(false)
    expect(await linesOf(dialler)).toMatchObject([{ payment_method: 'free', quantity: 2 }])
    expect(await readLimit(stage, { id })).toEqual({ held: 0, sold: 2 })
  })

  test('is kept for an order that ended unpaid, which is offered again', async () => {
    const event = await eventOf()
    const { digits } = await buildCode(stage.db, event, { kind: 'percent', value: 10 })
    const dialler = makeDialler(stage)
    await dialler.dial(`${event.dial}*${digits}*1*2`)
    await dialler.type('1')
    await failPrompts(stage)
    await stage.sweep()
    expect((await dialler.dial()).screen).toMatch(/^Your order for Derby Day has ended: /)
    expect((await dialler.type('1')).screen).toContain('\nTotal KES 1,800\n')
  })
})

describe('a code with a limit', () => {
  // spec: ussd-code
  test('is offered for what is left of it, as tickets are', async () => {
    const event = await eventOf()
    const limits = { maxTickets: 3, maxPerPhone: 2 }
    const code = await buildCode(stage.db, event, { kind: 'percent', value: 50, ...limits })
    const dialler = makeDialler(stage)
    const { screen } = await dialler.dial(`${event.dial}*${code.digits}*1`)
    expect(screen).toContain('How many? (1-2)')
    await dialler.type('2')
    const other = makeDialler(stage)
    await other.dial(`${event.dial}*${code.digits}*1*2`)
    await other.type('1')
    const few = await dialler.type('1')
    expect(few.screen).toBe(
      `Code ${code.digits} covers only 1 of 2 tickets.\n1 Take 1: KES 500\n2 Choose other tickets\n0 Back`,
    )
    expect((await dialler.type('1')).screen).toMatch(/^KES 500: enter your PIN/)
    expect(await readLimit(stage, code)).toEqual({ held: 3, sold: 0 })
    const late = await makeDialler(stage).dial(`${event.dial}*${code.digits}`)
    expect(late.screen).toMatch(
      new RegExp(`^Code ${code.digits} has been used up\\.\nDerby Day .*\n1 Standard 1,000\n`),
    )
  })

  test('that ran out before the confirmation leads back to the event without it', async () => {
    const event = await eventOf()
    const code = await buildCode(stage.db, event, { kind: 'percent', value: 50, maxTickets: 1 })
    const [one, other] = [makeDialler(stage), makeDialler(stage)]
    for (const dialler of [one, other]) await dialler.dial(`${event.dial}*${code.digits}*1*1`)
    await one.type('1')
    expect((await other.type('1')).screen).toMatch(
      /^Code \d+ has been used up\.\nDerby Day .*\n1 Standard 1,000\n/,
    )
    await other.type('1')
    expect((await other.type('1')).screen).toContain('\nTotal KES 1,000\n')
  })

  test('counts no tickets of the own open order, because a new order replaces it', async () => {
    const event = await eventOf()
    const code = await buildCode(stage.db, event, { kind: 'percent', value: 50, maxTickets: 2 })
    const dialler = makeDialler(stage)
    await dialler.dial(`${event.dial}*${code.digits}*1*2`)
    await dialler.type('3')
    const again = await dialler.dial(`${event.dial}*${code.digits}*1`)
    expect(again.screen).toContain('How many? (1-2)')
    await dialler.type('1')
    expect((await dialler.type('1')).screen).toMatch(/^KES 500: enter your PIN/)
    expect(await readLimit(stage, code)).toEqual({ held: 1, sold: 0 })
  })

  test('per phone counts the tickets that the phone has paid', async () => {
    const event = await eventOf()
    const code = await buildCode(stage.db, event, { kind: 'percent', value: 50, maxPerPhone: 1 })
    const dialler = makeDialler(stage)
    await dialler.dial(`${event.dial}*${code.digits}*1*1`)
    await dialler.type('1')
    await stage.hurry()
    await pay(stage, { ...(await latestPrompt(stage)), amount: 500 }, newReceipt())
    const { screen } = await dialler.dial(`${event.dial}*${code.digits}`)
    expect(screen).toMatch(
      /^Limit reached: 1 per phone number with code \d+\.\nDerby Day .*\n1 Standard 1,000\n/,
    )
  })

  // spec: ussd-code
  test('per phone that the phone reached before the confirmation is told as its own limit', async () => {
    const event = await eventOf()
    const code = await buildCode(stage.db, event, { kind: 'percent', value: 50, maxPerPhone: 1 })
    const dialler = makeDialler(stage)
    await dialler.dial(`${event.dial}*${code.digits}*1*1`)
    const tickets = [{ ticketTypeId: event.types[0]!.id, quantity: 1, amount: 500 }]
    const bought = { amount: 500, tickets, promo_code: code.code, phoneNumber: dialler.phone }
    await pay(stage, await prompted(stage, event, [1], bought), newReceipt())
    expect((await dialler.type('1')).screen).toMatch(
      /^Limit reached: 1 per phone number with code \d+\.\nDerby Day .*\n1 Standard 1,000\n/,
    )
  })
})

describe('a code that does not hold', () => {
  // spec: ussd-wrong-code
  test('is refused with the same words, with the event as without a code', async () => {
    const [event, other] = [await eventOf(), await eventOf()]
    const foreign = await buildCode(stage.db, other, { kind: 'percent', value: 10 })
    const past = await buildCode(stage.db, event, {
      ...{ kind: 'percent', value: 10, endsAt: new Date(stage.clock.now().getTime() - HOUR) },
    })
    const future = await buildCode(stage.db, event, {
      ...{ kind: 'percent', value: 10, startsAt: new Date(stage.clock.now().getTime() + HOUR) },
    })
    const { screen } = await makeDialler(stage).dial(event.dial)
    for (const digits of [foreign.digits, past.digits, future.digits, '0000', '12345678']) {
      const wrong = await makeDialler(stage).dial(`${event.dial}*${digits}*1`)
      expect(wrong).toEqual({ isOpen: true, screen: `This code is not valid here\n${screen}` })
    }
    for (const digits of ['123', '12345', '1234567', '123456789']) {
      const { screen: said } = await makeDialler(stage).dial(`${event.dial}*${digits}`)
      expect(said).toBe(`Invalid choice.\n${screen}`)
    }
  })

  test('is refused in Swahili, too', async () => {
    const event = await eventOf()
    const dialler = makeDialler(stage)
    await dialler.dial('6')
    await dialler.type(event.dial)
    expect((await dialler.type('0000')).screen).toMatch(/^Msimbo huu haufanyi kazi hapa\nDerby Day/)
  })

  // spec: ussd-wrong-code
  test('counts for the calling phone: after five in an hour even a right one is refused', async () => {
    const event = await eventOf()
    const { digits } = await buildCode(stage.db, event, { kind: 'percent', value: 10 })
    const dialler = makeDialler(stage)
    await dialler.dial(event.dial)
    for (let wrong = 0; wrong < 5; wrong++) {
      expect((await dialler.type('0000')).screen).toMatch(/^This code is not valid here\n/)
    }
    for (const typed of ['0000', digits]) {
      const { screen } = await dialler.type(typed)
      expect(screen).toContain('Too many wrong codes. Please try again in an hour.')
      expect(screen).toMatch(/\.\nDerby Day .*\n1 Standard 1,000\n/)
    }
    const other = await makeDialler(stage).dial(`${event.dial}*${digits}`)
    expect(other.screen).toContain('\n1 Standard 900\n')
    stage.pass(HOUR)
    await dialler.dial(event.dial)
    expect((await dialler.type(digits)).screen).toContain('\n1 Standard 900\n')
  })

  test('that ends during the session leads back to the event without it', async () => {
    const event = await eventOf()
    const { id, digits } = await buildCode(stage.db, event, { kind: 'percent', value: 10 })
    const [one, other] = [makeDialler(stage), makeDialler(stage)]
    await one.dial(`${event.dial}*${digits}*1`)
    await other.dial(`${event.dial}*${digits}*1*1`)
    const ended_at = stage.clock.now()
    await stage.db.updateTable('promo_code').set({ ended_at }).where('id', '=', id).execute()
    for (const dialler of [one, other]) {
      expect((await dialler.type('1')).screen).toMatch(
        /^This code is not valid here\nDerby Day .*\n1 Standard 1,000\n/,
      )
    }
    await other.type('1')
    await other.type('1')
    expect((await other.type('1')).screen).toMatch(/^KES 1,000: enter your PIN/)
  })
})

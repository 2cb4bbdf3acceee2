import { beforeEach, describe, expect, test } from 'vitest'
import { type BuiltEvent, buildEvent } from '../../test/build.ts'
import { digitOf, makeDialler } from '../../test/dialler.ts'
import { fail, latestPrompt, MINUTE, newReceipt, pay, readStock } from '../../test/purchase.ts'
import { keepStage } from '../../test/stage.ts'
import { nairobiDate } from '../platform/values/nairobi.rules.ts'
import { localPhone } from '../platform/values/phone.rules.ts'

const stage = keepStage()
let event: BuiltEvent
let code: string

beforeEach(async () => {
  event = await buildEvent(stage.db, {
    title: 'Derby Day',
    types: [
      { name: 'Standard', price: 500, capacity: 50, maxPerOrder: 4 },
      { name: 'VIP', price: 1000, capacity: 5, maxPerOrder: 2 },
    ],
  })
  const { dial_code } = await stage.db
    .selectFrom('event')
    .select('dial_code')
    .where('id', '=', event.id)
    .executeTakeFirstOrThrow()
  code = String(dial_code)
})

const countOrders = async (phone: string) =>
  (await stage.db.selectFrom('order').select('id').where('phone', '=', phone).execute()).length

/** Dials up to the screen with the total of two VIP tickets. */
async function atTotal(phone = makeDialler(stage)) {
  await phone.dial(code)
  await phone.type('2')
  return { phone, total: await phone.type('2') }
}

describe('how a gateway splits what was dialled', () => {
  // spec: ussd-dial-string
  test.each([
    ['all of it in the service code', '', (c: string) => `*265*25*${c}#`],
    ['ours in the service code', 'CODE', () => '*265*25#'],
    ['a part of ours in the text', '25*CODE', () => '*265#'],
    ['no service code at all', 'CODE', () => ''],
  ])('%s: the same event', async (_, text, serviceCode) => {
    const phone = makeDialler(stage)
    const shown = await phone.dial(text.replace('CODE', code), serviceCode(code))
    expect(shown.screen).toContain('1 Standard 500\n')
    expect((await phone.type('1')).screen).toContain('How many? (1-4)')
  })

  // spec: ussd-dial-string
  test('inputs dialled after the event code are followed as far as the payment', async () => {
    const phone = makeDialler(stage)
    const total = await phone.dial(`${code}*2*2*1`)
    expect(total).toMatchObject({
      isOpen: true,
      screen: expect.stringContaining('Total KES 2,000'),
    })
    expect(await countOrders(phone.phone)).toBe(0)
    const thanks = await phone.type('1')
    expect(thanks.isOpen).toBe(false)
    expect(await countOrders(phone.phone)).toBe(1)
  })

  // spec: ussd-dial-string
  test('an input that contains a star is one input', async () => {
    const phone = makeDialler(stage)
    const types = await phone.dial(code)
    const odd = await phone.type('2*2*1')
    expect(odd.screen).toBe(`Invalid choice.\n${types.screen}`)
    expect((await phone.type('2')).screen).toContain('How many? (1-2)')
    expect(await countOrders(phone.phone)).toBe(0)
  })

  // spec: ussd-dial-string
  test('spaces around an input are ignored, and the next input is still understood', async () => {
    const phone = makeDialler(stage)
    await phone.dial(`${code} `)
    expect((await phone.type('2 ')).screen).toContain('How many? (1-2)')
    expect((await phone.type(' 2 ')).screen).toContain('Total KES 2,000')
    expect((await phone.type('1 ')).screen).toMatch(/^KES 2,000: enter your PIN/)
    expect(await countOrders(phone.phone)).toBe(1)
  })

  // spec: ussd-dial-string
  test.each([' ', ' 2', '2 ', '* '])(
    'what follows an input that is no answer is understood: %j',
    async (input) => {
      const phone = makeDialler(stage)
      await phone.dial()
      await phone.type(`777777${input}`)
      expect((await phone.type('1')).screen).toMatch(/^Events by date/)
    },
  )

  // spec: ussd-dial-string
  test('a blank first input leaves its star before the next one', async () => {
    const phone = makeDialler(stage)
    const menu = await phone.dial()
    expect(await phone.type(' ')).toEqual(menu)
    expect((await phone.type('1')).screen).toMatch(/^Events by date/)
  })

  test.each(['', '*', '#', '**1', '9'.repeat(80), '0000', '１', '-1', '1e1', '__proto__', '\0'])(
    'any input is answered: %j',
    async (input) => {
      const phone = makeDialler(stage)
      await phone.dial(code)
      await phone.type('1')
      expect((await phone.type(input)).screen).toMatch(/How many|Standard|^Lango tickets/)
    },
  )
})

// spec: ussd-digits-stay, ussd-cancelled
test.each([
  [{ is_sold_out: true }, /^Derby Day \w+ \d+ \w+ 3PM\nThese tickets are sold out\.\n0 Back$/],
  [{ cancelled_at: new Date() }, /^Derby Day \w+ \d+ \w+ 3PM\nThis event is cancelled\.\n0 Back$/],
  [{ is_published: false }, /^Ticket sales have ended\nLango tickets\n/],
])('what is sold no more is not asked about any further: %j', async (set, said) => {
  const phones = [makeDialler(stage), makeDialler(stage)] as const
  for (const phone of phones) await phone.dial(code)
  await phones[1].type('2')
  await stage.db.updateTable('event').set(set).where('id', '=', event.id).execute()
  expect((await phones[0].type('2')).screen).toMatch(said)
  expect((await phones[1].type('2')).screen).toMatch(said)
})

describe('the same turn again', () => {
  // spec: ussd-repeated-turn
  test('a repeated turn gets the same reply whatever changed, and moves nothing', async () => {
    const phone = makeDialler(stage)
    const types = await phone.dial(code)
    await stage.db
      .updateTable('ticket_type')
      .set({ held: 50 })
      .where('id', '=', event.types[0]!.id)
      .execute()
    expect(await phone.again()).toEqual(types)
    const howMany = await phone.type('2')
    expect(await phone.again()).toEqual(howMany)
    expect(howMany.screen).toContain('How many? (1-2)')
  })

  // spec: ussd-repeated-turn
  test('a repeated turn never places a second order, even ten copies at the same time', async () => {
    const { phone } = await atTotal()
    const first = phone.type('1')
    const all = await Promise.all([first, ...Array.from({ length: 9 }, () => phone.again())])
    expect(new Set(all.map(({ screen }) => screen)).size).toBe(1)
    expect(all[0]).toMatchObject({
      isOpen: false,
      screen: expect.stringContaining('KES 2,000: enter'),
    })
    expect(await phone.again()).toEqual(all[0])
    expect(await countOrders(phone.phone)).toBe(1)
    expect(await readStock(stage, event.types[1]!.id)).toMatchObject({ held: 2 })
  })

  // spec: ussd-repeated-turn
  test('an order whose turn was lost after placing is found by the session that continues', async () => {
    const { phone: other } = await atTotal()
    const saved = await stage.db
      .selectFrom('ussd_session')
      .selectAll()
      .where('id', '=', other.sessionId())
      .executeTakeFirstOrThrow()
    const thanks = await other.type('1')
    // Simulates a process that died after it stored the order and before it stored the turn.
    await stage.db
      .deleteFrom('ussd_turn')
      .where('session_id', '=', other.sessionId())
      .where('typed', '=', `${code}*2*2*1`)
      .execute()
    await stage.db
      .updateTable('ussd_session')
      .set({ state: JSON.stringify(saved.state), turns: saved.turns, typed: saved.typed })
      .where('id', '=', other.sessionId())
      .execute()
    expect(await other.again()).toEqual(thanks)
    expect(await countOrders(other.phone)).toBe(1)
  })
})

describe('digits', () => {
  // spec: ussd-digits-stay
  test('digits mean what they meant on the screen, even after types are reordered and the first sells out', async () => {
    const phone = makeDialler(stage)
    const types = await phone.dial(code)
    const [standard, vip] = event.types
    await stage.db
      .updateTable('ticket_type')
      .set({ type_offset: 7 })
      .where('id', '=', standard!.id)
      .execute()
    await stage.db
      .updateTable('ticket_type')
      .set({ type_offset: 0, held: 5 })
      .where('id', '=', vip!.id)
      .execute()
    const howMany = await phone.type(digitOf(types, 'Standard'))
    expect(howMany.screen).toContain('Standard KES 500')
    await phone.type('0')
    const gone = await phone.type('1')
    expect(gone.screen).toMatch(
      /^These tickets are being bought right now\..*\n.*\n1 VIP 1,000 \(taken now\)\n2 Standard/,
    )
  })

  // spec: ussd-digits-stay
  test('digits of a list lead to their events, even after another event came before them', async () => {
    await buildEvent(stage.db, { title: 'Before the Derby', date: dayAfter(1) })
    const phone = makeDialler(stage)
    const dates = await phone.dial('1')
    let list = await phone.type(digitOf(dates, 'All Upcoming'))
    const [first] = list.screen.split('\n')
    const earlier = await buildEvent(stage.db, { title: 'Before all others', date: dayAfter(0) })
    const event = await phone.type('1')
    expect(event.screen.split('\n')[0]).toBe(`${first!.slice(2)} 3PM`)
    list = await phone.type('0')
    expect(list.screen).toMatch(/^1 Before all others/)
    await stage.db
      .updateTable('event')
      .set({ is_published: false })
      .where('id', '=', earlier.id)
      .execute()
    expect((await phone.type('1')).screen).toMatch(/^Ticket sales have ended\nLango tickets/)
  })

  // spec: ussd-digits-stay
  test('a changed price is shown before it is paid', async () => {
    const { phone, total } = await atTotal()
    await stage.db
      .updateTable('ticket_type')
      .set({ price_cents: 120_000 })
      .where('id', '=', event.types[1]!.id)
      .execute()
    const anew = await phone.type(digitOf(total, 'Pay'))
    expect(anew).toMatchObject({ isOpen: true })
    expect(anew.screen).toMatch(/^The price has changed\.\n2 x VIP[\s\S]*Total KES 2,400/)
    expect(await countOrders(phone.phone)).toBe(0)
    expect((await phone.type(digitOf(anew, 'Pay'))).screen).toMatch(/^KES 2,400: enter/)
  })
})

const dayAfter = (days: number): string =>
  nairobiDate(new Date(stage.clock.now().getTime() + days * 24 * 60 * MINUTE))

describe('a dropped session', () => {
  // spec: ussd-resume
  test('a dropped session that is dialled again within five minutes continues where it was', async () => {
    const { phone, total } = await atTotal()
    await phone.end('Incomplete')
    stage.pass(4.5 * MINUTE)
    const resumed = await phone.dial()
    expect(resumed).toEqual(total)
    expect((await phone.type('1')).isOpen).toBe(false)
    expect(await countOrders(phone.phone)).toBe(1)
  })

  // spec: ussd-resume
  test('a dropped session also continues by its whole code, and another code starts another path', async () => {
    const { phone, total } = await atTotal()
    expect(await phone.dial(code)).toEqual(total)
    expect((await phone.dial('999999')).screen).toMatch(/^No event has code 999999\.\nLango/)
  })

  // spec: ussd-resume
  test('a redialled session shows current data, and starts from scratch after five minutes', async () => {
    const { phone } = await atTotal()
    await stage.db
      .updateTable('ticket_type')
      .set({ price_cents: 120_000 })
      .where('id', '=', event.types[1]!.id)
      .execute()
    expect((await phone.dial()).screen).toContain('Total KES 2,400')
    stage.pass(5.5 * MINUTE)
    expect((await phone.dial()).screen).toMatch(/^Lango tickets/)
  })

  // spec: ussd-resume
  test('a session that ended with an order shows its state, and how to try again once the prompt failed', async () => {
    const { phone } = await atTotal()
    const thanks = await phone.type('1')
    const waiting = await phone.dial()
    const local = localPhone(phone.phone)
    expect(thanks.screen).toContain('or dial *265*25# again.')
    expect(waiting).toEqual({
      isOpen: true,
      screen: `KES 2,000: close this menu. M-PESA will prompt ${local} shortly.\n0 Back`,
    })
    expect(await countOrders(phone.phone)).toBe(1)
    await stage.hurry()
    await fail(stage, await latestPrompt(stage), 1037)
    const failed = await phone.dial()
    expect(failed.screen).toBe('The payment did not go through.\n1 Try again\n0 Back')
    const total = await phone.type(digitOf(failed, 'Try again'))
    expect(total.screen).toContain('Total KES 2,000')
    expect((await phone.type('1')).isOpen).toBe(false)
    await stage.hurry()
    await pay(stage, { ...(await latestPrompt(stage)), amount: 2000 }, newReceipt())
    await stage.runJobs()
    expect((await phone.dial()).screen).toMatch(/^Paid\. Tickets come by SMS\.\nLango tickets/)
    stage.pass(6 * MINUTE)
    expect((await phone.dial()).screen).toMatch(/^Lango tickets/)
  })

  // spec: ussd-kept
  test('a session is kept for 30 days with its inputs, and no longer', async () => {
    const { phone } = await atTotal()
    const day = 24 * 60 * MINUTE
    const read = async () => {
      const of = phone.sessionId()
      const turns = await stage.db
        .selectFrom('ussd_turn')
        .select('typed')
        .where('session_id', '=', of)
        .execute()
      const sessions = await stage.db
        .selectFrom('ussd_session')
        .select('id')
        .where('id', '=', of)
        .execute()
      return [sessions.length, turns.length]
    }
    stage.pass(29.9 * day)
    await stage.sweep()
    expect(await read()).toEqual([1, 3])
    stage.pass(0.2 * day)
    await stage.sweep()
    expect(await read()).toEqual([0, 0])
    stage.pass(-30.1 * day)
  })
})

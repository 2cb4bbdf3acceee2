import { beforeEach, describe, expect, test } from 'vitest'
import { type BuiltEvent, buildEvent, newPhone } from '../../test/build.ts'
import { digitOf, makeDialler } from '../../test/dialler.ts'
import { MINUTE, newReceipt, pay, prompted } from '../../test/purchase.ts'
import { keepStage } from '../../test/stage.ts'
import { sendOn } from '../../test/transfers.ts'

const stage = keepStage()
let event: BuiltEvent

beforeEach(async () => {
  event = await buildEvent(stage.db, {
    title: 'Derby Day',
    date: '2030-11-21',
    types: [{ name: 'VIP', price: 1000, gates: ['Gate B'] }],
  })
})

/** Buys a ticket on the web. */
async function bought(phone = newPhone(), of = event) {
  const order = await prompted(stage, of, [2], { phoneNumber: phone })
  await pay(stage, order, newReceipt())
  await stage.runJobs()
  const { number, id } = await stage.db
    .selectFrom('ticket')
    .select(['number', 'id'])
    .where('order_id', '=', order.orderId)
    .executeTakeFirstOrThrow()
  return { phone, number, id, orderId: order.orderId, fours: inFours(number) }
}

async function cancel() {
  const cancelled = stage.db.updateTable('event').set({ cancelled_at: stage.clock.now() })
  await cancelled.where('id', '=', event.id).execute()
}

const inFours = (number: string) => number.match(/.{4}/g)!.join(' ')
const local = (phone: string) => `0${phone.slice(3)}`

describe('my tickets', () => {
  // spec: ussd-my-tickets
  test('a caller sees the tickets of the calling phone: gate, day and the last four characters, and gets the whole number by SMS', async () => {
    const { phone: own, fours, number } = await bought()
    await bought()
    const phone = makeDialler(stage, own)
    const menu = await phone.dial()
    const list = await phone.type(digitOf(menu, 'My tickets'))
    expect(list.screen).toBe('1 Derby Day Thu 21 Nov x2\n0 Back')
    const ticket = await phone.type('1')
    expect(ticket.screen).toBe(
      `Derby Day\nThu 21 Nov 3PM\n2 x VIP\nGate B\nNo. ...${number.slice(-4)}\n1 Full number by SMS\n0 Back`,
    )
    const before = stage.sent.filter((sms) => sms.phone === own).length
    const again = await phone.type(digitOf(ticket, 'Full number by SMS'))
    expect(again.screen).toBe(`The SMS is on its way.\n${ticket.screen}`)
    for (const hidden of fours.split(' ').slice(0, 3)) expect(again.screen).not.toContain(hidden)
    await phone.again()
    await stage.runJobs()
    const sent = stage.sent.filter((sms) => sms.phone === own)
    expect(sent.length).toBe(before + 1)
    expect(sent.at(-1)!.body).toContain(fours)
  })

  // spec: ussd-my-tickets
  test('a caller can have tickets sent again no more often than an organizer can', async () => {
    const { phone: own } = await bought()
    const phone = makeDialler(stage, own)
    await phone.dial('3*1')
    for (const said of [...Array(3).fill('The SMS is on its way.'), 'It was sent several times.']) {
      expect((await phone.type('1')).screen.startsWith(said)).toBe(true)
      await stage.runJobs()
    }
  })

  // spec: ussd-my-tickets
  test('names without a letter that phones show are replaced, and full-width letters are folded', async () => {
    const one = await buildEvent(stage.db, {
      title: '内罗毕之夜',
      date: '2030-11-21',
      types: [
        { name: '🔥', price: 100, gates: ['北'] },
        { name: 'ＶＩＰ', price: 200 },
      ],
    })
    const { dial_code: code } = await stage.db
      .updateTable('event')
      .set({ location: '上海' })
      .where('id', '=', one.id)
      .returning('dial_code')
      .executeTakeFirstOrThrow()
    const own = newPhone()
    const caller = makeDialler(stage, own)
    const { screen } = await caller.dial(String(code))
    expect(screen).toMatch(/^Event Thu 21 Nov 3PM\n1 Ticket 100\n2 VIP 200\n/)
    await caller.type('1')
    expect((await caller.type('1')).screen).toMatch(/^1 x Ticket\nEvent\nThu 21 Nov 3PM\nTotal/)
    const { phone } = await bought(own, one)
    const dialler = makeDialler(stage, phone)
    expect((await dialler.dial('3')).screen).toMatch(/^1 Event Thu 21 Nov x2\n/)
    const ticket = await dialler.type('1')
    expect(ticket.screen).toMatch(/^Event\nThu 21 Nov 3PM\n2 x Ticket\nGate: see SMS\nNo\. /)
  })

  // spec: ussd-my-tickets
  test('tickets are paged, without those of past events and those taken back', async () => {
    const own = newPhone()
    expect((await makeDialler(stage, own).dial('3')).screen).toMatch(
      /^You have no upcoming tickets/,
    )
    const events = []
    for (const title of ['A', 'B', 'C', 'D', 'E']) {
      const one = await buildEvent(stage.db, { title, date: '2031-01-02', types: [{}] })
      events.push(await bought(own, one))
      stage.pass(1000)
    }
    const gone = { state: 'void', void_reason: 'refunded' } as const
    await stage.db.updateTable('ticket').set(gone).where('id', '=', events[1]!.id).execute()
    const phone = makeDialler(stage, own)
    expect((await phone.dial('3')).screen).toBe(
      '1 A Thu 2 Jan x2\n2 C Thu 2 Jan x2\n3 D Thu 2 Jan x2\n4 E Thu 2 Jan x2\n0 Back',
    )
  })

  // spec: ussd-my-tickets
  test('transferred tickets belong to their receivers, and the sender sees no number of theirs', async () => {
    const [own, friend, third] = [await bought(), newPhone(), newPhone()]
    const [first] = await sendOn(stage, own.number, { phone: local(friend) })
    const [second] = await sendOn(stage, first!, { phone: local(third), admits: 1 })
    const listOf = async (phone: string) => {
      // The earlier session is too old to be resumed.
      stage.pass(6 * MINUTE)
      const dialler = makeDialler(stage, phone)
      const { screen } = await dialler.dial('3')
      return { dialler, screen, ticket: (await dialler.type('1')).screen }
    }
    const sender = await listOf(own.phone)
    expect(sender.screen).toBe('1 Derby Day Thu 21 Nov sent\n0 Back')
    expect(sender.ticket).toBe(
      'Derby Day\nThu 21 Nov 3PM\n2 x VIP\nSent to another phone with a new number.\n0 Back',
    )
    for (const [phone, number] of [
      [friend, first!],
      [third, second!],
    ] as const) {
      const { screen, ticket, dialler } = await listOf(phone)
      expect(screen).toBe('1 Derby Day Thu 21 Nov x1\n0 Back')
      expect(ticket).toContain(`1 x VIP\nGate B\nNo. ...${number.slice(-4)}\n1 Full number by SMS`)
      const before = stage.sent.length
      await dialler.type('1')
      await stage.runJobs()
      expect(stage.sent.slice(before)).toMatchObject([
        { phone, body: expect.stringContaining(number) },
      ])
    }
    // The friend transfers the ticket on, to the third phone. The lists of both phones show this
    // second transfer.
    await sendOn(stage, first!, { phone: local(third) })
    expect((await listOf(friend)).screen).toBe('1 Derby Day Thu 21 Nov sent\n0 Back')
    expect((await listOf(third)).screen).toBe(
      '1 Derby Day Thu 21 Nov x1\n2 Derby Day Thu 21 Nov x1\n0 Back',
    )
  })

  // spec: ussd-my-tickets
  test('a ticket some of whose people were transferred is for those who are left', async () => {
    const { phone, number } = await bought()
    const friend = newPhone()
    await sendOn(stage, number, { phone: local(friend), admits: 1 })
    for (const who of [phone, friend]) {
      expect((await makeDialler(stage, who).dial('3')).screen).toBe(
        '1 Derby Day Thu 21 Nov x1\n0 Back',
      )
    }
  })

  // spec: ussd-my-tickets, ussd-cancelled
  test('of a cancelled event say that it is cancelled', async () => {
    const { phone: own } = await bought()
    await cancel()
    const phone = makeDialler(stage, own)
    expect((await phone.dial('3')).screen).toBe('1 Derby Day Thu 21 Nov cancelled\n0 Back')
    expect((await phone.type('1')).screen).toContain('2 x VIP\nThis event is cancelled.\n0 Back')
  })

  test('a caller sees no ticket of another phone', async () => {
    const { id } = await bought()
    const thief = makeDialler(stage)
    await thief.dial('3')
    const of = thief.sessionId()
    const state = {
      path: [{ at: 'menu' }],
      choices: { 1: { to: { at: 'ticket', id } }, 2: { to: { at: 'resend', id } } },
    }
    await stage.db
      .updateTable('ussd_session')
      .set({ state: JSON.stringify(state) })
      .where('id', '=', of)
      .execute()
    const count = stage.sent.length
    expect((await thief.type('2')).screen).toMatch(/^There is nothing to send\.\nLango/)
    await stage.runJobs()
    expect(stage.sent.length).toBe(count)
  })
})

describe('is a ticket genuine?', () => {
  const check = async (typed: string, own = newPhone()) => {
    const phone = makeDialler(stage, own)
    const question = await phone.dial('4')
    expect(question.screen).toBe('Enter the 16 characters of the ticket number.\n0 Back')
    return (await phone.type(typed)).screen
  }
  const change = async (id: string, to: object) => {
    await stage.db.updateTable('ticket').set(to).where('id', '=', id).execute()
  }

  // spec: ussd-genuine
  test('the genuine check says valid, used, transferred or void, and no name or phone number', async () => {
    const { id, number, fours, phone } = await bought()
    const about = 'Derby Day\nThu 21 Nov 3PM\n2 x VIP\n0 Back'
    expect(await check(number)).toBe(
      `Genuine and valid. Pay only after it is sent to your phone.\n${about}`,
    )
    expect(await check(fours.toLowerCase())).toBe(
      `Genuine and valid. Pay only after it is sent to your phone.\n${about}`,
    )
    await change(id, { state: 'used', admitted: 2 })
    expect(await check(number)).toBe(`Genuine, but already used.\n${about}`)
    await change(id, { state: 'void', void_reason: 'transferred' })
    expect(await check(number)).toBe(`Not valid: it was transferred.\n${about}`)
    await change(id, { state: 'void', void_reason: 'refunded' })
    const said = await check(number)
    expect(said).toBe(`No longer valid.\n${about}`)
    expect(said).not.toContain(phone.slice(3))
  })

  // spec: ussd-genuine
  test('the genuine check counts the people of a table, and not tables', async () => {
    const types = [{ name: 'Table of ten', soldIn: 10, capacity: 40 }]
    const { number } = await bought(newPhone(), await buildEvent(stage.db, { types }))
    expect(await check(number)).toContain('\nTable of ten (10 people)\n')
  })

  // spec: ussd-genuine
  test('the genuine check agrees with the page: a cancelled event or a refunded order admits nobody', async () => {
    const { number, orderId } = await bought()
    const status = async () => (await stage.app.inject(`/api/genuine/${number}`)).json().status
    const order = (state: string) =>
      stage.db.updateTable('order').set({ state }).where('id', '=', orderId).execute()
    await order('refund_due')
    expect([await check(number), await status()]).toEqual([
      expect.stringMatching(/^No longer valid\./),
      'void',
    ])
    await order('issued')
    expect(await check(number)).toMatch(/^Genuine and valid\./)
    await cancel()
    expect([await check(number), await status()]).toEqual([
      expect.stringMatching(/^No longer valid\./),
      'void',
    ])
  })

  // spec: ussd-genuine
  test('an impossible number is asked for again and does not count as a wrong guess', async () => {
    const phone = makeDialler(stage)
    const question = await phone.dial('4')
    const slips = ['ABCD EFGH', 'hello', '12', 'ABCD EFGH JKMN PQRU', 'ABCD EFGH JKMN PQRS T']
    for (let n = 0; n <= stage.env.limits.missPerAddress; n++) {
      if (n % 8 === 0) await phone.dial('00*4')
      const said = (await phone.type(slips[n % slips.length]!)).screen
      expect(said).toBe(`Ticket number incomplete.\n${question.screen}`)
    }
    const { fours } = await bought()
    expect((await phone.type(fours)).screen).toMatch(/^Genuine and valid\./)
  })

  // spec: ussd-genuine
  test('wrong guesses are limited by the calling phone, and correct numbers never are', async () => {
    const own = newPhone()
    const unknown = 'No ticket has this number. Do not buy it.'
    const { missPerAddress } = stage.env.limits
    const phone = makeDialler(stage, own)
    const none = 'ABCD EFGH JKMN PQRS'
    for (let n = 0; n < missPerAddress; n++) {
      if (n % 8 === 0) await phone.dial('00*4')
      expect((await phone.type(none)).screen.startsWith(unknown)).toBe(true)
    }
    expect((await phone.type(none)).screen).toMatch(/^Too many wrong numbers/)
    expect((await check(none)).startsWith(unknown)).toBe(true)
    expect(await check((await bought()).number, own)).toMatch(/^Genuine and valid/)
    stage.pass(MINUTE)
  })
})

describe('languages', () => {
  // spec: ussd-language
  test('a phone that chose Kiswahili gets Kiswahili the next time', async () => {
    const phone = makeDialler(stage)
    const menu = await phone.dial()
    const swahili = await phone.type('6')
    expect(menu.screen).toContain('6 Kiswahili')
    expect(swahili.screen).toMatch(/^Tiketi za Lango\n1 Matukio kwa tarehe\n[\s\S]*6 English/)
    stage.pass(60 * MINUTE)
    expect(await phone.dial()).toEqual(swahili)
    expect((await phone.type('6')).screen).toBe(menu.screen)
    expect((await makeDialler(stage).dial()).screen).toBe(menu.screen)
  })

  // spec: ussd-language
  test('the help screen says what to do and which number to call', async () => {
    const help = await makeDialler(stage).dial('5')
    expect(help.screen).toBe(
      `Choose an event and pay with M-PESA. Tickets come by SMS; show the number at the gate. 00 Main menu. Help: ${stage.env.support.phone}\n0 Back`,
    )
    const phone = makeDialler(stage)
    await phone.dial('1*4')
    expect((await phone.type('00')).screen).toMatch(/^Lango tickets/)
  })
})

import { smsTime } from '../messages/sms.rules.ts'
// Tests that USSD sells from the stock of the web, within the limits of the web, and is paid in the
// same ways.

import { describe, expect, test } from 'vitest'
import { buildEvent, newPhone, orderFor, type TypeSpec } from '../../test/build.ts'
import { dialCodeOf, digitOf, makeDialler } from '../../test/dialler.ts'
import { requestOrder } from '../../test/http.ts'
import {
  endHolds,
  fail,
  latestPrompt,
  MINUTE,
  newReceipt,
  pay,
  payLate,
  place,
  readOrderState,
  readStock,
  tell,
} from '../../test/purchase.ts'
import { keepStage } from '../../test/stage.ts'
import { nairobiDateTime } from '../platform/values/nairobi.rules.ts'
import { localPhone } from '../platform/values/phone.rules.ts'

const stage = keepStage({ TRUST_PROXY: 'yes' })

async function eventOf(...types: TypeSpec[]) {
  const event = await buildEvent(stage.db, { types })
  return { ...event, code: await dialCodeOf(stage, event.id), typeId: event.types[0]!.id }
}
type Event = Awaited<ReturnType<typeof eventOf>>

/**
 * Dials up to the screen with the total of `quantity` tickets. Returns that screen, or the screen
 * shown instead.
 */
const toTotal = async ({ code }: Event, phone = newPhone(), quantity = 1) => {
  const dialler = makeDialler(stage, phone)
  return { dialler, total: await dialler.dial(`${code}*1*${quantity}`) }
}

async function ordersOf(phone: string) {
  return await stage.db
    .selectFrom('order')
    .selectAll()
    .where('phone', '=', phone)
    .orderBy('created_at')
    .execute()
}

const statesOf = async (phone: string) => (await ordersOf(phone)).map(({ state }) => state)

/** Places an order by USSD and sends its prompt. */
async function dialled(event: Event) {
  const { dialler } = await toTotal(event)
  await dialler.type('1')
  await stage.hurry()
  const [order] = await ordersOf(dialler.phone)
  return { dialler, orderId: order!.id, amount: 100, ...(await latestPrompt(stage)) }
}

const onWeb = (event: Event, address: string) =>
  requestOrder(stage, orderFor(event), { 'x-forwarded-for': address })

describe('the last ticket', () => {
  // spec: ussd-same-stock
  test('the last ticket goes to exactly one of several callers, by prompt or paybill, and web buyers', async () => {
    for (let round = 0; round < 5; round++) {
      const event = await eventOf({ capacity: 1 })
      const callers = await Promise.all(Array.from({ length: 6 }, () => toTotal(event)))
      const [dials, web] = await Promise.all([
        // Half of the callers pay by prompt, half by paybill.
        Promise.all(callers.map(({ dialler }, n) => dialler.type(n % 2 ? '3' : '1'))),
        Promise.all(Array.from({ length: 6 }, (_, n) => onWeb(event, `41.90.${round}.${n}`))),
      ])
      const won = dials.filter(({ isOpen }) => !isOpen).length
      const bought = web.filter(({ statusCode }) => statusCode === 202).length
      expect(won + bought).toBe(1)
      for (const { screen } of dials.filter(({ isOpen }) => isOpen)) {
        expect(screen).toMatch(/All tickets are being bought right now\.|^We're very busy/)
      }
      expect(await readStock(stage, event.typeId)).toMatchObject({ held: 1, sold: 0 })
    }
  })
})

// spec: ussd-same-stock
test.each(['by USSD', 'from the web'])(
  'the last ticket that an unpaid order of the phone %s holds is offered to that phone, and to no other',
  async (way) => {
    const event = await eventOf({ name: 'One', capacity: 1 })
    const phone = newPhone()
    if (way === 'by USSD') await (await toTotal(event, phone)).dialler.type('3')
    else await place(stage, event, [1], { phoneNumber: phone, payBy: 'paybill' })
    const dialler = makeDialler(stage, phone)
    const shown = await dialler.dial(event.code)
    expect(shown.screen).toMatch(
      /^Derby Day .*\nAll tickets are being bought right now\..*\n1 Continue your order\n/,
    )
    expect((await dialler.type('1')).screen).toMatch(/^Pay before .*Paybill 174379/)
    const stranger = await makeDialler(stage).dial(event.code)
    expect(stranger.screen).not.toContain('Continue your order')
    expect(stranger.screen).toContain('All tickets are being bought right now.')
  },
)

describe('money', () => {
  // spec: ussd-late-money
  test('money that arrives after the hold has ended still buys while there is capacity', async () => {
    const event = await eventOf({ capacity: 1 })
    const order = await dialled(event)
    await endHolds(stage)
    expect(await readOrderState(stage, order.orderId)).toBe('expired')
    await payLate(stage, order, newReceipt())
    expect(await readOrderState(stage, order.orderId)).toBe('issued')
    expect(stage.sent.at(-1)).toMatchObject({ phone: order.dialler.phone })
  })

  // spec: ussd-late-money
  test('money that arrives after the last ticket was sold is due back', async () => {
    const event = await eventOf({ capacity: 1 })
    const order = await dialled(event)
    await endHolds(stage)
    await place(stage, event)
    await payLate(stage, order, newReceipt())
    expect(await readOrderState(stage, order.orderId)).toMatch(/^refund/)
    expect(await readStock(stage, event.typeId)).toMatchObject({ held: 1, sold: 0 })
  })

  // spec: ussd-buy
  test('a payment by paybill: the session ends with paybill number, account and sum, and no prompt comes', async () => {
    const event = await eventOf({})
    const { dialler, total } = await toTotal(event)
    const thanks = await dialler.type(digitOf(total, 'Pay with Paybill'))
    const [order] = await ordersOf(dialler.phone)
    const hold = stage.db
      .selectFrom('hold')
      .select('paybill_until')
      .where('order_id', '=', order!.id)
    const { paybill_until } = await hold.executeTakeFirstOrThrow()
    const until = smsTime(nairobiDateTime(paybill_until!).slice(11, 16))
    expect(thanks).toEqual({
      isOpen: false,
      screen: `Pay before ${until}: M-PESA Paybill 174379, account ${order!.code}, exactly KES 100. You will get the tickets by SMS.`,
    })
    const pushes = stage.daraja.pushes.length
    await stage.hurry()
    expect([order!.payment_method, stage.daraja.pushes.length]).toEqual(['paybill', pushes])
    // The screens show the time in the same form in both languages.
    stage.pass(4 * MINUTE)
    expect((await dialler.dial()).screen).toBe(`${thanks.screen}\n1 Send M-PESA prompt\n0 Back`)
    await stage.db.updateTable('ussd_session').set({ language: 'sw' }).execute()
    expect((await dialler.dial()).screen).toMatch(`Lipa kabla ya ${until}: M-PESA Paybill 174379,`)
  })

  // spec: ussd-buy
  test('M-Pesa prompts the other number that the caller typed', async () => {
    const event = await eventOf({})
    const { dialler, total } = await toTotal(event)
    const other = newPhone()
    await dialler.type(digitOf(total, 'Other number'))
    expect((await dialler.type('12345')).screen).toMatch(/^Invalid number\.\nEnter the M-PESA/)
    const anew = await dialler.type(`0${other.slice(3)}`)
    expect(anew.screen).toContain(`M-PESA ${localPhone(other)}`)
    expect((await dialler.type('1')).isOpen).toBe(false)
    await stage.hurry()
    expect((await latestPrompt(stage)).push).toMatchObject({ phone: other })
    expect(await ordersOf(dialler.phone)).toEqual([])
  })

  test('the language of the session is the order’s language', async () => {
    const event = await eventOf({})
    const dialler = makeDialler(stage)
    await dialler.dial('6')
    await dialler.type('00')
    for (const input of [event.code, '1', '1']) await dialler.type(input)
    expect((await dialler.type('1')).screen).toMatch(/^KES 100: weka PIN yako/)
    expect((await ordersOf(dialler.phone))[0]).toMatchObject({ language: 'sw' })
  })
})

describe('an open order of the calling phone', () => {
  const failedOnWeb = async (event: Event, phoneNumber: string, quantities = [1]) => {
    const { orderId } = await place(stage, event, quantities, { phoneNumber, replaces: [] })
    await stage.runJobs()
    await fail(stage, await latestPrompt(stage), 1032)
    return orderId
  }

  // spec: ussd-same-stock
  test('ends when its phone dials and buys again, whether it came from the web or by USSD', async () => {
    const event = await eventOf({})
    const phone = newPhone()
    const onWeb = await failedOnWeb(event, phone)
    const { dialler } = await toTotal(event, phone, 2)
    expect((await dialler.type('1')).isOpen).toBe(false)
    expect(await readOrderState(stage, onWeb)).toBe('expired')
    const again = await toTotal(event, phone, 3)
    expect((await again.dialler.type('3')).isOpen).toBe(false)
    expect(await statesOf(phone)).toEqual(['expired', 'expired', 'pending'])
  })

  test('of several ticket types is shown, and not offered again as one type', async () => {
    const event = await eventOf({ name: 'One', capacity: 1 }, { name: 'Two', capacity: 1 })
    const phone = newPhone()
    await failedOnWeb(event, phone, [1, 1])
    const dialler = makeDialler(stage, phone)
    expect((await dialler.dial(event.code)).screen).toContain('1 Continue your order')
    expect((await dialler.type('1')).screen).toBe('The payment did not go through.\n0 Back')
  })

  test('is not ended by a stranger who types its number as the one to ask', async () => {
    const event = await eventOf({})
    const phone = newPhone()
    const onWeb = await failedOnWeb(event, phone)
    const { dialler, total } = await toTotal(event)
    await dialler.type(digitOf(total, 'Other number'))
    await dialler.type(`0${phone.slice(3)}`)
    expect((await dialler.type('1')).screen).toMatch(/^A payment for this event is in progress/)
    expect(await readOrderState(stage, onWeb)).toBe('failed')
  })

  test('for another number ends when the caller who placed it orders again for that number', async () => {
    const event = await eventOf({})
    const [caller, payer] = [newPhone(), newPhone()]
    const order = async (quantity: number) => {
      const { dialler, total } = await toTotal(event, caller, quantity)
      await dialler.type(digitOf(total, 'Other number'))
      await dialler.type(`0${payer.slice(3)}`)
      return await dialler.type('3')
    }
    expect((await order(1)).isOpen).toBe(false)
    expect((await order(2)).isOpen).toBe(false)
    expect(await statesOf(payer)).toEqual(['expired', 'pending'])
  })

  test('by USSD is not ended from the web, which has no proof of it', async () => {
    const event = await eventOf({})
    const { dialler } = await toTotal(event)
    await dialler.type('3')
    const order = orderFor(event, [1], { phoneNumber: dialler.phone })
    expect((await requestOrder(stage, order)).json().code).toBe('payment_open')
    expect(await statesOf(dialler.phone)).toEqual(['pending'])
  })
})

describe('the web’s limits', () => {
  // spec: ussd-limits
  test('limits count the calling phone, not the gateway that all calls come from', async () => {
    const event = await eventOf({ capacity: 10_000 })
    const own = await toTotal(event)
    const max = stage.env.limits.pushPerPhone
    for (let n = 0; n < 2 * max; n++) {
      const anew = n === 0 ? own : await toTotal(event, own.dialler.phone)
      const { isOpen, screen } = await anew.dialler.type('1')
      if (isOpen) {
        expect(screen).toMatch(/^Too many M-PESA prompts were sent to this phone\./)
        expect(n).toBe(max)
        break
      }
      await stage.hurry()
      await fail(stage, await latestPrompt(stage), 1037)
      stage.pass(1000)
    }
    const others = await Promise.all(
      Array.from({ length: 30 }, async () => {
        const { dialler } = await toTotal(event)
        return await dialler.type('1')
      }),
    )
    expect(others.every(({ isOpen }) => !isOpen)).toBe(true)
  })

  // spec: ussd-limits
  test('a phone with an open payment for the event is refused with the reason', async () => {
    const event = await eventOf({})
    const { dialler } = await dialled(event)
    const { dialler: again } = await toTotal(event, dialler.phone)
    expect((await again.type('1')).screen).toMatch(
      /^A payment for this event is in progress on this phone\./,
    )
  })

  // spec: ussd-limits
  test.each([
    ['ended', { date: '2020-01-01' }, /^.* 1 Jan 3PM\nTicket sales have ended/],
    ['ticked sold out', { is_sold_out: true }, /These tickets are sold out\./],
    ['cancelled', { cancelled_at: new Date() }, /This event is cancelled\./],
    ['no longer published', { is_published: false }, /^Ticket sales have ended\nLango/],
  ])('an event that is %s sells nothing, also to who saw its total', async (_, change, said) => {
    const event = await eventOf({})
    const { dialler } = await toTotal(event)
    await stage.db.updateTable('event').set(change).where('id', '=', event.id).execute()
    expect((await dialler.type('1')).screen).toMatch(/sales have ended|sold out|is cancelled/)
    expect(await ordersOf(dialler.phone)).toEqual([])
    if (!('is_published' in change)) {
      expect((await makeDialler(stage).dial(event.code)).screen).toMatch(said)
    }
  })

  // spec: ussd-limits
  test('an order stays within its limits, and a free order is refused', async () => {
    const event = await eventOf({ name: 'Few', maxPerOrder: 2 }, { name: 'Free', price: 0 })
    const dialler = makeDialler(stage)
    await dialler.dial(`${event.code}*1`)
    expect((await dialler.type('3')).screen).toMatch(
      /^At most 2\.\nFew KES 100\nHow many\? \(1-2\)/,
    )
    await dialler.dial('00')
    const { screen } = await dialler.dial(`${event.code}*2`)
    expect(screen).toMatch(/^There is nothing to pay for these tickets\.\nDerby Day /)
  })
})

// spec: ussd-late-money
test('a caller whose prompt failed dials again and pays', async () => {
  const event = await eventOf({ capacity: 1 })
  const first = await dialled(event)
  await fail(stage, first, 1032)
  const { dialler } = await toTotal(event, first.dialler.phone)
  expect(dialler).toBeDefined()
  await tell(stage, first, {})
  await endHolds(stage)
  const second = await toTotal(event, first.dialler.phone)
  expect((await second.dialler.type('1')).isOpen).toBe(false)
  await stage.hurry()
  await pay(stage, { ...(await latestPrompt(stage)), amount: 100 }, newReceipt())
  const states = await statesOf(first.dialler.phone)
  expect(states).toEqual(['expired', 'issued'])
})

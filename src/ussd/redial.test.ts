import { smsTime } from '../messages/sms.rules.ts'
// Tests the state of an order that a caller sees after dialling again.

import { beforeAll, describe, expect, test } from 'vitest'
import { buildEvent, newPhone } from '../../test/build.ts'
import { makeDialler } from '../../test/dialler.ts'
import { failPrompts, latestPrompt } from '../../test/purchase.ts'
import { keepStage } from '../../test/stage.ts'
import { nairobiDateTime } from '../platform/values/nairobi.rules.ts'
import { localPhone } from '../platform/values/phone.rules.ts'

const stage = keepStage()
let code: string

beforeAll(async () => {
  const { id } = await buildEvent(stage.db, { title: 'Derby Day' })
  const event = stage.db.selectFrom('event').select('dial_code').where('id', '=', id)
  code = String((await event.executeTakeFirstOrThrow()).dial_code)
})

/** Dials a session that ends with an order. */
async function ordered() {
  const phone = makeDialler(stage)
  await phone.dial(code)
  for (const input of ['1', '2', '1']) await phone.type(input)
  return phone
}

// spec: ussd-resume
test('a caller whose order ended before its prompt was sent sees why, and that nothing was paid', async () => {
  const phone = await ordered()
  await failPrompts(stage)
  const said =
    "Your order for Derby Day has ended: M-PESA couldn't reach this phone. Nothing was charged.\n1 Try again\n0 Back"
  expect((await phone.dial()).screen).toBe(said)
  await stage.sweep()
  expect((await phone.dial()).screen).toBe(said)
  await phone.type('0')
  expect((await phone.dial()).screen).toMatch(/^Lango tickets/)
})

// spec: ussd-resume
test.each([
  [
    'expired',
    'hold ended',
    /^Your order for Derby Day has ended: you ran out of time to pay\. .*\n1 Try/,
  ],
  [
    'expired',
    'replaced',
    /^Your order for Derby Day has ended: you started another order\. .*\n0 Back$/,
  ],
  [
    'refund_due',
    null,
    /^Your payment for Derby Day will be refunded to the M-PESA number that paid\.\n0/,
  ],
  ['refunded', null, /^Your payment for Derby Day was refunded to the M-PESA number that/],
])('says what became of one that is %s (%s)', async (state, failure_code, said) => {
  const phone = await ordered()
  const changed = stage.db.updateTable('order').set({ state, failure_code })
  await changed.where('phone', '=', phone.phone).execute()
  expect((await phone.dial()).screen).toMatch(said)
})

// spec: ussd-resume
test('no order says that nothing was paid while its money may have been taken', async () => {
  const phone = await ordered()
  await stage.hurry()
  const orders = stage.db.selectFrom('order').select('id').where('phone', '=', phone.phone)
  const lost = stage.db.updateTable('payment').set({ state: 'unknown' })
  await lost.where('order_id', 'in', orders).execute()
  const expired = stage.db.updateTable('order').set({ state: 'expired', failure_code: '1037' })
  await expired.where('phone', '=', phone.phone).execute()
  expect((await phone.dial()).screen).toBe(
    'M-PESA has not confirmed a payment for Derby Day yet. If it took your money, you will get tickets or a refund.\n0 Back',
  )
})

/** Tests what a redialled session shows while its order waits. */
describe('an order that waits', () => {
  // spec: ussd-resume
  test('a waiting order shows where its prompt is, and accepts another number, as the page does', async () => {
    const phone = await ordered()
    const own = localPhone(phone.phone)
    const { screen: inLine } = await phone.dial()
    expect(inLine).toBe(`KES 200: close this menu. M-PESA will prompt ${own} shortly.\n0 Back`)
    await stage.hurry()
    const prompted = `KES 200: M-PESA has prompted ${own}. Close this menu, enter your PIN.\n`
    expect((await phone.dial()).screen).toBe(`${prompted}0 Back`)
    stage.pass(16_000)
    expect((await phone.dial()).screen).toBe(`${prompted}1 Other number\n0 Back`)
    stage.pass(45_000)
    expect((await phone.dial()).screen).toBe(
      `KES 200: checking if ${own} paid. Do not pay again.\n1 Other number\n0 Back`,
    )
    const pushes = stage.daraja.pushes.length
    await phone.type('1')
    expect((await phone.type('12')).screen).toMatch(/^Invalid number\.\nEnter the M-PESA number/)
    const next = newPhone()
    const said = await phone.type(localPhone(next))
    const waits = `KES 200: checking if ${own} paid. Do not pay again.\nThen M-PESA prompts ${localPhone(next)}; we send tickets there.`
    expect(said).toEqual({ isOpen: false, screen: waits })
    expect(await phone.again()).toEqual(said)
    expect((await phone.dial()).screen).toBe(`${waits}\n1 Other number\n0 Back`)
    await stage.runJobs()
    expect(stage.daraja.pushes.length).toBe(pushes)
  })

  // spec: ussd-resume
  test('an order to be paid by paybill can be switched to a prompt, once, after the session', async () => {
    const phone = makeDialler(stage)
    await phone.dial(code)
    for (const input of ['1', '2', '3']) await phone.type(input)
    const waiting = await phone.dial()
    expect(waiting.screen).toMatch(/^Pay before .*\n1 Send M-PESA prompt\n0 Back$/)
    const pushes = stage.daraja.pushes.length
    const first = phone.type('1')
    const all = await Promise.all([first, phone.again(), phone.again()])
    expect(new Set(all.map(({ screen }) => screen)).size).toBe(1)
    expect(all[0]).toMatchObject({
      isOpen: false,
      screen: expect.stringMatching(/^KES 200: enter your PIN when M-PESA prompts 0/),
    })
    await stage.runJobs()
    expect(stage.daraja.pushes.length).toBe(pushes)
    await stage.hurry()
    expect(stage.daraja.pushes.length).toBe(pushes + 1)
    expect((await latestPrompt(stage)).push).toMatchObject({ phone: phone.phone })
    expect((await phone.dial()).screen).toMatch(/^KES 200: M-PESA has prompted/)
  })

  // spec: ussd-limits
  test('a prompt from a redialled session is subject to the limits of the web', async () => {
    const phone = makeDialler(stage)
    await phone.dial(code)
    for (const input of ['1', '2', '3']) await phone.type(input)
    await phone.dial()
    const closed = stage.db.updateTable('event').set({ cancelled_at: stage.clock.now() })
    await closed.where('title', '=', 'Derby Day').execute()
    const pushes = stage.daraja.pushes.length
    expect((await phone.type('1')).screen).toMatch(/^Ticket sales have ended\nLango tickets/)
    await stage.hurry()
    expect(stage.daraja.pushes.length).toBe(pushes)
    const open = stage.db.updateTable('event').set({ cancelled_at: null })
    await open.where('title', '=', 'Derby Day').execute()
  })

  // spec: ussd-resume
  test('a waiting order whose prompt stays silent shows the paybill details', async () => {
    const phone = await ordered()
    await stage.hurry()
    stage.pass(101_000)
    await stage.runJobs()
    const orders = stage.db.selectFrom('order as o').innerJoin('hold as h', 'h.order_id', 'o.id')
    const order = await orders
      .select(['o.code', 'h.paybill_until'])
      .where('o.phone', '=', phone.phone)
      .executeTakeFirstOrThrow()
    const until = nairobiDateTime(order.paybill_until!).slice(11, 16)
    expect((await phone.dial()).screen).toBe(
      `KES 200: not confirmed yet. PIN entered? Do not pay again.\nIf not: Paybill 174379, account ${order.code}, before ${smsTime(until)}.\n1 Other number\n0 Back`,
    )
  })
})

// spec: ussd-repeated-turn
test('a repeated turn from another phone never shows the owner’s screen', async () => {
  const owner = makeDialler(stage)
  const own = await owner.dial(code)
  const stranger = newPhone()
  const repeat = await stage.app.inject({
    method: 'POST',
    url: `/cb/u/${stage.env.ussdToken}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({
      sessionId: owner.sessionId(),
      serviceCode: '*265*25#',
      phoneNumber: `+${stranger}`,
      text: code,
    }).toString(),
  })
  expect(repeat.body).toMatch(/^END /)
  expect(repeat.body).not.toContain('Derby Day')
  expect(await owner.again()).toEqual(own)
})

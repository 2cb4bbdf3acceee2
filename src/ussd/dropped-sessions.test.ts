import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type BuiltEvent, buildEvent } from '../../test/build.ts'
import { digitOf, makeDialler } from '../../test/dialler.ts'
import { fail, latestPrompt, MINUTE, newReceipt, pay } from '../../test/purchase.ts'
import { makeStage, type Stage } from '../../test/stage.ts'

let stage: Stage
let event: BuiltEvent
let code: string

beforeAll(async () => {
  stage = await makeStage()
})
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
afterAll(() => stage.close())

const countOrders = async (phone: string) =>
  (await stage.db.selectFrom('order').select('id').where('phone', '=', phone).execute()).length

/** As far as the total of two VIP tickets. */
async function atTotal(phone = makeDialler(stage)) {
  await phone.dial(code)
  await phone.type('2')
  return { phone, total: await phone.type('2') }
}

describe('a dropped session', () => {
  // spec: ussd-resume
  test('that is dialled again within five minutes is where it was', async () => {
    const { phone, total } = await atTotal()
    await phone.end('Incomplete')
    stage.pass(4.5 * MINUTE)
    const resumed = await phone.dial()
    expect(resumed).toEqual(total)
    expect((await phone.type('1')).isOpen).toBe(false)
    expect(await countOrders(phone.phone)).toBe(1)
  })

  // spec: ussd-resume
  test('also by its whole code; by another one it is another way', async () => {
    const { phone, total } = await atTotal()
    expect(await phone.dial(code)).toEqual(total)
    expect((await phone.dial('999999')).screen).toMatch(/^No event on sale has this code\./)
  })

  // spec: ussd-resume
  test('shows what is there by now, and begins anew after five minutes', async () => {
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
  test('that ended with an order shows where it stands, and how to try again once it failed', async () => {
    const { phone } = await atTotal()
    const thanks = await phone.type('1')
    const waiting = await phone.dial()
    expect(waiting).toEqual({ isOpen: true, screen: `${thanks.screen}\n0 Back` })
    expect(await countOrders(phone.phone)).toBe(1)
    await stage.hurry()
    await fail(stage, await latestPrompt(stage), 1037)
    const failed = await phone.dial()
    expect(failed.screen).toBe('M-PESA did not take the payment.\n1 Try again\n0 Back')
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

  // spec: ussd-resume
  test('says of an order that ended before its prompt left why, and that nothing was paid', async () => {
    const { phone } = await atTotal()
    await phone.type('1')
    const next = stage.daraja.nextPush
    stage.daraja.nextPush = () => ({ kind: 'refused', code: 'unreachable', raw: {} })
    await stage.hurry()
    stage.daraja.nextPush = next
    const said =
      'Your order for Derby Day ended: M-PESA could not ask this phone. Nothing was paid.\n1 Try again\n0 Back'
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
      /^Your order for Derby Day ended: the time to pay ran out\. .*\n1 Try/,
    ],
    ['expired', 'replaced', /^Your order for Derby Day ended: you began another one\. .*\n0 Back$/],
    [
      'refund_due',
      null,
      /^Your payment for Derby Day goes back to the M-PESA number that paid\.\n0/,
    ],
    ['refunded', null, /^Your payment for Derby Day was sent back to the M-PESA number that/],
  ])('says what became of one that is %s (%s)', async (state, failure_code, said) => {
    const { phone } = await atTotal()
    await phone.type('1')
    const changed = stage.db.updateTable('order').set({ state, failure_code })
    await changed.where('phone', '=', phone.phone).execute()
    expect((await phone.dial()).screen).toMatch(said)
  })

  // spec: ussd-resume
  test('says of none that nothing was paid while its money may have been taken', async () => {
    const { phone } = await atTotal()
    await phone.type('1')
    await stage.hurry()
    const orders = stage.db.selectFrom('order').select('id').where('phone', '=', phone.phone)
    const lost = stage.db.updateTable('payment').set({ state: 'unknown' })
    await lost.where('order_id', 'in', orders).execute()
    const expired = stage.db.updateTable('order').set({ state: 'expired', failure_code: '1037' })
    await expired.where('phone', '=', phone.phone).execute()
    expect((await phone.dial()).screen).toBe(
      'M-PESA has not confirmed a payment for Derby Day yet. If it took your money, tickets or a refund come by SMS.\n0 Back',
    )
  })

  // spec: ussd-kept
  test('is kept for 30 days with what was typed, and no longer', async () => {
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

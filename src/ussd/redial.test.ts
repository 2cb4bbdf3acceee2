// What became of an order, to who dials again.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildEvent } from '../../test/build.ts'
import { makeDialler } from '../../test/dialler.ts'
import { makeStage, type Stage } from '../../test/stage.ts'

let stage: Stage
let code: string

beforeAll(async () => {
  stage = await makeStage()
  const { id } = await buildEvent(stage.db, { title: 'Derby Day' })
  const event = stage.db.selectFrom('event').select('dial_code').where('id', '=', id)
  code = String((await event.executeTakeFirstOrThrow()).dial_code)
})
afterAll(() => stage.close())

/** A session that ended with an order. */
async function ordered() {
  const phone = makeDialler(stage)
  await phone.dial(code)
  for (const input of ['1', '2', '1']) await phone.type(input)
  return phone
}

// spec: ussd-resume
test('says of an order that ended before its prompt left why, and that nothing was paid', async () => {
  const phone = await ordered()
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
  ['expired', 'hold ended', /^Your order for Derby Day ended: the time to pay ran out\. .*\n1 Try/],
  ['expired', 'replaced', /^Your order for Derby Day ended: you began another one\. .*\n0 Back$/],
  ['refund_due', null, /^Your payment for Derby Day goes back to the M-PESA number that paid\.\n0/],
  ['refunded', null, /^Your payment for Derby Day was sent back to the M-PESA number that/],
])('says what became of one that is %s (%s)', async (state, failure_code, said) => {
  const phone = await ordered()
  const changed = stage.db.updateTable('order').set({ state, failure_code })
  await changed.where('phone', '=', phone.phone).execute()
  expect((await phone.dial()).screen).toMatch(said)
})

// spec: ussd-resume
test('says of none that nothing was paid while its money may have been taken', async () => {
  const phone = await ordered()
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

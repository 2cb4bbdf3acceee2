// spec: buyer-abroad, typed-networks
import { beforeAll, expect, test } from 'vitest'
import { type BuiltEvent, buildEvent, newPhone } from '../../test/build.ts'
import { fail, latestPrompt, newReceipt, pay, prompted } from '../../test/purchase.ts'
import { keepStage } from '../../test/stage.ts'
import { paymentCounters } from '../payments/declarations.ts'

const stage = keepStage({ LIMIT_PUSH_PER_PHONE: '1000' })
let event: BuiltEvent
beforeAll(async () => {
  event = await buildEvent(stage.db, { types: [{ name: 'Terrace', price: 300 }] })
})

const changeNumber = (orderId: string, payload: object) =>
  stage.app.inject({ method: 'PUT', url: `/api/orders/${orderId}/phone`, payload })

const emailOf = async (id: string) =>
  (
    await stage.db
      .selectFrom('order')
      .select('email')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).email

test('somebody else pays: the prompt goes to them, and the tickets to the email of the buyer', async () => {
  const first = await prompted(stage, event)
  const payer = newPhone()
  const email = 'amina@example.com'
  const answer = await changeNumber(first.orderId, { phoneNumber: payer, email })
  expect(answer.statusCode).toBe(202)
  await fail(stage, first, 1032)
  await stage.runJobs()
  const next = await latestPrompt(stage)
  expect(next.push.phone).toBe(payer)
  await pay(stage, { ...next, amount: 300 }, newReceipt())
  await stage.runJobs()
  expect(await emailOf(first.orderId)).toBe(email)
  expect(stage.sent.at(-1)!.phone).toBe(payer)
  expect(stage.mails.map(({ to }) => to)).toEqual([email])
})

test('an email alone is stored for the number that the order has, and a wrong one changes nothing', async () => {
  const order = await prompted(stage, event)
  const phoneNumber = order.phoneNumber
  const wrong = await changeNumber(order.orderId, { phoneNumber: newPhone(), email: 'amina@' })
  expect([wrong.statusCode, wrong.json().field]).toEqual([422, 'email'])
  expect(await emailOf(order.orderId)).not.toBe('amina@')
  await changeNumber(order.orderId, { phoneNumber, email: 'amina@example.com' })
  expect(await emailOf(order.orderId)).toBe('amina@example.com')
  await changeNumber(order.orderId, { phoneNumber: newPhone() })
  expect(await emailOf(order.orderId)).toBe('amina@example.com')
})

test('numbers that no prompt reaches are counted by network, and nothing else is taken', async () => {
  const counts = async () => {
    const { values } = await paymentCounters(stage.deps.metrics).typedNumbers.get()
    return Object.fromEntries(values.map(({ labels, value }) => [labels.network, value]))
  }
  const url = '/api/functions/typed-number'
  const post = (payload: object) => stage.app.inject({ method: 'POST', url, payload })
  for (const network of ['airtel', 'telkom', 'foreign']) {
    expect((await post({ network })).statusCode).toBe(204)
  }
  for (const payload of [{}, { network: 'x' }, { network: 'airtel', phone: '0733345678' }]) {
    expect((await post(payload)).statusCode).toBe(422)
  }
  expect(await counts()).toEqual({ foreign: 1, airtel: 1, telkom: 1 })
})

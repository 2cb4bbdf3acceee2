import { expect, test } from 'vitest'
import { type BuiltEvent, buildCode, buildEvent, orderFor } from '../../test/build.ts'
import { keepStage } from '../../test/stage.ts'

const HOUR_MS = 3_600_000
const LIMIT = 3

const stage = keepStage({
  LIMIT_WRONG_CODE_PER_ADDRESS: String(LIMIT),
  HOLD_SHARE_PER_ADDRESS: '100',
})

async function buyWith(event: BuiltEvent, promo_code: string | null, from: string) {
  const price = promo_code === 'GOOD' ? 80 : 100
  const [ticketTypeId, amount] = [event.types[0]!.id, price]
  const tickets = [{ ticketTypeId, quantity: 1, amount }]
  return await stage.app.inject({
    method: 'POST',
    url: '/api/functions/mpesa',
    headers: { prefer: 'respond-async' },
    remoteAddress: from,
    payload: orderFor(event, [1], { amount, tickets, promo_code }),
  })
}

async function withCode(): Promise<BuiltEvent> {
  const event = await buildEvent(stage.db, { types: [{ capacity: 1000 }] })
  await buildCode(stage.db, event, { code: 'GOOD', kind: 'percent', value: 20 })
  return event
}

const codesOf = (answers: { json(): { code?: string } }[]) => answers.map((one) => one.json().code)

// spec: promo-code-guessing, promo-code-invalid
test('purchases with wrong codes are limited by address, in words, and without a code they are not', async () => {
  const event = await withCode()
  const from = '10.8.0.1'
  const wrong = []
  for (let at = 0; at < LIMIT; at += 1) wrong.push(await buyWith(event, `NOSUCH${at}`, from))
  expect(wrong[0]!.statusCode).toBe(422)
  expect(wrong[0]!.json()).toMatchObject({
    ...{ code: 'unknown_code', field: 'promo_code', error: 'This code is not valid here' },
  })
  expect(codesOf(wrong)).toEqual(Array(LIMIT).fill('unknown_code'))
  const above = await buyWith(event, 'GOOD', from)
  expect(above.statusCode).toBe(429)
  expect(above.json().error).toBe('Too many wrong codes. Try again in 60 minutes.')
  expect((await buyWith(event, null, from)).statusCode).toBe(202)
  expect((await buyWith(event, 'GOOD', '10.8.0.2')).statusCode).toBe(202)
  stage.pass(HOUR_MS)
  expect((await buyWith(event, 'GOOD', from)).statusCode).toBe(202)
})

// spec: promo-code-guessing
test('the event page and purchases count wrong codes together', async () => {
  const event = await withCode()
  const from = '10.8.0.3'
  for (let at = 0; at < LIMIT; at += 1) {
    await stage.app.inject({ url: `/api/events/${event.id}?code=NOSUCH${at}`, remoteAddress: from })
  }
  expect((await buyWith(event, 'GOOD', from)).statusCode).toBe(429)
})

test('purchases with a good code count nothing, also at the same time', async () => {
  const event = await withCode()
  const buys = Array.from({ length: 40 }, () => buyWith(event, 'GOOD', '10.8.0.4'))
  for (const { statusCode, body } of await Promise.all(buys)) expect(statusCode, body).toBe(202)
})

// spec: promo-code-guessing
test('of purchases at the same time with wrong codes, all above the limit are refused', async () => {
  const event = await withCode()
  const buys = Array.from({ length: 40 }, (_, n) => buyWith(event, `NOSUCH${n}`, '10.8.0.5'))
  const statuses = (await Promise.all(buys)).map(({ statusCode }) => statusCode)
  expect(statuses.filter((status) => status === 422)).toHaveLength(LIMIT)
  expect(statuses.filter((status) => status === 429)).toHaveLength(40 - LIMIT)
})

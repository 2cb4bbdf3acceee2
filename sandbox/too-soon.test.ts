import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTrial, type Trial, until } from './trial.ts'

let trial: Trial
beforeEach(async () => {
  trial = await startTrial()
})
afterEach(() => trial.close())

const ANA = '254712000001'

beforeEach(async () => {
  await trial.auto(ANA)
})

test('a second push of an amount just paid gets code 17, and its prompt is never shown', async () => {
  expect((await trial.settle(ANA)).ResultCode).toBe(0)
  const again = await trial.push(ANA)
  expect(again.status).toBe(200)
  expect((await trial.get(`/phones/${ANA}`)).json.prompts).toEqual([])
  await until('it was refused', () => trial.stk().length === 2)
  expect(trial.stk()[1].ResultCode).toBe(17)
  expect((await trial.query(again.json.CheckoutRequestID)).json.ResultCode).toBe('17')
  expect(await trial.ledger()).toHaveLength(1)
})

test('another amount, or a prompt that was cancelled, does not lead to code 17', async () => {
  expect((await trial.settle(ANA, { Amount: 1 })).ResultCode).toBe(0)
  expect((await trial.settle(ANA, { Amount: 2 })).ResultCode).toBe(0)
  await trial.auto(ANA, 'cancel')
  expect((await trial.settle(ANA, { Amount: 3 })).ResultCode).toBe(1032)
  await trial.auto(ANA)
  expect((await trial.settle(ANA, { Amount: 3 })).ResultCode).toBe(0)
})

test('after two minutes the same amount can be paid again', async () => {
  const fast = await startTrial({ timeScale: 0.000001 })
  await fast.send('PUT', `/phones/${ANA}`, { balance_kes: 9_000 })
  for (const receipts of [1, 2]) {
    // At this time scale a prompt expires before a call could answer it, so the phone answers
    // automatically.
    await fast.send('PUT', `/phones/${ANA}`, { auto: 'pay', delay_ms: 0 })
    await fast.send('PUT', '/faults', { callback: { before_answer: 1 } })
    await fast.settle(ANA)
    expect((await fast.get('/ledger')).json).toHaveLength(receipts)
  }
  await fast.close()
})

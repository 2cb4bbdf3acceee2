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

test('code 17 follows a paid push of the same amount, and the prompt is never shown', async () => {
  expect((await trial.settle(ANA)).ResultCode).toBe(0)
  const again = await trial.push(ANA)
  expect(again.status).toBe(200)
  expect((await trial.get(`/phones/${ANA}`)).json.prompts).toEqual([])
  await until('it was refused', () => trial.stk().length === 2)
  expect(trial.stk()[1].ResultCode).toBe(17)
  expect((await trial.query(again.json.CheckoutRequestID)).json.ResultCode).toBe('17')
  expect(await trial.ledger()).toHaveLength(1)
})

test('code 17 does not follow another amount, or one that was cancelled', async () => {
  expect((await trial.settle(ANA, { Amount: 1 })).ResultCode).toBe(0)
  expect((await trial.settle(ANA, { Amount: 2 })).ResultCode).toBe(0)
  await trial.auto(ANA, 'cancel')
  expect((await trial.settle(ANA, { Amount: 3 })).ResultCode).toBe(1032)
  await trial.auto(ANA)
  expect((await trial.settle(ANA, { Amount: 3 })).ResultCode).toBe(0)
})

test('code 17 ends with its two minutes', async () => {
  const fast = await startTrial({ timeScale: 0.000001 })
  await fast.send('PUT', `/phones/${ANA}`, { balance_kes: 9_000 })
  for (const receipts of [1, 2]) {
    // At this scale a prompt expires before a hand could answer it, so auto must be quicker.
    await fast.send('PUT', `/phones/${ANA}`, { auto: 'pay', delay_ms: 0 })
    await fast.send('PUT', '/faults', { callback: { before_answer: 1 } })
    await fast.settle(ANA)
    expect((await fast.get('/ledger')).json).toHaveLength(receipts)
  }
  await fast.close()
})

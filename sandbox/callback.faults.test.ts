import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTrial, type Trial, until } from './trial.ts'

let trial: Trial
beforeEach(async () => {
  trial = await startTrial({ timeScale: 0.05 })
})
afterEach(() => trial.close())

const ANA = '254712000001'
const BEN = '254712000002'

beforeEach(async () => {
  await trial.auto(ANA)
  await trial.auto(BEN)
})

test('drop: the money is taken and no callback is sent', async () => {
  await trial.plan({ callback: { drop: 1 } })
  await trial.push(ANA)
  await until('it was paid', async () => (await trial.ledger()).length === 1)
  await trial.plan({})
  // Wait for a second callback. A first callback, if sent, would have arrived before the second.
  await trial.settle(BEN)
  expect(trial.stk()).toHaveLength(1)
})

test('duplicate: the same callback is sent twice', async () => {
  await trial.plan({ callback: { duplicate: 1 } })
  await trial.push(ANA)
  await until('both came', () => trial.stk().length === 2)
  expect(trial.stk()[0]).toEqual(trial.stk()[1])
  expect(await trial.ledger()).toHaveLength(1)
  expect((await trial.counts()).callback.duplicate).toBe(1)
})

test('delay_ms: the callback is late', async () => {
  await trial.plan({ callback: { delay_ms: [120, 120] } })
  const before = performance.now()
  await trial.settle(ANA)
  expect(performance.now() - before).toBeGreaterThan(115)
})

test('reorder: a later callback overtakes an earlier one', async () => {
  await trial.plan({ callback: { reorder: 1 } })
  const first = await trial.push(ANA)
  await until('it is held', async () => (await trial.counts()).callback.reorder === 1)
  // The fault plan has ended, so the second callback is sent immediately.
  await trial.send('DELETE', '/faults')
  const second = await trial.push(BEN)
  await until('both came', () => trial.stk().length === 2)
  expect(trial.stk().map((c) => c.CheckoutRequestID)).toEqual([
    second.json.CheckoutRequestID,
    first.json.CheckoutRequestID,
  ])
})

test('reorder: a callback without a successor is sent in the end', async () => {
  await trial.plan({ callback: { reorder: 1 } })
  expect((await trial.settle(ANA)).ResultCode).toBe(0)
})

test("wrong_amount: the callback's amount is wrong, the ledger's is right, and a failed payment has no amount to change", async () => {
  await trial.plan({ callback: { wrong_amount: 1 } })
  const told = await trial.settle(ANA)
  expect(told.CallbackMetadata.Item[0].Value).not.toBe(1000)
  expect((await trial.ledger())[0].amount).toBe(1000)
  await trial.auto(BEN, 'cancel')
  await trial.settle(BEN)
  expect((await trial.counts()).callback.wrong_amount).toBe(1)
})

test('before_answer: the callback arrives before the response to the push', async () => {
  await trial.plan({ callback: { before_answer: 1 } })
  const answer = await trial.push(ANA)
  expect(answer.status).toBe(200)
  expect(trial.stk()).toHaveLength(1)
  expect(trial.stk()[0].CheckoutRequestID).toBe(answer.json.CheckoutRequestID)
  expect((await trial.counts()).callback.before_answer).toBe(1)
})

test('before_answer affects only phones that answer prompts automatically', async () => {
  await trial.plan({ callback: { before_answer: 1 } })
  expect((await trial.push('254712000009')).status).toBe(200)
  expect((await trial.counts()).callback.before_answer).toBe(0)
})

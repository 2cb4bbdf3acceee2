import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTrial, type Trial, until } from './trial.ts'

let trial: Trial
beforeEach(async () => {
  trial = await startTrial()
})
afterEach(() => trial.close())

const ANA = '254712000001'

async function answer(body: object, over: object = {}) {
  const push = await trial.push(ANA, over)
  const phone = (await trial.get(`/phones/${ANA}`)).json
  const prompt = phone.prompts[0]
  const said = await trial.send('POST', `/phones/${ANA}/prompts/${prompt.id}`, body)
  return { push: push.json, prompt, said }
}

async function callback() {
  await until('the callback came', () => trial.stk().length === 1)
  return trial.stk()[0]
}

test('paying debits the phone, adds a ledger row, calls back, and a query then returns the result without a receipt', async () => {
  const { push, prompt, said } = await answer({ action: 'pay', pin: '1234' })
  expect(prompt).toEqual({
    id: expect.any(String),
    amount: 1000,
    business: 'LANGO TICKETS',
    account_reference: 'TKT4K7Q',
    created_at: expect.stringMatching(/Z$/),
  })
  expect(said.status).toBe(200)
  const ledger = await trial.ledger()
  expect(ledger).toEqual([
    {
      kind: 'push',
      receipt: expect.stringMatching(/^[A-Z]{2}[1-9A-V][A-Z0-9]{7}$/),
      amount: 1000,
      msisdn: ANA,
      account_reference: 'TKT4K7Q',
      checkout_request_id: push.CheckoutRequestID,
      charge: 0,
      original_receipt: null,
      originator_conversation_id: null,
      at: expect.any(String),
    },
  ])
  expect(said.json).toMatchObject({ result_code: 0, receipt: ledger[0].receipt })
  expect(await callback()).toEqual({
    MerchantRequestID: push.MerchantRequestID,
    CheckoutRequestID: push.CheckoutRequestID,
    ResultCode: 0,
    ResultDesc: 'The service request is processed successfully.',
    CallbackMetadata: {
      Item: [
        { Name: 'Amount', Value: 1000 },
        { Name: 'MpesaReceiptNumber', Value: ledger[0].receipt },
        { Name: 'Balance' },
        { Name: 'TransactionDate', Value: expect.any(Number) },
        { Name: 'PhoneNumber', Value: 254712000001 },
      ],
    },
  })
  const phone = (await trial.get(`/phones/${ANA}`)).json
  expect(phone.balance_kes).toBe(49_000)
  expect(phone.prompts).toEqual([])
  expect(phone.messages[0].from).toBe('MPESA')
  expect(phone.messages[0].text).toContain(ledger[0].receipt)
  const query = await trial.query(push.CheckoutRequestID)
  expect(query.json).toEqual({
    ResponseCode: '0',
    ResponseDescription: 'The service request has been accepted successfully',
    MerchantRequestID: push.MerchantRequestID,
    CheckoutRequestID: push.CheckoutRequestID,
    ResultCode: '0',
    ResultDesc: 'The service request is processed successfully.',
  })
})

test('a cancelled prompt ends with code 1032 and moves no money', async () => {
  const { push } = await answer({ action: 'cancel' })
  expect(await callback()).toEqual({
    MerchantRequestID: push.MerchantRequestID,
    CheckoutRequestID: push.CheckoutRequestID,
    ResultCode: 1032,
    ResultDesc: 'Request cancelled by user',
  })
  expect(await trial.ledger()).toEqual([])
  expect((await trial.query(push.CheckoutRequestID)).json.ResultCode).toBe('1032')
})

test('a wrong PIN ends with code 2001, and the phone can get another prompt', async () => {
  await answer({ action: 'pay', pin: '9999' })
  expect((await callback()).ResultCode).toBe(2001)
  expect((await trial.push(ANA)).status).toBe(200)
})

test('an amount above the balance ends with code 1, above the maximum with code 3', async () => {
  await answer({ action: 'pay', pin: '1234' }, { Amount: 50_001 })
  expect((await callback()).ResultCode).toBe(1)
  expect((await trial.get(`/phones/${ANA}`)).json.balance_kes).toBe(50_000)
  await trial.send('PUT', `/phones/${ANA}`, { balance_kes: 900_000, auto: 'pay' })
  expect((await trial.settle(ANA, { Amount: 250_001 })).ResultCode).toBe(3)
  expect((await trial.settle(ANA, { Amount: 250_000 })).ResultCode).toBe(0)
})

test('a phone can pay its whole balance', async () => {
  await answer({ action: 'pay', pin: '1234' }, { Amount: 50_000 })
  expect((await callback()).ResultCode).toBe(0)
  expect((await trial.get(`/phones/${ANA}`)).json.balance_kes).toBe(0)
})

test('an ignored prompt stays open and pending, and can still be paid, but only once', async () => {
  const { push, prompt } = await answer({ action: 'ignore' })
  const pending = await trial.query(push.CheckoutRequestID)
  expect([pending.status, pending.json.errorCode, pending.json.errorMessage]).toEqual([
    500,
    '500.001.1001',
    'The transaction is being processed',
  ])
  const path = `/phones/${ANA}/prompts/${prompt.id}`
  expect((await trial.send('POST', path, { action: 'pay', pin: '1234' })).status).toBe(200)
  const again = await trial.send('POST', path, { action: 'pay', pin: '1234' })
  expect([again.status, again.json]).toEqual([409, { error: 'id: this prompt has ended' }])
  expect(await trial.ledger()).toHaveLength(1)
})

test('a prompt that is not answered within its minute ends with code 1037', async () => {
  const fast = await startTrial({ timeScale: 0.001 })
  await fast.send('PUT', `/phones/${ANA}`, { auto: 'ignore' })
  const push = await fast.push(ANA)
  await until('it expired', () => fast.stk().length === 1)
  expect(fast.stk()[0].ResultCode).toBe(1037)
  expect((await fast.query(push.json.CheckoutRequestID)).json.ResultCode).toBe('1037')
  expect((await fast.get(`/phones/${ANA}`)).json.prompts).toEqual([])
  await fast.close()
})

test('a phone on auto answers new and open prompts, after the delay that was set', async () => {
  await trial.push(ANA)
  await trial.auto(ANA, 'cancel')
  expect((await callback()).ResultCode).toBe(1032)
  await trial.send('PUT', `/phones/${ANA}`, { auto: 'pay', delay_ms: 150 })
  const before = performance.now()
  await trial.settle(ANA)
  expect(performance.now() - before).toBeGreaterThan(145)
  await trial.send('PUT', `/phones/${ANA}`, { auto: null })
  await trial.push(ANA, { Amount: 7 })
  expect((await trial.get(`/phones/${ANA}`)).json.prompts).toHaveLength(1)
})

import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTrial, type Trial } from './trial.ts'

let trial: Trial
beforeEach(async () => {
  trial = await startTrial()
})
afterEach(() => trial.close())

test('a query for an unknown id gets an error', async () => {
  const answer = await trial.query('ws_CO_21112026142921803712000001')
  expect([answer.status, answer.json.errorMessage]).toEqual([
    400,
    'Bad Request - Invalid CheckoutRequestID',
  ])
})

test('the fields and the password of a query are checked', async () => {
  const path = '/mpesa/stkpushquery/v1/query'
  expect((await trial.daraja(path, {})).json.errorMessage).toBe(
    'Bad Request - Invalid BusinessShortCode',
  )
  const wrong = await trial.daraja(path, {
    BusinessShortCode: '174379',
    Password: 'x',
    Timestamp: '20260314193005',
    CheckoutRequestID: 'ws_CO_1',
  })
  expect(wrong.json.errorMessage).toBe('[MerchantValidate] - Wrong credentials')
})

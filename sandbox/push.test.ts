import { afterEach, beforeEach, expect, test } from 'vitest'
import { call, pushBody, startTrial, type Trial } from './trial.ts'

let trial: Trial
beforeEach(async () => {
  trial = await startTrial()
})
afterEach(() => trial.close())

const ANA = '254712000001'
const BEN = '254110000002'

test('an accepted push gets a response of five strings', async () => {
  const answer = await trial.push(ANA)
  expect(answer.status).toBe(200)
  expect(answer.json).toEqual({
    MerchantRequestID: expect.stringMatching(/^[0-9a-f]{4}-/),
    CheckoutRequestID: expect.stringMatching(/^ws_CO_\d{17}712000001$/),
    ResponseCode: '0',
    ResponseDescription: 'Success. Request accepted for processing',
    CustomerMessage: 'Success. Request accepted for processing',
  })
})

test.each([
  ['BusinessShortCode', undefined],
  ['BusinessShortCode', 'abc'],
  ['Password', ''],
  ['Timestamp', '20261399000000'],
  ['TransactionType', 'Buy'],
  ['Amount', 0],
  ['Amount', 10.5],
  ['Amount', '1e3'],
  ['PartyA', '0712000001'],
  ['PhoneNumber', 254212000001],
  ['PartyB', 600000],
  ['CallBackURL', 'not an address'],
  ['CallBackURL', 'http://127.0.0.1/mpesa/cb'],
  ['CallBackURL', 'http://127.0.0.1/cb?query=1'],
  ['AccountReference', 'ABCDEFGHIJKLM'],
  ['AccountReference', 'A#1'],
  ['TransactionDesc', 'more than thirteen'],
])(
  'the field %s with the value %j gets the code 400.002.02, which names it',
  async (name, value) => {
    const answer = await trial.push(ANA, { [name]: value })
    expect([answer.status, answer.json.errorCode, answer.json.errorMessage]).toEqual([
      400,
      '400.002.02',
      `Bad Request - Invalid ${name}`,
    ])
  },
)

test("of several invalid fields, the first one in Daraja's order is named", async () => {
  const answer = await trial.push(ANA, { Amount: 0, PhoneNumber: 1, CallBackURL: 'x' })
  expect(answer.json.errorMessage).toBe('Bad Request - Invalid Amount')
})

test('numbers may be sent as text', async () => {
  expect((await trial.push(ANA, { Amount: '75', PhoneNumber: ANA })).status).toBe(200)
})

test('a wrong password and an unknown merchant get the code 500.001.1001', async () => {
  const wrong = await trial.push(ANA, { Password: 'bm8=' })
  expect([wrong.status, wrong.json.errorCode, wrong.json.errorMessage]).toEqual([
    500,
    '500.001.1001',
    '[MerchantValidate] - Wrong credentials',
  ])
  const unknown = await trial.push(ANA, { BusinessShortCode: 600000 })
  expect(unknown.json.errorMessage).toBe('Merchant does not exist')
})

test('the test vector that Safaricom publishes is a valid password', async () => {
  const answer = await trial.push(ANA, {
    Timestamp: '20210628092408',
    Password:
      'MTc0Mzc5YmZiMjc5ZjlhYTliZGJjZjE1OGU5N2RkNzFhNDY3Y2QyZTBjODkzMDU5YjEwZjc4ZTZiNzJhZGExZWQyYzkxOTIwMjEwNjI4MDkyNDA4',
  })
  expect(answer.status).toBe(200)
})

test('broken JSON gets the code 400.002.05, and another content type an invalid first field', async () => {
  await trial.oauth()
  const send = (type: string, body: string) =>
    call(`${trial.base}/mpesa/stkpush/v1/processrequest`, {
      method: 'POST',
      headers: { authorization: `Bearer ${trial.token()}`, 'content-type': type },
      body,
    })
  for (const body of ['{', '[]', 'null', '""', 'x'.repeat(300_000)]) {
    expect((await send('application/json', body)).json.errorCode).toBe('400.002.05')
  }
  const text = await send('text/plain', JSON.stringify(pushBody(ANA, 'http://127.0.0.1/')))
  expect(text.json.errorMessage).toBe('Bad Request - Invalid BusinessShortCode')
})

test('a till may have another number than the short code', async () => {
  const till = { TransactionType: 'CustomerBuyGoodsOnline', PartyB: 5123456 }
  expect((await trial.push(ANA, till)).status).toBe(200)
})

test('a phone with an open prompt refuses a second push, and another phone accepts one', async () => {
  await trial.push(ANA)
  const second = await trial.push(ANA, { Amount: 5 })
  expect([second.status, second.json.errorCode]).toEqual([500, '500.001.1001'])
  expect(second.json.errorMessage).toMatch(/^Unable to lock subscriber/)
  expect((await trial.push(BEN)).status).toBe(200)
})

import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTrial, type Trial } from './trial.ts'

let trial: Trial
beforeEach(async () => {
  trial = await startTrial({ timeScale: 0.01 })
})
afterEach(() => trial.close())

const ANA = '254712000001'

const business = async () => (await trial.get('/business')).json

test('a B2C request pays a customer out of the utility account', async () => {
  await trial.send('PUT', '/business', { utility_kes: 5000, b2c_charge_kes: 5 })
  const result = await trial.result(() => trial.b2c('refund-1'))
  const [row] = await trial.ledger()
  expect(result).toMatchObject({
    ResultCode: 0,
    OriginatorConversationID: 'refund-1',
    TransactionID: row.receipt,
  })
  expect(result.ResultParameters.ResultParameter).toEqual([
    { Key: 'TransactionAmount', Value: 400 },
    { Key: 'TransactionReceipt', Value: row.receipt },
    { Key: 'ReceiverPartyPublicName', Value: expect.stringMatching(/^254712000001 - /) },
    {
      Key: 'TransactionCompletedDateTime',
      Value: expect.stringMatching(/^\d\d\.\d\d\.\d{4} \d\d:\d\d:\d\d$/),
    },
    { Key: 'B2CUtilityAccountAvailableFunds', Value: 4600 },
    { Key: 'B2CWorkingAccountAvailableFunds', Value: 0 },
    { Key: 'B2CRecipientIsRegisteredCustomer', Value: 'Y' },
    { Key: 'B2CChargesPaidAccountAvailableFunds', Value: -5 },
  ])
  expect(row).toMatchObject({
    kind: 'b2c',
    amount: 400,
    msisdn: ANA,
    account_reference: 'TKT4K7Q',
    charge: 5,
    original_receipt: null,
    originator_conversation_id: 'refund-1',
  })
  const { balance_kes, messages } = (await trial.get(`/phones/${ANA}`)).json
  expect(balance_kes).toBe(50_400)
  expect(messages[0].text).toContain('You have received Ksh400.00 from LANGO TICKETS.')
})

test('an OriginatorConversationID is used up by its first request, even if that request failed', async () => {
  await trial.send('PUT', '/business', { utility_kes: 399 })
  expect((await trial.result(() => trial.b2c('once'))).ResultCode).toBe(1)
  await trial.send('PUT', '/business', { utility_kes: 5000 })
  const again = await trial.b2c('once', { Amount: 10 })
  expect([again.status, again.json.errorCode, again.json.errorMessage]).toEqual([
    500,
    '500.002.1001',
    'Duplicate OriginatorConversationID.',
  ])
  expect(await trial.ledger()).toEqual([])
  expect((await trial.result(() => trial.b2c('another'))).ResultCode).toBe(0)
  expect(await business()).toMatchObject({ utility_kes: 4600 })
})

test('of two concurrent requests with the same id, only one is a payment', async () => {
  // Fetch the token first: if each request fetched one, the second token would invalidate the
  // first.
  await trial.oauth()
  const answers = await Promise.all([trial.b2c('same'), trial.b2c('same')])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 500])
})

test.each<[string, Record<string, unknown>, number]>([
  ['a short code that is not the initiator’s', { PartyA: '600000' }, 2001],
  ['a wrong initiator', { InitiatorName: 'somebody' }, 2001],
  ['more than one payment may be', { Amount: 250_001 }, 3],
])('a request with %s is refused in the result', async (_what, over, code) => {
  expect((await trial.result(() => trial.b2c('one', over))).ResultCode).toBe(code)
  expect(await trial.ledger()).toEqual([])
})

test('a payment to a number that is no M-PESA customer ends with code 2040', async () => {
  await trial.send('PUT', `/phones/${ANA}`, { registered: false })
  expect((await trial.result(() => trial.b2c('one'))).ResultCode).toBe(2040)
  await trial.send('PUT', `/phones/${ANA}`, { registered: true })
  expect((await trial.result(() => trial.b2c('two'))).ResultCode).toBe(0)
})

test('a separate B2C short code has its own utility account', async () => {
  const other = await startTrial({ timeScale: 0.01, b2cShortCode: '600000' })
  expect((await other.result(() => other.b2c('one'))).ResultCode).toBe(2001)
  expect((await other.result(() => other.b2c('two', { PartyA: '600000' }))).ResultCode).toBe(0)
  const told = await other.result(() => other.balance({ PartyA: '600000' }))
  expect(told.ResultParameters.ResultParameter[0].Value).toContain(
    'Utility Account|KES|999600.00|999600.00|0.00|0.00',
  )
  const collecting = await other.result(() => other.balance())
  expect(collecting.ResultParameters.ResultParameter[0].Value).toContain(
    'Utility Account|KES|0.00|',
  )
  await other.close()
})

test.each([
  ['OriginatorConversationID', ''],
  ['InitiatorName', ''],
  ['CommandID', 'BusinessPay'],
  ['Amount', -1],
  ['PartyA', ''],
  ['PartyB', '0712000001'],
  ['PartyB', '254812000001'],
  ['Remarks', ''],
  ['ResultURL', ''],
])('the field %s with the value %j is refused by its name', async (name, value) => {
  const answer = await trial.b2c('one', { [name]: value })
  expect([answer.status, answer.json.errorMessage]).toEqual([400, `Bad Request - Invalid ${name}`])
})

test('B2C reads only the misspelt field Occassion', async () => {
  await trial.result(() => trial.b2c('one', { Occassion: undefined, Occasion: 'spelt right' }))
  expect((await trial.ledger())[0].account_reference).toBe('')
})

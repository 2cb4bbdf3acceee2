import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTrial, type Trial, until } from './trial.ts'

let trial: Trial
beforeEach(async () => {
  trial = await startTrial({ timeScale: 0.01 })
})
afterEach(() => trial.close())

const ANA = '254712000001'

const phone = async () => (await trial.get(`/phones/${ANA}`)).json
const business = async () => (await trial.get('/business')).json
const keys = (result: {
  ResultParameters: { ResultParameter: { Key: string; Value: unknown }[] }
}) =>
  Object.fromEntries(result.ResultParameters.ResultParameter.map(({ Key, Value }) => [Key, Value]))

async function paidByPrompt(): Promise<string> {
  await trial.auto(ANA)
  await trial.settle(ANA)
  return (await trial.ledger())[0].receipt
}

test('a reversal refunds a payment by prompt, and the balances, the ledger, the SMS and the result agree', async () => {
  const receipt = await paidByPrompt()
  expect(await business()).toMatchObject({ working_kes: 1000 })
  const answer = await trial.reverse(receipt)
  expect([answer.status, answer.json]).toEqual([
    200,
    {
      OriginatorConversationID: expect.stringMatching(/^[0-9a-f-]+$/),
      ConversationID: expect.stringMatching(/^AG_\d{8}_[0-9a-f]{20}$/),
      ResponseCode: '0',
      ResponseDescription: 'Accept the service request successfully.',
    },
  ])
  await until('the result came', () => trial.told('/cb/result').length === 1)
  const [{ Result: result }] = trial.told('/cb/result')
  const [, row] = await trial.ledger()
  expect(result).toMatchObject({
    ResultType: 0,
    ResultCode: 0,
    OriginatorConversationID: answer.json.OriginatorConversationID,
    ConversationID: answer.json.ConversationID,
    TransactionID: row.receipt,
    ReferenceData: { ReferenceItem: { Key: 'QueueTimeoutURL' } },
  })
  expect(keys(result)).toEqual({
    DebitAccountBalance: 'Working Account|KES|0.00|0.00|0.00|0.00',
    Amount: '1000.00',
    TransCompletedTime: expect.any(Number),
    OriginalTransactionID: receipt,
    Charge: 0,
    CreditPartyPublicName: expect.stringMatching(/^254712000001 - [A-Z]+ [A-Z]+$/),
    DebitPartyPublicName: '174379 - LANGO TICKETS',
  })
  expect(row).toEqual({
    kind: 'reversal',
    receipt: expect.stringMatching(/^[A-Z0-9]{10}$/),
    amount: 1000,
    msisdn: ANA,
    account_reference: 'TKT4K7Q',
    checkout_request_id: null,
    charge: 0,
    original_receipt: receipt,
    originator_conversation_id: answer.json.OriginatorConversationID,
    at: expect.any(String),
  })
  expect(await phone()).toMatchObject({ balance_kes: 50_000 })
  const last = (await phone()).messages.at(-1)
  expect(last.from).toBe('MPESA')
  expect(last.text).toContain(`Your payment ${receipt} to LANGO TICKETS has been reversed.`)
  expect(await business()).toMatchObject({ working_kes: 0 })
})

test('a reversal refunds a payment by paybill, and takes the charge that was set', async () => {
  const receipt = await trial.pay(ANA)
  await trial.send('PUT', '/business', { reversal_charge_kes: 15 })
  const result = await trial.result(() => trial.reverse(receipt))
  expect(keys(result)).toMatchObject({ Charge: 15, OriginalTransactionID: receipt })
  expect((await trial.ledger())[1]).toMatchObject({ kind: 'reversal', charge: 15 })
  expect(await business()).toMatchObject({ charges_kes: -15, working_kes: 0 })
})

test('a second reversal of a payment gets the code R000001, and moves no money', async () => {
  const receipt = await trial.pay(ANA)
  const ask = () => trial.reverse(receipt)
  expect((await trial.result(ask)).ResultCode).toBe(0)
  const again = await trial.result(ask)
  expect(again).toMatchObject({
    ResultCode: 'R000001',
    TransactionID: expect.stringMatching(/0{7}$/),
  })
  expect(again.ResultParameters).toBeUndefined()
  expect(await trial.ledger()).toHaveLength(2)
  expect((await phone()).balance_kes).toBe(50_000)
})

test.each<[string, Record<string, unknown>, number | string]>([
  ['an unknown receipt', { TransactionID: 'UKM0000000' }, 'R000002'],
  ['part of the payment', { Amount: 400 }, 'R000002'],
  ['more than the payment', { Amount: 1001 }, 'R000002'],
  ['a short code that is not the initiator’s', { ReceiverParty: '600000' }, 2001],
  ['a wrong initiator', { Initiator: 'somebody' }, 2001],
  ['a password in the clear', { SecurityCredential: 'LangoSandbox#1' }, 2001],
])('a reversal with %s is refused in the result, and moves no money', async (_what, over, code) => {
  const receipt = await trial.pay(ANA)
  const result = await trial.result(() => trial.reverse(receipt, over))
  expect(result.ResultCode).toBe(code)
  expect(result.ResultParameters).toBeUndefined()
  expect(await trial.ledger()).toHaveLength(1)
})

test('a reversal is refused while the account holds less than the payment', async () => {
  const receipt = await trial.pay(ANA)
  await trial.send('PUT', '/business', { working_kes: 999 })
  const ask = () => trial.reverse(receipt)
  expect((await trial.result(ask)).ResultCode).toBe(1)
  expect(await business()).toMatchObject({ working_kes: 999 })
  await trial.send('PUT', '/business', { working_kes: 1000 })
  expect((await trial.result(ask)).ResultCode).toBe(0)
})

test('a reversal and a B2C refund cannot be reversed themselves', async () => {
  const receipt = await trial.pay(ANA)
  await trial.result(() => trial.reverse(receipt))
  await trial.result(() => trial.b2c('one'))
  for (const row of (await trial.ledger()).slice(1)) {
    const again = await trial.result(() => trial.reverse(row.receipt, { Amount: row.amount }))
    expect(again.ResultCode).toBe('R000002')
  }
})

test.each([
  ['Initiator', ''],
  ['SecurityCredential', ''],
  ['CommandID', 'TransactionReverse'],
  ['TransactionID', 'short'],
  ['Amount', 0],
  ['Amount', '10.50'],
  ['ReceiverParty', 'abc'],
  ['RecieverIdentifierType', '4'],
  ['ResultURL', 'http://127.0.0.1/query'],
  ['QueueTimeOutURL', 'x'],
  ['Remarks', 'R'],
])('the field %s with the value %j is refused by its name', async (name, value) => {
  const answer = await trial.reverse('UKM0000000', { [name]: value })
  expect([answer.status, answer.json.errorMessage]).toEqual([400, `Bad Request - Invalid ${name}`])
})

test('the right spelling of the misspelt field is not accepted', async () => {
  const over = { RecieverIdentifierType: undefined, ReceiverIdentifierType: '11' }
  expect((await trial.reverse('UKM0000000', over)).json.errorMessage).toBe(
    'Bad Request - Invalid RecieverIdentifierType',
  )
})
test('a payment that Safaricom reverses goes back once, in silence, and its status says so', async () => {
  const receipt = await paidByPrompt()
  const reverse = async (named: string) =>
    (await trial.send('POST', '/reversals', { receipt: named })).json
  const back = await reverse(receipt)
  expect(back).toMatchObject({ result_code: 0, receipt: expect.stringMatching(/^[A-Z0-9]{10}$/) })
  expect(await reverse(receipt)).toMatchObject({ result_code: 'R000001', receipt: null })
  expect(await reverse('UKX0000000')).toMatchObject({ result_code: 'R000002', receipt: null })
  expect((await trial.send('POST', '/reversals', { receipt: 7 })).json).toEqual({
    error: 'receipt: must be a receipt',
  })
  const [, row] = await trial.ledger()
  expect(row).toMatchObject({ kind: 'reversal', amount: 1000, original_receipt: receipt })
  expect(await phone()).toMatchObject({ balance_kes: 50_000 })
  expect(await business()).toMatchObject({ working_kes: 0 })
  expect(trial.told('/cb/result')).toEqual([])
  const told = await trial.result(() => trial.status({ TransactionID: receipt }))
  expect(keys(told)).toMatchObject({ ReceiptNo: receipt, TransactionStatus: 'Reversed' })
  const again = await trial.result(() => trial.reverse(receipt))
  expect(again).toMatchObject({ ResultCode: 'R000001' })
})

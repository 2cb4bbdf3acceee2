import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTrial, type Trial } from './trial.ts'

let trial: Trial
beforeEach(async () => {
  trial = await startTrial({ timeScale: 0.01 })
})
afterEach(() => trial.close())

const ANA = '254712000001'

type Parameters = { ResultParameters: { ResultParameter: { Key: string; Value?: unknown }[] } }
const keys = (result: Parameters) =>
  Object.fromEntries(result.ResultParameters.ResultParameter.map(({ Key, Value }) => [Key, Value]))

const statusOf = async (over: Record<string, unknown>) =>
  keys(await trial.result(() => trial.status(over)))

test('a status query describes a payment by its receipt', async () => {
  const receipt = await trial.pay(ANA)
  const result = await trial.result(() => trial.status({ TransactionID: receipt, Occasion: 'x' }))
  expect(keys(result)).toEqual({
    ReceiptNo: receipt,
    TransactionStatus: 'Completed',
    Amount: '1000.00',
    DebitPartyName: expect.stringMatching(/^254712000001 - /),
    CreditPartyName: '174379 - LANGO TICKETS',
    InitiatedTime: expect.any(Number),
    FinalisedTime: expect.any(Number),
    ReasonType: 'Pay Bill',
    TransactionReason: undefined,
    DebitPartyCharges: undefined,
    DebitAccountType: 'MMF Account',
    ConversationID: undefined,
    OriginatorConversationID: undefined,
  })
  // Several items are sent as a list, a single item is not. An item may have a key without a value.
  expect(result.ReferenceData.ReferenceItem).toHaveLength(2)
  const bare = await trial.result(() => trial.status({ TransactionID: receipt }))
  expect(bare.ReferenceData.ReferenceItem[1]).toEqual({ Key: 'Occasion' })
})

test('a status query finds a refund by its receipt and by either conversation id', async () => {
  const sent = await trial.b2c('refund-1')
  await expect.poll(() => trial.told('/cb/result').length).toBe(1)
  const [row] = await trial.ledger()
  const told = await statusOf({ OriginalConversationID: 'refund-1' })
  expect(told).toMatchObject({
    ReceiptNo: row.receipt,
    TransactionStatus: 'Completed',
    Amount: '400.00',
    DebitPartyName: '174379 - LANGO TICKETS',
    CreditPartyName: expect.stringMatching(/^254712000001 - /),
    TransactionReason: 'TKT4K7Q',
    DebitAccountType: 'Utility Account',
    OriginatorConversationID: 'refund-1',
  })
  expect(await statusOf({ OriginalConversationID: sent.json.ConversationID })).toEqual(told)
  expect(await statusOf({ TransactionID: row.receipt })).toEqual(told)
})

test('a status query describes refunds that failed, that timed out, and that are under way', async () => {
  await trial.send('PUT', '/business', { utility_kes: 0 })
  await trial.result(() => trial.b2c('poor'))
  expect(await statusOf({ OriginalConversationID: 'poor' })).toMatchObject({
    ReceiptNo: undefined,
    TransactionStatus: 'Declined',
    Amount: '400.00',
  })
  await trial.plan({ b2c: { timeout: 1 } })
  await trial.b2c('late')
  await expect.poll(() => trial.told('/cb/timeout').length).toBe(1)
  await trial.send('DELETE', '/faults')
  expect(await statusOf({ OriginalConversationID: 'late' })).toMatchObject({
    TransactionStatus: 'Expired',
  })
  const slow = await startTrial({ timeScale: 1 })
  await slow.b2c('slow')
  await slow.plan({ status: { before_answer: 1 } })
  const told = await slow.result(() => slow.status({ OriginalConversationID: 'slow' }))
  expect(keys(told)).toMatchObject({ TransactionStatus: 'Pending' })
  await slow.close()
})

test.each([{ TransactionID: 'UKM0000000' }, { OriginalConversationID: 'nobody' }])(
  'a status query finds nothing for %j',
  async (over) => {
    expect((await trial.result(() => trial.status(over))).ResultCode).toBe('R000002')
  },
)

test('the balance result is one text with five accounts', async () => {
  await trial.pay(ANA)
  await trial.send('PUT', '/business', { utility_kes: 70, charges_kes: -3 })
  const result = await trial.result(() => trial.balance())
  expect(result.TransactionID).toMatch(/^[A-Z]{2}[1-9A-V]0{7}$/)
  expect(result.ResultParameters.ResultParameter).toEqual([
    {
      Key: 'AccountBalance',
      Value:
        'Working Account|KES|1000.00|1000.00|0.00|0.00&Float Account|KES|0.00|0.00|0.00|0.00&Utility Account|KES|70.00|70.00|0.00|0.00&Charges Paid Account|KES|-3.00|-3.00|0.00|0.00&Organization Settlement Account|KES|0.00|0.00|0.00|0.00',
    },
    { Key: 'BOCompletedTime', Value: expect.any(Number) },
  ])
})

test.each<[string, unknown]>([
  ['Initiator', ''],
  ['CommandID', 'AccountBalances'],
  ['PartyA', ''],
  ['IdentifierType', '2'],
  ['Remarks', ''],
])('a balance with %s as %j is refused by name', async (name, value) => {
  const answer = await trial.balance({ [name]: value })
  expect([answer.status, answer.json.errorMessage]).toEqual([400, `Bad Request - Invalid ${name}`])
})

test('a status query without a receipt or a conversation id is refused', async () => {
  expect((await trial.status({})).json.errorMessage).toBe('Bad Request - Invalid TransactionID')
})

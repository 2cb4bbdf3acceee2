import { createHash } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTrial, type Trial, until } from './trial.ts'

let trial: Trial
beforeEach(async () => {
  trial = await startTrial({ timeScale: 0.01, validationMs: 150 })
})
afterEach(() => trial.close())

const ANA = '254712000001'
const PAID = { result_code: 0, receipt: expect.stringMatching(/^[A-Z0-9]{10}$/) }

const pay = async (over: object = {}) =>
  (await trial.send('POST', '/paybill', { msisdn: ANA, account: 'tkt 4k7q', amount: 300, ...over }))
    .json
const validations = () => trial.told('/cb/validate')
const confirmations = () => trial.told('/cb/confirm')
const business = async () => (await trial.get('/business')).json
/** Sets the shop's next response to a validation request. */
const say = (answer: object | string | null) => {
  trial.listener.script.answer = (path) => {
    if (path !== '/cb/validate') return '{"ResultCode":0,"ResultDesc":"Success"}'
    return answer === null || typeof answer === 'string' ? answer : JSON.stringify(answer)
  }
}

test('C2B addresses are registered once, and a second registration is refused', async () => {
  const first = await trial.registerUrls()
  expect([first.status, first.json]).toEqual([
    200,
    {
      OriginatorCoversationID: expect.any(String),
      ResponseCode: '0',
      ResponseDescription: 'Success',
    },
  ])
  const again = await trial.registerUrls({ ConfirmationURL: 'http://127.0.0.1:9/other' })
  expect([again.status, again.json.errorCode, again.json.errorMessage]).toEqual([
    500,
    '500.003.1001',
    'Urls are already registered.',
  ])
  expect((await business()).c2b.confirmation_url).toMatch(/\/cb\/confirm$/)
  await trial.send('DELETE', '/c2b')
  expect((await trial.registerUrls()).status).toBe(200)
})

test.each([
  ['ShortCode', '600000'],
  ['ResponseType', 'completed'],
  ['ConfirmationURL', 'http://127.0.0.1/mpesa/confirm'],
  ['ValidationURL', ''],
])('registering with %s as %j is refused by name', async (name, value) => {
  const answer = await trial.registerUrls({ [name]: value })
  expect([answer.status, answer.json.errorMessage]).toEqual([400, `Bad Request - Invalid ${name}`])
})

test('the validation and the confirmation describe the same payment as text, with the payer masked', async () => {
  await trial.registerUrls()
  const paid = await pay()
  expect(paid).toMatchObject(PAID)
  await until('it was confirmed', () => confirmations().length === 1)
  const expected = {
    TransactionType: 'Pay Bill',
    TransID: paid.receipt,
    TransTime: expect.stringMatching(/^\d{14}$/),
    TransAmount: '300.00',
    BusinessShortCode: '174379',
    BillRefNumber: 'tkt 4k7q',
    InvoiceNumber: '',
    OrgAccountBalance: '',
    ThirdPartyTransID: '',
    MSISDN: '2547 ***** 001',
    FirstName: expect.stringMatching(/^[A-Z]+$/),
    MiddleName: '',
    LastName: '',
  }
  expect(validations()).toEqual([expected])
  expect(confirmations()).toEqual([{ ...expected, OrgAccountBalance: '300.00' }])
  expect(await trial.ledger()).toMatchObject([
    { kind: 'paybill', receipt: paid.receipt, amount: 300, msisdn: ANA },
  ])
  const { balance_kes, messages } = (await trial.get(`/phones/${ANA}`)).json
  expect(balance_kes).toBe(49_700)
  expect(messages[0].text).toMatch(
    new RegExp(`^${paid.receipt} Confirmed. Ksh300.00 sent to LANGO TICKETS for account tkt 4k7q.`),
  )
})

test("version 1 sends a hash of the payer's number", async () => {
  await trial.registerUrls({}, 1)
  await pay()
  await until('it was confirmed', () => confirmations().length === 1)
  expect(confirmations()[0].MSISDN).toBe(createHash('sha256').update(ANA).digest('hex'))
})

test('a payment by prompt is confirmed, but never validated', async () => {
  await trial.registerUrls()
  await trial.auto(ANA)
  const told = await trial.settle(ANA)
  await until('it was confirmed', () => confirmations().length === 1)
  expect(confirmations()[0].TransID).toBe(told.CallbackMetadata.Item[1].Value)
  expect(confirmations()[0].BillRefNumber).toBe('TKT4K7Q')
  expect(validations()).toEqual([])
})

test.each(['C2B00011', 'C2B00012', 'C2B00013', 'C2B00014', 'C2B00015', 'C2B00016'])(
  'a validation that returns %s refuses the payment',
  async (code) => {
    await trial.registerUrls()
    say({ ResultCode: code, ResultDesc: 'Rejected' })
    expect(await pay()).toMatchObject({ result_code: code, receipt: null })
    expect(await trial.ledger()).toEqual([])
    expect((await trial.get(`/phones/${ANA}`)).json).toMatchObject({ balance_kes: 50_000 })
    say({ ResultCode: '0', ResultDesc: 'Accepted' })
    expect(await pay()).toMatchObject(PAID)
    await until('the second was confirmed', () => confirmations().length === 1)
  },
)

test('a code that M-Pesa does not know refuses the payment with the code for other errors', async () => {
  await trial.registerUrls()
  say({ ResultCode: 1, ResultDesc: 'no' })
  expect(await pay()).toMatchObject({ result_code: 'C2B00016' })
})

test.each([
  ['Completed', 'nothing', null, 0],
  ['Completed', 'a page', '<html>', 0],
  ['Completed', 'no code', {}, 0],
  ['Cancelled', 'nothing', null, 'C2B00016'],
  ['Cancelled', 'a page', '<html>', 'C2B00016'],
  ['Cancelled', 'a list', [1], 'C2B00016'],
])(
  'the default %s decides if the validation responds with %s',
  async (ResponseType, _what, answer, code) => {
    await trial.registerUrls({ ResponseType })
    say(answer)
    expect(await pay()).toMatchObject({ result_code: code })
    expect(await trial.ledger()).toHaveLength(code === 0 ? 1 : 0)
  },
)

test('without registered addresses, or with validation switched off, the shop gets no validation request', async () => {
  expect(await pay()).toMatchObject(PAID)
  await trial.registerUrls()
  say({ ResultCode: 'C2B00012' })
  await trial.send('PUT', '/business', { external_validation: false })
  expect(await pay()).toMatchObject(PAID)
  await until('it was confirmed', () => confirmations().length === 1)
  expect(validations()).toEqual([])
})

test.each<[string, object, number | string]>([
  ['a wrong PIN', { pin: '9999' }, 2001],
  ['more than the balance', { amount: 50_001 }, 1],
  ['more than one payment may be', { amount: 250_001 }, 3],
  ['another business', { business: '600000' }, 'C2B00015'],
])('%s is refused on the phone, and the shop gets no call', async (_what, over, code) => {
  await trial.registerUrls()
  expect(await pay(over)).toMatchObject({ result_code: code, receipt: null })
  expect(trial.listener.received).toEqual([])
})

test('a payment is refused if its money was spent while the shop validated it', async () => {
  await trial.registerUrls()
  const [one, two] = await Promise.all([pay({ amount: 30_000 }), pay({ amount: 30_000 })])
  expect([one.result_code, two.result_code].sort()).toEqual([0, 1])
})

const counted = async (kind: string) => (await trial.counts()).c2b[kind]

test('c2b: a confirmation can be delayed, dropped or duplicated', async () => {
  await trial.registerUrls()
  await trial.plan({ c2b: { delay_ms: [120, 120] } })
  const before = performance.now()
  await pay()
  await until('it was confirmed', () => confirmations().length === 1)
  expect(performance.now() - before).toBeGreaterThan(115)
  await trial.plan({ c2b: { duplicate: 1 } })
  await pay()
  await until('both came', () => confirmations().length === 3)
  expect(confirmations()[1]).toEqual(confirmations()[2])
  expect(await counted('duplicate')).toBe(1)
  await trial.plan({ c2b: { drop: 1 } })
  expect(await pay()).toMatchObject(PAID)
  expect(await counted('drop')).toBe(1)
  expect(await trial.ledger()).toHaveLength(3)
  expect(validations()).toHaveLength(3)
})

test('c2b: refused: M-Pesa refuses the payment after the shop accepted it', async () => {
  await trial.registerUrls()
  await trial.plan({ c2b: { refused: 1 } })
  expect(await pay()).toMatchObject({ result_code: 1, receipt: null })
  expect([validations().length, await counted('refused')]).toEqual([1, 1])
  expect(await trial.ledger()).toEqual([])
})

test("c2b: timeout: the shop's refusal comes too late, so the payment is made", async () => {
  await trial.registerUrls()
  say({ ResultCode: 'C2B00012', ResultDesc: 'Rejected' })
  await trial.plan({ c2b: { timeout: 1 } })
  expect(await pay()).toMatchObject(PAID)
  expect(await counted('timeout')).toBe(1)
  await until('it was confirmed all the same', () => confirmations().length === 1)
})

test.each(['http_429', 'http_500', 'html_503'])(
  'c2b: %s: the registration is refused',
  async (kind) => {
    await trial.plan({ c2b: { [kind]: 1 } })
    expect((await trial.registerUrls()).status).toBe(Number(kind.slice(-3)))
    expect(await counted(kind)).toBe(1)
    expect((await business()).c2b).toBeNull()
  },
)

test('c2b: drop_after_accept: the addresses are registered, and the response is lost', async () => {
  await trial.plan({ c2b: { drop_after_accept: 1 } })
  await expect(trial.registerUrls()).rejects.toThrow()
  await trial.send('DELETE', '/faults')
  expect((await trial.registerUrls()).json.errorMessage).toBe('Urls are already registered.')
})

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { nairobiDateTime } from './clock.ts'
import { PULL_PAGE } from './pull.routes.ts'
import { startTrial, type Trial } from './trial.ts'

const HOUR = 3_600_000
let trial: Trial
beforeEach(async () => {
  trial = await startTrial()
})
afterEach(() => trial.close())

function register(to: Trial) {
  return to.daraja('/pulltransactions/v1/register', {
    ShortCode: '174379',
    RequestType: 'Pull',
    NominatedNumber: '254708374149',
    CallBackURL: 'http://127.0.0.1/cb/r',
  })
}

function pull(from: Trial, over: object = {}) {
  return from.daraja('/pulltransactions/v1/query', {
    ShortCode: '174379',
    StartDate: nairobiDateTime(Date.now() - 60 * HOUR),
    EndDate: nairobiDateTime(Date.now() + HOUR),
    OffSetValue: '0',
    ...over,
  })
}

test('Pull Transactions must be registered first, and a second registration says that it exists', async () => {
  expect((await pull(trial)).status).toBe(400)
  expect((await register(trial)).json).toEqual({
    ResponseRefID: expect.any(String),
    ResponseStatus: '1000',
    ShortCode: '174379',
    ResponseDescription: 'ShortCode registered successfully',
  })
  expect((await register(trial)).json.ResponseStatus).toBe('1001')
  expect((await pull(trial)).json).toMatchObject({ ResponseCode: '1001', Response: [[]] })
})

test('each payment is a row, with the amount that was paid and Nairobi time', async () => {
  await register(trial)
  await trial.auto('254712000001')
  await trial.plan({ callback: { wrong_amount: 1 } })
  await trial.settle('254712000001')
  const [row] = await trial.ledger()
  expect((await pull(trial)).json).toEqual({
    ResponseRefID: expect.any(String),
    ResponseCode: '1000',
    ResponseMessage: 'Success',
    Response: [
      [
        {
          transactionId: row.receipt,
          trxDate: nairobiDateTime(Date.parse(row.at)),
          msisdn: 254712000001,
          sender: 'MPESA',
          transactiontype: 'c2b-pay-bill-debit',
          billreference: 'TKT4K7Q',
          amount: '1000.00',
          organizationname: 'LANGO TICKETS',
        },
      ],
    ],
  })
  const second = nairobiDateTime(Date.parse(row.at))
  const exact = await pull(trial, { StartDate: second, EndDate: second })
  expect(exact.json.ResponseCode).toBe('1000')
  const later = await pull(trial, { StartDate: nairobiDateTime(Date.parse(row.at) + 1000) })
  expect(later.json.ResponseCode).toBe('1001')
})

test('payments by paybill are rows, masked if the setting says so, and refunds are not', async () => {
  await register(trial)
  const receipt = await trial.pay('254712000001', { account: 'order 7', amount: 300 })
  await trial.reverse(receipt, { Amount: 300 })
  await expect.poll(async () => (await trial.ledger()).length).toBe(2)
  const rows = async () => (await pull(trial)).json.Response[0]
  expect(await rows()).toMatchObject([
    {
      transactionId: receipt,
      msisdn: 254712000001,
      transactiontype: 'c2b-pay-bill-debit',
      billreference: 'order 7',
      amount: '300.00',
    },
  ])
  await trial.send('PUT', '/business', { masked_pull: true })
  expect(await rows()).toMatchObject([{ msisdn: '2547 ***** 001' }])
})

test("with the fault 'empty' Pull Transactions says that there are no rows, although there are", async () => {
  await register(trial)
  await trial.plan({ pull: { empty: 1 } })
  expect((await pull(trial)).json).toMatchObject({ ResponseCode: '1001', Response: [[]] })
  // Without rows the fault has no effect, so it is not counted.
  expect((await trial.counts()).pull.empty).toBe(0)
  await trial.pay('254712000001', { account: 'order 7', amount: 300 })
  expect((await pull(trial)).json).toMatchObject({ ResponseCode: '1001', Response: [[]] })
  expect((await trial.counts()).pull.empty).toBe(1)
})

test.each([
  ['ShortCode', '600000'],
  ['StartDate', '2026-02-31 00:00:00'],
  ['StartDate', '20260314193005'],
  ['EndDate', '2020-01-01 00:00:00'],
  ['OffSetValue', '-1'],
])('the field %s with the value %j is refused by its name', async (name, value) => {
  const answer = await pull(trial, { [name]: value })
  expect([answer.status, answer.json.errorMessage]).toEqual([400, `Bad Request - Invalid ${name}`])
})

function paidLines(index: number, at: number): string {
  const checkout_request_id = `ws_CO_${index}`
  const time = new Date(at).toISOString()
  const prompt = {
    id: String(index),
    msisdn: '254712000001',
    amount: 1,
    business: 'LANGO TICKETS',
    account_reference: `R${index}`,
    transaction_type: 'CustomerPayBillOnline',
    callback_url: 'http://127.0.0.1:9/',
    merchant_request_id: `m${index}`,
    checkout_request_id,
    created_at: time,
    shown: true,
  }
  const receipt = `UKL${String(index).padStart(7, '0')}`
  const result = { code: 0, at: time, receipt }
  const lines = [
    { type: 'prompt', prompt },
    { type: 'result', checkout_request_id, result },
  ]
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('')
}

test('rows are returned in pages by row offset, and none is older than 48 hours', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-pull-'))
  const statePath = join(folder, 'state.log')
  const rows = PULL_PAGE * 2 + 5
  const now = Date.now()
  let text = paidLines(0, now - 49 * HOUR)
  for (let i = 1; i <= rows; i++) text += paidLines(i, now - HOUR)
  writeFileSync(statePath, text)
  const full = await startTrial({ statePath })
  await register(full)
  const seen: string[] = []
  const sizes: number[] = []
  for (let offset = 0; ; ) {
    const { json } = await pull(full, { OffSetValue: offset })
    const page: { billreference: string }[] = json.Response[0]
    sizes.push(page.length)
    if (json.ResponseCode === '1001') break
    seen.push(...page.map((row) => row.billreference))
    offset += page.length
  }
  expect(sizes).toEqual([PULL_PAGE, PULL_PAGE, 5, 0])
  expect(seen).toEqual(Array.from({ length: rows }, (_, i) => `R${i + 1}`))
  await full.close()
  rmSync(folder, { recursive: true })
})

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { startTrial, type Trial } from '../../../sandbox/trial.ts'
import { keepDatabase } from '../../../test/database.ts'
import { until } from '../../../test/until.ts'
import { readEnv } from '../../env.ts'
import { systemClock } from '../../platform/clock.ts'
import { inTransaction } from '../../platform/database/db.ts'
import { makeLog } from '../../platform/log.ts'
import { type Daraja, makeDaraja } from './daraja.ts'
import type { DarajaResult } from './operation.ts'
import {
  readB2cResult,
  readBalanceResult,
  readReversalResult,
  readStatusResult,
} from './operation-result.rules.ts'
import { CONFIRMATION_ANSWER, readPaybillCall, validationAnswer } from './paybill-call.rules.ts'

const { db } = keepDatabase(5)
let trial: Trial
let daraja: Daraja

beforeEach(async () => {
  await db.deleteFrom('mpesa_token').execute()
  trial = await startTrial({ timeScale: 0.01 })
  daraja = openDaraja((await trial.get('/certificate')).text)
})
afterEach(() => trial.close())

function openDaraja(certificate: string, over: Record<string, string> = {}): Daraja {
  const env = readEnv({
    MPESA_BASE_URL: trial.base,
    PUBLIC_ORIGIN: trial.listener.url,
    MPESA_SECURITY_CERTIFICATE: certificate,
    ...over,
  })
  return makeDaraja({ env, clock: systemClock, log: makeLog('silent'), db })
}

const ANA = '254712000001'
const addresses = () => ({
  resultUrl: `${trial.listener.url}/cb/result`,
  timeoutUrl: `${trial.listener.url}/cb/timeout`,
  remarks: 'Refund',
})
const reverse = (receipt: string, amountCents = 1000_00) =>
  daraja.reverse({ ...addresses(), receipt, amountCents })
const payCustomer = (originatorConversationId: string, amountCents = 400_00) =>
  daraja.payCustomer({
    ...addresses(),
    originatorConversationId,
    phone: ANA,
    amountCents,
    occasion: 'ABCD1234',
  })
const askBalance = (of: 'collection' | 'b2c' = 'collection') =>
  daraja.askBalance({ ...addresses(), of })
const askStatus = (about: { receipt: string } | { originatorConversationId: string }) =>
  daraja.askStatus({ ...addresses(), of: 'collection', ...about })

/** The next body that M-Pesa posts to this address. */
async function told(path: '/cb/result' | '/cb/timeout', ask: () => Promise<DarajaResult>) {
  const before = trial.told(path).length
  const answer = await ask()
  await vi.waitFor(() => expect(trial.told(path).length).toBeGreaterThan(before), {
    timeout: 15_000,
    interval: 10,
  })
  return { answer, text: JSON.stringify(trial.told(path)[before]) }
}

function idsOf(answer: DarajaResult) {
  if (answer.kind !== 'accepted') throw new Error(JSON.stringify(answer))
  const { originatorConversationId, conversationId } = answer
  return { originatorConversationId, conversationId }
}

describe('operations against the sandbox', () => {
  test("a reversal refunds a payment, and a second one reports 'already reversed'", async () => {
    const original = await trial.pay(ANA)
    const { answer, text } = await told('/cb/result', () => reverse(original))
    const [, row] = await trial.ledger()
    expect(readReversalResult(text)).toEqual({
      kind: 'done',
      ...idsOf(answer),
      receipt: row.receipt,
      originalReceipt: original,
      amountCents: 1000_00,
      chargeCents: 0,
    })
    const again = await told('/cb/result', () => reverse(original))
    expect(readReversalResult(again.text).kind).toBe('already_reversed')
    const part = await trial.pay(ANA)
    const refused = await told('/cb/result', () => reverse(part, 400_00))
    expect(readReversalResult(refused.text)).toMatchObject({ kind: 'refused', code: 'R000002' })
  })

  test('a till and a paybill are paid from the collection account, and a status query names the payee', async () => {
    await trial.pay(ANA)
    for (const payee of ['till', 'paybill'] as const) {
      const { answer, text } = await told('/cb/result', () =>
        daraja.payBusiness({
          ...addresses(),
          ...{ payee, shortCode: '543210', accountReference: 'A 17', amountCents: 400_00 },
          remarks: 'Payout',
        }),
      )
      const row = (await trial.ledger()).at(-1)
      expect(row).toMatchObject({ kind: 'b2b', payee: '543210', account_reference: 'A 17' })
      expect(readB2cResult(text)).toMatchObject({
        kind: 'done',
        ...idsOf(answer),
        receipt: row.receipt,
        amountCents: 400_00,
      })
      const { originatorConversationId } = idsOf(answer)
      const status = await told('/cb/result', () => askStatus({ originatorConversationId }))
      expect(readStatusResult(status.text)).toMatchObject({
        stage: 'completed',
        receipt: row.receipt,
        payee: { phone: null, shortCode: '543210' },
        subject: idsOf(answer),
      })
    }
    expect((await trial.get('/business')).json.working_kes).toBe(200)
  })

  test('a customer is paid once per id, and a status query finds the payment by its id', async () => {
    const { answer, text } = await told('/cb/result', () => payCustomer('refund-1'))
    const [row] = await trial.ledger()
    expect(idsOf(answer).originatorConversationId).toBe('refund-1')
    expect(readB2cResult(text)).toMatchObject({
      kind: 'done',
      ...idsOf(answer),
      receipt: row.receipt,
      amountCents: 400_00,
      utilityCents: 999_600_00,
      completedAt: expect.any(Date),
    })
    expect((await payCustomer('refund-1')).kind).toBe('duplicate')
    const about = { originatorConversationId: 'refund-1' }
    const status = await told('/cb/result', () => askStatus(about))
    expect(readStatusResult(status.text)).toMatchObject({
      kind: 'found',
      ...idsOf(status.answer),
      stage: 'completed',
      receipt: row.receipt,
      amountCents: 400_00,
      payee: { phone: ANA },
      subject: idsOf(answer),
    })
    const byReceipt = await told('/cb/result', () => askStatus({ receipt: row.receipt }))
    expect(readStatusResult(byReceipt.text)).toMatchObject({ subject: idsOf(answer) })
    const nobodys = await told('/cb/result', () => askStatus({ receipt: 'UKM0000000' }))
    expect(readStatusResult(nobodys.text).kind).toBe('unclear')
    expect(await trial.ledger()).toHaveLength(1)
  })

  test('an empty account refuses a payment, and the balance shows why', async () => {
    await trial.send('PUT', '/business', { utility_kes: 399 })
    const { text } = await told('/cb/result', () => payCustomer('poor'))
    expect(readB2cResult(text)).toMatchObject({ kind: 'refused', code: '1' })
    const balance = await told('/cb/result', () => askBalance())
    expect(readBalanceResult(balance.text)).toMatchObject({
      kind: 'balances',
      ...idsOf(balance.answer),
      workingCents: 0,
      utilityCents: 399_00,
    })
  })

  test('a time-out is posted to its own address', async () => {
    await trial.plan({ b2c: { timeout_done: 1 } })
    const { answer, text } = await told('/cb/timeout', () => payCustomer('late'))
    for (const id of Object.values(idsOf(answer))) expect(text).toContain(id)
    const about = { originatorConversationId: 'late' }
    const status = await told('/cb/result', () => askStatus(about))
    expect(readStatusResult(status.text)).toMatchObject({ stage: 'completed' })
  })

  test('a second shortcode that pays customers is queried and charged separately', async () => {
    const other = await startTrial({ timeScale: 0.01, b2cShortCode: '600000' })
    await trial.close()
    trial = other
    await db.deleteFrom('mpesa_token').execute()
    const certificate = (await trial.get('/certificate')).text
    daraja = openDaraja(certificate, { MPESA_B2C_SHORTCODE: '600000' })
    const { text } = await told('/cb/result', () => payCustomer('one'))
    expect(readB2cResult(text).kind).toBe('done')
    const paying = await told('/cb/result', () => askBalance('b2c'))
    expect(readBalanceResult(paying.text)).toMatchObject({ utilityCents: 999_600_00 })
    const collecting = await told('/cb/result', () => askBalance('collection'))
    expect(readBalanceResult(collecting.text)).toMatchObject({ utilityCents: 0 })
  })

  test('addresses are registered once, and payments by paybill are posted to them', async () => {
    const request = {
      validationUrl: `${trial.listener.url}/cb/validate`,
      confirmationUrl: `${trial.listener.url}/cb/confirm`,
      unanswered: 'Completed',
    } as const
    expect(await daraja.registerUrls(request)).toMatchObject({ kind: 'registered', already: false })
    expect(await daraja.registerUrls(request)).toMatchObject({ kind: 'registered', already: true })
    trial.listener.script.answer = (path) =>
      JSON.stringify(path === '/cb/validate' ? validationAnswer('account') : CONFIRMATION_ANSWER)
    const body = { msisdn: ANA, account: 'abcd 1234', amount: 300 }
    expect((await trial.send('POST', '/paybill', body)).json.result_code).toBe('C2B00012')
    trial.listener.script.answer = () => JSON.stringify(validationAnswer(null))
    const { receipt } = (await trial.send('POST', '/paybill', body)).json
    await until(() => expect(trial.told('/cb/confirm')).toHaveLength(1))
    expect(readPaybillCall(JSON.stringify(trial.told('/cb/confirm')[0]))).toMatchObject({
      kind: 'payment',
      receipt,
      amountCents: 300_00,
      account: 'abcd 1234',
      shortcode: '174379',
      phone: null,
    })
  })
})

describe('faults between us and M-Pesa', () => {
  const calls: [string, string, () => Promise<DarajaResult>][] = [
    ['a reversal', 'reversal', () => reverse('UKM1AB12CD')],
    ['a payment', 'b2c', () => payCustomer('one')],
    ['a status', 'status', () => askStatus({ receipt: 'UKM1AB12CD' })],
    ['a balance', 'balance', () => askBalance()],
  ]
  const faults: [string, string][] = [
    ['http_429', 'later'],
    ['http_500', 'unknown'],
    ['html_503', 'unknown'],
    ['drop_after_accept', 'unknown'],
  ]

  const cells = calls.flatMap(([what, group, call]) =>
    faults.map(([fault, kind]) => ({ what, group, call, fault, kind })),
  )
  test.each(cells)(
    '$what under $fault is $kind, after one request',
    async ({ group, call, fault, kind }) => {
      await trial.plan({ [group]: { [fault]: 1 } })
      expect((await call()).kind).toBe(kind)
      expect((await trial.counts())[group][fault]).toBe(1)
    },
  )

  test('a wrong password is refused by the result, and an unreadable certificate before the request', async () => {
    const certificate = (await trial.get('/certificate')).text
    daraja = openDaraja(certificate, { MPESA_INITIATOR_PASSWORD: 'wrong' })
    const { text } = await told('/cb/result', () => payCustomer('one'))
    expect(readB2cResult(text)).toMatchObject({ kind: 'refused', code: '2001' })
    for (const none of ['/nowhere/certificate.pem', '-----BEGIN nothing']) {
      daraja = openDaraja(none)
      expect(await payCustomer('two')).toEqual({
        kind: 'refused',
        code: 'no_certificate',
        raw: null,
      })
    }
    expect(await trial.ledger()).toEqual([])
  })

  test('an operation at a sandbox that is down never arrived', async () => {
    const gone = trial
    await reverse('UKM1AB12CD')
    await gone.close()
    expect(await payCustomer('one')).toMatchObject({ kind: 'refused', code: 'unreachable' })
    trial = await startTrial()
  })

  test('each operation throws inside a transaction, even with an unreadable certificate', async () => {
    await askBalance()
    const urls = { validationUrl: 'x', confirmationUrl: 'y', unanswered: 'Completed' } as const
    const all: (() => Promise<unknown>)[] = [
      ...calls.map(([, , call]) => call),
      () => daraja.registerUrls(urls),
    ]
    for (const call of all) {
      await expect(inTransaction(db, call)).rejects.toThrow('inside a database transaction')
    }
    daraja = openDaraja('/nowhere/certificate.pem')
    for (const [, , call] of calls) {
      await expect(inTransaction(db, call)).rejects.toThrow('inside a database transaction')
    }
  })
})

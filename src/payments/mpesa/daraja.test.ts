import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startTrial, type Trial } from '../../../sandbox/trial.ts'
import { keepDatabase } from '../../../test/database.ts'
import { until } from '../../../test/until.ts'
import { readEnv } from '../../env.ts'
import { newOrderCode } from '../../orders/placing/order-row.ts'
import { systemClock } from '../../platform/clock.ts'
import { inTransaction } from '../../platform/database/db.ts'
import { newToken } from '../../platform/ids.ts'
import { makeLog } from '../../platform/log.ts'
import { type Daraja, makeDaraja } from './daraja.ts'
import type { PulledRow } from './pull.ts'
import { readStkCallback } from './stk-callback.ts'

const { db } = keepDatabase(5)
let trial: Trial
let daraja: Daraja

beforeEach(async () => {
  await db.deleteFrom('mpesa_token').execute()
  trial = await startTrial()
  daraja = openDaraja()
})
afterEach(() => trial.close())

function openDaraja(): Daraja {
  const env = readEnv({ MPESA_BASE_URL: trial.base, PUBLIC_ORIGIN: trial.listener.url })
  return makeDaraja({ env, clock: systemClock, log: makeLog('silent'), db })
}

const ANA = '254712000001'

function push(phone = ANA, amountCents = 1500_00) {
  const accountReference = newOrderCode()
  const callbackUrl = `${trial.listener.url}/cb/p/${newToken()}`
  return daraja.push({ phone, amountCents, accountReference, callbackUrl })
}

async function accepted(phone = ANA, amountCents = 1500_00): Promise<string> {
  const answer = await push(phone, amountCents)
  if (answer.kind !== 'accepted') throw new Error(JSON.stringify(answer))
  return answer.checkoutRequestId
}

const phone = async (msisdn = ANA) => (await trial.get(`/phones/${msisdn}`)).json
const faults = (plan: object) => trial.send('PUT', '/faults', plan)
const counts = async () => (await trial.get('/faults')).json.counts
const prompts = async (): Promise<unknown[]> => (await phone()).prompts

async function answerPrompt(action: 'pay' | 'cancel', pin = '1234') {
  const [prompt] = (await phone()).prompts
  const body = action === 'pay' ? { action, pin } : { action }
  return (await trial.send('POST', `/phones/${ANA}/prompts/${prompt.id}`, body)).json
}

async function nextCallback() {
  await until(() => expect(trial.listener.received.length).toBeGreaterThan(0))
  return trial.listener.received[0]!
}

describe('a purchase against the sandbox', () => {
  test('push, prompt, query, PIN, callback, query and Pull Transactions agree', async () => {
    const callbackUrl = `${trial.listener.url}/cb/p/${newToken()}`
    const request = { phone: ANA, amountCents: 1500_00, accountReference: 'ABCD1234', callbackUrl }
    const answer = await daraja.push(request)
    expect(answer).toMatchObject({ kind: 'accepted' })
    const id = answer.kind === 'accepted' ? answer.checkoutRequestId : ''
    expect((await phone()).prompts).toMatchObject([{ amount: 1500, account_reference: 'ABCD1234' }])
    expect(await daraja.query(id)).toEqual({ kind: 'pending' })
    const { receipt } = await answerPrompt('pay')
    const { path, body } = await nextCallback()
    expect(callbackUrl.endsWith(path)).toBe(true)
    expect(readStkCallback(JSON.stringify(body))).toEqual({
      kind: 'paid',
      checkoutRequestId: id,
      phone: ANA,
      receipt,
      amountCents: 1500_00,
    })
    expect(await daraja.query(id)).toEqual({ kind: 'paid' })
    expect(await daraja.registerPull()).toBe(true)
    expect((await pullAll()).rows).toMatchObject([
      { receipt, amountCents: 1500_00, accountReference: 'ABCD1234', msisdn: ANA },
    ])
  })

  test.each([
    ['cancels', 'cancel', '1234', '1032'],
    ['types a wrong PIN', 'pay', '0000', '2001'],
  ] as const)(
    'a payer who %s is reported the same by callback and query',
    async (_what, action, pin, code) => {
      const id = await accepted()
      await answerPrompt(action, pin)
      const failure = { kind: 'failed', code }
      const { body } = await nextCallback()
      expect(readStkCallback(JSON.stringify(body))).toEqual({ ...failure, checkoutRequestId: id })
      expect(await daraja.query(id)).toEqual(failure)
    },
  )

  test('a payer without enough money is reported as code 1 by callback and query', async () => {
    await trial.send('PUT', `/phones/${ANA}`, { balance_kes: 1499 })
    const id = await accepted()
    await answerPrompt('pay')
    expect(await daraja.query(id)).toEqual({ kind: 'failed', code: '1' })
  })

  test('a second prompt while the first is open is refused as 1001', async () => {
    await accepted()
    expect(await push()).toMatchObject({ kind: 'refused', code: '1001' })
    expect(await prompts()).toHaveLength(1)
  })

  test('a query for an unknown id proves nothing', async () => {
    expect((await daraja.query('ws_CO_1')).kind).toBe('unclear')
  })
})

async function pullAll(): Promise<{ rows: PulledRow[]; pages: number[] }> {
  const from = new Date(Date.now() - 3600_000)
  const to = new Date(Date.now() + 60_000)
  const rows: PulledRow[] = []
  const pages: number[] = []
  for (;;) {
    const page = await daraja.pull({ from, to, offset: rows.length })
    if (page.kind !== 'rows') throw new Error(page.reason)
    if (page.count === 0) return { rows, pages }
    rows.push(...page.rows)
    pages.push(page.count)
  }
}

describe('Pull Transactions', () => {
  test('Pull Transactions lists 230 receipts over three pages, each once, with its time', async () => {
    const started = Date.now() - 1000
    const phones = Array.from({ length: 230 }, (_, i) => `2547${String(20_000_000 + i)}`)
    for (const msisdn of phones) {
      await trial.send('PUT', `/phones/${msisdn}`, { auto: 'pay' })
      await accepted(msisdn, 100)
    }
    const ledger = async () => (await trial.get('/ledger')).json
    await until(async () => expect(await ledger()).toHaveLength(230))
    await daraja.registerPull()
    const { rows, pages } = await pullAll()
    expect(pages).toEqual([100, 100, 30])
    const receipts = (await ledger()).map((row: { receipt: string }) => row.receipt)
    expect(rows.map((row) => row.receipt).sort()).toEqual(receipts.sort())
    for (const { at } of rows) {
      expect(at!.getTime()).toBeGreaterThanOrEqual(started)
      expect(at!.getTime()).toBeLessThanOrEqual(Date.now())
    }
  })

  test('Pull Transactions has no rows without payments, and fails before the registration', async () => {
    const window = { from: new Date(Date.now() - 60_000), to: new Date(), offset: 0 }
    expect((await daraja.pull(window)).kind).toBe('unclear')
    expect(await daraja.registerPull()).toBe(true)
    expect(await daraja.registerPull()).toBe(true)
    expect(await daraja.pull(window)).toEqual({ kind: 'rows', rows: [], count: 0 })
  })

  test('a refused registration is no registration', async () => {
    const env = readEnv({ MPESA_BASE_URL: trial.base, MPESA_NOMINATED_NUMBER: '254700000000' })
    const mpesa = { ...env.mpesa, nominatedNumber: 'none' }
    const refused = makeDaraja({
      ...{ env: { ...env, mpesa }, clock: systemClock, log: makeLog('silent'), db },
    })
    expect(await refused.registerPull()).toBe(false)
  })

  test('a failed reading is not an empty list', async () => {
    await daraja.registerPull()
    await faults({ pull: { http_500: 1 } })
    const window = { from: new Date(Date.now() - 60_000), to: new Date(), offset: 0 }
    expect((await daraja.pull(window)).kind).toBe('unclear')
  })
})

describe('faults between us and M-Pesa', () => {
  test.each([
    ['http_429', 'later', 0],
    ['http_500', 'unknown', 0],
    ['html_503', 'unknown', 0],
    ['drop_after_accept', 'unknown', 1],
  ])('a push under the fault %s is %s', async (fault, kind, open) => {
    await faults({ push: { [fault]: 1 } })
    expect((await push()).kind).toBe(kind)
    expect(await prompts()).toHaveLength(open)
    // The client called only once for each fault.
    expect((await counts()).push[fault]).toBe(1)
  })

  test('a push to a sandbox that is down never arrived', async () => {
    await accepted()
    const gone = trial
    await gone.close()
    expect(await push('254712000002')).toMatchObject({ kind: 'refused', code: 'unreachable' })
    trial = await startTrial()
  })

  test('queries under pending and http_500 do not fail a payment, and contradict is read as it is', async () => {
    const id = await accepted()
    await answerPrompt('pay')
    await faults({ query: { pending: 1 } })
    expect(await daraja.query(id)).toEqual({ kind: 'pending' })
    await faults({ query: { http_500: 1 } })
    expect((await daraja.query(id)).kind).toBe('unclear')
    await faults({ query: { contradict: 1 } })
    expect(await daraja.query(id)).toEqual({ kind: 'failed', code: '1032' })
  })

  test('a token that expires again and again is renewed once per call, and a refused push reaches no phone', async () => {
    await faults({ seed: 3, token: { expired: 0.4 } })
    const kinds = { accepted: 0, refused: 0 }
    for (let i = 10; i < 50; i++) {
      const msisdn = `2547120000${i}`
      const { kind } = await push(msisdn)
      expect((await phone(msisdn)).prompts).toHaveLength(kind === 'accepted' ? 1 : 0)
      kinds[kind as 'accepted' | 'refused'] += 1
    }
    // A request is refused only if the token was expired at the first call and at the second.
    expect(kinds.accepted + kinds.refused).toBe(40)
    expect(kinds.accepted).toBeGreaterThan(20)
    expect((await counts()).token.expired).toBeGreaterThan(2 * kinds.refused)
  })

  test('a token that another client ended is renewed, for many calls at the same time', async () => {
    await accepted('254712000010')
    await trial.oauth()
    const phones = Array.from({ length: 20 }, (_, i) => `2547120001${10 + i}`)
    await Promise.all(phones.map((msisdn) => accepted(msisdn)))
  })

  test('a push with wrong credentials reaches no phone', async () => {
    const env = readEnv({ MPESA_BASE_URL: trial.base, MPESA_CONSUMER_SECRET: 'wrong' })
    daraja = makeDaraja({ env, clock: systemClock, log: makeLog('silent'), db })
    expect(await push()).toMatchObject({ kind: 'refused', code: 'unreachable' })
    expect(await prompts()).toEqual([])
  })

  test('a push with a wrong passkey reaches no phone', async () => {
    const env = readEnv({ MPESA_BASE_URL: trial.base, MPESA_PASSKEY: 'wrong' })
    daraja = makeDaraja({ env, clock: systemClock, log: makeLog('silent'), db })
    expect(await push()).toMatchObject({ kind: 'refused', code: '500.001.1001' })
  })

  test('each call to M-Pesa throws inside a transaction', async () => {
    await accepted()
    const calls: (() => Promise<unknown>)[] = [
      () => push(),
      () => daraja.query('x'),
      () => daraja.pull({ from: new Date(), to: new Date(), offset: 0 }),
      () => daraja.registerPull(),
    ]
    for (const call of calls) {
      await expect(inTransaction(db, call)).rejects.toThrow('inside a database transaction')
    }
  })
})

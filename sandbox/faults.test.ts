import { afterEach, beforeEach, expect, test } from 'vitest'
import { drawStream } from './draw.ts'
import { Faults } from './faults.ts'
import { startTrial, type Trial, until } from './trial.ts'

let trial: Trial
beforeEach(async () => {
  trial = await startTrial({ timeScale: 0.05 })
})
afterEach(() => trial.close())

const ANA = '254712000001'
const BEN = '254712000002'

test('a stream repeats its numbers for the same seed, and differs for another seed', () => {
  const take = (seed: number) => Array.from({ length: 50 }, drawStream(seed, 'push.http_429'))
  expect(take(7)).toEqual(take(7))
  expect(take(7)).not.toEqual(take(8))
})

test('the numbers of a stream are evenly distributed', () => {
  const draw = drawStream(3, 'even')
  const sum = Array.from({ length: 20_000 }, draw).reduce((a, b) => a + b, 0)
  expect(sum / 20_000).toBeCloseTo(0.5, 1)
})

test('drawing one kind of fault does not change the draws of another kind', () => {
  const faults = new Faults()
  const run = (between: () => void) => {
    faults.set({ seed: 7, push: { http_429: 0.5, http_500: 0.5, delay_ms: [0, 9] } })
    return Array.from({ length: 40 }, () => {
      between()
      return faults.chance('push', 'http_429')
    })
  }
  const alone = run(() => {})
  const mixed = run(() => {
    faults.chance('push', 'http_500')
    faults.delay('push')
  })
  expect(mixed).toEqual(alone)
  expect(new Set(alone).size).toBe(2)
})

test('a plan that is set twice injects the same faults twice', async () => {
  const run = async () => {
    await trial.plan({ seed: 11, push: { http_429: 0.3, http_500: 0.3 } })
    const statuses: number[] = []
    for (let i = 0; i < 20; i++) {
      statuses.push((await trial.push(`2547120001${String(i).padStart(2, '0')}`)).status)
      await trial.auto(`2547120001${String(i).padStart(2, '0')}`, 'cancel')
    }
    await until('all ended', async () => {
      const open = await Promise.all(
        statuses.map((_, i) => trial.prompts(`2547120001${String(i).padStart(2, '0')}`)),
      )
      return open.flat().length === 0
    })
    return statuses
  }
  const first = await run()
  expect(await run()).toEqual(first)
  expect(new Set(first)).toEqual(new Set([200, 429, 500]))
  const injected = (await trial.counts()).push
  expect(injected.http_429).toBe(first.filter((status) => status === 429).length)
  expect(injected.http_500).toBe(first.filter((status) => status === 500).length)
})

test('the current plan is returned, and deleting it ends it and returns the last counts', async () => {
  const body = { seed: 7, push: { http_429: 1 }, sms: { delay_ms: [1, 2] } }
  expect((await trial.plan(body)).json.plan).toEqual(body)
  await trial.push(ANA)
  const gone = await trial.send('DELETE', '/faults')
  expect(gone.json.plan).toEqual({})
  expect(gone.json.counts.push.http_429).toBe(1)
  expect((await trial.counts()).push.http_429).toBe(0)
  expect((await trial.push(ANA)).status).toBe(200)
})

test('query: pending and http_500 replace the result of an ended prompt', async () => {
  await trial.auto(ANA)
  const told = await trial.settle(ANA)
  await trial.plan({ query: { pending: 1 } })
  const pending = await trial.query(told.CheckoutRequestID)
  expect(pending.json.errorMessage).toBe('The transaction is being processed')
  await trial.plan({ query: { http_500: 1 } })
  expect((await trial.query(told.CheckoutRequestID)).json.errorCode).toBe('500.003.1001')
  expect((await trial.counts()).query).toEqual({ pending: 0, contradict: 0, http_500: 1 })
})

test('query: contradict denies a success and never invents one', async () => {
  await trial.auto(ANA)
  await trial.auto(BEN, 'cancel')
  const paid = await trial.settle(ANA)
  const cancelled = await trial.settle(BEN)
  await trial.plan({ query: { contradict: 1 } })
  expect((await trial.query(paid.CheckoutRequestID)).json.ResultCode).toBe('1032')
  expect((await trial.query(cancelled.CheckoutRequestID)).json.ResultCode).toBe('1032')
  expect((await trial.counts()).query.contradict).toBe(1)
})

test('token: a valid token is refused as expired, and stays invalid', async () => {
  await trial.oauth()
  await trial.plan({ token: { expired: 1 } })
  expect((await trial.push(ANA)).json.errorCode).toBe('404.001.03')
  await trial.send('DELETE', '/faults')
  expect((await trial.push(ANA)).json.errorCode).toBe('404.001.03')
  await trial.oauth()
  expect((await trial.push(ANA)).status).toBe(200)
})

test('pull: delay_ms delays the response, and http_500 replaces it', async () => {
  const shortCode = { ShortCode: '174379' }
  await trial.daraja('/pulltransactions/v1/register', {
    ...shortCode,
    RequestType: 'Pull',
    NominatedNumber: '0708374149',
    CallBackURL: 'http://127.0.0.1/r',
  })
  await trial.plan({ pull: { delay_ms: [80, 90], http_500: 1 } })
  const before = performance.now()
  const answer = await trial.daraja('/pulltransactions/v1/query', {
    ...shortCode,
    StartDate: '2026-01-01 00:00:00',
    EndDate: '2036-01-01 00:00:00',
    OffSetValue: 0,
  })
  expect([answer.status, answer.json.errorCode]).toEqual([500, '500.003.1001'])
  expect(performance.now() - before).toBeGreaterThan(75)
  expect((await trial.counts()).pull).toEqual({ delay_ms: 1, empty: 0, http_500: 1 })
})

const message = { to: `+${ANA}`, message: 'hello' }
const inbox = async () => (await trial.get(`/phones/${ANA}`)).json.messages

test.each([429, 500])('sms: http_%d sends no message', async (status) => {
  await trial.plan({ sms: { [`http_${status}`]: 1 } })
  expect((await trial.sms(message)).status).toBe(status)
  expect(await inbox()).toEqual([])
  expect((await trial.counts()).sms[`http_${status}`]).toBe(1)
})

test('sms: drop_after_accept sends the message and its delivery reports, but not the response', async () => {
  await trial.plan({ sms: { drop_after_accept: 1 } })
  await expect(trial.sms(message)).rejects.toThrow()
  expect(await inbox()).toHaveLength(1)
  await until('the reports came', () => trial.reports().length === 2)
  expect(trial.reports()[1].phoneNumber).toBe(`+${ANA}`)
})

test('sms: report_drop sends the message without delivery reports', async () => {
  await trial.plan({ sms: { report_drop: 1 } })
  await trial.sms(message)
  await trial.plan({})
  await trial.sms({ to: `+${BEN}`, message: 'x' })
  await until('the other was reported', () => trial.reports().length === 2)
  expect(trial.reports().every((report) => report.phoneNumber === `+${BEN}`)).toBe(true)
  expect(await inbox()).toHaveLength(1)
})

test('sms: delay_ms delays the response', async () => {
  await trial.plan({ sms: { delay_ms: [90, 90] } })
  const before = performance.now()
  expect((await trial.sms(message)).status).toBe(201)
  expect(performance.now() - before).toBeGreaterThan(85)
})

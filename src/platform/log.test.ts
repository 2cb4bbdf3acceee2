import { once } from 'node:events'
import { mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { buildEvent, newPhone, orderFor } from '../../test/build.ts'
import { keepStage, paidCallback, type Stage } from '../../test/stage.ts'
import { buildApp, LOG_REDACTION } from '../app.ts'
import { inTransaction, isDatabaseAbsent } from './database/db.ts'
import type { App } from './http/http.ts'
import { type Log, makeLog, maskPhones, openOutput } from './log.ts'

const lines: string[] = []
const stream = { write: (line: string) => lines.push(line) }
const log: Log = makeLog('debug', { redaction: LOG_REDACTION, stream })
const TICKET = '3KQ2Z9M4T7XWPA6C'
const logged = () => lines.join('')

beforeEach(() => {
  lines.length = 0
})

test('while the database is away each message is logged once a minute, with the number left out', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  const isFlood = (error: unknown) => (error as { code?: string }).code === 'ECONNREFUSED'
  const bounded = makeLog('debug', { stream, isFlood })
  bounded.info('without fields')
  bounded.info({ port: 1 }, 'without an error')
  lines.length = 0
  const sweep = bounded.child({ sweep: 'holds' })
  const outage = () => {
    for (let times = 1; times <= 100; times++) {
      sweep.error({ err: away }, 'a sweep failed')
      bounded.error({ err: away }, 'jobs could not be claimed')
      bounded.error({ err: new Error('a bug') }, 'a sweep failed')
    }
  }
  const count = (what: string) => lines.filter((line) => line.includes(what)).length
  outage()
  expect([lines.length, count('ECONNREFUSED'), count('a bug')]).toEqual([102, 2, 100])
  vi.advanceTimersByTime(60_000)
  lines.length = 0
  outage()
  vi.useRealTimers()
  expect([lines.length, count('ECONNREFUSED'), count('"left":99')]).toEqual([102, 2, 2])
})

test('a message about an absent database is left out only for the same job, sweep or route', () => {
  const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  const bounded = makeLog('debug', { stream, isFlood: isDatabaseAbsent })
  const req = (url: string) => ({ id: '1', method: 'GET', routeOptions: { url } })
  for (let times = 1; times <= 2; times++) {
    for (const job of ['open refund', 'send SMS']) bounded.error({ err: away, job }, 'a job failed')
    for (const sweep of ['holds', 'moves']) bounded.error({ err: away, sweep }, 'a sweep failed')
    for (const url of ['/a', '/b']) bounded.error({ err: away, req: req(url) }, 'a request failed')
  }
  expect(lines).toHaveLength(6)
  const refusal = Object.assign(new Error('no orders'), { cause: away })
  for (let times = 1; times <= 2; times++) bounded.error({ err: refusal, req: req('/c') }, 'x')
  expect(lines).toHaveLength(7)
})

test.each(['55P03', '57014'])(
  'each failure by a time limit of the database, %s, is logged',
  (code) => {
    const late = Object.assign(new pg.DatabaseError('canceling statement', 1, 'error'), { code })
    const bounded = makeLog('debug', { stream, isFlood: isDatabaseAbsent })
    for (let times = 1; times <= 2; times++)
      bounded.error({ err: late, job: 'open refund' }, 'a job failed')
    expect(lines).toHaveLength(2)
  },
)

test('a log file that was moved away is opened again under its name', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lango-log-'))
  const file = join(folder, 'app.log')
  const output = openOutput(file)
  const inFile = makeLog('info', { stream: output })
  inFile.info('before')
  renameSync(file, `${file}.1`)
  inFile.info('moved')
  const opened = once(output, 'ready')
  output.reopen()
  await opened
  inFile.info('after')
  const read = (name: string) => readFileSync(name, 'utf8').match(/before|moved|after/g)
  expect([read(`${file}.1`), read(file)]).toEqual([['before', 'moved'], ['after']])
  output.destroy()
  rmSync(folder, { recursive: true })
})

describe('maskPhones', () => {
  test.each([
    ['254712345678', '2547•••••678'],
    ['+254112345678', '2541•••••678'],
    ['0712345678', '07•••••678'],
    ['0112345678', '01•••••678'],
    ['to 254712345678, then 0712345679.', 'to 2547•••••678, then 07•••••679.'],
    ['{"msisdn":"254712345678"}', '{"msisdn":"2547•••••678"}'],
    ['Key (phone)=(254712345678)', 'Key (phone)=(2547•••••678)'],
    ['+254 712 345 678', '2547•••••678'],
    ['call 0712-345-678 or (0112) 345.678', 'call 07•••••678 or 01•••••678'],
    ['q=%2B254712345678&r=%200712345678', 'q=%2B2547•••••678&r=%2007•••••678'],
    // Dates and other digits are not masked, because they are no phone numbers.
    ['20260314193021', '20260314193021'],
    ['254812345678', '254812345678'],
    ['071234567', '071234567'],
    ['KES 1500', 'KES 1500'],
    ['5a17ca10-0712-3456-7890-123456789012', '5a17ca10-0712-3456-7890-123456789012'],
    ['10.0.17.123', '10.0.17.123'],
  ])('%s becomes %s', (text, masked) => {
    expect(maskPhones(text)).toBe(masked)
  })
})

describe('a line of the log', () => {
  test.each([
    ['a sentence', () => log.info('sent to 254712345678')],
    ['a field', () => log.info({ phone: '254712345678' }, 'x')],
    ['a field of any name', () => log.info({ row: { msisdn: '254712345678' } }, 'x')],
    ['an error’s message', () => log.error({ err: new Error('no route to 0712345678') }, 'x')],
    [
      'an error’s own fields',
      () =>
        log.error(
          {
            err: Object.assign(new Error('x'), {
              detail: 'Key (phone)=(254712345678) already exists.',
            }),
          },
          'x',
        ),
    ],
    [
      'an error’s cause',
      () => log.error({ err: new Error('x', { cause: new Error('+254712345678') }) }, 'x'),
    ],
    ['a checkout id', () => log.info({ id: 'ws_CO_14032026193006123712345678' }, 'x')],
    ['a child logger', () => log.child({ to: '254712345678' }).info('x')],
    ['a list', () => log.warn({ to: ['254712345678', '0712345678'] }, 'x')],
  ])('has no phone number in %s', (_what, write) => {
    write()
    expect(lines).toHaveLength(1)
    expect(logged()).not.toMatch(/712345678/)
    // The line is still a JSON object.
    expect(JSON.parse(logged())).toMatchObject({
      level: expect.any(String),
      time: expect.any(String),
    })
  })

  test.each([
    ['a ticket number', '3KQ2Z9M4T7XWPA6C', '3KQ2Z9M4T7XWPA6C'],
    ['a ticket number in fours', 'no ticket 3KQ2 Z9M4 T7XW PA6C here', 'Z9M4 T7XW'],
    ['a ticket number as typed', 'GET /t/3kq2-z9m4-t7xw-pa6c', 'z9m4-t7xw'],
    ['an order id', 'the order 5a17ca10-0002-4000-8000-000000000002 is gone', '5a17ca10'],
    ['an order id in a field', '{"order_id":"5a17ca10-0002-4000-8000-000000000002"}', '5a17ca10'],
    ['a receipt', 'the payment UCE4AB12CD is unknown', 'UCE4AB12CD'],
    ['a receipt in a field', '{"receipt":"UCE4AB12CD"}', 'UCE4AB12CD'],
    ['a receipt of letters alone', '{"receipt":"UCEQABXRCD"}', 'UCEQABXRCD'],
    ['a receipt of letters alone in words', 'another receipt: UCEQABXRCD', 'UCEQABXRCD'],
    ['the receipt before', '{"receipt":"UCE4AB12CD","receiptBefore":"UCEQABXRCD"}', 'UCEQABXRCD'],
    ['an order code', 'account 7K2MXPA9', '7K2MXPA9'],
    ['an order code of letters alone', '{"orderCode":"KQMXPAVW"}', 'KQMXPAVW'],
    ['such a code of a reconciliation', '{"order_code":"KQMXPAVW"}', 'KQMXPAVW'],
    ['a code as a payer typed it', '{"accountReference":"7k2m xpa9"}', '7k2m xpa9'],
    ['an email address', 'to "Asha" <asha.w@example.co.ke>', 'asha.w'],
    ['an email address in a query', 'q=asha.w%40example.co.ke', 'asha.w'],
  ])('holds no %s', (_what, text, secret) => {
    const fields = text.startsWith('{') ? JSON.parse(text) : {}
    log.info({ text, ...fields }, text)
    log.error({ err: new Error(text) }, 'x')
    expect(lines).toHaveLength(2)
    for (const line of lines) expect(JSON.parse(line)).toMatchObject({ level: expect.any(String) })
    expect(logged()).not.toContain(secret)
  })

  test.each([
    ['a payment', 'payment 5a17ca10-0002-4000-8000-000000000002'],
    ['words', 'they have said more than this'],
    ['names of constants', 'ECONNREFUSED 23505 ERR_HTTP2_STREAM'],
  ])('keeps %s', (_what, text) => {
    log.info(text)
    expect(logged()).toContain(text)
  })

  test('holds no callback token, in any field', () => {
    log.error({ err: new Error('POST https://x.example/cb/p/0123456789abcdef failed') }, 'x')
    log.info({ callback: 'https://x.example/cb/s/secret' }, '/cb/p/fedcba')
    expect(logged()).not.toMatch(/0123456789abcdef|secret|fedcba/)
    expect(lines.map((line) => JSON.parse(line))).toHaveLength(2)
  })

  test('has its level by name and the time in UTC, and exists only from the configured level on', () => {
    const quiet = makeLog('warn', { stream })
    quiet.info('x')
    quiet.warn('y')
    expect(lines).toHaveLength(1)
    const line = JSON.parse(logged())
    expect(line).toMatchObject({ level: 'warn', msg: 'y' })
    expect(line.time).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
  })
})

describe('requests to the shop', () => {
  const stage = keepStage()
  let app: App
  beforeAll(async () => {
    app = await buildApp({ ...stage.deps, log }, { checks: {}, pages: false })
  })
  afterAll(() => app.close())

  const post = (url: string, payload: object) =>
    app.inject({ method: 'POST', url, payload, headers: { prefer: 'respond-async' } })

  test('leave no phone number, token or email address in the log, from order to delivery report', async () => {
    const phone = newPhone()
    const event = await buildEvent(stage.db)
    const request = orderFor(event, [2], { phoneNumber: phone, email: 'asha@example.com' })
    expect((await post('/api/functions/mpesa', request)).statusCode).toBe(202)
    await stage.runJobs()
    const { callbackUrl } = stage.daraja.pushes.at(-1)!
    const callback = new URL(callbackUrl).pathname
    expect((await post(callback, paidCallback('UCE4AB12CD', 200))).statusCode).toBe(200)
    await stage.runJobs()
    await app.inject(`/api/orders/${request.orderId}`)
    await app.inject(`/api/tickets/${TICKET}?mail=asha@example.com`)
    await app.inject(`/no/such/route/${TICKET}/${request.orderId}`)
    await app.inject(`/api/events?q=${phone}`)
    await app.inject(`/api/functions/metadata?ticket_number=0${phone.slice(3)}`)
    await post('/api/functions/mpesa', { ...request, phoneNumber: `+${phone} 1` })
    await post(`/cb/p/${'0'.repeat(32)}`, {})
    const report = `id=1&status=Success&phoneNumber=%2B${phone}`
    const type = { 'content-type': 'application/x-www-form-urlencoded' }
    const url = `/cb/s/${stage.env.sms.reportToken}`
    await app.inject({ method: 'POST', url, payload: report, headers: type })
    expect(lines.length).toBeGreaterThanOrEqual(8)
    expect(logged()).not.toContain(phone.slice(3))
    expect(logged()).not.toContain(callback.split('/').at(-1))
    expect(logged()).not.toContain(stage.env.sms.reportToken)
    expect(logged()).not.toContain('asha@example.com')
    expect(logged()).not.toContain(TICKET)
    expect(logged()).not.toContain(request.orderId)
    for (const line of lines) expect(() => JSON.parse(line)).not.toThrow()
  })

  test('are one line each, with method, route, status and duration, and no part of the URL', async () => {
    await app.inject('/healthz?x=1')
    expect(lines).toHaveLength(1)
    expect(logged()).not.toContain('x=1')
    expect(JSON.parse(logged())).toMatchObject({
      msg: 'request',
      req: { id: expect.any(String), method: 'GET', route: '/healthz' },
      status: 200,
      ms: expect.any(Number),
    })
  })

  test('that fail inside are logged in full, and the client gets only an id', async () => {
    const phone = newPhone()
    const broken = await buildApp(
      { ...stage.deps, log, db: failing(`Key (phone)=(${phone}) is no more`) },
      { checks: {}, pages: false },
    )
    const answer = await broken.inject('/api/events')
    await broken.close()
    expect(answer.statusCode).toBe(500)
    expect(answer.json()).toEqual({
      error: 'Something went wrong on our side.',
      code: 'internal',
      id: expect.any(String),
    })
    const line = lines.map((text) => JSON.parse(text)).find((entry) => entry.level === 'error')
    expect(line.err.message).toBe(`Key (phone)=(${maskPhones(phone)}) is no more`)
    expect(line.req.id).toBe(answer.json().id)
    expect(logged()).not.toContain(phone)
  })

  /** A database whose statements all fail with this message. */
  function failing(message: string): Stage['db'] {
    const fail = () => {
      throw new Error(message)
    }
    return new Proxy(stage.db, { get: () => fail })
  }

  test('do not make PostgreSQL log a row: it holds phone number, email address and more', async () => {
    const event = await buildEvent(stage.db)
    const request = orderFor(event, [1], { email: 'asha@example.com' })
    await post('/api/functions/mpesa', request)
    const { orderId } = request
    const work = inTransaction(stage.db, (tx) =>
      tx.updateTable('order').set({ state: 'nonsense' }).where('id', '=', orderId).execute(),
    )
    log.error({ err: await work.catch((error) => error) }, 'x')
    expect(logged()).toContain('order_state_check')
    expect(logged()).not.toContain(request.phoneNumber)
    expect(logged()).not.toContain('asha@example.com')
  })
})

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildEvent, newPhone, orderFor } from '../../test/build.ts'
import { makeStage, paidCallback, type Stage } from '../../test/stage.ts'
import { buildApp, MASKS } from '../app.ts'
import { inTransaction } from './db.ts'
import type { App } from './http.ts'
import { type Log, loggableUrl, makeLog, maskPhones } from './log.ts'

const lines: string[] = []
const stream = { write: (line: string) => lines.push(line) }
const log: Log = makeLog('debug', { masks: MASKS, stream })
const logged = () => lines.join('')

beforeEach(() => {
  lines.length = 0
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
    // No phone numbers.
    ['20260314193021', '20260314193021'],
    ['254812345678', '254812345678'],
    ['071234567', '071234567'],
    ['KES 1500', 'KES 1500'],
  ])('%s becomes %s', (text, masked) => {
    expect(maskPhones(text)).toBe(masked)
  })
})

describe('loggableUrl', () => {
  test.each([
    ['/cb/p/0123456789abcdef0123456789abcdef', '/cb/p/…'],
    ['/cb/p/0123456789abcdef?x=1', '/cb/p/…?x=1'],
    ['/cb/s/sandbox-delivery-reports', '/cb/s/…'],
    ['/newsletter/unsubscribe/0123456789abcdef?done=1', '/newsletter/unsubscribe/…?done=1'],
    ['/api/newsletter/0123456789abcdef', '/api/newsletter/…'],
    [
      '/api/transactions?event_id=1&phone=0712345678&limit=2',
      '/api/transactions?event_id=1&phone=…&limit=2',
    ],
    ['/api/transactions?phone=712', '/api/transactions?phone=…'],
    ['/api/events?q=0712345678', '/api/events?q=07•••••678'],
    ['/api/events?q=%2B254712345678', '/api/events?q=2547•••••678'],
    ['/api/events?q=%200712345678', '/api/events?q=07•••••678'],
    ['/api/events/1', '/api/events/1'],
    ['/api/accounts?limit=50&q=amina%40club.example', '/api/accounts?…'],
    ['/api/accounts?cursor=YUBi', '/api/accounts?…'],
    ['/api/accounts/1', '/api/accounts/1'],
  ])('%s becomes %s', (url, loggable) => {
    expect(loggableUrl(url, MASKS)).toBe(loggable)
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
  ])('holds no phone number in %s', (_what, write) => {
    write()
    expect(lines).toHaveLength(1)
    expect(logged()).not.toMatch(/712345678/)
    // Still one JSON object.
    expect(JSON.parse(logged())).toMatchObject({
      level: expect.any(String),
      time: expect.any(String),
    })
  })

  test('holds no callback token, whatever it is in', () => {
    log.error({ err: new Error('POST https://x.example/cb/p/0123456789abcdef failed') }, 'x')
    log.info({ callback: 'https://x.example/cb/s/secret' }, '/cb/p/fedcba')
    expect(logged()).not.toMatch(/0123456789abcdef|secret|fedcba/)
    expect(lines.map((line) => JSON.parse(line))).toHaveLength(2)
  })

  test('tells the level by name and the time in UTC, and leaves out what is below the level', () => {
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
  let stage: Stage
  let app: App
  beforeAll(async () => {
    stage = await makeStage()
    app = await buildApp({ ...stage.deps, log }, { checks: {}, pages: false })
  })
  afterAll(async () => {
    await app.close()
    await stage.close()
  })

  const post = (url: string, payload: object) =>
    app.inject({ method: 'POST', url, payload, headers: { prefer: 'respond-async' } })

  test('leave no phone, token or e-mail in the log: a purchase from order to report', async () => {
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
    for (const line of lines) expect(() => JSON.parse(line)).not.toThrow()
  })

  test('are one line each, with method, address, status and time taken', async () => {
    await app.inject('/healthz?x=1')
    expect(lines).toHaveLength(1)
    expect(JSON.parse(logged())).toMatchObject({
      msg: 'request',
      req: { method: 'GET', url: '/healthz?x=1' },
      status: 200,
      ms: expect.any(Number),
    })
  })

  test('that fail inside tell the log what happened and the client only an id', async () => {
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

  /** A database each of whose statements fails with this message. */
  function failing(message: string): Stage['db'] {
    const fail = () => {
      throw new Error(message)
    }
    return new Proxy(stage.db, { get: () => fail })
  }

  test('do not have PostgreSQL quote a row: it holds phone, e-mail and more', async () => {
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

import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { type BuiltEvent, buildEvent, orderFor } from '../../../test/build.ts'
import { HOSTILE_NUMBERS, HOSTILE_TEXTS } from '../../../test/openapi/texts.ts'
import { keepStage } from '../../../test/stage.ts'

const stage = keepStage({ LIMIT_MISS_PER_ADDRESS: '1000000', LIMIT_PUSH_PER_ADDRESS: '1000000' })
let origin: string
let event: BuiltEvent
let order: ReturnType<typeof orderFor>
let routes: { method: string; path: string }[]

beforeAll(async () => {
  origin = await stage.app.listen({ host: '127.0.0.1', port: 0 })
  event = await buildEvent(stage.db, {
    types: [{ capacity: 1_000_000, maxPerOrder: 1_000_000 }, { price: 0.01 }, {}],
  })
  order = orderFor(event)
  expect((await send('POST', '/api/functions/mpesa', { text: JSON.stringify(order) })).status).toBe(
    202,
  )
  const { paths } = (await (await fetch(`${origin}/api/openapi.json`)).json()) as {
    paths: Record<string, object>
  }
  routes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => ({ method: method.toUpperCase(), path })),
  )
})

type Sent = { text?: string; type?: string; headers?: Record<string, string> }

async function send(method: string, path: string, { text, type, headers }: Sent = {}) {
  const answer = await fetch(origin + path, {
    method,
    headers: {
      // Without this header, an accepted order would wait for its payment.
      prefer: 'respond-async',
      ...(text !== undefined && { 'content-type': type ?? 'application/json' }),
      ...headers,
    },
    ...(method !== 'GET' && text !== undefined && { body: text }),
  })
  return { status: answer.status, text: await answer.text() }
}

/** Expects no 5xx status, and that every refusal has the usual form of errors. */
function expectAnswered({ status, text }: { status: number; text: string }, what: string): void {
  expect(status, `${what}: ${text}`).toBeLessThan(500)
  if (status < 400) return
  const body = JSON.parse(text)
  expect(body, what).toMatchObject({ error: expect.any(String), code: expect.any(String) })
}

const hostileText = fc.oneof(
  // In a path, the client resolves '.' and '..' before it sends the request.
  fc.constantFrom(...HOSTILE_TEXTS.filter((text) => !/^\.+$/.test(text))),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.uuid(),
)
const hostileValue = fc.oneof(
  hostileText,
  fc.constantFrom(...HOSTILE_NUMBERS),
  fc.double({ noNaN: true }),
  fc.constantFrom(null, true, [], {}, [[[]]], { length: 1 }),
  fc.jsonValue({ maxDepth: 3 }),
)

const runs = (numRuns: number) => ({ seed: 20261121, numRuns })

/** Paths to values in a request body, at any depth. The tests replace these values. */
const places = [
  ['orderId'],
  ['phoneNumber'],
  ['amount'],
  ['eventId'],
  ['email'],
  ['tickets'],
  ['tickets', '0'],
  ['tickets', '0', 'ticketTypeId'],
  ['tickets', '0', 'quantity'],
  ['tickets', '0', 'amount'],
  ['tickets', '1'],
  ['extra'],
]
const changes = fc.array(fc.tuple(fc.constantFrom(...places), hostileValue), {
  minLength: 1,
  maxLength: 3,
})

function changed(base: object, list: [string[], unknown][]): object {
  const copy = structuredClone(base) as Record<string, unknown>
  for (const [path, value] of list) {
    let at: unknown = copy
    for (const step of path.slice(0, -1)) at = (at as Record<string, unknown>)?.[step]
    if (typeof at === 'object' && at !== null) Reflect.set(at, path.at(-1)!, value)
  }
  return copy
}

describe('no client input makes a 5xx:', () => {
  // spec: nothing-client-sends
  test('any values in the body of an order', async () => {
    const statuses = new Set<number>()
    await fc.assert(
      fc.asyncProperty(changes, fc.integer({ min: 0, max: 2 }), async (list, type) => {
        const quantities = [0, 0, 0].with(type, 1)
        const text = JSON.stringify(changed(orderFor(event, quantities), list))
        const answer = await send('POST', '/api/functions/mpesa', { text })
        statuses.add(answer.status)
        expectAnswered(answer, text)
      }),
      runs(700),
    )
    // The statuses show that input got past validation: orders were placed, and refused for many
    // reasons.
    expect([...statuses].sort()).toEqual(expect.arrayContaining([202, 404, 409, 422]))
  })

  test('any numbers in an order', async () => {
    const amount = fc.oneof(fc.constantFrom(...HOSTILE_NUMBERS), fc.double({ noNaN: true }))
    const quantity = fc.oneof(fc.integer({ min: 1, max: 1_000_000 }), amount)
    await fc.assert(
      fc.asyncProperty(amount, quantity, amount, async (total, count, line) => {
        const { tickets, ...rest } = orderFor(event)
        const lines = tickets.map((ticket) => ({ ...ticket, quantity: count, amount: line }))
        const text = JSON.stringify({ ...rest, amount: total, tickets: lines })
        expectAnswered(await send('POST', '/api/functions/mpesa', { text }), text)
      }),
      runs(200),
    )
  })

  test('any text as a body, with any Content-Type', async () => {
    const raw = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.json({ maxDepth: 6 }),
      fc.constantFrom(
        '',
        '{',
        '[',
        '"',
        '{"amount":1e999}',
        '{"__proto__":{"a":1}}',
        '{"constructor":{"prototype":{"a":1}}}',
        `${'['.repeat(30_000)}${']'.repeat(30_000)}`,
        `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`,
        `{"phoneNumber":${'9'.repeat(30_000)}}`,
        'x'.repeat(100_000),
        'tickets[0][amount]=1&tickets=2',
        `${'a=1&'.repeat(5_000)}`,
      ),
    )
    const type = fc.constantFrom(
      'application/json',
      'application/json; charset=utf-16',
      'application/x-www-form-urlencoded',
      'text/plain',
      'multipart/form-data; boundary=x',
      'application/xml',
      'nonsense',
    )
    const posts = [
      '/api/functions/mpesa',
      `/api/orders/${order.orderId}/prompts`,
      `/cb/s/${stage.env.sms.reportToken}`,
      `/cb/s/${stage.env.sms.reportToken}/opt-out`,
      `/cb/p/${'0'.repeat(32)}`,
    ]
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...posts), raw, type, async (path, text, declared) => {
        const what = `${path} ${declared} ${text.slice(0, 200)}`
        expectAnswered(await send('POST', path, { text, type: declared }), what)
      }),
      runs(400),
    )
  })

  // spec: nothing-client-sends
  test('any parts of an address, for every route in the API description', async () => {
    const query = fc.dictionary(
      fc.constantFrom(
        'q',
        'from',
        'to',
        'cursor',
        'limit',
        'category',
        'is_featured',
        'ticket_number',
        'wait',
        'a[b]',
      ),
      hostileText,
      { maxKeys: 4 },
    )
    const seen = new Set<string>()
    await fc.assert(
      fc.asyncProperty(
        fc.nat(),
        fc.array(hostileText, { minLength: 2, maxLength: 2 }),
        query,
        async (nth, texts, fields) => {
          const { method, path } = routes[nth % routes.length]!
          seen.add(`${method} ${path}`)
          let at = 0
          const filled = path.replace(
            /\{\w+\}|\*/g,
            () => encodeURIComponent(texts[at++ % 2]!.toWellFormed()) || '%00',
          )
          const pairs = Object.entries(fields).map(([name, value]) => [name, value.toWellFormed()])
          const address = `${filled}?${new URLSearchParams(pairs)}`
          const body = method === 'GET' ? {} : { text: '{}' }
          expectAnswered(await send(method, address, body), `${method} ${address}`)
        },
      ),
      runs(routes.length * 12),
    )
    expect(seen.size).toBe(routes.length)
    expect(routes.length).toBeGreaterThanOrEqual(8)
  })

  test('any values of headers', async () => {
    const value = fc.oneof(
      fc.stringMatching(/^[\x21-\x7e]{0,200}$/),
      fc.constantFrom(
        'respond-async, respond-async',
        'bytes=0-',
        '*/*;q=x',
        'null',
        'http://',
        'gzip',
      ),
    )
    const name = fc.constantFrom(
      'accept',
      'origin',
      'x-forwarded-for',
      'cookie',
      'if-none-match',
      'range',
      'authorization',
      'accept-encoding',
    )
    await fc.assert(
      fc.asyncProperty(fc.dictionary(name, value), async (headers) => {
        const text = JSON.stringify(order)
        expectAnswered(
          await send('POST', '/api/functions/mpesa', { text, headers }),
          JSON.stringify(headers),
        )
        expectAnswered(
          await send('GET', `/api/orders/${order.orderId}`, { headers }),
          JSON.stringify(headers),
        )
      }),
      runs(100),
    )
  })
})

test('the shop still sells after all of them', async () => {
  const text = JSON.stringify(orderFor(event, [0, 0, 2]))
  expect((await send('POST', '/api/functions/mpesa', { text })).status).toBe(202)
})

// spec: path-normal-form
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AppError } from '../../src/platform/errors.ts'
import { type ScriptedServer, startScriptedServer } from '../scripted-server.ts'
import { waitFor } from '../torture/wait-for.ts'
import { type StartedProxy, startHaproxy, startNginx } from './proxies.ts'
import { sendThrough } from './send-through.ts'

/** The limit of orders per second in this test. */
const LIMIT = 10
const SENT = 200
const ORDER = '/api/functions/mpesa'

let shops: [ScriptedServer, ScriptedServer]
const proxies: Record<string, StartedProxy> = {}

beforeAll(async () => {
  const start = () => startScriptedServer(() => ({ body: { from: 'the shop' } }))
  shops = [await start(), await start()]
  const [one, two] = shops.map(({ url }) => Number(new URL(url).port)) as [number, number]
  proxies.nginx = await startNginx([one, two], { orders: LIMIT })
  proxies.HAProxy = await startHaproxy([one, two], { orders: LIMIT })
  for (const { name, port, seesAll } of Object.values(proxies)) {
    await waitFor(`${name} reaches the shop`, async () => {
      const { status } = await sendThrough(port, 'GET', '/healthz').catch(() => ({ status: 0 }))
      return status === 200 && (await seesAll())
    })
  }
})
afterAll(async () => {
  for (const proxy of Object.values(proxies)) await proxy.stop()
  for (const shop of shops) await shop.close()
})

const acceptedOrders = () =>
  shops.flatMap(({ requests }) => requests).filter(({ method }) => method === 'POST').length

/** Spellings of a path that the shop treats as the path itself (decisions/0185). */
const spellings = (path: string) => [
  path,
  `${path}/`,
  `/${path}`,
  path.replace('e', '%65'),
  path.replace('m', '%6D'),
  `${path.replaceAll('/', '//')}//`,
  `${path}/?a=/b%zz`,
]

const orderPath = (n: number) => spellings(ORDER)[n % spellings(ORDER).length]!

test.each(['nginx', 'HAProxy'])(
  '%s keeps every spelling of /metrics from visitors',
  async (name) => {
    const { port } = proxies[name]!
    for (const path of spellings('/metrics')) {
      expect([path, (await sendThrough(port, 'GET', path)).status]).toEqual([path, 404])
    }
    // Paths that only begin or end with /metrics are allowed.
    for (const path of ['/metrics/x', '/x/metrics', '/metricss']) {
      expect([path, (await sendThrough(port, 'GET', path)).status]).toEqual([path, 200])
    }
  },
)

test.each(['nginx', 'HAProxy'])(
  '%s refuses orders above its limit as the shop would, and no other request',
  async (name) => {
    const { port } = proxies[name]!
    const before = acceptedOrders()
    const all = await Promise.all([
      ...Array.from({ length: SENT }, (_, n) => sendThrough(port, 'POST', orderPath(n), {})),
      ...Array.from({ length: SENT }, () => sendThrough(port, 'GET', '/api/events')),
    ])
    const [orders, others] = [all.slice(0, SENT), all.slice(SENT)]
    expect(others.every(({ status }) => status === 200)).toBe(true)
    const refused = orders.filter(({ status }) => status !== 200)
    expect(refused.length).toBeGreaterThan(0)
    expect(refused.length).toBeLessThanOrEqual(SENT - LIMIT)
    const spelled = orders.flatMap(({ status }, n) => (status === 200 ? [] : [orderPath(n)]))
    expect(new Set(spelled)).toEqual(new Set(spellings(ORDER)))
    const refusal = { status: 503, retryAfter: '5', body: new AppError('overloaded').body() }
    for (const { status, headers, body } of refused) {
      const reply = { status, retryAfter: headers['retry-after'], body: JSON.parse(body) }
      expect(reply).toEqual(refusal)
    }
    expect(acceptedOrders() - before).toBe(SENT - refused.length)
    // A second later the next attempt of a buyer is accepted.
    await waitFor('an order is accepted again', async () => {
      return (await sendThrough(port, 'POST', ORDER, {})).status === 200
    })
  },
)

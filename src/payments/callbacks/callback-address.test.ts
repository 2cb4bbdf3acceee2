import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BuiltEvent, buildEvent, orderFor } from '../../../test/build.ts'
import { endHolds, MINUTE, paidFor, readOutcomes } from '../../../test/purchase.ts'
import { sendRaw } from '../../../test/raw-http.ts'
import { failedCallback, keepStage, paidCallback, type Stage } from '../../../test/stage.ts'
import { until } from '../../../test/until.ts'
import { type AppDeps, buildApp, LOG_REDACTION } from '../../app.ts'
import { openDatabase } from '../../platform/database/db.ts'
import type { App } from '../../platform/http/http.ts'
import { startWorker, type Worker } from '../../platform/jobs/worker.ts'
import { makeLog } from '../../platform/log.ts'
import { LANES, listHandlers, listSweeps } from '../../worker.ts'
import type { PushRequest } from '../mpesa/stk-push.ts'

const lines: string[] = []
const log = makeLog('trace', {
  redaction: LOG_REDACTION,
  stream: { write: (line) => lines.push(line) },
})

const stage = keepStage({ LIMIT_PUSH_PER_ADDRESS: '1000' })
let event: BuiltEvent
let deps: AppDeps & Stage['deps']
let app: App
let origin: string
let worker: Worker

beforeAll(async () => {
  deps = { ...stage.deps, log }
  app = await buildApp(deps, { checks: {}, pages: false })
  origin = await app.listen({ port: 0, host: '127.0.0.1' })
  event = await buildEvent(stage.db)
  const work = { lanes: LANES, handlers: listHandlers(deps), sweeps: [] }
  worker = startWorker({ db: stage.db, log, ...work, leaseMs: 60_000, concurrency: 1 })
})
afterAll(async () => {
  await worker.stop()
  await app.close()
})

async function post(path: string, body: string | object, headers: object = {}): Promise<number> {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const type = { 'content-type': 'application/json' }
  const init = { method: 'POST', body: text, headers: { ...type, ...headers } }
  const answer = await fetch(origin + path, init)
  await answer.arrayBuffer()
  return answer.status
}

/** Places an order and waits for its prompt request. */
async function ask() {
  const request = orderFor(event)
  const before = stage.daraja.pushes.length
  await post('/api/functions/mpesa', request, { prefer: 'respond-async' })
  await until(() => expect(stage.daraja.pushes).toHaveLength(before + 1))
  const push = stage.daraja.pushes.at(-1)!
  const callbackPath = new URL(push.callbackUrl).pathname
  return { ...request, push, callbackPath, checkoutId: `ws_CO_${before + 1}` }
}

type PlacedOrder = Awaited<ReturnType<typeof ask>>

const tokenOf = ({ callbackPath }: PlacedOrder) => callbackPath.split('/').at(-1)!
const percent = (text: string) =>
  [...text].map((sign) => `%${sign.charCodeAt(0).toString(16)}`).join('')

/** Buys tickets while forged callbacks arrive among the real ones. */
async function buyAndForge(): Promise<PlacedOrder[]> {
  const [sold, cancelled] = [await ask(), await ask()]
  await until(async () => {
    const { rows } = await readStates()
    expect(rows).toEqual(['prompted', 'prompted'])
  })
  await post(sold.callbackPath, paidCallback('UKA0000001', 100, ''))
  await post(sold.callbackPath, paidFor(sold, { id: 'ws_CO_forged' }))
  await post(sold.callbackPath, paidCallback('UKA0000002', 100, sold.checkoutId, 254799999999))
  await post(sold.callbackPath, `${sold.push.callbackUrl} is no JSON`)
  await post(sold.callbackPath, { Body: { stkCallback: { ResultCode: sold.push.callbackUrl } } })
  await post(cancelled.callbackPath, failedCallback(1032, cancelled.checkoutId))
  await until(async () => expect(await readOutcomes(stage, cancelled)).toEqual(['failed']))
  await post(cancelled.callbackPath, paidFor(cancelled))
  await until(async () =>
    expect([
      ...(await readOutcomes(stage, sold)),
      ...(await readOutcomes(stage, cancelled)),
    ]).toEqual([...Array(3).fill('mismatch'), 'unreadable', 'mismatch', 'failed', 'waiting']),
  )
  await endHolds({ ...stage, sweep: runSweeps })
  stage.pass(48 * 60 * MINUTE)
  await runSweeps()
  return [sold, cancelled]
}

async function readStates() {
  const rows = await stage.db.selectFrom('payment').select('state').execute()
  return { rows: rows.map(({ state }) => state) }
}

async function runSweeps(): Promise<void> {
  for (const sweep of listSweeps(deps)) await sweep.run()
}

/** Sends prompts for which M-Pesa's response repeats the callback address, in several spellings. */
async function echoes(): Promise<PlacedOrder[]> {
  const { nextPush } = stage.daraja
  const says: ((push: PushRequest) => unknown)[] = [
    ({ callbackUrl }) => ({ errorMessage: `Bad Request - Invalid CallBackURL ${callbackUrl}` }),
    ({ callbackUrl }) => ({ text: callbackUrl.replaceAll('/', '\\/') }),
    ({ callbackUrl }) => ({ text: encodeURIComponent(callbackUrl) }),
    ({ callbackUrl }) => ({ text: callbackUrl.toUpperCase() }),
    ({ callbackUrl }) => ({ token: callbackUrl.split('/').at(-1) }),
  ]
  const placed: PlacedOrder[] = []
  for (const say of says) {
    stage.daraja.nextPush = (push) => ({ kind: 'refused', code: '400.002.02', raw: say(push) })
    placed.push(await ask())
  }
  // A push fails with an error message that contains the callback address.
  stage.daraja.nextPush = ({ callbackUrl }) => Promise.reject(new Error(`sending ${callbackUrl}`))
  placed.push(await ask())
  await until(() => expect(lines.join('')).toContain('a job failed'))
  stage.daraja.nextPush = nextPush
  return placed
}

/** Calls a callback address with every method, and calls addresses that differ slightly. */
async function knock(token: string): Promise<void> {
  const host = 'Host: x\r\nConnection: close\r\n'
  const paths = [
    `/cb/p/${token}`,
    `/cb/p/${token}/`,
    `/cb/p/${token}?x=${token}`,
    `/cb/p/${token}/more`,
    `//cb//p/${token}`,
    `/CB/P/${token.toUpperCase()}`,
    `/cb/%70/${token}`,
    `/cb/p/${percent(token)}`,
    `/cb/p/${percent(token.slice(0, 4))}${token.slice(4)}`,
    `/cb%2Fp%2F${token}`,
    `/cb/p/${token}%`,
    `/cb/p/${token}%00`,
    `/${token}`,
    `/t/${token}`,
    `/api/orders/${token}`,
    `/api/events?q=${token}`,
    `/?next=https://x.example/cb/p/${token}`,
  ]
  for (const path of paths) {
    for (const method of ['POST', 'GET', 'PUT', 'DELETE', 'OPTIONS']) {
      const head = `Referer: http://x/cb/p/${token}\r\nContent-Length: 2\r\n`
      await sendRaw(origin, `${method} ${path} HTTP/1.1\r\n${host}${head}\r\n{}`)
    }
  }
  const start = `POST /cb/p/${token} HTTP/1.1\r\n${host}`
  const bodies = [
    `Content-Length: 20000\r\n\r\n${'x'.repeat(20_000)}`,
    'Content-Length: x\r\n\r\n{}',
    'Transfer-Encoding: chunked\r\n\r\nzz\r\n',
    'Content-Encoding: gzip\r\nContent-Length: 2\r\n\r\n{}',
    `Origin: https://x/cb/p/${token}\r\nContent-Length: 2\r\n\r\n{}`,
    `Authorization: Bearer ${token}\r\nContent-Length: 2\r\n\r\n{}`,
    `Content-Type: /cb/p/${token}\r\nContent-Length: 2\r\n\r\n{}`,
    `X-Long: ${token.repeat(2000)}\r\n\r\n`,
  ]
  for (const body of bodies) await sendRaw(origin, start + body)
  await sendRaw(origin, `POST /cb/p/${token} HTTP/9.9\r\n\r\n`)
  await sendRaw(origin, `/cb/p/${token}\r\n\r\n`)
  await leaveMidway(`${start}Content-Length: 500\r\n\r\n{`)
}

function leaveMidway(bytes: string): Promise<void> {
  const { port } = new URL(origin)
  return new Promise((resolve) => {
    const socket = connect(Number(port), '127.0.0.1')
    socket.on('close', () => resolve())
    socket.write(bytes, () => socket.destroy())
  })
}

/** Posts a callback while the database cannot store it. */
async function knockInVain(path: string): Promise<void> {
  const db = openDatabase('postgres://nobody@127.0.0.1:9/none', 1)
  const broken = await buildApp({ ...deps, db }, { checks: {}, pages: false })
  const answer = await broken.inject({ method: 'POST', url: path, payload: {} })
  expect(answer.statusCode).toBeGreaterThanOrEqual(500)
  await broken.close()
  await db.destroy()
}

test('the log never contains a callback address, neither of a purchase nor of forged callbacks', async () => {
  const placed = [...(await buyAndForge()), ...(await echoes())]
  await knock(tokenOf(placed[0]!))
  await knock('0123456789abcdef'.repeat(2))
  await knockInVain(placed[1]!.callbackPath)
  // The log says what happened, without the address.
  const logged = lines.join('')
  for (const words of ['callback', 'request', 'a request failed', 'M-Pesa refused a push']) {
    expect(logged).toContain(`"msg":"${words}"`)
  }
  const readable = [logged, logged.replaceAll(/%([0-9a-f]{2})/gi, (_, code) => decode(code))]
    .join('')
    .toLowerCase()
  for (const token of [...placed.map(tokenOf), '0123456789abcdef'.repeat(2)]) {
    for (let from = 0; from + 10 <= token.length; from++) {
      expect(readable).not.toContain(token.slice(from, from + 10))
    }
  }
})

const decode = (code: string) => String.fromCharCode(Number.parseInt(code, 16))

// Who waits is held before the framework: told the same as by it, byte for byte, and never kept from
// what it asks besides. Over real connections, since injected requests do not come this way.
import net, { type AddressInfo } from 'node:net'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type BuiltEvent, buildEvent } from '../../test/build.ts'
import { newReceipt, pay, place, prompted } from '../../test/purchase.ts'
import { makeStage, type Stage } from '../../test/stage.ts'
import { newId } from '../platform/ids.ts'

let stage: Stage
let event: BuiltEvent
let port: number
/** Of those who wait, how many the framework has seen. */
let seen = 0
const opened: net.Socket[] = []

beforeAll(async () => {
  stage = await makeStage({ TRUST_PROXY: 'yes', LIMIT_WAITS_PER_ADDRESS: '2' })
  stage.app.addHook('onRequest', async ({ url }) => {
    if (url.includes('?wait=')) seen += 1
  })
  event = await buildEvent(stage.db)
  await stage.app.listen({ host: '127.0.0.1', port: 0 })
  port = (stage.app.server.address() as AddressInfo).port
})
afterAll(() => stage.close())
beforeEach(() => {
  seen = 0
})
afterEach(() => {
  for (const socket of opened.splice(0)) socket.destroy()
})

/** A connection, with whole answers one after the other. */
function connect() {
  const socket = net.connect({ host: '127.0.0.1', port, noDelay: true })
  opened.push(socket)
  let text = ''
  let isOver = false
  socket.setEncoding('latin1')
  socket.on('data', (more: string) => {
    text += more
  })
  socket.on('close', () => {
    isOver = true
  })
  const take = () => {
    const head = text.indexOf('\r\n\r\n')
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1])
    if (head < 0 || text.length < head + 4 + length) return null
    const answer = text.slice(0, head + 4 + length)
    text = text.slice(answer.length)
    return answer
  }
  return {
    socket,
    answer: async () => {
      let answer: string | null = null
      await expect.poll(() => (answer ??= take()), POLL).not.toBe(null)
      return answer!
    },
    isOver: () => isOver,
  }
}

const POLL = { timeout: 20_000, interval: 5 }

let addresses = 0
const newAddress = () => `10.1.${addresses >> 8}.${addresses++ & 255}`

type Ask = { path: string; lines?: string[]; version?: string; from?: string }

function headOf({ path, lines = [], version = '1.1', from = newAddress() }: Ask): string {
  const all = ['Host: shop.example', `X-Forwarded-For: ${from}`, ...lines]
  return `GET ${path} HTTP/${version}\r\n${all.join('\r\n')}\r\n\r\n`
}

/** The same bytes in two pieces: those are Node's to put together. */
async function askByTheLongWay(ask: Ask): Promise<string> {
  const { socket, answer } = connect()
  const head = headOf(ask)
  socket.write(head.slice(0, 9))
  await new Promise((resolve) => stage.app.server.once('connection', resolve))
  // Its first piece has come when the server has turned to another connection.
  await askWhole({ path: '/healthz' })
  socket.write(head.slice(9))
  return await answer()
}

async function askWhole(ask: Ask): Promise<string> {
  const { socket, answer } = connect()
  socket.write(headOf(ask))
  return await answer()
}

/** Node writes its own headers last and large, which says nothing. */
function told(answer: string) {
  const [head = '', body] = answer.split('\r\n\r\n')
  const [status, ...lines] = head.split('\r\n')
  const headers = lines.map((line) => line.replace(/^[^:]+/, (name) => name.toLowerCase()))
  return { status, headers: headers.filter((line) => !line.startsWith('date: ')).sort(), body }
}

const waitFor = (orderId: string, more = '') => `/api/orders/${orderId}?wait=25${more}`

test('whoever waits is told the same as by the framework, byte for byte, and it sees them only then', async () => {
  const pending = await place(stage, event)
  const paid = await prompted(stage, event)
  await pay(stage, paid, newReceipt())
  const { now } = stage.clock
  // Answers tell how many seconds are left.
  const stands = now()
  stage.clock.now = () => stands
  const asks: Ask[] = [
    { path: `/api/orders/${pending.orderId}?wait=0` },
    { path: waitFor(pending.orderId, '&seen=in_line') },
    { path: waitFor(pending.orderId, '&seen=in_line'), lines: ['X-Language: sw'] },
    { path: waitFor(pending.orderId, '&seen=in_line'), lines: ['Connection: keep-alive'] },
    { path: waitFor(pending.orderId, '&seen=in_line'), lines: ['Connection: close'] },
    { path: waitFor(pending.orderId, '&seen=in_line'), version: '1.0' },
    { path: waitFor(pending.orderId, '&seen=nowhere') },
    { path: waitFor(paid.orderId) },
    { path: waitFor(paid.orderId), lines: ['Accept-Encoding: gzip, br'] },
    { path: waitFor(newId()) },
  ]
  for (const ask of asks) {
    const long = await askByTheLongWay(ask)
    expect(told(await askWhole(ask)), JSON.stringify(ask)).toEqual(told(long))
  }
  stage.clock.now = now
})

/** In one step, so that there is one piece of news. */
const settle = (id: string) =>
  stage.db.updateTable('order').set({ state: 'expired' }).where('id', '=', id).execute()

/** Who waits, once it is looked at for them. */
async function wait(orderId: string, from = newAddress()) {
  const looks = vi.spyOn(pg.Client.prototype, 'query')
  const connection = connect()
  connection.socket.write(headOf({ path: waitFor(orderId), from }))
  const isLookedAt = () =>
    looks.mock.calls.some(([asked]) => {
      const { text, values } = asked as unknown as { text: string; values: unknown[] }
      return /from unnest\(/.test(text) && (values[0] as string[]).includes(orderId)
    })
  await expect.poll(isLookedAt, POLL).toBe(true)
  looks.mockRestore()
  return connection
}

const OK = /^HTTP\/1\.1 200 /

test('no hook and no handler runs for who waits before there is news', async () => {
  const order = await prompted(stage, event)
  const { answer } = await wait(order.orderId)
  expect(seen).toBe(0)
  await settle(order.orderId)
  expect(await answer()).toMatch(OK)
  expect(seen).toBe(1)
})

test('the connection goes on: with another wait, with anything else, and with a wait after that', async () => {
  const order = await prompted(stage, event)
  const { socket, answer } = await wait(order.orderId)
  await settle(order.orderId)
  expect(await answer()).toMatch(OK)
  for (const path of [waitFor(order.orderId), '/healthz', waitFor(order.orderId)]) {
    socket.write(headOf({ path }))
    expect(await answer(), path).toMatch(OK)
  }
  socket.write(headOf({ path: waitFor(order.orderId), lines: ['Authorization: Bearer x'] }))
  expect(await answer()).toMatch(/^HTTP\/1\.1 401 /)
})

test('what comes while one waits is answered after it', async () => {
  const order = await prompted(stage, event)
  const { socket, answer } = await wait(order.orderId)
  socket.write(headOf({ path: '/healthz' }))
  // It waits as a request of Node's now.
  await expect.poll(() => seen, POLL).toBe(1)
  await settle(order.orderId)
  expect(await answer()).toContain('"status":"expired"')
  expect(await answer()).toContain('{"ok":true}')
})

test('whoever asks to be the last is answered and then left', async () => {
  const order = await prompted(stage, event)
  const { socket, answer, isOver } = connect()
  socket.write(
    headOf({ path: `/api/orders/${order.orderId}?wait=0`, lines: ['Connection: close'] }),
  )
  await answer()
  await expect.poll(isOver, POLL).toBe(true)
})

test('of one address so many may wait and no more, wherever they are held', async () => {
  const order = await prompted(stage, event)
  const from = newAddress()
  await wait(order.orderId, from)
  await wait(order.orderId, from)
  const ask = { path: waitFor(order.orderId), from }
  const refused = await askWhole(ask)
  expect(refused).toMatch(/^HTTP\/1\.1 429 [\s\S]*\r\nretry-after: 5\r\n/)
  expect(told(refused)).toEqual(told(await askByTheLongWay(ask)))
})

test('whoever has gone is told nothing', async () => {
  const order = await prompted(stage, event)
  const { socket } = await wait(order.orderId)
  const stays = await wait(order.orderId)
  socket.destroy()
  await settle(order.orderId)
  expect(await stays.answer()).toMatch(OK)
  expect(seen).toBe(1)
})

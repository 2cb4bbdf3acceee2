// Tests long polls over real connections: keep-alive, pipelining, disconnecting.
import net, { type AddressInfo } from 'node:net'
import pg from 'pg'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type BuiltEvent, buildEvent } from '../../test/build.ts'
import { prompted } from '../../test/purchase.ts'
import { keepStage } from '../../test/stage.ts'

const stage = keepStage({ TRUST_PROXY: 'yes', LIMIT_WAITS_PER_ADDRESS: '2' })
let event: BuiltEvent
let port: number
const opened: net.Socket[] = []

beforeAll(async () => {
  event = await buildEvent(stage.db)
  await stage.app.listen({ host: '127.0.0.1', port: 0 })
  port = (stage.app.server.address() as AddressInfo).port
})
afterEach(() => {
  for (const socket of opened.splice(0)) socket.destroy()
})

/** Opens a connection. The returned function reads one complete response at a time. */
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

const POLL = { interval: 5 }

let addresses = 0
const newAddress = () => `10.1.${addresses >> 8}.${addresses++ & 255}`

type Ask = { path: string; lines?: string[]; version?: string; from?: string }

function headOf({ path, lines = [], version = '1.1', from = newAddress() }: Ask): string {
  const all = ['Host: shop.example', `X-Forwarded-For: ${from}`, ...lines]
  return `GET ${path} HTTP/${version}\r\n${all.join('\r\n')}\r\n\r\n`
}

async function askWhole(ask: Ask): Promise<string> {
  const { socket, answer } = connect()
  socket.write(headOf(ask))
  return await answer()
}

const waitFor = (orderId: string, more = '') => `/api/orders/${orderId}?wait=25${more}`

/** Changes the order in one statement, so that waiting clients see one change. */
const settle = (id: string) =>
  stage.db.updateTable('order').set({ state: 'expired' }).where('id', '=', id).execute()

/** Starts a long poll and returns once the shared query includes its order. */
async function wait(orderId: string, from = newAddress()) {
  const looks = vi.spyOn(pg.Client.prototype, 'query')
  const connection = connect()
  connection.socket.write(headOf({ path: waitFor(orderId), from }))
  const isLookedAt = () =>
    looks.mock.calls.some(([query]) => {
      const { text, values } = query as unknown as { text: string; values: unknown[] }
      return /from unnest\(/.test(text) && (values[0] as string[]).includes(orderId)
    })
  await expect.poll(isLookedAt, POLL).toBe(true)
  looks.mockRestore()
  return connection
}

const OK = /^HTTP\/1\.1 200 /

test('a connection serves another long poll, other requests, and a long poll after those', async () => {
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

test('a pipelined request is answered after the long poll before it', async () => {
  const order = await prompted(stage, event)
  const { socket, answer } = await wait(order.orderId)
  socket.write(headOf({ path: '/healthz' }))
  await settle(order.orderId)
  expect(await answer()).toContain('"status":"expired"')
  expect(await answer()).toContain('{"ok":true}')
})

test('a client that asks to close gets its response and then the end of the connection', async () => {
  const order = await prompted(stage, event)
  const { socket, answer, isOver } = connect()
  socket.write(
    headOf({ path: `/api/orders/${order.orderId}?wait=0`, lines: ['Connection: close'] }),
  )
  await answer()
  await expect.poll(isOver, POLL).toBe(true)
})

test('an IP address beyond its limit of long polls gets 429', async () => {
  const order = await prompted(stage, event)
  const from = newAddress()
  await wait(order.orderId, from)
  await wait(order.orderId, from)
  const refused = await askWhole({ path: waitFor(order.orderId), from })
  expect(refused).toMatch(/^HTTP\/1\.1 429 [\s\S]*\r\nretry-after: 5\r\n/)
})

test('a client that disconnects keeps no other client from its response', async () => {
  const order = await prompted(stage, event)
  const { socket } = await wait(order.orderId)
  const stays = await wait(order.orderId)
  socket.destroy()
  await settle(order.orderId)
  expect(await stays.answer()).toMatch(OK)
})

import { type AddressInfo, connect } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { readEnv } from '../../env.ts'
import { makeLog } from '../log.ts'
import { makeMetrics } from '../metrics.ts'
import { createApp } from './create-app.ts'
import { drain } from './drain.ts'
import { type App, route } from './http.ts'
import { registerHealthRoutes } from './service.routes.ts'

async function makeApp(): Promise<App> {
  const app = await createApp(readEnv({}), makeLog('silent'), {
    scriptHashes: [],
    authenticate: async () => null,
  })
  for (const method of ['GET', 'POST'] as const) {
    route(app, { method, url: '/thing', access: 'public', handler: async () => ({ method }) })
  }
  return app
}

describe('an app that ends', () => {
  const ask = async (url: string) => {
    const { status, headers } = await fetch(url)
    return [status, headers.get('connection')]
  }

  /** Posts on a new connection. Returns the first line of the reply, or the error's code. */
  const askBare = (port: number) =>
    new Promise<string>((resolve) => {
      const socket = connect(port, '127.0.0.1')
      socket.write('POST /thing HTTP/1.1\r\nhost: lango.example\r\ncontent-length: 0\r\n\r\n')
      socket.once('data', (data) => resolve(data.toString().split('\r\n')[0]!))
      socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code!))
    })

  test('is first not ready and serves everything, and closes after the grace', async () => {
    const ending = await makeApp()
    const checks = { database: async () => true }
    registerHealthRoutes(ending, { metrics: makeMetrics() }, { checks })
    const origin = await ending.listen({ host: '127.0.0.1', port: 0 })
    expect(await ask(`${origin}/readyz`)).toEqual([200, 'keep-alive'])
    expect(await ask(`${origin}/thing`)).toEqual([200, 'keep-alive'])
    const { promise: grace, resolve: end } = Promise.withResolvers<void>()
    const drained = drain(ending, grace)
    const ready = await fetch(`${origin}/readyz`)
    expect([ready.status, await ready.json()]).toEqual([
      503,
      { ready: false, checks: { database: true, serving: false } },
    ])
    expect(await ask(`${origin}/thing`)).toEqual([200, 'close'])
    expect(await ask(`${origin}/healthz`)).toEqual([200, 'close'])
    end()
    await drained
    await expect(ask(`${origin}/thing`)).rejects.toThrow('fetch failed')
  })

  test('serves every connection that waits to be accepted when the grace ends', async () => {
    const ending = await makeApp()
    await ending.listen({ host: '127.0.0.1', port: 0 })
    const { port } = ending.server.address() as AddressInfo
    const { promise: grace, resolve: end } = Promise.withResolvers<void>()
    const drained = drain(ending, grace)
    // The kernel completes these connections before this process accepts one.
    const waiting = Array.from({ length: 20 }, () => askBare(port))
    process.nextTick(end)
    expect(new Set(await Promise.all(waiting))).toEqual(new Set(['HTTP/1.1 200 OK']))
    await drained
  })

  test('fails reads before it closes, so that nginx passes it over, and no purchase', async () => {
    const ending = await makeApp()
    const origin = await ending.listen({ host: '127.0.0.1', port: 0 })
    const { promise: left, resolve: close } = Promise.withResolvers<void>()
    const drained = drain(ending, Promise.resolve(), left)
    await nextTurn()
    await expect(ask(`${origin}/thing`)).rejects.toThrow('fetch failed')
    expect((await fetch(`${origin}/thing`, { method: 'POST' })).status).toBe(200)
    close()
    await drained
  })

  test('serves a request that arrives while the app closes', async () => {
    const ending = await makeApp()
    const { promise: isAsked, resolve: end } = Promise.withResolvers<void>()
    ending.addHook('preClose', () => isAsked)
    const origin = await ending.listen({ host: '127.0.0.1', port: 0 })
    const closed = ending.close()
    expect(await ask(`${origin}/thing`)).toEqual([200, 'close'])
    end()
    await closed
  })
})

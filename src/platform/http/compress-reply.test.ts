import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readEnv } from '../../env.ts'
import { makeLog } from '../log.ts'
import { createApp } from './create-app.ts'
import { type App, route } from './http.ts'

const LONG = { text: 'Nairobi '.repeat(200) }

let app: App
beforeAll(async () => {
  app = await createApp(readEnv({}), makeLog('silent'), {
    scriptHashes: [],
    authenticate: async () => null,
  })
  const answers: Record<string, () => unknown> = {
    '/long': () => LONG,
    '/short': () => ({ text: 'Nairobi' }),
    '/cb/p/token': () => LONG,
  }
  for (const [url, answer] of Object.entries(answers)) {
    route(app, { method: 'GET', url, access: 'public', handler: async () => answer() })
  }
  route(app, {
    method: 'GET',
    url: '/picture',
    access: 'public',
    handler: async (_request, reply) => reply.type('image/jpeg').send(Buffer.alloc(5000)),
  })
})
afterAll(() => app.close())

async function ask(url: string, accepted?: string) {
  const answer = await app.inject({
    url,
    headers: accepted === undefined ? {} : { 'accept-encoding': accepted },
  })
  expect(answer.statusCode).toBe(200)
  return { encoding: answer.headers['content-encoding'], answer }
}

// spec: low-data-files-compressed
test.each([
  ['gzip, deflate, br', 'br', brotliDecompressSync],
  ['gzip;q=1.0, br;q=0', 'gzip', gunzipSync],
  ['GZIP', 'gzip', gunzipSync],
])(
  'a client that sends %s gets the best encoding that it accepts',
  async (accepted, wanted, unpack) => {
    const { answer, encoding } = await ask('/long', accepted)
    expect(encoding).toBe(wanted)
    expect(answer.headers.vary).toBe('accept-encoding')
    expect(Number(answer.headers['content-length'])).toBe(answer.rawPayload.length)
    expect(answer.rawPayload.length).toBeLessThan(200)
    expect(JSON.parse(unpack(answer.rawPayload).toString())).toEqual(LONG)
  },
)

test('a client that accepts no encoding gets plain text, and caches learn that others differ', async () => {
  for (const accepted of [undefined, '', 'identity', 'br;q=0, gzip;q=0.0']) {
    const { answer, encoding } = await ask('/long', accepted)
    expect(encoding).toBeUndefined()
    expect(answer.headers.vary).toBe('accept-encoding')
    expect(answer.json()).toEqual(LONG)
  }
})

// spec: low-data-files-compressed
test('short replies, callbacks and pictures are not compressed', async () => {
  for (const url of ['/short', '/cb/p/token', '/picture']) {
    expect((await ask(url, 'gzip, br')).encoding, url).toBeUndefined()
  }
})

import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { readEnv } from '../../env.ts'
import { makeLog } from '../log.ts'
import { createApp } from './create-app.ts'
import { type Access, type App, route } from './http.ts'
import type { Viewer } from './viewer.ts'

const handler = vi.fn(async () => ({ ok: true }))
let app: App

beforeAll(async () => {
  app = await createApp(readEnv({}), makeLog('silent'), {
    scriptHashes: [],
    authenticate: async (role) => ({ accountId: '1', role: role as Viewer['role'] }),
  })
  for (const access of ['public', 'organizer', 'admin', 'steward', 'constructor', '']) {
    route(app, { method: 'GET', url: `/${access}-thing`, access: access as Access, handler })
  }
  app.get('/plugin/silent', handler)
})
afterAll(() => app.close())

/**
 * Requests a path as an anonymous caller, an organizer and an admin. Returns the three statuses.
 */
async function statuses(url: string): Promise<number[]> {
  const all = [{}, { authorization: 'organizer' }, { authorization: 'admin' }]
  const answers = await Promise.all(all.map((headers) => app.inject({ url, headers })))
  return answers.map((answer) => answer.statusCode)
}

test.each([
  ['/public-thing', [200, 200, 200]],
  ['/organizer-thing', [401, 200, 200]],
  ['/admin-thing', [401, 403, 200]],
  // An unknown path is 404 for every caller.
  ['/nothing', [404, 404, 404]],
])(
  '%s responds to an anonymous caller, an organizer and an admin with %j',
  async (url, expected) => {
    expect(await statuses(url)).toEqual(expected)
  },
)

describe('a route with an unknown kind of access', () => {
  test.each(['/steward-thing', '/constructor-thing', '/-thing', '/plugin/silent'])(
    'admits no caller: %s',
    async (url) => {
      handler.mockClear()
      expect(await statuses(url)).toEqual([500, 500, 500])
      expect(handler).not.toHaveBeenCalled()
    },
  )
})

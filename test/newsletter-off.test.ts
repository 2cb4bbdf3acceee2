// spec: newsletter-off
import { beforeAll, expect, test } from 'vitest'
import { readEnv } from '../src/env.ts'
import { openLoadShedding } from '../src/platform/http/load-shedder.ts'
import { methodsAt, render } from '../src/web/entry-server.tsx'
import { registerPages } from '../src/web/pages.routes.ts'
import { keepStage } from './stage.ts'

const NO_FILES = { css: '', extraHead: '', entry: '', preload: [] }

const stage = keepStage({ PAGE_SECONDS: '0' })
beforeAll(async () => {
  await registerPages(
    stage.app,
    { ...stage.deps, loadShedding: openLoadShedding(stage.deps) },
    { render, methodsAt, assets: async () => NO_FILES, files: [] },
  )
})

test('a sandbox always offers the newsletter, and other values refuse to start', () => {
  expect(readEnv({}).newsletter).toBe(true)
  expect(readEnv({ NEWSLETTER: 'off' }).newsletter).toBe(true)
  expect(() => readEnv({ NEWSLETTER: 'no' })).toThrow(/NEWSLETTER must be one of on, off, not "no"/)
})

test.each([true, false])(
  'newsletter %s: pages offer it or not, and the call answers',
  async (is) => {
    Object.assign(stage.env, { newsletter: is })
    const read = async (url: string) => (await stage.app.inject({ method: 'GET', url })).body
    const pages = [await read('/'), await read('/newsletter')]
    expect(pages.map((page) => page.includes('aria-label="Newsletter"'))).toEqual([is, is])
    expect(pages[1]!.includes('send a newsletter at the moment')).toBe(!is)
    const answer = await stage.app.inject({
      method: 'POST',
      url: '/api/functions/newsletter',
      payload: { email: `reader-${is}@lango.test` },
    })
    expect(answer.json()).toEqual({ message: 'Successfully subscribed to newsletter!' })
  },
)

// Tests how the server serves the gate app: its address, content security policy and files.
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { keepStage } from '../../test/stage.ts'
import { openLoadShedding } from '../platform/http/load-shedder.ts'
import { methodsAt, render } from './entry-server.tsx'
import { readGateFiles } from './gate-files.ts'
import { registerPages } from './pages.routes.ts'

const NO_FILES = { css: '', extraHead: '', entry: '', preload: [] }

const stage = keepStage()
beforeAll(async () => {
  const dist = mkdtempSync(join(tmpdir(), 'lango-gate-'))
  const assets = join(dist, 'gate/assets')
  mkdirSync(assets, { recursive: true })
  mkdirSync(join(dist, 'gate/.vite'))
  writeFileSync(join(assets, 'app-1.js'), 'app()')
  writeFileSync(join(assets, 'style-1.css'), '.a{}')
  writeFileSync(join(assets, 'reader-1.wasm'), '\0asm')
  writeFileSync(join(dist, 'gate/worker.js'), 'keep()')
  const manifest = {
    'src/checkin/gate/screens/entry.tsx': { file: 'assets/app-1.js' },
    'style.css': { file: 'assets/style-1.css' },
  }
  writeFileSync(join(dist, 'gate/.vite/manifest.json'), JSON.stringify(manifest))
  await registerPages(
    stage.app,
    { ...stage.deps, loadShedding: openLoadShedding(stage.deps) },
    { render, methodsAt, assets: async () => NO_FILES, files: [assets], gate: readGateFiles(dist) },
  )
})

const get = (url: string) => stage.app.inject({ method: 'GET', url })
const WASM = "'wasm-unsafe-eval'"

describe("the gate app's address", () => {
  // spec: gate-address
  test('/gate redirects to /gate/', async () => {
    const { statusCode, headers } = await get('/gate')
    expect(statusCode).toBe(308)
    expect(headers.location).toBe('/gate/')
    const page = await get('/gate/')
    expect(page.statusCode).toBe(200)
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(page.body).toContain('src="/gate/assets/app-1.js"')
  })

  // spec: gate-installable
  test('offers a manifest with existing icons and a worker with its own scope, so the app can be installed', async () => {
    const { body } = await get('/gate/')
    expect(body).toContain('rel="manifest" href="/gate/manifest.webmanifest"')
    const manifest = (await get('/gate/manifest.webmanifest')).json()
    expect(manifest).toMatchObject({ scope: '/gate/', start_url: '/gate/', display: 'standalone' })
    for (const { src, type } of manifest.icons) {
      const icon = await get(src)
      expect(icon.headers['content-type']).toBe(type)
      expect(icon.rawPayload.subarray(1, 4).toString()).toBe('PNG')
    }
    const worker = await get('/gate/worker.js')
    expect(worker.headers['content-type']).toBe('text/javascript; charset=utf-8')
    // The list of files that the service worker caches. The style sheet is not listed, because the
    // page contains it.
    const kept = JSON.parse(/GATE_FILES=(\[.*?\])/.exec(worker.body)![1]!)
    expect(kept).toEqual(
      expect.arrayContaining(['/gate/', '/gate/assets/app-1.js', '/gate/assets/reader-1.wasm']),
    )
    for (const path of kept) expect((await get(path)).statusCode, path).toBe(200)
  })
})

// spec: gate-wasm-policy
describe('WebAssembly', () => {
  test('is allowed in /gate/ and the files that it loads', async () => {
    for (const path of ['/gate/', '/gate/assets/app-1.js', '/gate/worker.js']) {
      expect((await get(path)).headers['content-security-policy'], path).toContain(
        `script-src 'self' ${WASM}`,
      )
    }
    const wasm = await get('/gate/assets/reader-1.wasm')
    expect(wasm.headers['content-type']).toBe('application/wasm')
  })

  test('is not allowed on any other page', async () => {
    const others = ['/', '/help', '/organizer', '/t/worker.js', '/assets/app-1.js', '/api/events']
    for (const path of [...others, '/gatecrash', '/gate/nothing']) {
      const policy = (await get(path)).headers['content-security-policy']
      expect(policy, path).toContain("script-src 'self'")
      expect(policy, path).not.toContain('wasm')
    }
  })
})

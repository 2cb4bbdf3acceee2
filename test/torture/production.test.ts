import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { startService } from '../../scripts/service.mjs'
import { createShopDatabase, type TestDatabase } from '../database.ts'
import { takeFreePorts } from '../free-ports.ts'
import { asUser, CREDENTIALS, isOpen } from './production-env.ts'
import { waitFor } from './wait-for.ts'

// Tests which modules a production process has loaded by the time it accepts requests.

const PRODUCTION = { ...CREDENTIALS, ...asUser, ALLOW_SUPERUSER: 'yes' }

/** Code that appends the URL of each loaded module to a file. */
const HOOK = `
  import { appendFileSync } from 'node:fs'
  import { registerHooks } from 'node:module'
  registerHooks({
    load(url, context, next) {
      appendFileSync(process.env.LOADED_MODULES, url + '\\n')
      return next(url, context)
    },
  })`

const ROOT = pathToFileURL(`${process.cwd()}/`).href

let folder: string
let database: TestDatabase
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'lango-production-'))
  // The user of production must be able to write to this folder.
  chmodSync(folder, 0o777)
})
beforeEach(async () => {
  database = await createShopDatabase()
})
afterEach(() => database?.close())
afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

type App = ReturnType<typeof startService>

/** Starts src/main.ts. Returns the files of the repository that it has loaded. */
async function loadedBy(
  settings: Record<string, string>,
  whileItRuns: (app: App, port: number) => Promise<void> = async () => {},
): Promise<string[]> {
  const [port] = await takeFreePorts(1)
  const list = path.join(folder, `${settings.LANGO_ENV}.txt`)
  // The file is made in advance, because root starts the app, which then becomes the user of
  // production.
  writeFileSync(list, '')
  chmodSync(list, 0o666)
  const app = startService({
    name: 'app',
    script: 'src/main.ts',
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      NODE_OPTIONS: `--import=data:text/javascript;base64,${Buffer.from(HOOK).toString('base64')}`,
      LOADED_MODULES: list,
      PORT: String(port),
      DATABASE_URL: database.url,
      DATA_DIR: folder,
      LOG_LEVEL: 'warn',
      ...settings,
    },
    logFile: path.join(folder, 'app.log'),
  })
  try {
    await app.ready
    await whileItRuns(app, port!)
  } finally {
    await app.stop()
  }
  const urls = readFileSync(list, 'utf8').split('\n')
  return urls
    .filter((url) => url.startsWith(ROOT) && !url.includes('/node_modules/'))
    .map((url) => url.slice(ROOT.length))
}

const outside = (files: string[]) => files.filter((file) => !/^(src|dist)\//.test(file))

test('production loads nothing of the sample or the sandbox; SIGHUP does not end it', async () => {
  if (!isOpen) return
  const files = await loadedBy(PRODUCTION, async (app, port) => {
    app.hangUp()
    // The process still responds after the signal, so only `stop` ends it.
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200)
  })
  expect(files.length).toBeGreaterThan(100)
  expect(files).toContain('src/orders/placing/place-order.ts')
  expect(outside(files)).toEqual([])
})

// spec: log-file-rotated
test('a sandbox loads the sample, and none of the drawing code; on SIGHUP it opens its log again', async () => {
  const log = path.join(folder, 'moved.log')
  const settings = { LANGO_ENV: 'sandbox', LOG_FILE: log, LOG_LEVEL: 'info' }
  const files = await loadedBy(settings, async (app) => {
    renameSync(log, `${log}.1`)
    app.hangUp()
    await waitFor('the log is opened again', () => existsSync(log))
  })
  expect(readFileSync(`${log}.1`, 'utf8')).toContain('"ready"')
  expect(files).toContain('sample/load-sample.ts')
  expect(outside(files).filter((file) => !file.startsWith('sample/'))).toEqual([])
  expect(files.filter((file) => file.startsWith('sample/drawing/'))).toEqual([])
})

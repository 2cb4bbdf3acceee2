import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startService } from '../../scripts/service.mjs'
import { createShopDatabase, type TestDatabase } from '../database.ts'
import { takeFreePorts } from '../free-ports.ts'

// What a process has really loaded by the time it serves, whatever imports it and how.

const PRODUCTION = {
  LANGO_ENV: 'production',
  PUBLIC_ORIGIN: 'https://tickets.invalid',
  MPESA_BASE_URL: 'https://payments.invalid',
  MPESA_SHORTCODE: '600123',
  MPESA_CONSUMER_KEY: 'key',
  MPESA_CONSUMER_SECRET: 'secret',
  MPESA_PASSKEY: 'passkey',
  MPESA_NOMINATED_NUMBER: '254712345678',
  AT_BASE_URL: 'https://sms.invalid',
  AT_USERNAME: 'lango',
  AT_API_KEY: 'key',
  AT_REPORT_TOKEN: 'a-long-secret',
  SMTP_URL: 'smtps://lango:secret@mail.invalid',
  MAIL_FROM: 'tickets@lango.invalid',
  SESSION_SECRET: '0123456789abcdef0123456789abcdef',
  SUPPORT_EMAIL: 'help@lango.invalid',
  SUPPORT_PHONE: '0712 000 000',
}

/** Writes down each module as it is loaded. */
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
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'lango-production-'))
  database = await createShopDatabase()
})
afterAll(async () => {
  await database?.drop()
  rmSync(folder, { recursive: true, force: true })
})

/** The files of ours that are loaded by a start of src/main.ts. */
async function loadedBy(settings: Record<string, string>): Promise<string[]> {
  const [port] = await takeFreePorts(1)
  const list = path.join(folder, `${settings.LANGO_ENV}.txt`)
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
  } finally {
    await app.stop()
  }
  const urls = readFileSync(list, 'utf8').split('\n')
  return urls
    .filter((url) => url.startsWith(ROOT) && !url.includes('/node_modules/'))
    .map((url) => url.slice(ROOT.length))
}

const outside = (files: string[]) => files.filter((file) => !/^(src|dist)\//.test(file))

test('production loads nothing of the sample or the sandbox', async () => {
  const files = await loadedBy(PRODUCTION)
  expect(files.length).toBeGreaterThan(100)
  expect(files).toContain('src/orders/place-order.ts')
  expect(outside(files)).toEqual([])
})

test('a sandbox loads the sample, and nothing that draws it', async () => {
  const files = await loadedBy({ LANGO_ENV: 'sandbox' })
  expect(files).toContain('sample/load-sample.ts')
  expect(outside(files).filter((file) => !file.startsWith('sample/'))).toEqual([])
  expect(files.filter((file) => file.startsWith('sample/drawing/'))).toEqual([])
})

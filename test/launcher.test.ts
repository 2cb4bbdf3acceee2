import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launch, shopPorts } from './launcher.ts'

// The launcher reports faults in the settings before any process starts, so no test starts a shop.
let folder: string
let taken: Server
let takenPort: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lango-launcher-'))
  taken = createServer()
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
  takenPort = String((taken.address() as { port: number }).port)
})
afterAll(() => {
  taken.close()
  rmSync(folder, { recursive: true, force: true })
})

async function refusal(variables: Record<string, string>): Promise<string[]> {
  const launcher = launch({ DATA_DIR: folder, ...(await shopPorts()), ...variables })
  expect(await launcher.ended).toBe(1)
  return launcher.said().trim().split('\n')
}

// spec: wrong-settings-ports
test('several wrong variables are reported together, a line for each', async () => {
  const wrong = {
    PORT: 'three thousand',
    TIME_SCALE: '-1',
    PUBLIC_ORIGIN: 'tickets.example',
    LOG: 'file',
    DATABASE_URL: 'mysql://root:hush@127.0.0.1/lango',
  }
  expect(await refusal(wrong)).toEqual([
    'PORT must be a whole number from 1 to 65535, not "three thousand"',
    'PUBLIC_ORIGIN must be an address such as https://www.example, without a path, not "tickets.example"',
    'TIME_SCALE must be a number from 0.001 to 10, not "-1"',
    'LOG must be stdout or empty, not "file"',
    'DATABASE_URL must be an address such as postgres://user:password@host:5432/lango',
  ])
})

// spec: wrong-settings-ports
test('the same port given twice is reported', async () => {
  expect(await refusal({ PORT: '3100', SANDBOX_PORT: '3100' })).toEqual([
    'PORT and SANDBOX_PORT must differ, both are 3100',
  ])
})

// spec: wrong-settings-ports
test('ports in use are reported', async () => {
  expect(await refusal({ PORT: takenPort })).toEqual([
    `PORT: port ${takenPort} is in use; set PORT to a free one`,
  ])
  expect(await refusal({ SANDBOX_PORT: takenPort })).toEqual([
    `SANDBOX_PORT: port ${takenPort} is in use; set SANDBOX_PORT to a free one`,
  ])
})

// spec: wrong-settings-ports
test('a read-only folder is reported', async () => {
  const file = join(folder, 'a-file')
  writeFileSync(file, '')
  expect(await refusal({ DATA_DIR: join(file, 'data') })).toEqual([
    `DATA_DIR: cannot write in ${join(file, 'data')} (ENOTDIR)`,
  ])
  expect(await refusal({ DATA_DIR: '/proc/data' })).toEqual([
    expect.stringMatching(/^DATA_DIR: cannot write in \/proc\/data \(\w+\)$/),
  ])
})

// spec: wrong-settings-ports
test('a port and a database that cannot be used are reported, a line for each, without the password', async () => {
  const databaseUrl = `postgres://lango:hush@127.0.0.1:${takenPort}/lango`
  const said = await refusal({ PORT: takenPort, DATABASE_URL: databaseUrl })
  expect(said).toEqual([
    `PORT: port ${takenPort} is in use; set PORT to a free one`,
    expect.stringMatching(/^DATABASE_URL: cannot use this database: /),
  ])
  expect(said[1]).not.toContain('hush')
})

// spec: production-starts-every
test('production without credentials reports all that are missing, and starts nothing', async () => {
  const said = await refusal({ LANGO_ENV: 'production', PUBLIC_ORIGIN: 'https://tickets.example' })
  expect(
    said.map((line) => line.replace(' is missing: LANGO_ENV=production needs it', '')),
  ).toEqual([
    'MPESA_SHORTCODE',
    'MPESA_CONSUMER_KEY',
    'MPESA_CONSUMER_SECRET',
    'MPESA_PASSKEY',
    'MPESA_BUSINESS_NAME',
    'MPESA_NOMINATED_NUMBER',
    'MPESA_INITIATOR_NAME',
    'MPESA_INITIATOR_PASSWORD',
    'MPESA_SECURITY_CERTIFICATE',
    'AT_USERNAME',
    'AT_API_KEY',
    'AT_REPORT_TOKEN',
    'SMTP_URL',
    'MAIL_FROM',
    'SESSION_SECRET',
    'SUPPORT_EMAIL',
    'SUPPORT_PHONE',
    'USSD_TOKEN',
  ])
})

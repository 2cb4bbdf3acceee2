import { generateKeyPairSync } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer } from 'node:tls'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { makeCertificate } from '../../../sandbox/certificate.ts'
import { startTrial, type Trial } from '../../../sandbox/trial.ts'
import {
  createEmptyDatabase,
  createTestDatabase,
  type TestDatabase,
} from '../../../test/database.ts'
import { takeFreePorts } from '../../../test/free-ports.ts'
import { type Served, startScriptedServer } from '../../../test/scripted-server.ts'
import { readEnv } from '../../env.ts'
import { systemClock } from '../../platform/clock.ts'
import { openDatabase } from '../../platform/database/db.ts'
import { openS3Storage } from '../../platform/storage/s3-storage.ts'
import { openFolderStorage } from '../../platform/storage/storage.ts'
import { checkArchive, checkClock } from './check-database.ts'
import { checkBackup, checkBaseBackup, checkDisk, checkInitiator } from './check-machine.ts'
import { callItself, checkTls } from './check-origin.ts'
import { type DoctorDeps, examine } from './examine.ts'

let database: TestDatabase
let trial: Trial
let folder: string
beforeAll(async () => {
  database = await createTestDatabase()
  trial = await startTrial()
  folder = mkdtempSync(join(tmpdir(), 'lango-doctor-'))
})
const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})
afterAll(async () => {
  await trial?.close()
  await database?.close()
  rmSync(folder, { recursive: true, force: true })
})

const DAY_MS = 24 * 3600_000
const key = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey

function depsOf(changes: Record<string, string> = {}): DoctorDeps {
  const certificate = join(folder, 'certificate.pem')
  writeFileSync(certificate, makeCertificate(key, 'M-Pesa'))
  const env = readEnv({
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    MPESA_BASE_URL: trial.base,
    AT_BASE_URL: trial.base,
    SMTP_URL: `smtp://127.0.0.1:${trial.smtpPort}`,
    MPESA_SECURITY_CERTIFICATE: certificate,
    ...changes,
  })
  const db = openDatabase(env.databaseUrl, 2)
  closing.push(() => db.destroy())
  const storage = env.s3 ? openS3Storage(env.s3) : openFolderStorage(env.dataDir)
  return { env, db, storage, clock: systemClock }
}

/** Examines the shop with these settings. Returns the faults by the name of the check. */
async function faultsOf(changes: Record<string, string> = {}) {
  const findings = await examine(depsOf(changes))
  return Object.fromEntries(findings.map(({ name, fault }) => [name, fault]))
}

const freePort = async () => (await takeFreePorts(1))[0]

async function serve(answer: Served): Promise<string> {
  const server = await startScriptedServer(() => answer)
  closing.push(server.close)
  return server.url
}

test('on a developer\u2019s machine the doctor finds fault only with what is not public', async () => {
  writeFileSync(join(folder, 'database-1.dump'), '')
  const faults = await faultsOf({ BACKUP_DIR: folder })
  const found = Object.entries(faults).filter(([, fault]) => fault !== null)
  expect(found.map(([name]) => name).filter((name) => name !== 'disk')).toEqual([
    'database role',
    'public address',
    'callback address',
    'TLS',
    'test alert',
  ])
  expect(faults['database role']).toMatch(/^this role may do more .* alter role … nosuperuser/)
  expect(faults['callback address']).toBe(
    '127.0.0.1 leads to 127.0.0.1, which cannot be reached from outside. Let the DNS name the public address.',
  )
  expect(faults.TLS).toBe('PUBLIC_ORIGIN is not https. Run certbot, and set it.')
})

test('wrong keys and servers that do not respond are faults, each with its remedy', async () => {
  const faults = await faultsOf({
    MPESA_CONSUMER_SECRET: 'wrong',
    AT_API_KEY: 'wrong',
    SMTP_URL: `smtp://127.0.0.1:${await freePort()}`,
    PUBLIC_ORIGIN: 'https://tickets.invalid',
  })
  expect(faults.Daraja).toMatch(/^it gives no token: HTTP 400\. Check MPESA_CONSUMER_KEY/)
  expect(faults.SMS).toMatch(/^the gateway gives no balance: HTTP 401\. Check AT_USERNAME/)
  expect(faults.email).toMatch(/ECONNREFUSED.*Check SMTP_URL/)
  expect(faults['public address']).toMatch(/^tickets\.invalid has no address\. Add it to the DNS/)
  expect(faults.TLS).toMatch(/^TLS fails: ENOTFOUND|^TLS fails: EAI_AGAIN/)
  expect(faults.backup).toMatch(/^BACKUP_DIR is missing\. Set it/)
})

test('a refused key leaves the token that the shop uses, and a new token is stored for it', async () => {
  const { db } = depsOf()
  const token = () => db.selectFrom('mpesa_token').select('access_token').executeTakeFirst()
  await faultsOf()
  const stored = await token()
  expect(stored?.access_token).toEqual(expect.any(String))
  await faultsOf({ MPESA_CONSUMER_SECRET: 'wrong' })
  expect(await token()).toEqual(stored)
})

test.each([
  [503, 'The fault is theirs: look at their status page, and try again'],
  [429, 'It limits our requests: wait a minute, and try again'],
])('a provider that responds with %i is not blamed on our keys', async (status, remedy) => {
  const url = await serve({ status, body: {} })
  const faults = await faultsOf({ MPESA_BASE_URL: url, AT_BASE_URL: url })
  expect(faults.Daraja).toBe(`it gives no token: HTTP ${status}. ${remedy}.`)
  expect(faults.SMS).toBe(`the gateway gives no balance: HTTP ${status}. ${remedy}.`)
})

test('a provider that cannot be reached is a fault of the way out', async () => {
  const url = `http://127.0.0.1:${await freePort()}`
  const faults = await faultsOf({ MPESA_BASE_URL: url, AT_BASE_URL: url })
  expect(faults.Daraja).toMatch(
    /ECONNREFUSED.* Check the way out to http:\/\/127\.0\.0\.1:\d+: DNS/,
  )
  expect(faults.SMS).toMatch(/ECONNREFUSED\. Check the way out to http:\/\/127\.0\.0\.1:\d+: DNS/)
})

test('only a setting that is set is named: the callback address is the public one by default', async () => {
  const own = { PUBLIC_ORIGIN: 'https://tickets.invalid' }
  expect((await faultsOf(own))['callback address']).toContain('mend PUBLIC_ORIGIN')
  const other = { ...own, MPESA_CALLBACK_ORIGIN: 'https://callbacks.invalid' }
  expect((await faultsOf(other))['callback address']).toContain('mend MPESA_CALLBACK_ORIGIN')
})

test('a test alert goes to the Alertmanager, and one that takes none is a fault', async () => {
  const taking = await startScriptedServer(() => ({ status: 200 }))
  closing.push(taking.close)
  expect((await faultsOf({ ALERTMANAGER_URL: taking.url }))['test alert']).toBeNull()
  const [sent] = taking.requests
  expect([sent?.method, sent?.path]).toEqual(['POST', '/api/v2/alerts'])
  expect(JSON.parse(sent!.body)).toEqual([
    {
      labels: { alertname: 'TestAlert', severity: 'page' },
      annotations: { summary: 'lango doctor sent this test alert. Nothing is wrong.' },
    },
  ])
  const away = `http://127.0.0.1:${await freePort()}`
  expect((await faultsOf({ ALERTMANAGER_URL: away }))['test alert']).toMatch(
    /does not take it: ECONNREFUSED\. Read: journalctl -u prometheus-alertmanager/,
  )
  expect((await faultsOf())['test alert']).toMatch(/^ALERTMANAGER_URL is missing/)
})

test('a low balance for SMS is a fault', async () => {
  const low = await serve({ body: { UserData: { balance: 'KES 12.50' } } })
  expect((await faultsOf({ AT_BASE_URL: low })).SMS).toBe(
    'the balance is KES 12.50. Top up the account: each order takes two SMS.',
  )
})

test('a bucket that cannot be used is a fault', async () => {
  const faults = await faultsOf({
    S3_BUCKET: 'lango-uploads',
    S3_ENDPOINT: await serve({ status: 403, body: {} }),
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY: 'secret',
  })
  expect(faults.uploads).toMatch(/^the bucket cannot be used: .*403.*Check S3_BUCKET/)
})

test('a folder that cannot be written is a fault', async () => {
  const file = join(folder, 'a-file')
  writeFileSync(file, '')
  chmodSync(file, 0o600)
  expect((await faultsOf({ DATA_DIR: file })).uploads).toMatch(
    /^uploads cannot be written: ENOTDIR.*Give DATA_DIR to the user/,
  )
})

test('a database without tables, or none, is a fault', async () => {
  const empty = await createEmptyDatabase()
  closing.push(() => empty.close())
  expect((await faultsOf({ DATABASE_URL: empty.url })).database).toMatch(/^it lacks tables/)
  const away = `postgres://lango:hush@127.0.0.1:${await freePort()}/lango`
  const faults = await faultsOf({ DATABASE_URL: away })
  expect(faults.database).toMatch(/^it cannot be used: .*ECONNREFUSED.*Check DATABASE_URL/)
  expect(JSON.stringify(faults)).not.toContain('hush')
})

test('settings of the database that lose orders, and too few connections, are faults', async () => {
  const client = new pg.Client(database.url)
  await client.connect()
  const name = client.escapeIdentifier(new URL(database.url).pathname.slice(1))
  await client.query(`alter database ${name} set synchronous_commit = off`)
  const lossy = await faultsOf()
  await client.query(`alter database ${name} reset synchronous_commit`)
  await client.end()
  expect(lossy['database settings']).toMatch(/^synchronous_commit off may lose.*Set it to on/)
  const many = await faultsOf({ DATABASE_CONNECTIONS: '200' })
  expect(many['database settings']).toMatch(/^max_connections is \d+, .*up to 200\. Raise/)
})

test('a clock that differs from the database\u2019s is a fault', async () => {
  const deps = depsOf()
  expect(await checkClock(deps)).toBeNull()
  expect(await checkClock(deps, Date.now() + 660_000)).toMatch(
    /^this machine and the database differ by 660 seconds\. Run timedatectl/,
  )
})

test('a backup that is missing or old is a fault', async () => {
  const BACKUP_DIR = mkdtempSync(join(folder, 'backups-'))
  const deps = depsOf({ BACKUP_DIR })
  expect(await checkBackup(deps)).toBe(
    `${BACKUP_DIR} holds no backup. Run: systemctl start lango-backup.`,
  )
  const file = join(BACKUP_DIR, 'database-20261201T000000Z.dump')
  writeFileSync(file, '')
  expect(await checkBackup(deps)).toBeNull()
  utimesSync(file, new Date(), new Date(Date.now() - 30 * 3600_000))
  expect(await checkBackup(deps)).toMatch(/^the newest backup is 30 hours old\. Read: journalctl/)
})

test('a base backup that failed, is missing or is old is a fault', async () => {
  const at = new Date('2026-12-02T04:00:00Z')
  const stop = (hours: number) => ({ stop: at.getTime() / 1000 - hours * 3600 })
  const info = (backups: object[], code = 0, message = 'ok') =>
    JSON.stringify([{ name: 'lango', backup: backups, status: { code, message } }])
  const faultOf = (PGBACKREST_INFO: string) => checkBaseBackup(depsOf({ PGBACKREST_INFO }), at)
  const old = { error: false, timestamp: stop(49), type: 'full' }
  const fresh = { error: false, timestamp: stop(24), type: 'diff' }
  expect(await checkBaseBackup(depsOf(), at)).toBeNull()
  expect(await faultOf(info([old, fresh]))).toBeNull()
  expect(await faultOf(info([old]))).toBe(
    'the newest base backup is 49 hours old. Read: journalctl -u lango-base-backup.',
  )
  expect(await faultOf(info([old, { ...fresh, error: true }]))).toMatch(
    /^the newest base backup holds damaged pages\. Read: pgbackrest info/,
  )
  expect(await faultOf(info([], 2, 'no valid backups'))).toBe(
    'pgbackrest reports: no valid backups. Run as the user postgres: pgbackrest --stanza=lango check.',
  )
  expect(await faultOf('[]')).toMatch(/^pgbackrest knows no stanza lango\. Run step 9/)
  expect(await faultOf('none')).toMatch(/^pgbackrest does not reply\. Run as the user postgres/)
})

test('an archive of WAL that fails is a fault', async () => {
  const failed_at = new Date('2026-12-01T20:15:00Z')
  expect(await checkArchive(depsOf(), async () => ({ is_on: true, failed_at }))).toBe(
    'PostgreSQL could not archive its WAL at 2026-12-01T20:15:00.000Z, and keeps it until the disk is full. Run as the user postgres: pgbackrest --stanza=lango check.',
  )
})

test('PostgreSQL that archives no WAL is a fault in production and beside pgbackrest', async () => {
  const off = /^PostgreSQL does not archive its WAL: .* Run step 9 of docs\/operation\.md/
  const deps = depsOf()
  const production = { ...deps, env: { ...deps.env, production: true } }
  expect(await checkArchive(deps)).toBeNull()
  expect(await checkArchive(depsOf({ PGBACKREST_INFO: 'none' }))).toMatch(off)
  expect(await checkArchive(production)).toMatch(off)
  const archives = async () => ({ is_on: true, failed_at: null })
  expect(await checkArchive(production, archives)).toBeNull()
})

test('a disk that is almost full is a fault', async () => {
  const full = () => ({ bavail: 5, blocks: 100, files: 0, ffree: 0 })
  expect(await checkDisk(depsOf(), full)).toMatch(/has only 5 % free\. Make room/)
  const files = () => ({ bavail: 90, blocks: 100, files: 1000, ffree: 10 })
  expect(await checkDisk(depsOf(), files)).toMatch(/has only 1 % free/)
})

test('a certificate of M-Pesa that ends soon is a fault', async () => {
  const file = join(folder, 'ending.pem')
  writeFileSync(file, makeCertificate(key, 'M-Pesa', 5 * DAY_MS))
  const fault = await checkInitiator(depsOf({ MPESA_SECURITY_CERTIFICATE: file }))
  expect(fault).toMatch(/^the certificate in .*\.pem ends on /)
  const away = await checkInitiator(depsOf({ MPESA_SECURITY_CERTIFICATE: '/nowhere/new.cer' }))
  expect(away).toMatch(/^the certificate in \/nowhere\/new\.cer cannot be read: ENOENT/)
})

test('the public address must lead to this shop, and the shop must be ready', async () => {
  expect(await callItself(await serve({ body: { ready: true } }))).toBeNull()
  expect(await callItself(await serve({ status: 503, body: { ready: false } }))).toMatch(
    /^the shop there is not ready/,
  )
  expect(await callItself(await serve({ status: 404, body: 'nginx', type: 'text/html' }))).toMatch(
    /^another program responds there \(HTTP 404\)/,
  )
  expect(await callItself(`http://127.0.0.1:${await freePort()}`)).toMatch(
    /^it cannot be called: ECONNREFUSED/,
  )
})

test('a TLS certificate that ends soon, or that nobody trusts, is a fault', async () => {
  const start = async (lifeMs: number) => {
    const ca = makeCertificate(key, 'localhost', lifeMs)
    const pem = key.export({ type: 'pkcs8', format: 'pem' })
    const server = createServer({ cert: ca, key: pem })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    closing.push(() => server.close())
    return { host: 'localhost', port: (server.address() as AddressInfo).port, ca }
  }
  expect(await checkTls(await start(90 * DAY_MS))).toBeNull()
  const ending = await start(5.5 * DAY_MS)
  expect(await checkTls(ending)).toBe('the certificate ends in 5 days. Run: certbot renew.')
  expect(await checkTls({ host: ending.host, port: ending.port })).toMatch(
    /^TLS fails: .*SELF_SIGNED.*Run certbot/,
  )
})

import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createEmptyDatabase, type TestDatabase } from '../database.ts'
import { takeFreePorts } from '../free-ports.ts'
import { asUser, CREDENTIALS, isOpen, isRoot, USER } from './production-env.ts'

/**
 * Tests the app as production starts it, without the launcher: the starts that the app refuses, and
 * the user as which it runs.
 */

let database: TestDatabase
let folder: string
let running: ChildProcess | undefined
beforeAll(async () => {
  database = await createEmptyDatabase()
  folder = mkdtempSync(join(tmpdir(), 'lango-production-'))
  chmodSync(folder, 0o777)
})
afterEach(() => void running?.kill('SIGKILL'))
afterAll(async () => {
  await database?.close()
  rmSync(folder, { recursive: true, force: true })
})

type End = { ready: number; port: number } | { fault: string }

/**
 * Starts the app. Returns its process id once the app is ready, or its error output if it has
 * ended.
 */
async function start(variables: Record<string, string>): Promise<End> {
  const [port] = await takeFreePorts(1)
  const env = { PATH: process.env.PATH, DATABASE_URL: database.url, DATA_DIR: folder }
  const child = spawn(process.execPath, ['src/main.ts'], {
    env: { ...env, PORT: String(port), LOG_LEVEL: 'silent', ...variables },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  running = child
  let said = ''
  child.stderr!.setEncoding('utf8').on('data', (part) => {
    said += part
  })
  return await new Promise((resolve) => {
    child.on('message', (message: { type: string }) => {
      if (message.type === 'ready') resolve({ ready: child.pid!, port: port! })
    })
    child.once('close', () => resolve({ fault: said.trim() }))
  })
}

const cannotRead = { fault: `RUN_AS: ${USER} cannot read ${process.cwd()}` }

test('a superuser role is refused, unless a setting allows it', async () => {
  const refused = await start({ ...CREDENTIALS, ...asUser })
  if (!isOpen) return expect(refused).toEqual(cannotRead)
  expect(refused).toEqual({
    fault: expect.stringMatching(/^DATABASE_URL: this role is a superuser.*ALLOW_SUPERUSER=yes\.$/),
  })
  const allowed = { ...CREDENTIALS, ...asUser, ALLOW_SUPERUSER: 'yes' }
  expect(await start(allowed)).toHaveProperty('ready')
})

/** Changes a setting of the database. It applies to sessions that begin later. */
async function setOfDatabase(change: string): Promise<void> {
  const client = new pg.Client(database.url)
  await client.connect()
  const name = client.escapeIdentifier(new URL(database.url).pathname.slice(1))
  await client.query(`alter database ${name} ${change}`)
  await client.end()
}

test('a database that may lose acknowledged data is refused', async () => {
  await setOfDatabase('set synchronous_commit = off')
  const refused = await start({ ...CREDENTIALS, ...asUser, ALLOW_SUPERUSER: 'yes' })
  await setOfDatabase('reset synchronous_commit')
  if (!isOpen) return expect(refused).toEqual(cannotRead)
  expect(refused).toEqual({
    fault: expect.stringMatching(/^DATABASE_URL: with synchronous_commit off this database/),
  })
})

test('root becomes another user before it listens, and does not start without one', async () => {
  const variables = { ...CREDENTIALS, ALLOW_SUPERUSER: 'yes' }
  const first = await start({ ...variables, ...asUser })
  if (!isOpen) return expect(first).toEqual(cannotRead)
  const { ready, port } = first as Extract<End, { ready: number }>
  const status = readFileSync(`/proc/${ready}/status`, 'utf8')
  const uids = /^Uid:\s+(.*)$/m.exec(status)![1]!.split(/\s+/)
  expect(new Set(uids).size).toBe(1)
  expect(uids[0]).not.toBe('0')
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200)
  running!.kill('SIGKILL')
  if (!isRoot) return
  const rest = 'production started by root needs the user to run as'
  expect(await start(variables)).toEqual({ fault: `RUN_AS is missing: ${rest}` })
  expect(await start({ ...variables, RUN_AS: 'root' })).toEqual({
    fault: 'RUN_AS must be a user without root\'s rights, not "root"',
  })
  expect(await start({ ...variables, RUN_AS: 'no-such-user' })).toEqual({
    fault: 'RUN_AS: there is no user "no-such-user" on this machine',
  })
})

test('a sandbox never becomes production, nor production a sandbox', async () => {
  if (!isOpen) return
  const sandbox = await start({})
  expect(sandbox).toEqual({ fault: expect.stringContaining("this database is production's") })
  const client = new pg.Client(database.url)
  await client.connect()
  const sample = await client.query("select email from account where email like '%@lango.test'")
  expect(sample.rows).toEqual([])
  await client.query(`update setting set value = '"sandbox"' where name = 'mode'`)
  await client.end()
  const end = await start({ ...CREDENTIALS, ...asUser, ALLOW_SUPERUSER: 'yes' })
  expect(end).toEqual({ fault: expect.stringContaining('it never becomes production') })
})

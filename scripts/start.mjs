// npm start and npm run dev: start a shop from a fresh clone.
import path from 'node:path'
import {
  dataFolder,
  dataPath,
  dropDevelopment,
  ensureDependencies,
  ensureNode,
  loadDotEnv,
  root,
} from './bootstrap.mjs'
import { arePagesBuilt, buildPages } from './build.mjs'
import { tellFullDisk } from './disk-room.mjs'
import { keepPostgres } from './keep-postgres.mjs'
import { isRootOfProduction, leaveRoot } from './leave-root.mjs'
import { endRunning, Fault, onStop, runMain, say } from './run.mjs'
import { startService } from './service.mjs'
import { checkSurroundings, readSettings, sandboxEnv } from './settings.mjs'
import { watchSources } from './watch.mjs'

const dev = process.argv.includes('--dev')

/** @type {{ app?: any, sandbox?: any, postgres?: any, stopping: boolean }} */
const parts = { stopping: false }
/** The folders whose disks are checked for free space. */
const places = [root]

await runMain(async () => {
  onStop(
    (force) => (force ? killAll() : stopAll(0)),
    // On SIGHUP an app with a log file opens the file again. Without a log file the signal stops
    // the shop.
    () => (process.env.LOG === 'stdout' ? stopAll(0) : parts.app?.hangUp()),
  )
  loadDotEnv()
  const dataDir = isRootOfProduction() ? dataPath() : dataFolder()
  places.push(dataDir)
  await ensureNode()
  await ensureDependencies(() => dev || !arePagesBuilt())
  const settings = await readSettings(dataDir, dev)
  await checkSurroundings(settings.env)
  if (!dev) {
    await buildPages()
    await dropDevelopment()
  }
  await leaveRoot()
  try {
    await startParts(settings, dataDir)
  } catch (error) {
    if (parts.stopping) return
    const isPlain = error instanceof Fault || /** @type {any} */ (error).code === 'ENOSPC'
    console.error(isPlain ? /** @type {Error} */ (error).message : error)
    tellRoom()
    await stopAll(1)
  }
}, tellRoom)

/** Reports a full disk on the terminal, because a log file on a full disk cannot report it. */
function tellRoom() {
  const told = tellFullDisk(...places)
  if (told) console.error(told)
}

async function startParts({ env, source }, dataDir) {
  const databaseUrl = await openDatabase(env.databaseUrl, dataDir)
  if (parts.stopping) return
  const logFile = (name) =>
    process.env.LOG === 'stdout' ? undefined : path.join(dataDir, 'log', `${name}.log`)
  const startApp = () =>
    startService({
      name: 'app',
      script: 'src/main.ts',
      env: {
        ...(logFile('app') && { LOG_FILE: logFile('app') }),
        ...source,
        DATABASE_URL: databaseUrl,
      },
      logFile: logFile('app'),
      graceMs: env.stopGraceMs,
    })
  const startSandbox = () =>
    startService({
      name: 'sandbox',
      script: 'sandbox/main.ts',
      env: sandboxEnv({ env, source }),
      logFile: logFile('sandbox'),
    })
  if (!env.production) keep('sandbox', startSandbox)
  keep('app', startApp)
  const ready = [parts.sandbox, parts.app].map((service) => service?.ready)
  await (dev ? Promise.allSettled(ready) : Promise.all(ready))
  if (parts.stopping) return
  if (dev) {
    watchSources(path.join(root, 'src'), () => restart('app', startApp))
    watchSources(path.join(root, 'migrations'), () => restart('app', startApp))
    watchSources(path.join(root, 'sandbox'), () => restart('sandbox', startSandbox))
  }
  announce(env)
}

async function openDatabase(givenUrl, dataDir) {
  if (givenUrl) return givenUrl
  const kept = keepPostgres(dataDir, { log: say, whenLost: endUnexpectedly })
  // Register PostgreSQL immediately: Ctrl-C during the start must stop it as well.
  parts.postgres = kept
  const { url, folder } = await kept.start()
  places.push(folder)
  return url
}

/**
 * Starts a part of the shop. If the part ends unexpectedly, everything stops. In dev everything
 * keeps running, because an edit restarts the part.
 */
function keep(name, start) {
  const service = start()
  parts[name] = service
  service.ready.then(
    () =>
      service.exited.then((how) => {
        if (parts[name] === service) endUnexpectedly(`The ${name} ended unexpectedly ${how}`)
      }),
    (fault) => dev && parts[name] === service && say(fault.message),
  )
}

async function restart(name, start) {
  if (parts.stopping) return
  const old = parts[name]
  parts[name] = undefined
  await old?.stop()
  if (parts.stopping || parts[name]) return
  keep(name, start)
  await parts[name].ready.then(
    () => say(`The ${name} was restarted`),
    () => {},
  )
}

function endUnexpectedly(line) {
  if (parts.stopping) return
  if (dev && !line.startsWith('PostgreSQL')) {
    say(`${line}; waiting for a change`)
    return
  }
  console.error(`${line}. Stopping the rest; the next npm start recovers.`)
  tellRoom()
  void stopAll(1)
}

async function stopAll(code) {
  if (parts.stopping) return
  parts.stopping = true
  void endRunning('SIGTERM')
  // Stop the app first: orders in progress need the database.
  await parts.app?.stop()
  await parts.sandbox?.stop()
  await parts.postgres?.stop()
  process.exit(code)
}

function killAll() {
  void endRunning('SIGKILL')
  parts.app?.kill()
  parts.sandbox?.kill()
}

function announce({ production, publicOrigin, host, sandboxPort }) {
  const shown = ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host
  say('')
  say(`Lango is running${dev ? ', and restarts when its code changes' : ''}. Ctrl-C stops it.`)
  say('')
  say(`  Shop   ${publicOrigin}`)
  if (production) return
  say(`  Phone  http://${shown}:${sandboxPort}`)
  say('')
  say(`  Back office  ${publicOrigin}/organizer, with the password karibu-lango:`)
  say('    admin@lango.test      sees and changes everything')
  say('    organizer@lango.test  has several events')
  say('    other@lango.test      has others')
  say('    new@lango.test        has none yet')
}

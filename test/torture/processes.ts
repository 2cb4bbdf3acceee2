import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { COMPILE_CACHE } from '../../scripts/service.mjs'
import { type Db, openDatabase } from '../../src/platform/database/db.ts'
import { type BuiltEvent, buildEvent, type TypeSpec } from '../build.ts'
import { takeFreePorts } from '../free-ports.ts'

/**
 * Starts a shop as operators run it: real processes and connections, which tests can kill and start
 * again.
 */

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const READY_MS = 120_000
const STOP_MS = 20_000
const REPORT_TOKEN = 'torture-delivery-reports'
const USSD_TOKEN = 'torture-ussd-turns'

const running = new Set<ChildProcess>()
// Kill the processes when the test run ends, also after a failure.
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

type Service = {
  start(): Promise<void>
  /** Sends kill -9 and waits until the process has ended. */
  kill(): Promise<void>
  stop(): Promise<void>
  isRunning(): boolean
  /** The service's output so far, from all its starts. */
  readLog(): string
}

function makeService(script: string, env: Record<string, string>, logFile: string): Service {
  let child: ChildProcess | null = null
  let exited: Promise<string> = Promise.resolve('')
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    child?.kill(signal)
    const late = setTimeout(() => child?.kill('SIGKILL'), STOP_MS)
    await exited
    clearTimeout(late)
  }
  return {
    start: async () => {
      const log = openSync(logFile, 'a')
      // The child ends when this channel closes.
      const stdio = ['ignore', log, log, 'ipc'] as const
      const started = spawn(process.execPath, [script], { cwd: ROOT, env, stdio: [...stdio] })
      closeSync(log)
      running.add(started)
      child = started
      exited = new Promise((resolve) =>
        started.once('exit', (code, signal) => {
          running.delete(started)
          resolve(`${signal ?? `code ${code}`}`)
        }),
      )
      await untilReady(started, exited).catch((error: Error) => {
        throw new Error(`${script}: ${error.message}\n${tail(logFile)}`)
      })
    },
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    isRunning: () => child !== null && running.has(child),
    readLog: () => readFileSync(logFile, 'utf8'),
  }
}

function untilReady(child: ChildProcess, exited: Promise<string>): Promise<void> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('was not ready in time')), READY_MS)
    child.once('message', () => {
      clearTimeout(late)
      resolve()
    })
    void exited.then((how) => {
      clearTimeout(late)
      reject(new Error(`ended by ${how} before it was ready`))
    })
  })
}

const tail = (file: string) => readFileSync(file, 'utf8').split('\n').slice(-15).join('\n')

export type Shop = {
  app: Service
  sandbox: Service
  origin: string
  sandboxOrigin: string
  /** The file in which the sandbox stores its state. */
  sandboxState: string
  databaseUrl: string
  /** A connection of the test to the shop's database. */
  db: Db
  event: BuiltEvent
  /** Makes another process on the same database, on a port of its own, with these settings. */
  makeBeside(variables: Record<string, string>): Promise<Service & { origin: string }>
  /** Stops all processes and removes the folder. The caller removes the database. */
  close(): Promise<void>
}

type Settings = {
  databaseUrl: string
  timeScale: number
  /** The sandbox's time scale. A prompt waits for 60 s multiplied by this scale. */
  sandboxTimeScale?: number
  types: TypeSpec[]
  /** Additional settings of all processes. */
  variables?: Record<string, string>
}

/**
 * Starts a sandbox and a server with one event on sale. The database must be migrated and empty.
 * `timeScale` shortens all waits of both processes. There are no limits per phone or address.
 */
export async function startShop(settings: Settings): Promise<Shop> {
  const { databaseUrl, types } = settings
  const folder = mkdtempSync(join(tmpdir(), 'lango-torture-'))
  const db = openDatabase(databaseUrl, 4)
  // Sample data is loaded only into a database without events, so this event prevents the loading.
  const event = await buildEvent(db, { types })
  const [free = 0, sandboxPort = 0, smtpPort = 0] = await takeFreePorts(3)
  const port = Number(settings.variables?.PORT ?? free)
  const sandboxState = join(folder, 'sandbox.jsonl')
  const env = environment({ ...settings, folder, port, sandboxPort, smtpPort, sandboxState })
  const app = makeService('src/main.ts', env, join(folder, 'app.log'))
  const sandbox = makeService('sandbox/main.ts', env, join(folder, 'sandbox.log'))
  const besides: Service[] = []
  const makeBeside = async (variables: Record<string, string>) => {
    const [free] = await takeFreePorts(1)
    const own = { ...env, PORT: String(free), ...variables }
    const service = makeService('src/main.ts', own, join(folder, `beside-${own.PORT}.log`))
    besides.push(service)
    return { ...service, origin: `http://127.0.0.1:${own.PORT}` }
  }
  const close = async () => {
    for (const service of [...besides, app]) await service.stop()
    await sandbox.stop()
    await db.destroy()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await sandbox.start()
    await app.start()
  } catch (error) {
    await close()
    throw error
  }
  const origin = `http://127.0.0.1:${port}`
  const sandboxOrigin = `http://127.0.0.1:${sandboxPort}`
  return {
    app,
    sandbox,
    origin,
    sandboxOrigin,
    sandboxState,
    databaseUrl,
    db,
    event,
    makeBeside,
    close,
  }
}

/** The environment of a process. It inherits no settings from the test's own environment. */
function environment(
  given: Settings & {
    folder: string
    port: number
    sandboxPort: number
    smtpPort: number
    sandboxState: string
  },
): Record<string, string> {
  return {
    PATH: process.env.PATH ?? '',
    NODE_COMPILE_CACHE: COMPILE_CACHE,
    NODE_ENV: 'production',
    LANGO_ENV: 'sandbox',
    HOST: '127.0.0.1',
    PORT: String(given.port),
    PUBLIC_ORIGIN: `http://127.0.0.1:${given.port}`,
    DATABASE_URL: given.databaseUrl,
    DATA_DIR: given.folder,
    LOG_LEVEL: 'warn',
    TIME_SCALE: String(given.timeScale),
    LIMIT_PUSH_PER_PHONE: '1000000',
    LIMIT_PUSH_PER_ADDRESS: '1000000',
    // Load shedding is off, because a slow machine would refuse some buyers. Other tests cover load
    // shedding.
    WORK_WAIT_MS: '0',
    HOLD_SHARE_PER_ADDRESS: '100',
    AT_REPORT_TOKEN: REPORT_TOKEN,
    USSD_TOKEN,
    SANDBOX_PORT: String(given.sandboxPort),
    SANDBOX_SMTP_PORT: String(given.smtpPort),
    SANDBOX_STATE: given.sandboxState,
    SANDBOX_CERTIFICATE: join(given.folder, 'sandbox-certificate.pem'),
    SANDBOX_TIME_SCALE: String(given.sandboxTimeScale ?? given.timeScale),
    SANDBOX_SMS_REPORT_URL: `http://127.0.0.1:${given.port}/cb/s/${REPORT_TOKEN}`,
    SANDBOX_USSD_URL: `http://127.0.0.1:${given.port}/cb/u/${USSD_TOKEN}`,
    SANDBOX_USSD_END_URL: `http://127.0.0.1:${given.port}/cb/u/${USSD_TOKEN}/end`,
    ...given.variables,
  }
}

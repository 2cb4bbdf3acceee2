// The settings of the app and the sandbox, checked before anything runs.
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Fault } from './run.mjs'

const PORT_PATIENCE_MS = 3000
const OLDEST_POSTGRES = 15

/** Secrets that are generated for a sandbox; production must set them. */
const GENERATED = ['AT_REPORT_TOKEN', 'USSD_TOKEN']

/** @returns {Promise<{ env: import('../src/env.ts').Env & { sandboxPort: number }, source: NodeJS.ProcessEnv }>} */
export async function readSettings(dataDir, dev) {
  const source = {
    ...process.env,
    DATA_DIR: dataDir,
    NODE_ENV: dev ? 'development' : 'production',
    ...(process.env.LANGO_ENV === 'production' ? {} : generatedSecrets(dataDir)),
  }
  // The app knows only the addresses of its providers, so this file reads the sandbox's port.
  const sandboxPort = Number(source.SANDBOX_PORT?.trim() || 3010)
  const { readEnv } = await import('../src/env.ts')
  const faults = ownFaults()
  try {
    const env = { ...readEnv(source), sandboxPort }
    if (env.port === sandboxPort && !env.production) {
      faults.push(`PORT and SANDBOX_PORT must differ, both are ${sandboxPort}`)
    }
    if (!env.production && [env.port, sandboxPort].includes(env.mail.sandboxSmtpPort)) {
      faults.push('SANDBOX_SMTP_PORT must differ from PORT and SANDBOX_PORT')
    }
    if (faults.length === 0) return { env, source }
  } catch (error) {
    faults.unshift(/** @type {Error} */ (error).message)
  }
  throw new Fault(faults.join('\n'))
}

/**
 * Faults of variables that only the launcher reads, or that the launcher uses before the app checks
 * them.
 */
function ownFaults() {
  const { LOG, DATABASE_URL } = process.env
  const faults = []
  if (LOG && LOG !== 'stdout') faults.push(`LOG must be stdout or empty, not "${LOG}"`)
  if (DATABASE_URL && !/^postgres(ql)?:\/\//.test(DATABASE_URL)) {
    // Do not print the value: it may contain a password.
    faults.push('DATABASE_URL must be an address such as postgres://user:password@host:5432/lango')
  }
  return faults
}

function generatedSecrets(dataDir) {
  const file = path.join(dataDir, 'secrets.json')
  const secrets = fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : {}
  const missing = GENERATED.filter((name) => !secrets[name])
  for (const name of missing) secrets[name] = randomBytes(20).toString('hex')
  if (missing.length > 0) {
    fs.writeFileSync(`${file}.new`, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 })
    fs.renameSync(`${file}.new`, file)
  }
  const unset = GENERATED.filter((name) => !process.env[name])
  return Object.fromEntries(unset.map((name) => [name, secrets[name]]))
}

/**
 * The environment of the sandbox. It contains none of the shop's settings except the credentials for
 * the providers.
 */
export function sandboxEnv({ env, source }) {
  const own = Object.entries(source).filter(([name]) => name.startsWith('SANDBOX_'))
  const host = ['0.0.0.0', '::'].includes(env.host) ? '127.0.0.1' : env.host
  return {
    PATH: source.PATH,
    HOST: env.host,
    NODE_ENV: source.NODE_ENV,
    SANDBOX_TIME_SCALE: String(env.timeScale),
    SANDBOX_STATE: path.join(source.DATA_DIR, 'sandbox-state.jsonl'),
    SANDBOX_SMS_REPORT_URL: `http://${host}:${env.port}/cb/s/${env.sms.reportToken}`,
    SANDBOX_USSD_CODE: env.ussdCode,
    SANDBOX_USSD_URL: `http://${host}:${env.port}/cb/u/${env.ussdToken}`,
    SANDBOX_USSD_END_URL: `http://${host}:${env.port}/cb/u/${env.ussdToken}/end`,
    SANDBOX_CONSUMER_KEY: env.mpesa.consumerKey,
    SANDBOX_CONSUMER_SECRET: env.mpesa.consumerSecret,
    SANDBOX_PASSKEY: env.mpesa.passkey,
    SANDBOX_SHORTCODE: env.mpesa.shortcode,
    SANDBOX_B2C_SHORTCODE: env.mpesa.b2cShortcode,
    SANDBOX_INITIATOR_NAME: env.mpesa.initiatorName,
    SANDBOX_INITIATOR_PASSWORD: env.mpesa.initiatorPassword,
    // The app reads the certificate from this path unless a setting names a different certificate.
    SANDBOX_CERTIFICATE: path.join(source.DATA_DIR, 'sandbox-certificate.pem'),
    SANDBOX_AT_API_KEY: env.sms.apiKey,
    SANDBOX_AT_USERNAME: env.sms.username,
    ...Object.fromEntries(own),
    SANDBOX_PORT: String(env.sandboxPort),
    SANDBOX_SMTP_PORT: String(env.mail.sandboxSmtpPort),
  }
}

/**
 * Checks that the ports are free and that the database accepts a connection. Reports all faults
 * together.
 */
export async function checkSurroundings({
  port,
  sandboxPort,
  mail,
  host,
  production,
  databaseUrl,
}) {
  const wanted = [portFault('PORT', port, host)]
  if (!production) {
    wanted.push(portFault('SANDBOX_PORT', sandboxPort, host))
    wanted.push(portFault('SANDBOX_SMTP_PORT', mail.sandboxSmtpPort, '127.0.0.1'))
  }
  if (databaseUrl) wanted.push(databaseFault(databaseUrl))
  const faults = new Set((await Promise.all(wanted)).filter(Boolean))
  if (faults.size > 0) throw new Fault([...faults].join('\n'))
}

async function portFault(name, port, host) {
  // Wait for ports that processes of a killed launcher still use, because these processes end soon.
  const end = Date.now() + PORT_PATIENCE_MS
  for (;;) {
    const code = await listenFault(port, host)
    if (!code) return undefined
    if (code === 'EADDRINUSE' && Date.now() < end) {
      await sleep(200)
      continue
    }
    if (code === 'EADDRINUSE') return `${name}: port ${port} is in use; set ${name} to a free one`
    if (code === 'EACCES') return `${name}: this user may not open port ${port}; set ${name}`
    return `HOST: cannot listen on ${host} (${code})`
  }
}

function listenFault(port, host) {
  return new Promise((resolve) => {
    const server = net.createServer()
    server.once('error', (error) => resolve(/** @type {any} */ (error).code))
    server.listen(port, host, () => server.close(() => resolve(undefined)))
  })
}

async function databaseFault(url) {
  const { default: pg } = await import('pg')
  let client
  try {
    client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
    client.on('error', () => {})
    await client.connect()
    const { rows } = await client.query('show server_version_num')
    const major = Math.floor(rows[0].server_version_num / 10000)
    if (major < OLDEST_POSTGRES) throw new Error(`PostgreSQL ${major} is older than 15`)
  } catch (error) {
    const { message, code } = /** @type {any} */ (error)
    return `DATABASE_URL: cannot use this database: ${message || code}`
  } finally {
    await client?.end().catch(() => {})
  }
}

import path from 'node:path'
import { startService } from '../../scripts/service.mjs'
import { type Db, openDatabase } from '../../src/platform/database/db.ts'
import { createShopDatabase } from '../database.ts'
import { takeFreePorts } from '../free-ports.ts'
import { SHOP_DATA_DIR } from '../shop-files.ts'
import { Sandbox } from './sandbox.ts'

export type Shop = {
  origin: string
  sandbox: Sandbox
  /** The shop's database. Tests set up data in it, and read rows that the API does not return. */
  db: Db
  stop: () => Promise<void>
  /** Resolves with the app's exit code or the signal that ended it. */
  ended: Promise<string>
}

/**
 * Starts a shop as an operator does: the app and the sandbox in two processes, with a separate
 * database that contains the sample events.
 */
export async function startShop(variables: Record<string, string> = {}): Promise<Shop> {
  const database = await createShopDatabase()
  const [port, sandboxPort, smtpPort] = await takeFreePorts(3)
  const origin = `http://127.0.0.1:${port}`
  const certificate = path.join(SHOP_DATA_DIR, `certificate-${sandboxPort}.pem`)
  const env = {
    PATH: process.env.PATH,
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    SANDBOX_PORT: String(sandboxPort),
    SANDBOX_SMTP_PORT: String(smtpPort),
    SANDBOX_CERTIFICATE: certificate,
    MPESA_SECURITY_CERTIFICATE: certificate,
    ...variables,
  }
  const sandbox = startService({
    name: 'sandbox',
    script: 'sandbox/main.ts',
    env: {
      ...env,
      SANDBOX_USSD_URL: `${origin}/cb/u/sandbox-ussd`,
      SANDBOX_USSD_END_URL: `${origin}/cb/u/sandbox-ussd/end`,
      SANDBOX_SMS_REPORT_URL: `${origin}/cb/s/sandbox-delivery-reports`,
    },
    logFile: path.join(SHOP_DATA_DIR, 'sandbox.log'),
  })
  const app = startService({
    name: 'app',
    script: 'src/main.ts',
    env: {
      ...env,
      PORT: String(port),
      DATABASE_URL: database.url,
      DATA_DIR: SHOP_DATA_DIR,
      LOG_LEVEL: 'warn',
    },
    logFile: path.join(SHOP_DATA_DIR, 'app.log'),
  })
  const db = openDatabase(database.url, 2)
  const stop = async () => {
    await db.destroy()
    await app.stop()
    await sandbox.stop()
    await database.close()
  }
  try {
    await Promise.all([app.ready, sandbox.ready])
  } catch (fault) {
    await stop()
    throw fault
  }
  const ended = app.exited as Promise<string>
  return { origin, sandbox: new Sandbox(`http://127.0.0.1:${sandboxPort}`), db, stop, ended }
}

import path from 'node:path'
import { startService } from '../scripts/service.mjs'
import { takeFreePorts } from '../test/free-ports.ts'
import { makeDatabase } from './make-database.ts'

export type BenchShop = Awaited<ReturnType<typeof startShop>>

/** Starts a sandbox and an app in production mode, with a new database. */
export async function startShop(serverUrl: string, name: string) {
  const database = await makeDatabase(serverUrl, name)
  const [port, sandboxPort, smtpPort] = await takeFreePorts(3)
  const dataDir = path.join(process.env.DATA_DIR ?? '.data', 'bench')
  const env = {
    PATH: process.env.PATH,
    NODE_ENV: 'production',
    PORT: String(port),
    SANDBOX_PORT: String(sandboxPort),
    SANDBOX_SMTP_PORT: String(smtpPort),
    DATABASE_URL: database,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
  }
  const start = (part: string, script: string, variables: Record<string, string> = {}) =>
    startService({
      name: part,
      script,
      env: { ...env, ...variables },
      logFile: path.join(dataDir, `${part}.log`),
    })
  const parts = [start('sandbox', 'sandbox/main.ts'), start('app', 'src/main.ts')]
  await Promise.all(parts.map((part) => part.ready))
  return {
    origin: `http://127.0.0.1:${port}`,
    /** Starts another process of the same shop. */
    startAnother: async (variables: Record<string, string>) => {
      const [free] = await takeFreePorts(1)
      const part = start('app', 'src/main.ts', { ...variables, PORT: String(free) })
      parts.push(part)
      await part.ready
      return `http://127.0.0.1:${free}`
    },
    stop: async () => {
      for (const part of parts.toReversed()) await part.stop()
    },
  }
}

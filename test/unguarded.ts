import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Db } from '../src/platform/database/db.ts'
import type { DB } from '../src/platform/database/schema.ts'
import type { Stage } from './stage.ts'

/**
 * Opens a database handle that removes these guards (a lock, or the condition of an update) from
 * every statement, so that a race test can run the product's own code without its guard. Closing
 * the handle throws if a guard occurred in no statement.
 */
export function openUnguarded(
  url: string,
  guards: RegExp[],
  connections = 4,
): Db & { close(): Promise<void> } {
  const found = new Set<RegExp>()
  class Client extends pg.Client {
    override query(...args: unknown[]): never {
      const [text, ...rest] = args
      return super.query(
        ...([typeof text === 'string' ? strip(text) : text, ...rest] as [never]),
      ) as never
    }
  }
  const strip = (text: string): string =>
    guards.reduce((rest, guard) => {
      if (guard.test(rest)) found.add(guard)
      return rest.replace(guard, '')
    }, text)
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    options: '-c timezone=UTC -c lock_timeout=10s',
    Client: Client as never,
  })
  // Errors are ignored. The end of the pool does not wait for connections, so the database may be
  // dropped while a connection is open. An idle connection then reports an error, and without a
  // listener the error would be thrown.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  return Object.assign(db, {
    close: async () => {
      await db.destroy()
      const missed = guards.filter((guard) => !found.has(guard))
      if (missed.length > 0) throw new Error(`no statement has this guard: ${missed.join(', ')}`)
    },
  })
}

/** Runs `work` on a handle without these guards, and closes the handle. */
export async function withoutGuards<T>(
  { env }: Pick<Stage, 'env'>,
  guards: RegExp[],
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const db = openUnguarded(env.databaseUrl, guards)
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}

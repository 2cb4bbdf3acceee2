import type { Db } from '../src/platform/database/db.ts'

/**
 * The same database as another process has it: what a process does together for all who ask it
 * (batch.ts) it does for each of these apart, and they meet in the database alone.
 */
export function asProcess(db: Db): Db {
  return db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => result,
  })
}

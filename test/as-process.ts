import type { Db } from '../src/platform/database/db.ts'

/**
 * A database handle that simulates another process: calls that a process batches (coalesce.ts) are
 * batched separately for each handle.
 */
export function asProcess(db: Db): Db {
  return db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => result,
  })
}

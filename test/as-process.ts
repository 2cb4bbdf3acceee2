import type { Db } from '../src/platform/database/db.ts'

/**
 * A database handle as another process would have it: calls that one process batches (coalesce.ts)
 * form separate batches for each handle.
 */
export function asProcess(db: Db): Db {
  return db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => result,
  })
}

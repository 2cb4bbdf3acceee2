import { type RawBuilder, sql } from 'kysely'
import { type Db, isDatabaseUnavailable } from '../database/db.ts'

type Check = {
  conditions: RawBuilder<boolean>[]
  resolve: (isDue: boolean) => void
  reject: (error: unknown) => void
}

const batches = new WeakMap<Db, Check[]>()

/**
 * Whether a sweep has work to do: true if any of the conditions is true. Pass the conditions with
 * which the sweep's own statements select their rows. Checks of several sweeps in one turn of the
 * event loop share a statement. So an idle shop runs one statement per beat (see `runSweeps`) and
 * starts no transaction.
 */
export function isDue(db: Db, ...conditions: RawBuilder<boolean>[]): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const batch = batches.get(db) ?? []
    if (batch.push({ conditions, resolve, reject }) > 1) return
    batches.set(db, batch)
    setImmediate(() => {
      batches.delete(db)
      void evaluate(db, batch)
    })
  })
}

/** If a condition fails in PostgreSQL, only the check of its sweep rejects. */
async function evaluate(db: Db, batch: Check[]): Promise<void> {
  try {
    const each = batch.map(({ conditions }) => sql.join(conditions, sql` or `))
    const { rows } = await sql<{ due: boolean[] }>`select array[${sql.join(each)}] as due`.execute(
      db,
    )
    for (const [index, { resolve }] of batch.entries()) resolve(rows[0]!.due[index]!)
  } catch (error) {
    if (batch.length === 1 || isDatabaseUnavailable(error)) {
      for (const { reject } of batch) reject(error)
    } else await Promise.all(batch.map((check) => evaluate(db, [check])))
  }
}

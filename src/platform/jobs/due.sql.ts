import { type RawBuilder, sql } from 'kysely'
import { type Db, isDatabaseUnavailable } from '../database/db.ts'

type Asked = {
  conditions: RawBuilder<boolean>[]
  resolve: (isDue: boolean) => void
  reject: (error: unknown) => void
}

const lines = new WeakMap<Db, Asked[]>()

/**
 * Whether there is anything for a sweep to do, by the conditions with which its statements find it.
 * Sweeps whose turn comes at the same moment ask in one statement, so that a shop in which nobody
 * does anything asks once, and no transaction begins for nothing.
 */
export function isDue(db: Db, ...conditions: RawBuilder<boolean>[]): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const asked = { conditions, resolve, reject }
    const line = lines.get(db)
    if (line) {
      line.push(asked)
      return
    }
    const begun = [asked]
    lines.set(db, begun)
    setImmediate(() => {
      lines.delete(db)
      void answer(db, begun)
    })
  })
}

/** Where one condition fails, it fails for its own sweep alone. */
async function answer(db: Db, asked: Asked[]): Promise<void> {
  try {
    const each = asked.map(({ conditions }) => sql.join(conditions, sql` or `))
    const { rows } = await sql<{ due: boolean[] }>`select array[${sql.join(each)}] as due`.execute(
      db,
    )
    for (const [at, { resolve }] of asked.entries()) resolve(rows[0]!.due[at]!)
  } catch (error) {
    if (asked.length === 1 || isDatabaseUnavailable(error)) {
      for (const { reject } of asked) reject(error)
    } else await Promise.all(asked.map((one) => answer(db, [one])))
  }
}

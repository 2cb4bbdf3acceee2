import { sql } from 'kysely'
import pg from 'pg'
import type { Tx } from './db.ts'

const FOREIGN_KEY_VIOLATION = '23503'

/**
 * Deletes rows in a savepoint. Returns true and deletes nothing if a foreign key in `keys` refused:
 * another table still refers to a row. Throws the error of a foreign key that is not in `keys`.
 */
export async function isRefusedBy(
  tx: Tx,
  keys: readonly string[],
  deleteRows: () => Promise<void>,
): Promise<boolean> {
  await sql`savepoint deletion`.execute(tx)
  try {
    await deleteRows()
  } catch (error) {
    const isKey = error instanceof pg.DatabaseError && error.code === FOREIGN_KEY_VIOLATION
    if (!isKey || !keys.includes(error.constraint!)) throw error
    await sql`rollback to savepoint deletion`.execute(tx)
    return true
  }
  await sql`release savepoint deletion`.execute(tx)
  return false
}

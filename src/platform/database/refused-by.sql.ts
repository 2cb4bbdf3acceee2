import { sql } from 'kysely'
import pg from 'pg'
import type { Tx } from './db.ts'

const FOREIGN_KEY_VIOLATION = '23503'

/**
 * Deletes rows in a savepoint. Returns null if they are deleted, or the foreign key of a row that
 * still refers to them; then nothing is deleted.
 */
export async function refusedBy(tx: Tx, deleteRows: () => Promise<void>): Promise<string | null> {
  await sql`savepoint deletion`.execute(tx)
  try {
    await deleteRows()
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== FOREIGN_KEY_VIOLATION) throw error
    await sql`rollback to savepoint deletion`.execute(tx)
    return error.constraint!
  }
  await sql`release savepoint deletion`.execute(tx)
  return null
}

import { sql } from 'kysely'
import type { Db } from './db.ts'

/** True while the database answers. */
export async function pingDatabase(db: Db): Promise<boolean> {
  return (await sql`select 1`.execute(db)).rows.length === 1
}

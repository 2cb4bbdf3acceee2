import { sql } from 'kysely'
import type { Db } from './db.ts'

/** Whether the role that we connect as may do everything: read files, change others' passwords. */
export async function isSuperuser(db: Db): Promise<boolean> {
  const { rows } = await sql<{ rolsuper: boolean }>`
    select rolsuper from pg_roles where rolname = current_user`.execute(db)
  return rows[0]!.rolsuper
}

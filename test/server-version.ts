import { sql } from 'kysely'
import type { Db } from '../src/platform/database/db.ts'

/** The version of the PostgreSQL server, such as 18 for 18.4. */
export async function serverVersion(db: Db): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    select current_setting('server_version_num')::int / 10000 as version`.execute(db)
  return rows[0]!.version
}

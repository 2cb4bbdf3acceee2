import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'

type DatabaseFacts = {
  now: Date
  version: number
  has_more_rights: boolean
  max_connections: number
}

/** Reads facts about the database server and about the role of this connection. */
export async function selectDatabaseFacts(db: Db): Promise<DatabaseFacts> {
  const { rows } = await sql<DatabaseFacts>`
    select clock_timestamp() as now, current_setting('server_version_num')::int / 10000 as version,
      rolsuper or rolcreatedb or rolcreaterole or rolreplication as has_more_rights,
      current_setting('max_connections')::int as max_connections
    from pg_roles where rolname = current_user`.execute(db)
  return rows[0]!
}

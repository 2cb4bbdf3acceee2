import { sql } from 'kysely'
import type { Db } from './db.ts'

/** What a commit that was answered must survive: the machine's end, too. */
const DURABLE = ['fsync', 'full_page_writes', 'synchronous_commit']

/**
 * The settings by which an answered commit could be lost, as they are for a session of ours: a role
 * or a database may have its own. Every other value of synchronous_commit waits for the disk.
 */
export async function listLossySettings(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from pg_settings where name = any(${DURABLE}) and setting = 'off'
    order by name`.execute(db)
  return rows.map(({ name }) => name)
}

/** Whether the role that we connect as may do everything: read files, change others' passwords. */
export async function isSuperuser(db: Db): Promise<boolean> {
  const { rows } = await sql<{ rolsuper: boolean }>`
    select rolsuper from pg_roles where rolname = current_user`.execute(db)
  return rows[0]!.rolsuper
}

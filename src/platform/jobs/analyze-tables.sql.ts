import { sql } from 'kysely'
import type { Db } from '../database/db.ts'
import { isDue } from './due.sql.ts'

/** PostgreSQL reads smaller tables as fast in full as by an index. */
const MIN_PAGES = 10

/**
 * Tables of the shop that are twice as large as when they were last analyzed. Compares the sizes of
 * files, which are exact at any moment, and not the counters that autovacuum uses.
 */
const grownTables = sql`
  from pg_class where relkind = 'r' and relnamespace = to_regnamespace(current_schema())
    and pg_relation_size(oid) / current_setting('block_size')::int
      >= greatest(${MIN_PAGES}::int, 2 * relpages)`

/**
 * Analyzes tables that doubled in size. Sessions cache plans, and a plan made for a table of a few
 * pages reads the whole table. ANALYZE makes every session plan again; autovacuum would do so only
 * once a minute.
 */
export async function analyzeGrownTables(db: Db): Promise<void> {
  if (!(await isDue(db, sql<boolean>`exists (select ${grownTables})`))) return
  const { rows } = await sql<{ name: string }>`select relname as name ${grownTables}`.execute(db)
  for (const { name } of rows) {
    // Skips tables that autovacuum, or another process, is analyzing.
    await sql`analyze (skip_locked) ${sql.table(name)}`.execute(db)
  }
}

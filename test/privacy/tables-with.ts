import { sql } from 'kysely'
import type { Stage } from '../stage.ts'

/** The tables with a row that contains the text. */
export async function tablesWith({ db }: Stage, text: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public'`.execute(db)
  const found = []
  for (const { name } of rows) {
    const like = sql`select from ${sql.table(name)} t where t::text like ${`%${text}%`} limit 1`
    if ((await like.execute(db)).rows.length > 0) found.push(name)
  }
  return found.sort()
}

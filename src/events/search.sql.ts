import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../platform/database/db.ts'

/** A word of a search, and the categories whose names have it. */
export type SoughtWord = { word: string; categoryIds: string[] }

/** Of each word, the categories whose names have it. */
export async function selectSoughtWords(db: Db, words: string[]): Promise<SoughtWord[]> {
  const { rows } = await sql<SoughtWord>`
    select w.word, array(
      select c.id::text from category c
      where strpos(fold_search(c.name), fold_search(w.word)) > 0
    ) as "categoryIds"
    from unnest(${words}::text[]) with ordinality as w(word, at) order by w.at`.execute(db)
  return rows
}

/** Event `e` has all of these words, in its text or in its category's name. */
export function hasWords(words: SoughtWord[]): RawBuilder<SqlBool> {
  return sql<SqlBool>`${sql.join([sql`true`, ...words.map(hasWord)], sql` and `)}`
}

/**
 * In title, place or description, or in its category's name. Constants on both sides: so an index
 * finds the few events that have a rare word.
 */
function hasWord({ word, categoryIds }: SoughtWord): RawBuilder<SqlBool> {
  const inText = sql`e.search_text like ${anywhereFolded(word)}`
  return categoryIds.length === 0
    ? sql`${inText}`
    : sql`(${inText} or e.category_id = any(${categoryIds}::uuid[]))`
}

/** A pattern of LIKE for a word as search compares it; nothing in it is a wildcard. */
const anywhereFolded = (word: string) =>
  sql`'%' || regexp_replace(fold_search(${word}), '([\\\\%_])', '\\\\\\1', 'g') || '%'`

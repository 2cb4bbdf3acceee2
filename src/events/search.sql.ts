import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../platform/database/db.ts'

/** A word of a search, with the categories whose names contain the word. */
export type SoughtWord = { word: string; categoryIds: string[] }

/** For each word, the categories whose names contain it. */
export async function selectSoughtWords(db: Db, words: string[]): Promise<SoughtWord[]> {
  const { rows } = await sql<SoughtWord>`
    select w.word, array(
      select c.id::text from category c
      where strpos(fold_search(c.name), fold_search(w.word)) > 0
    ) as "categoryIds"
    from unnest(${words}::text[]) with ordinality as w(word, at) order by w.at`.execute(db)
  return rows
}

/** Whether event `e` has all words, in its text or in its category's name. */
export function hasWords(words: SoughtWord[]): RawBuilder<SqlBool> {
  return sql<SqlBool>`${sql.join([sql`true`, ...words.map(hasWord)], sql` and `)}`
}

/**
 * Whether a word is in the title, venue, description or category name. For PostgreSQL the word and
 * the category ids are constants, so that PostgreSQL can use an index for rare words.
 */
function hasWord({ word, categoryIds }: SoughtWord): RawBuilder<SqlBool> {
  const inText = sql`e.search_text like ${anywhereFolded(word)}`
  return categoryIds.length === 0
    ? sql`${inText}`
    : sql`(${inText} or e.category_id = any(${categoryIds}::uuid[]))`
}

/** A LIKE pattern for a case-folded word, with its wildcards escaped. */
const anywhereFolded = (word: string) =>
  sql`'%' || regexp_replace(fold_search(${word}), '([\\\\%_])', '\\\\\\1', 'g') || '%'`

/** The town of event `e`: the last part of its venue. */
export const townOf = sql<string>`regexp_replace(e.location, '^.*, *', '')`

/** The town in lower case, written exactly as in the index on towns, so PostgreSQL can use it. */
export const town = sql`lower(${townOf})`

/**
 * Whether event `e` is free: its starting price is 0, and all its ticket types that visitors see
 * cost 0, except add-ons. With the condition on `e.price_cents`, PostgreSQL can use the partial
 * index event__free.
 */
export const isFree = sql<boolean>`(e.price_cents = 0 and not exists (
  select from ticket_type t
  where t.event_id = e.id and t.archived_at is null and not t.is_hidden and t.kind = 'entry'
    and t.price_cents > 0
))`

import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Page, Sorting } from './list-page.ts'

const TYPES = {
  uuid: sql`uuid`,
  text: sql`text`,
  integer: sql`bigint`,
  instant: sql`timestamptz`,
  day: sql`date`,
  time: sql`time`,
}

/** The condition for rows after the previous page, in the list's order. True on the first page. */
export function isBeyond({ sorting, after }: Pick<Page, 'sorting' | 'after'>): RawBuilder<SqlBool> {
  if (after === null) return sql`true`
  const keys = Object.values(sorting.keys)
  const columns = keys.map(({ column }) => column)
  const values = keys.map(({ kind }, index) => sql`${after[index]}::${TYPES[kind]}`)
  return sql`(${sql.join(columns)}) ${sorting.isDown ? sql`<` : sql`>`} (${sql.join(values)})`
}

export function sortedBy({ keys, isDown }: Sorting): RawBuilder<unknown> {
  const way = isDown ? sql`desc` : sql`asc`
  return sql.join(Object.values(keys).map(({ column }) => sql`${column} ${way}`))
}

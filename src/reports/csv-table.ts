import { type Page, positionOf, type Sorting } from '../platform/http/list-page.ts'
import { BYTE_ORDER_MARK, csvLine } from './csv.rules.ts'

const BATCH = 1000

type Table<R> = {
  headings: string[]
  sorting: Sorting
  /** Reads up to `page.limit` + 1 rows: the extra row shows that there is another page. */
  read: (page: Page) => Promise<R[]>
  cells: (row: R) => (string | number)[]
}

/**
 * Yields all rows of a list as CSV text. Reads the next batch from the database only when the
 * consumer has taken the last one, so a slow download never fills the memory.
 */
export async function* writeTable<R extends Record<string, unknown>>({
  headings,
  sorting,
  read,
  cells,
}: Table<R>): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(headings)
  for (let after: Page['after'] = null; ; ) {
    const found = await read({ sorting, after, limit: BATCH })
    const { length } = found
    const rows = found.slice(0, BATCH)
    // `pg` keeps query results reachable until the next major GC. Emptying the array keeps memory
    // flat over a million rows.
    found.length = 0
    const last = rows.at(-1)
    if (last) yield rows.map((row) => csvLine(cells(row))).join('')
    if (!last || length <= BATCH) return
    after = positionOf(sorting, last)
  }
}

import { type Page, positionOf, type Sorting } from '../platform/http/list-page.ts'
import { BYTE_ORDER_MARK, csvLine } from './csv.rules.ts'

const BATCH = 1000

type Table<R> = {
  headings: string[]
  sorting: Sorting
  /** Reads one row more than the limit, as lists do. */
  read: (page: Page) => Promise<R[]>
  cells: (row: R) => (string | number)[]
}

/** All rows of a list as CSV; the next ones are read when these were taken. */
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
    // The answers of the database hang together until the collector's great round, which may be a
    // hundred thousand rows away: without their rows they weigh nothing.
    found.length = 0
    const last = rows.at(-1)
    if (last) yield rows.map((row) => csvLine(cells(row))).join('')
    if (!last || length <= BATCH) return
    after = positionOf(sorting, last)
  }
}

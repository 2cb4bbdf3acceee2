import { type Page, positionOf, type Sorting } from '../platform/http/list-page.ts'

/**
 * Spreadsheets read a file as UTF-8 if it begins with this mark. Without the mark they use the
 * computer's own encoding.
 */
const BYTE_ORDER_MARK = '\uFEFF'

// Cell beginnings that a spreadsheet reads as a formula: a buyer could type a formula as a name and
// so run code on the organizer's computer. Spreadsheets with Japanese or Chinese settings accept
// the full-width signs too. European spreadsheets split at semicolons or tabs: they read our commas
// and quotes as text, and may split one of our cells into several. Therefore the pattern also looks
// behind separators, spaces and quotes.
const FORMULA = String.raw`[\s"']*[=+\-@\uff1d\uff0b\uff0d\uff20]`
const AT_START = new RegExp(`^(?=[\\t\\r]|${FORMULA})`)
const BEHIND_SEPARATOR = new RegExp(`([;\\t\\r\\n])(?=${FORMULA})`, 'g')
const QUOTED = /[",;\r\n]/

const BATCH = 1000

type Table<R> = {
  headings: string[]
  sorting: Sorting
  /** Reads up to `page.limit` + 1 rows: an extra row shows that another page follows. */
  read: (page: Page) => Promise<R[]>
  cells: (row: R) => (string | number)[]
}

/**
 * Yields all rows of a list as CSV text. Reads the next batch from the database only when the
 * consumer has taken the previous batch, so a slow download never fills the memory.
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

/** Formats one CSV record as RFC 4180 says, ending in CR LF. */
export function csvLine(cells: readonly (string | number)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const text = value.replace(BEHIND_SEPARATOR, "$1'").replace(AT_START, "'")
  return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

// The CSV files: GET /api/events/{id}/transactions.csv, validations.csv, statement.csv,
// door_list.csv, sellers.csv, promo_codes.csv and answers.csv. A plain link cannot load a file,
// because the request needs the bearer token. So the page fetches the file and lets the browser
// save it.

export type ExportKind =
  | 'transactions'
  | 'validations'
  | 'statement'
  | 'door_list'
  | 'sellers'
  | 'promo_codes'
  | 'answers'

/** Response header with the number of rows that follow, not counting the header line. */
export const TOTAL_ROWS_HEADER = 'x-total-rows'

type Exported = {
  kind: ExportKind
  eventId: string
  /** The number of the day, if the file is about one day of the event. */
  day: number | null
}

/** The file's name on the user's computer. `date` is YYYY-MM-DD, today in Nairobi. */
export function exportFileName({ kind, eventId, day }: Exported, date: string): string {
  return `${kind}-${eventId}${day === null ? '' : `-day-${day}`}-${date}.csv`
}

/**
 * Reading position in a CSV file: the number of lines so far, and whether a quoted cell is still
 * open.
 */
type CsvProgress = { lines: number; isQuoted: boolean }

export const CSV_BEGIN: CsvProgress = { lines: 0, isQuoted: false }

const QUOTE = 0x22
const LINE_FEED = 0x0a

/**
 * Counts the lines in the next piece of a file. A line feed inside quotes does not end a line,
 * wherever the pieces are cut.
 */
export function countLines(bytes: Uint8Array, before: CsvProgress): CsvProgress {
  let { lines, isQuoted } = before
  for (const byte of bytes) {
    if (byte === QUOTE) isQuoted = !isQuoted
    else if (byte === LINE_FEED && !isQuoted) lines += 1
  }
  return { lines, isQuoted }
}

/**
 * Progress in whole per cent of the announced number of rows, which excludes the header. Null if no
 * number was announced.
 */
export function percentDone({ lines }: CsvProgress, rows: number | null): number | null {
  if (rows === null) return null
  if (rows <= 0) return 100
  return Math.min(100, Math.floor((Math.max(0, lines - 1) / rows) * 100))
}

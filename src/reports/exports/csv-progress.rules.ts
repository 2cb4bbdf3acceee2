/** How far a CSV has been read: its lines so far, and whether a quoted cell is still open. */
export type CsvProgress = { lines: number; isQuoted: boolean }

export const CSV_BEGIN: CsvProgress = { lines: 0, isQuoted: false }

const QUOTE = 0x22
const LINE_FEED = 0x0a

/** One piece further; a line feed inside quotes ends no line, wherever the pieces are cut. */
export function countLines(bytes: Uint8Array, before: CsvProgress): CsvProgress {
  let { lines, isQuoted } = before
  for (const byte of bytes) {
    if (byte === QUOTE) isQuoted = !isQuoted
    else if (byte === LINE_FEED && !isQuoted) lines += 1
  }
  return { lines, isQuoted }
}

/** Whole per cent of the rows that were told of; null if none were. The headings are no row. */
export function percentDone({ lines }: CsvProgress, rows: number | null): number | null {
  if (rows === null) return null
  if (rows <= 0) return 100
  return Math.min(100, Math.floor((Math.max(0, lines - 1) / rows) * 100))
}

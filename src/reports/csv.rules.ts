/**
 * Spreadsheets read a file as UTF-8 if it begins with this mark, otherwise in the machine's own
 * encoding.
 */
export const BYTE_ORDER_MARK = '\uFEFF'

// The beginnings that a spreadsheet takes for a formula, with which a name typed by a stranger
// could run code. Full-width signs count with Japanese and Chinese settings. A spreadsheet that
// splits at semicolons or tabs, as European ones do, reads our commas and quotes as text and one of
// our cells as several. Each of them could begin with a formula, also after spaces and quotes.
const FORMULA = String.raw`[\s"']*[=+\-@\uff1d\uff0b\uff0d\uff20]`
const AT_START = new RegExp(`^(?=[\\t\\r]|${FORMULA})`)
const BEHIND_SEPARATOR = new RegExp(`([;\\t\\r\\n])(?=${FORMULA})`, 'g')
const QUOTED = /[",;\r\n]/

/** Formats a line as RFC 4180 does, with its line end. */
export function csvLine(cells: readonly (string | number)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const text = value.replace(BEHIND_SEPARATOR, "$1'").replace(AT_START, "'")
  return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

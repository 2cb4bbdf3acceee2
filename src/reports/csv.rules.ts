/**
 * Spreadsheets read a file as UTF-8 if it begins with this mark, otherwise in the machine's own
 * encoding.
 */
export const BYTE_ORDER_MARK = '\uFEFF'

// Cell beginnings that a spreadsheet reads as a formula; a buyer could type one as a name and so
// run code on the organizer's computer. Spreadsheets with Japanese or Chinese settings accept the
// full-width signs too. European spreadsheets split at semicolons or tabs: they read our commas and
// quotes as text, and may split one of our cells into several. Therefore the pattern also looks
// behind separators, spaces and quotes.
const FORMULA = String.raw`[\s"']*[=+\-@\uff1d\uff0b\uff0d\uff20]`
const AT_START = new RegExp(`^(?=[\\t\\r]|${FORMULA})`)
const BEHIND_SEPARATOR = new RegExp(`([;\\t\\r\\n])(?=${FORMULA})`, 'g')
const QUOTED = /[",;\r\n]/

/** Formats one CSV record as RFC 4180 says, ending in CR LF. */
export function csvLine(cells: readonly (string | number)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const text = value.replace(BEHIND_SEPARATOR, "$1'").replace(AT_START, "'")
  return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Spreadsheets take a file for UTF-8 where it begins with this, else for the machine's own code page. */
export const BYTE_ORDER_MARK = '\uFEFF'

// What a spreadsheet takes for a formula, so that a name typed by a stranger could run as one. Full-
// width signs count where the keyboard is Japanese or Chinese. A spreadsheet that splits at
// semicolons or tabs, as European ones do, takes the commas and quotes between them for text, and
// one cell of ours for several: each could begin with a formula, after spaces and quotes too.
const FORMULA = String.raw`[\s"']*[=+\-@\uff1d\uff0b\uff0d\uff20]`
const AT_START = new RegExp(`^(?=[\\t\\r]|${FORMULA})`)
const BEHIND_SEPARATOR = new RegExp(`([;\\t\\r\\n])(?=${FORMULA})`, 'g')
const QUOTED = /[",;\r\n]/

/** One line of RFC 4180, its end included. */
export function csvLine(cells: readonly (string | number)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const text = value.replace(BEHIND_SEPARATOR, "$1'").replace(AT_START, "'")
  return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Spreadsheets take a file for UTF-8 where it begins with this, else for the machine's own code page. */
export const BYTE_ORDER_MARK = '\uFEFF'

// What a spreadsheet takes for a formula, so that a name typed by a stranger could run as one.
const FORMULA = /^[=+\-@\t\r]/
const QUOTED = /[",\r\n]/

/** One line of RFC 4180, its end included. */
export function csvLine(cells: readonly (string | number)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const text = FORMULA.test(value) ? `'${value}` : value
  return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

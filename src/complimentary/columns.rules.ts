import { normalisePhone } from '../platform/values/phone.rules.ts'

/** The meaning of a column of a pasted list. */
export type Use = 'phone' | 'quantity' | 'type' | 'name'

/**
 * The use of a column, if known. The organizer must choose the use of a column that is 'unknown'.
 */
export type ListColumn = {
  /** Identifies the column by position and heading, so that no other list reuses its choice. */
  key: string
  heading: string
  use: Use | 'unused' | 'unknown'
}

/** The order of the columns in a list without headings. */
export const USES: readonly Use[] = ['phone', 'quantity', 'type', 'name']

const SEPARATORS = ['\t', ';', ',']

/**
 * The separator of a list. Spreadsheets copy cells with tabs, and export them with semicolons or
 * commas. Chooses the separator that finds a phone number in the most lines, so that a semicolon or
 * tab in one guest's name does not change how all other lines are read.
 */
export function separatorOf(lines: readonly string[]): string {
  const counts = SEPARATORS.map((separator) => ({
    separator,
    phones: lines.filter((line) => splitLine(line, separator).some(normalisePhone)).length,
    uses: lines.filter((line) => line.includes(separator)).length,
  }))
  counts.sort((a, b) => b.phones - a.phones || b.uses - a.uses)
  return counts[0]!.separator
}

/** Whether a separator other than the list's finds a phone number in the line. */
export const hasOtherSeparator = (line: string, separator: string): boolean =>
  SEPARATORS.some((one) => one !== separator && splitLine(line, one).some(normalisePhone))

/** The cells of a line, without the quotes that CSV files put around them. */
export function splitLine(line: string, separator: string): string[] {
  const cells = ['']
  let isQuoted = false
  for (const symbol of line) {
    if (symbol === '"') isQuoted = !isQuoted
    else if (symbol === separator && !isQuoted) cells.push('')
    else cells[cells.length - 1] += symbol
  }
  return cells.map((cell) => cell.trim())
}

/** Headings whose meaning is certain, in lower case and without punctuation. */
const CERTAIN: Record<Use, RegExp> = {
  phone: /\b(phone|mobile|cell|cellphone|tel|telephone|msisdn|whatsapp|contact|simu)\b/,
  quantity:
    /^((number|no|qty|quantity|count) (of )?tickets|tickets?( (quantity|qty|count))|tickets|quantity|qty|idadi( ya tiketi)?)$/,
  type: /^(ticket )?(type|category|class)$|^ticket name$|^aina\b/,
  name: /\b(name|names|jina|majina)\b|^guest$/,
}

/** Headings that may mean a number of tickets. */
const LIKE_QUANTITY =
  /\b(pax|seats?|places?|people|persons?|guests|heads?|headcount|number|qty|quantity|count|tickets?|passes|entries|admits?|idadi|watu|viti|nafasi|tiketi)\b/

const fold = (heading: string) =>
  heading
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** A cell with this number of digits is a phone number, maybe a wrong one, but no heading. */
const PHONE_DIGITS = /(\d\D*){7}/

/** Whether the first line has headings: a cell names phones, and no cell is a phone number. */
export const areHeadings = (cells: readonly string[]): boolean =>
  cells.some((cell) => CERTAIN.phone.test(fold(cell))) &&
  !cells.some((cell) => PHONE_DIGITS.test(cell))

/**
 * The columns of a list by their headings. If several headings name a use, the first column has it.
 * Without headings, the columns have the order of USES.
 */
export function columnsOf(
  headings: readonly string[] | null,
  rows: readonly (readonly string[])[],
): ListColumn[] {
  const width = Math.max(...[headings ?? USES, ...rows].map(widthOf))
  const named = Array.from({ length: width }, (_, at) => useOf(headings, at))
  return named.map((use, at) => {
    const heading = headings?.[at] || `Column ${at + 1}`
    const key = `${at} ${heading}`
    if (use !== null && named.indexOf(use) === at) return { key, heading, use }
    const cells = rows.map((row) => row[at] ?? '').filter((cell) => cell !== '')
    const isUnknown =
      use === null &&
      (LIKE_QUANTITY.test(fold(heading)) || (!named.includes('quantity') && areCounts(cells)))
    return { key, heading, use: isUnknown ? 'unknown' : 'unused' }
  })
}

function useOf(headings: readonly string[] | null, at: number): Use | null {
  if (!headings) return USES[at] ?? null
  const heading = fold(headings[at] ?? '')
  return USES.find((use) => CERTAIN[use].test(heading)) ?? null
}

/** The number of cells up to the last cell with a text. */
const widthOf = (cells: readonly string[]) =>
  cells.reduce((width, cell, at) => (cell === '' ? width : at + 1), 0)

/** Whether all cells are small whole numbers, but are not just line numbers (1, 2, 3). */
function areCounts(cells: readonly string[]): boolean {
  return (
    cells.every((cell) => /^\d{1,2}$/.test(cell)) &&
    cells.some((cell) => Number(cell) > 1) &&
    cells.some((cell, at) => Number(cell) !== at + 1)
  )
}

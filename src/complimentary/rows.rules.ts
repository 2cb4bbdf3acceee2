import { normalisePhone, phoneHint } from '../platform/values/phone.rules.ts'
import {
  areHeadings,
  columnsOf,
  hasOtherSeparator,
  type ListColumn,
  separatorOf,
  splitLine,
  USES,
  type Use,
} from './columns.rules.ts'

/**
 * A request has at most ROWS_MAX rows. A row has at most ROW_MAX tickets, because one ticket admits
 * at most 31 people.
 */
export const ROWS_MAX = 500
export const ROW_MAX = 31

/**
 * The price of one SMS part to a Kenyan phone: Africa's Talking bills KES 0.80 (the `cost` of its
 * response). A ticket's SMS has one part.
 */
const SMS_CENTS = 80

/** The fields of a pasted line. A field that could not be read is null. */
export type ReadLine = {
  /** The number of the line in the text, from 1 on. */
  line: number
  text: string
  phone: string | null
  quantity: number | null
  ticketTypeId: string | null
  name: string
  /** The error text of the line; null if the line can be sent. */
  fault: string | null
}

const SEPARATOR_NAMES: Record<string, string> = {
  '\t': 'tabs',
  ';': 'semicolons',
  ',': 'commas',
}

type TypeName = { id: string; name: string }

/** The uses that the organizer chose for columns, by the keys of the columns. */
export type ColumnChoices = Readonly<Record<string, Use | 'unused'>>

type ReadList = {
  lines: ReadLine[]
  columns: ListColumn[]
  /** True if the page should show the columns: with headings, or with more columns than uses. */
  isMapped: boolean
}

/**
 * Reads pasted lines 'phone, number, type, name'. Fields may also be separated by tabs or
 * semicolons, as in cells copied from a spreadsheet. If the first line has headings, they set the
 * use of the columns, unless the organizer chose another use. Skips empty lines. A line without a
 * number is for one ticket. The type may be missing if the event has only one type.
 */
export function readList(
  pasted: string,
  types: readonly TypeName[],
  choices: ColumnChoices = {},
): ReadList {
  const lines = pasted
    .split(/\r\n|\r|\n/)
    .map((text, index) => ({ line: index + 1, text }))
    .filter((one) => one.text.trim() !== '')
  const separator = separatorOf(lines.map((one) => one.text))
  const all = lines.map((one) => ({ ...one, cells: splitLine(one.text, separator) }))
  const headings = all[0] && areHeadings(all[0].cells) ? all[0].cells : null
  const rows = headings ? all.slice(1) : all
  const found = columnsOf(
    headings,
    rows.map(({ cells }) => cells),
  )
  const columns = found.map((column) => ({ ...column, use: choices[column.key] ?? column.use }))
  return {
    lines: rows.map((row) => readLine(row, { columns, types, separator })),
    columns,
    isMapped: headings !== null || columns.length > USES.length,
  }
}

/** The reason why the columns cannot be used. Null if they can be used. */
export function columnFault(columns: readonly ListColumn[]): string | null {
  const unknown = columns.find(({ use }) => use === 'unknown')
  if (unknown) return `Choose what the column ‘${unknown.heading}’ means.`
  const twice = USES.find((one) => columns.filter(({ use }) => use === one).length > 1)
  return twice ? 'Two columns have the same meaning.' : null
}

export type Repeat = { phone: string; lines: number[] }

/** The phone numbers that are in several lines, with these lines. */
export function repeatsOf(lines: readonly ReadLine[]): Repeat[] {
  const found = new Map<string, number[]>()
  for (const { phone, line, fault } of lines) {
    if (phone !== null && fault === null) found.set(phone, [...(found.get(phone) ?? []), line])
  }
  return [...found].filter(([, at]) => at.length > 1).map(([phone, at]) => ({ phone, lines: at }))
}

/**
 * Merges the lines of a phone number: 'first' keeps only the first line, 'sum' adds the tickets of
 * the lines. With 'sum', different ticket types of a phone stay separate lines.
 */
export function foldRepeats(lines: readonly ReadLine[], how: 'first' | 'sum'): ReadLine[] {
  const folded = new Map<string, ReadLine>()
  for (const line of lines) {
    const { phone, ticketTypeId } = line
    const isGood = line.fault === null
    const key = !isGood ? `line ${line.line}` : how === 'first' ? phone : `${phone} ${ticketTypeId}`
    const before = folded.get(key!)
    if (!before) folded.set(key!, line)
    else if (how === 'sum') folded.set(key!, addUp(before, line))
  }
  return [...folded.values()]
}

function addUp(one: ReadLine, other: ReadLine): ReadLine {
  const quantity = (one.quantity ?? 0) + (other.quantity ?? 0)
  const fault = quantity > ROW_MAX ? `Together these are more than ${ROW_MAX} tickets.` : null
  return { ...one, quantity, name: one.name || other.name, fault }
}

type Reading = {
  columns: readonly ListColumn[]
  types: readonly TypeName[]
  separator: string
}

function readLine(
  { line, text, cells }: { line: number; text: string; cells: readonly string[] },
  { columns, types, separator }: Reading,
): ReadLine {
  const cellOf = (wanted: Use) => cells[columns.findIndex(({ use }) => use === wanted)] ?? ''
  const phone = normalisePhone(cellOf('phone'))
  const quantity = readQuantity(cellOf('quantity'))
  const typed = cellOf('type')
  const found = typed === '' && types.length === 1 ? types[0] : typeOf(typed, types)
  const read = { line, text, phone, quantity, ticketTypeId: found?.id ?? null }
  return { ...read, name: cellOf('name'), fault: faultOf() }

  function faultOf(): string | null {
    if (phone === null && hasOtherSeparator(text, separator)) {
      return `Put ${SEPARATOR_NAMES[separator]} between the fields, as in the other lines.`
    }
    if (phone === null) return phoneHint(cellOf('phone')) ?? 'The phone number is missing.'
    if (quantity === null) return `Enter a number of tickets from 1 to ${ROW_MAX}.`
    if (found) return null
    return typed === ''
      ? 'Add the ticket type after the number.'
      : `This event has no ticket type ‘${typed}’.`
  }
}

function readQuantity(cell: string): number | null {
  if (cell === '') return 1
  const quantity = /^\d{1,3}$/.test(cell) ? Number(cell) : 0
  return quantity >= 1 && quantity <= ROW_MAX ? quantity : null
}

const folded = (name: string) => name.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase()

/** The type with this name. Ignores upper and lower case. */
function typeOf(typed: string, types: readonly TypeName[]): TypeName | undefined {
  return types.find(({ name }) => folded(name) === folded(typed))
}

/** The cost of one SMS per row, in cents. */
export const smsCents = (rows: number): number => rows * SMS_CENTS

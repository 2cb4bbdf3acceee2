import { normalisePhone, phoneHint } from '../platform/values/phone.rules.ts'

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
export const SMS_CENTS = 80

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

type TypeName = { id: string; name: string }

/**
 * Reads pasted lines 'phone, number, type, name'. Fields may also be separated by tabs or
 * semicolons, as in cells copied from a spreadsheet. If the first line has headings, they set the
 * order of the columns. Empty lines are left out. Without a number, a line is for one ticket. The
 * type may be missing if the event has only one type.
 */
export function readLines(text: string, types: readonly TypeName[]): ReadLine[] {
  const lines = text
    .split(/\r\n|\r|\n/)
    .map((line, index) => ({ line: index + 1, text: line.trim() }))
    .filter((one) => one.text !== '')
  const separator = separatorOf(lines.map((one) => one.text))
  const headings = headingsOf(splitLine(lines[0]?.text ?? '', separator))
  const rows = headings ? lines.slice(1) : lines
  const order = headings ?? COLUMNS
  const read = rows.map((one) => readLine(one, splitLine(one.text, separator), { order, types }))
  const seen = new Set<string>()
  return read.map((one) => {
    if (one.fault !== null) return one
    const key = `${one.phone} ${one.ticketTypeId}`
    if (seen.has(key)) {
      return { ...one, fault: 'This phone number has this ticket type in a line above.' }
    }
    seen.add(key)
    return one
  })
}

type Column = 'phone' | 'quantity' | 'type' | 'name'
const COLUMNS: readonly Column[] = ['phone', 'quantity', 'type', 'name']

const HEADINGS: Record<Column, RegExp> = {
  phone: /^(phone|mobile|tel|simu|msisdn)/i,
  quantity: /^(number of|number$|quantity|qty|tickets|count|idadi)/i,
  type: /^(type|ticket type|category|aina)/i,
  name: /^(name|full name|guest|jina)/i,
}

/** The columns by the headings of the first line. Null if no heading names phone numbers. */
function headingsOf(cells: readonly string[]): readonly (Column | null)[] | null {
  const named = cells.map((cell) => COLUMNS.find((column) => HEADINGS[column].test(cell)) ?? null)
  return named.includes('phone') ? named : null
}

/** Spreadsheets copy cells with tabs, and export them with semicolons or commas. */
function separatorOf(lines: readonly string[]): string {
  return ['\t', ';'].find((one) => lines.some((line) => line.includes(one))) ?? ','
}

/** The cells of a line, without the quotes that CSV files put around them. */
function splitLine(line: string, separator: string): string[] {
  const cells = ['']
  let isQuoted = false
  for (const symbol of line) {
    if (symbol === '"') isQuoted = !isQuoted
    else if (symbol === separator && !isQuoted) cells.push('')
    else cells[cells.length - 1] += symbol
  }
  return cells.map((cell) => cell.trim())
}

type Reading = { order: readonly (Column | null)[]; types: readonly TypeName[] }

function readLine(
  { line, text }: { line: number; text: string },
  cells: readonly string[],
  { order, types }: Reading,
): ReadLine {
  const cellOf = (column: Column) => cells[order.indexOf(column)] ?? ''
  const phone = normalisePhone(cellOf('phone'))
  const quantity = readQuantity(cellOf('quantity'))
  const typed = cellOf('type')
  const found = typed === '' && types.length === 1 ? types[0] : typeOf(typed, types)
  const read = { line, text, phone, quantity, ticketTypeId: found?.id ?? null }
  return { ...read, name: cellOf('name'), fault: faultOf() }

  function faultOf(): string | null {
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

/** The type with this name; the case of letters does not matter. */
function typeOf(typed: string, types: readonly TypeName[]): TypeName | undefined {
  return types.find(({ name }) => folded(name) === folded(typed))
}

/** The cost of one SMS per row, in cents. */
export const smsCents = (rows: number): number => rows * SMS_CENTS

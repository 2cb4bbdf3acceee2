// spec: transactions-csv-columns-file
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { todaysRuns } from '../../test/torture/daily.ts'
import { csvLine } from './csv-table.ts'

test.each([
  [['VIP', 2, 'a@b.co'], 'VIP,2,a@b.co'],
  [['', 0, ''], ',0,'],
  [['Early, bird'], '"Early, bird"'],
  [['The "Stand"'], '"The ""Stand"""'],
  [['two\nlines', 'cr\rlf\r\n'], '"two\nlines","cr\rlf\r\n"'],
  [['=1+1'], "'=1+1"],
  [['+254', '-10% VIP', '@home'], "'+254,'-10% VIP,'@home"],
  [['\tx', '\rx'], '\'\tx,"\'\rx"'],
  [['=HYPERLINK("http://x","y")'], '"\'=HYPERLINK(""http://x"",""y"")"'],
  [['a=1', 'Ukumbi wa Ñandú'], 'a=1,Ukumbi wa Ñandú'],
  [[-3], '-3'],
  [['＝1+1', '＋254', '－1', '＠home'], "'＝1+1,'＋254,'－1,'＠home"],
  [['Gate A;=1+1'], '"Gate A;\'=1+1"'],
  [['Gate A; "@x"'], '"Gate A;\' ""@x"""'],
  [['one\n=1'], '"one\n\'=1"'],
  [['a;b'], '"a;b"'],
])('csvLine formats %j', (cells, line) => {
  expect(csvLine(cells)).toBe(`${line}\r\n`)
})

const STARTS_FORMULA = /^[\s"']*[=+\-@\uff1d\uff0b\uff0d\uff20]/
const tricky = fc.string({
  unit: fc.constantFrom(...'=+-@;,"\'\t\r\n a1＝＋－＠'.split('')),
  maxLength: 12,
})

test.each([',', ';', '\t'])(
  'a reader that splits a CSV at %j finds no cell that begins a formula',
  (separator) => {
    fc.assert(
      fc.property(fc.array(tricky, { minLength: 1, maxLength: 4 }), (cells) => {
        for (const cell of readCells(csvLine(cells), separator)) {
          const isSafe = !STARTS_FORMULA.test(cell) || /^[\s"]*'/.test(cell)
          expect(isSafe, JSON.stringify(cell)).toBe(true)
        }
      }),
      { numRuns: todaysRuns(5000, 1000) },
    )
  },
)

/**
 * Parses a file as spreadsheets do: quotes count at the start of a cell, and line breaks inside
 * quotes do not end a line.
 */
function readCells(text: string, separator: string): string[] {
  const cells = ['']
  let isQuoted = false
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]!
    const cell = cells.at(-1)!
    if (isQuoted && sign === '"' && text[at + 1] === '"') {
      cells[cells.length - 1] += '"'
      at += 1
    } else if (isQuoted ? sign === '"' : sign === '"' && cell === '') isQuoted = !isQuoted
    else if (!isQuoted && (sign === separator || sign === '\n' || sign === '\r')) cells.push('')
    else cells[cells.length - 1] += sign
  }
  return cells
}

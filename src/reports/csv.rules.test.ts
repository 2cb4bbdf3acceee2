// spec: transactions-csv-columns-file
import { expect, test } from 'vitest'
import { csvLine } from './csv.rules.ts'

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
])('%j', (cells, line) => {
  expect(csvLine(cells)).toBe(`${line}\r\n`)
})

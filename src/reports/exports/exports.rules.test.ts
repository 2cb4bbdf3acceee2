import { expect, test } from 'vitest'
import { CSV_BEGIN, countLines, percentDone } from './exports.rules.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

test('countLines does not count line feeds inside quotes', () => {
  const csv = 'Date,Email\r\n1,a@b.ke\r\n2,"one ""two""\r\nthree"\r\n'
  expect(countLines(bytes(csv), CSV_BEGIN)).toEqual({ lines: 3, isQuoted: false })
})

// spec: exports-both-files
test('countLines gives the same count wherever the file is cut into pieces', () => {
  const csv = bytes('A,B\r\n1,"x\r\n""y"""\r\n2,"Nyár\n"\r\n')
  const whole = countLines(csv, CSV_BEGIN)
  for (let cut = 0; cut <= csv.length; cut++) {
    const first = countLines(csv.slice(0, cut), CSV_BEGIN)
    expect(countLines(csv.slice(cut), first)).toEqual(whole)
  }
})

test('percentDone leaves out the header line and never exceeds 100', () => {
  const at = (lines: number) => ({ lines, isQuoted: false })
  expect(percentDone(at(0), 200)).toBe(0)
  expect(percentDone(at(1), 200)).toBe(0)
  expect(percentDone(at(100), 200)).toBe(49)
  expect(percentDone(at(201), 200)).toBe(100)
  expect(percentDone(at(300), 200)).toBe(100)
  expect(percentDone(at(1), 0)).toBe(100)
  expect(percentDone(at(5), null)).toBeNull()
})

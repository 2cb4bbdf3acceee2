import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { smallStyles } from '../scripts/small-styles.ts'

test('the style sheet loses custom properties that no rule reads, and keeps the others', () => {
  const property = '@property --tw-unread{syntax:"*";inherits:false}'
  expect(
    smallStyles(`:root{--a:1px;--b:"x";--c:2px}.x{--tw-unread:1;top:var(--a)}${property}`),
  ).toBe(':root{--a:1px;}.x{top:var(--a)}')
})

test('a border needs no variable for its style, and tabular figures need no other figures', () => {
  const border =
    '.y{border-top-style:var(--tw-border-style);border-top-width:1px}.z{border-style:dashed}'
  expect(smallStyles(border)).toBe('.y{border-top-width:1px}.z{border-style:dashed}')
  const figures =
    '.n{--tw-numeric-spacing:tabular-nums;font-variant-numeric:var(--tw-ordinal, ) var(--tw-numeric-spacing, )}'
  expect(smallStyles(figures)).toBe('.n{font-variant-numeric:tabular-nums}')
})

test('the style sheet of the back office reads no size as a variable, because none is defined', () => {
  const office = readFileSync('src/ui/office/office.css', 'utf8')
  expect(office.match(/var\(--(text|radius|tracking|spacing)[\w-]*/g)).toBe(null)
})

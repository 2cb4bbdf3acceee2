import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** A file of tests, and what stands after it up to the next one: the names of tests in it. */
const REFERENCE = /`([\w/.-]+\.test\.tsx?)`(?::([^`]*))?/g

/** The cells of the last column, a row each. */
function lastCells(): string[] {
  const lines = readFileSync('docs/specification.md', 'utf8').split('\n')
  const rows = lines.filter((line) => line.startsWith('|') && !/^\|[-|]+$/.test(line))
  return rows
    .map((row) => row.split(/(?<!\\)\|/).at(-2)!)
    .filter((cell) => !/^ Test file/.test(cell))
}

/** Parts of names that the file does not hold; '…' stands for what a row of tests fills in. */
function missingIn(file: string, names: string): string[] {
  if (!existsSync(file)) return [`${file}: no such file`]
  const source = readFileSync(file, 'utf8').replaceAll("\\'", "'")
  return names
    .split(/;|…/)
    .map((part) => part.trim())
    .filter((part) => !source.includes(part))
    .map((part) => `${file}: ${part}`)
}

test('every row of the specification names tests that there are', () => {
  const cells = lastCells()
  expect(cells.length).toBeGreaterThan(80)
  const references = cells.map((cell) => [...cell.matchAll(REFERENCE)])
  expect(cells.filter((_, row) => references[row]!.length === 0)).toEqual([])
  const missing = references.flat().flatMap(([, file, names]) => missingIn(file!, names ?? ''))
  expect(missing).toEqual([])
})

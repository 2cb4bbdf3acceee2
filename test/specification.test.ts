import { describe, expect, test } from 'vitest'
import { checkSpecification, listCoverage } from './specification/check.ts'
import { DOCUMENT, readRows } from './specification/rows.ts'
import { readTree } from './tidy/tree.ts'

const HELPER = 'test/e2e/words.ts'
const FILE = 'test/e2e/search.test.ts'

/** A planted document with one row, and a test tagged with this row. */
function plant(test: string, row = "| empty-search | 2 Header | 'No events found' |") {
  const imports = "import { expect, test } from 'vitest'\nimport { WORDS } from './words.ts'\n"
  return new Map([
    [DOCUMENT, `| Row | Section | What |\n|---|---|---|\n${row}\n`],
    [FILE, `${imports}\n${test}\n`],
    [HELPER, "export const WORDS = 'Try another word.'\n"],
  ])
}

const SHOWN = "test('finds nothing', () => see('No events found'))"

test('each row of the specification is shown by tests that run, word for word', () => {
  const files = readTree()
  expect(readRows(files.get(DOCUMENT)!).length).toBeGreaterThan(200)
  expect(checkSpecification(files)).toEqual([])
})

test('the command prints the files that show each row', () => {
  const files = plant(`// spec: empty-search\n${SHOWN}`)
  expect(listCoverage(files)).toEqual([`empty-search: ${FILE}`])
})

describe('a row of the specification', () => {
  test.each([
    ['by a test below its name', `// spec: empty-search\n${SHOWN}`],
    [
      'by one of a table',
      `// spec: empty-search\ntest.each(ALL)('x', () => see('No events found'))`,
    ],
    ['by a group', `// spec: empty-search\ndescribe('a search', () => { ${SHOWN} })`],
    ['with another line below', `// spec: empty-search\n// The list is empty.\n${SHOWN}`],
  ])('a row may be shown %s', (_how, code) => {
    expect(checkSpecification(plant(code))).toEqual([])
  })

  test('a row may be shown by a whole file, and by the texts in its helpers', () => {
    const files = plant('', "| no-word | 2 | 'Try another word.' |")
    files.set(FILE, `// spec: no-word\n${files.get(FILE)}test('any', () => see(WORDS))`)
    expect(checkSpecification(files)).toEqual([])
  })

  test.each([
    ['its test is gone', '', 'is shown by no test'],
    ['its name is gone', SHOWN, 'is shown by no test'],
    [
      'its test is skipped',
      `// spec: empty-search\n${SHOWN.replace('test', 'test.skip')}`,
      'not run',
    ],
    [
      'the group of its test is skipped',
      `describe.skip('a', () => {\n// spec: empty-search\n${SHOWN}\n})`,
      'not run',
    ],
    [
      'the name stands above something else',
      `// spec: empty-search\nsee('No events found')`,
      'no test',
    ],
    [
      'its words are in another test alone',
      `// spec: empty-search\ntest('a', () => see('Nothing'))\n${SHOWN}`,
      "none of its tests holds 'No events found'",
    ],
  ])('a row is not shown if %s', (_why, code, told) => {
    expect(checkSpecification(plant(code)).join('\n')).toContain(told)
  })

  test('an unknown row, a row named twice and a file that shows nothing are faults', () => {
    const other = `// spec: empty-search, full-search\n${SHOWN}`
    expect(checkSpecification(plant(other)).join()).toContain('full-search is no row')
    const row = '| empty-search | 2 | x |'
    const twice = plant(`// spec: empty-search\n${SHOWN}`, `${row}\n${row}`)
    expect(checkSpecification(twice).join()).toContain('two rows are named empty-search')
  })
})

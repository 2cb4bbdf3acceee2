import { matchesGlob } from 'node:path'
import { describe, expect, test } from 'vitest'
import units from '../vitest.config.ts'
import wholeShops from '../vitest.e2e.config.ts'
import { checkTidy, survey } from './tidy/check.ts'
import { CLEAN } from './tidy/clean.ts'
import { importedNames, testOnlyValues } from './tidy/exports.ts'
import { PLANTED } from './tidy/planted.ts'
import { purchaseFiles } from './tidy/purchase-closure.ts'
import { RIGHT_READS, RIGHT_READS_MAX } from './tidy/right-reads.ts'
import { RULES, readSources, type Violation } from './tidy/source.ts'
import { rightReads } from './tidy/sql.ts'
import { TEST_ONLY, TEST_ONLY_MAX } from './tidy/test-only.ts'
import { readTree, walk } from './tidy/tree.ts'

const show = ({ rule, path, line, message }: Violation) => `${path}:${line} [${rule}] ${message}`

/** Returns a tree of source files for a test. Each room without a README gets one. */
function treeOf(files: Record<string, string>): Map<string, string> {
  const rooms = Object.keys(files).flatMap((path) => /^src\/([a-z]+)\//.exec(path)?.[1] ?? [])
  const readmes = rooms
    .filter((room) => room !== 'web' && room !== 'loyalty')
    .map((room) => [`src/${room}/README.md`, 'The purpose of the room.'] as const)
  const tree = new Map([...readmes, ...Object.entries(files)])
  // The text '\u0000' marks a README as missing. A different file replaces it, so that the room
  // exists without a README.
  for (const [path, text] of tree) {
    if (text !== '\u0000') continue
    tree.delete(path)
    tree.set(path.replace('README.md', 'event.rules.ts'), '')
  }
  return tree
}

describe('the repository', () => {
  const tree = readTree()

  test('the repository keeps every rule of the house', () => {
    expect(checkTidy(tree).map(show)).toEqual([])
  })

  test('the checks read the whole repository', () => {
    const seen = survey(tree)
    const least = {
      files: 100,
      sources: 60,
      tests: 10,
      imports: 150,
      functions: 150,
      browser: 8,
      rules: 5,
      sqlFunctions: 20,
      reads: 300,
      writes: 15,
      tables: 20,
      errorCodes: 40,
      guarded: 20,
    }
    for (const [what, count] of Object.entries(least)) {
      expect(seen[what as keyof typeof seen], `${what} seen`).toBeGreaterThanOrEqual(count)
    }
  })

  test('the list of reads to the right names only reads that are there, and shrinks', () => {
    const reads = readSources(tree).flatMap((source) =>
      rightReads(source).map(({ table }) => `${source.path} ${table}`),
    )
    const listed = Object.entries(RIGHT_READS).flatMap(([path, tables]) =>
      tables.map((table) => `${path} ${table}`),
    )
    expect(listed.sort()).toEqual(reads.sort())
    expect(listed.length).toBeLessThanOrEqual(RIGHT_READS_MAX)
  })

  test('only the listed values of the product are imported by tests alone', () => {
    const sources = readSources(tree)
    const imported = importedNames(sources)
    const found = sources.flatMap((source) => testOnlyValues(source, imported))
    const listed = Object.values(TEST_ONLY).flat()
    expect(listed.toSorted()).toEqual(found.toSorted())
    expect(listed.length).toBeLessThanOrEqual(TEST_ONLY_MAX)
  })

  test('a purchase imports at most 175 files', () => {
    const files = purchaseFiles(tree)
    expect(files.length).toBeGreaterThan(100)
    expect(files.length, files.join('\n')).toBeLessThanOrEqual(175)
  })

  test('every test file is run by exactly one configuration', () => {
    const isIn = (globs: string[] | undefined, path: string) =>
      globs!.some((glob) => matchesGlob(path, glob))
    const tests = [...tree.keys()].filter((path) => /\.test\.[jt]sx?$/.test(path))
    const runs = (path: string) =>
      [units.test!, wholeShops.test!].filter(
        ({ include, exclude = [] }) => isIn(include, path) && !isIn(exclude, path),
      ).length
    expect(tests.filter((path) => runs(path) !== 1)).toEqual([])
  })

  test('the tree is also found without git', () => {
    const walked = new Set(walk())
    expect([...tree.keys()].filter((path) => !walked.has(path))).toEqual([])
  })
})

describe('planted violations', () => {
  test.each(PLANTED)('$rule: $what', ({ rule, path, files }) => {
    // Ignores unused exports, unless the tree is planted for them: most trees have some.
    const found = checkTidy(treeOf(files)).filter(
      (violation) => violation.rule === rule || violation.rule !== 'unused-export',
    )
    expect(
      found.map((violation) => `${violation.rule} ${violation.path}`),
      found.map(show).join(),
    ).toEqual([`${rule} ${path}`])
    expect(found[0]!.line).toBeGreaterThan(0)
    expect(found[0]!.message).toMatch(/\S/)
  })

  test('every rule has a planted violation', () => {
    expect(RULES.filter((rule) => !PLANTED.some((planted) => planted.rule === rule))).toEqual([])
  })

  test('a tidy tree has no violation', () => {
    expect(checkTidy(treeOf(CLEAN)).map(show)).toEqual([])
  })
})

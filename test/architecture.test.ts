import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const TEXT = readFileSync('ARCHITECTURE.md', 'utf8')
const INVARIANTS = readFileSync('docs/invariants.md', 'utf8')
const DECISIONS = readFileSync('decisions/README.md', 'utf8')
const FILE = /`((?:[\w-]+\/)*[\w.-]+\.(?:tsx?|mjs|css))`/g

/**
 * Whether a file exists: given by its path from the root, by its path from src/, or only by its
 * name.
 */
function isThere(path: string): boolean {
  if (existsSync(path) || existsSync(`src/${path}`)) return true
  if (path.includes('/')) return false
  return readdirSync('src', { recursive: true, encoding: 'utf8' }).some((file) =>
    file.endsWith(`/${path}`),
  )
}

test('every file that ARCHITECTURE.md and docs/invariants.md name exists', () => {
  const named = [TEXT, INVARIANTS].flatMap((text) => [...text.matchAll(FILE)].map((m) => m[1]!))
  expect(named.length).toBeGreaterThan(100)
  expect(named.filter((path) => !isThere(path))).toEqual([])
})

test('every function, table, key and file that docs/scale.md names exists', () => {
  const page = readFileSync('docs/scale.md', 'utf8')
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => readFileSync(`src/${file}`, 'utf8'))
    .join('\n')
  const schema = readFileSync('migrations/schema.sql', 'utf8').replaceAll('"', '')
  const names = [...page.matchAll(/`([a-z][A-Za-z0-9_]+)`/g)].map((match) => match[1]!)
  expect(names.length).toBeGreaterThan(60)
  const isFunction = (name: string) => new RegExp(`(function|const) ${name}\\b`).test(sources)
  const isInSchema = (name: string) => new RegExp(`\\b${name}\\b`).test(schema)
  expect(names.filter((name) => !isFunction(name) && !isInSchema(name))).toEqual([])
  const files = [...page.matchAll(FILE)].map((match) => match[1]!)
  expect(files.filter((path) => !isThere(path))).toEqual([])
})

test('ARCHITECTURE.md has at most 2,000 words', () => {
  expect(TEXT.split(/\s+/).filter(Boolean).length).toBeLessThanOrEqual(2000)
})

test('decisions/README.md lists each decision under its title, and marks superseded ones', () => {
  const records = readdirSync('decisions').filter((file) => /^\d{4}-.*\.md$/.test(file))
  expect(records.length).toBeGreaterThan(70)
  const unlisted = records.filter((file) => {
    const text = readFileSync(`decisions/${file}`, 'utf8')
    const title = text.split('\n')[0]!.replace(/^# \d+\. /, '')
    const isSuperseded = text.includes('**Superseded by')
    const row = DECISIONS.split('\n').find((line) => line.includes(`(${file})`))
    return !row?.includes(`[${title}]`) || row.includes('superseded') !== isSuperseded
  })
  expect(unlisted).toEqual([])
})

test('the walk of a purchase enters each room once, and names 28 files at most', () => {
  const walk = TEXT.slice(TEXT.indexOf('## The walk'), TEXT.indexOf('A crash between'))
  const rows = walk.split('\n').filter((line) => /^\| \d/.test(line))
  expect(rows.length).toBeGreaterThan(5)
  const rooms = rows.map((row) => row.split('|')[2]!.trim())
  expect(new Set(rooms).size).toBe(rooms.length)
  const files = rows.map((row) => [...row.matchAll(FILE)].map((match) => match[1]!))
  for (const [at, room] of rooms.entries()) {
    expect(files[at]!.map((path) => path.split('/')[0])).toEqual(files[at]!.map(() => room))
  }
  expect(files.flat().length).toBeLessThanOrEqual(28)
})

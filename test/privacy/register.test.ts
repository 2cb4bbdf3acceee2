import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { DOCUMENT, writeRegister } from './document.ts'
import { REGISTER } from './register.text.ts'

/** The columns of each table, in alphabetical order, from the text of schema.sql. */
function columnsOf(schema: string): Map<string, string[]> {
  const tables = schema.matchAll(/^create table "?(\w+)"? \(\n(.*?)^\)/gms)
  return new Map(
    [...tables].map(([, table, body]) => {
      const names = [...body!.matchAll(/^ {2}"?(\w+)"? /gm)].map(([, name]) => name!)
      return [table!, names.filter((name) => name !== 'constraint').sort()]
    }),
  )
}

/** The columns that only the schema has, and the columns that only the register has. */
function differences(schema: string): string[] {
  const actual = columnsOf(schema)
  const tables = new Set([...actual.keys(), ...Object.keys(REGISTER)])
  return [...tables].flatMap((table) => {
    const { person, plain } = REGISTER[table] ?? { person: {}, plain: '' }
    const known = [...Object.keys(person), ...plain.split(' ')].filter((name) => name !== '')
    const columns = actual.get(table) ?? []
    return [
      ...columns.filter((name) => !known.includes(name)).map((name) => `${table}.${name}: no rule`),
      ...known.filter((name) => !columns.includes(name)).map((name) => `${table}.${name}: gone`),
      ...known.filter((name, at) => known.indexOf(name) !== at).map((name) => `${name}: twice`),
    ]
  })
}

const schema = readFileSync('migrations/schema.sql', 'utf8')

test('the register has a rule for each column of each table', () => {
  expect(columnsOf(schema).size).toBeGreaterThan(70)
  expect(differences(schema)).toEqual([])
})

test('a new column, a new table and a column that is gone are found', () => {
  const planted = schema
    .replace('create table setting (\n', 'create table setting (\n  set_from text,\n')
    .replace('create table category (', 'create table person (\n  name text not null\n);\n$&')
    .replace('  msisdn text not null,\n', '')
  expect(differences(planted)).toEqual([
    'person.name: no rule',
    'unmatched_receipt.msisdn: gone',
    'setting.set_from: no rule',
  ])
})

test('docs/privacy.md is the current register: npm run privacy writes it', () => {
  expect(readFileSync(DOCUMENT, 'utf8')).toBe(writeRegister())
})

import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

export type TestDatabase = { url: string; drop: () => Promise<void> }

/** A fresh copy of the migrated database, for one test file. Drop it when the file is done. */
export function createTestDatabase(): Promise<TestDatabase> {
  return createDatabase((template) => `template ${template}`)
}

/** One with the sample data in it, for a whole shop. */
export function createShopDatabase(): Promise<TestDatabase> {
  return createDatabase(() => `template ${inject('testShopTemplate')}`)
}

/** One without tables, for tests of migrations. */
export function createEmptyDatabase(): Promise<TestDatabase> {
  return createDatabase(() => '')
}

async function createDatabase(from: (template: string) => string): Promise<TestDatabase> {
  const server = inject('testServerUrl')
  const template = inject('testTemplate')
  const name = template.replace(/template$/, randomBytes(5).toString('hex'))
  await onServer(server, `create database ${name} ${from(template)}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return {
    url: url.href,
    // By force: connections that the test left open must not keep it.
    drop: () => onServer(server, `drop database if exists ${name} with (force)`),
  }
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, inject } from 'vitest'
import { type Db, openDatabase } from '../src/platform/database/db.ts'

/**
 * A test database. Call `close` when the test file no longer uses the database. It closes
 * connections but drops nothing: all databases are dropped together at the end of the run, because
 * a drop slows down the tests that run at the same time. On ext4, for half a minute after 700 files
 * are deleted, creating 700 new files takes ten times as long. Each drop also makes PostgreSQL
 * write out the changes of all tests.
 */
export type TestDatabase = { url: string; close: () => Promise<void> }

/** Creates a copy of the migrated database, for one test file. */
export function createTestDatabase(): Promise<TestDatabase> {
  return createDatabase(migrated)
}

const migrated = (template: string) => `template ${template}`

/**
 * Creates a copy of the migrated database before the tests of the calling file, and closes it after
 * them. `db` has at most `connections` connections; only tests and hooks may use it.
 */
export function keepDatabase(connections: number): { db: Db; url: string } {
  const { url, create, close } = planDatabase(migrated)
  const db = openDatabase(url, connections)
  beforeAll(create)
  afterAll(async () => {
    await db.destroy()
    await close()
  })
  return { db, url }
}

/** Creates a database with the sample data, for a whole shop. */
export function createShopDatabase(): Promise<TestDatabase> {
  return createDatabase(() => `template ${inject('testShopTemplate')}`)
}

/** Creates a database without tables, for tests of migrations. */
export function createEmptyDatabase(): Promise<TestDatabase> {
  return createDatabase(() => '')
}

async function createDatabase(from: (template: string) => string): Promise<TestDatabase> {
  const { create, ...database } = planDatabase(from)
  await create()
  return database
}

/** Names a database that `create` then creates. */
function planDatabase(from: (template: string) => string) {
  const server = inject('testServerUrl')
  const template = inject('testTemplate')
  const name = template.replace(/template$/, randomBytes(5).toString('hex'))
  const url = new URL(server)
  url.pathname = `/${name}`
  return {
    url: url.href,
    create: () => onServer(server, `create database ${name} ${from(template)}`),
    // Close connections that the test left open, because the server allows at most 200 connections.
    close: () =>
      onServer(
        server,
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
      ),
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

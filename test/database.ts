import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

/**
 * `close` when a file is done with it. It goes with all others when the run ends: for half a
 * minute after 700 files are deleted ext4 takes ten times as long to make 700 new ones, and each
 * drop makes PostgreSQL write out what the tests beside it have changed.
 */
export type TestDatabase = { url: string; close: () => Promise<void> }

/** A fresh copy of the migrated database, for one test file. */
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
    // Connections that the test left open count among the server's two hundred.
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

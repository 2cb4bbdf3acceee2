// Runs once per test run: starts a PostgreSQL server and creates a migrated database, which tests
// copy.
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startPostgres } from '../scripts/postgres.mjs'
import { openDatabase } from '../src/platform/database/db.ts'
import { migrate } from '../src/platform/database/migrate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    testServerUrl: string
    testTemplate: string
  }
}

const STALE_AFTER_MS = 3 * 3600 * 1000

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL
  // The server is shared, so that two concurrent test runs in one clone do not stop each other's
  // server.
  const server = given
    ? { url: given, stop: async () => {} }
    : await startPostgres({ dataDir: '.data/test', shared: true, database: 'postgres' })
  const run = `lango_test_${Date.now()}_${randomBytes(3).toString('hex')}`
  const template = `${run}_template`
  await onServer(server.url, async (client) => {
    for (const name of await testDatabases(client)) {
      const born = Number(name.split('_')[2])
      if (born < Date.now() - STALE_AFTER_MS) await drop(client, name)
    }
    await client.query(`create database ${template}`)
  })
  const db = openDatabase(databaseUrl(server.url, template), 1)
  await migrate(db)
  await db.destroy()
  project.provide('testServerUrl', server.url)
  project.provide('testTemplate', template)
  return async () => {
    if (process.env.TEST_DATABASES !== 'left') await dropAll(server.url, run)
    await server.stop()
  }
}

/**
 * Drops the databases of this run. Each drop waits for a checkpoint, which writes the files of all
 * databases except those being dropped. Dropping all of them concurrently is therefore ten times as
 * fast as dropping twenty at a time.
 */
async function dropAll(server: string, run: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: server, max: await connectionsToSpare(server) })
  // Errors are ignored: `end` does not wait until connections are closed, so the server may stop
  // first.
  pool.on('error', () => {})
  const names = await testDatabases(pool)
  const own = names.filter((name) => name.startsWith(run))
  await Promise.all(own.map((name) => drop(pool, name)))
  await pool.end()
}

async function connectionsToSpare(server: string): Promise<number> {
  const { rows } = await onServer(server, (client) =>
    client.query<{ most: number }>(`select current_setting('max_connections')::int as most`),
  )
  return Math.ceil(rows[0]!.most * 0.75)
}

async function onServer<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

async function testDatabases(client: pg.Client | pg.Pool): Promise<string[]> {
  const { rows } = await client.query<{ datname: string }>(
    `select datname from pg_database where datname like 'lango\\_test\\_%'`,
  )
  return rows.map((row) => row.datname)
}

async function drop(client: pg.Client | pg.Pool, name: string): Promise<void> {
  await client.query(`drop database if exists ${name} with (force)`)
}

function databaseUrl(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

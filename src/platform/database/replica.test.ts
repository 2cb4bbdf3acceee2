import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPostgres } from '../../../scripts/postgres.mjs'
import { makeLog } from '../log.ts'
import { makeMetrics } from '../metrics.ts'
import { type Db, openDatabase } from './db.ts'
import { followReplica } from './replica.ts'

type Server = Awaited<ReturnType<typeof startPostgres>>

const metrics = makeMetrics()

let folder: string
let servers: { primary: Server; standby: Server }
let primary: Db
/** The test's own connection to the replica. */
let standby: Db
let reads: ReturnType<typeof followReplica>

const start = (name: string) =>
  startPostgres({ dataDir: join(folder, name), shared: true, database: 'postgres' })

/** Makes a standby from a copy of the stopped primary's files. */
function copyToStandby({ url }: Server): void {
  const [from, to] = [join(folder, 'primary'), join(folder, 'standby')]
  // Keeps the files' owner, because the server runs as this user.
  execFileSync('cp', ['-a', from, to])
  const state = join(to, 'postgres/server.json')
  writeFileSync(state, readFileSync(state, 'utf8').replaceAll(from, to))
  const data = join(to, 'postgres/data')
  writeFileSync(join(data, 'standby.signal'), '')
  writeFileSync(join(data, 'postgresql.auto.conf'), `primary_conninfo = '${url}'\n`)
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lango-replica-'))
  chmodSync(folder, 0o755)
  const first = await start('primary')
  const db = openDatabase(first.url, 1)
  await sql`create table sale (id int)`.execute(db)
  await db.destroy()
  await first.stop()
  copyToStandby(first)
  servers = { primary: await start('primary'), standby: await start('standby') }
  primary = openDatabase(servers.primary.url, 4)
  standby = openDatabase(servers.standby.url, 1)
  const replica = openDatabase(servers.standby.url, 4)
  reads = followReplica({ primary, replica }, { log: makeLog('silent'), metrics })
})
afterAll(async () => {
  await reads?.stop()
  await standby?.destroy()
  await servers?.standby.stop()
  await primary?.destroy()
  await servers?.primary.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function count(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from sale`.execute(db)
  return rows[0]!.n
}

const sell = () => sql`insert into sale values (1)`.execute(primary)

async function isReplica(db: Db): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`select pg_is_in_recovery() as is`.execute(db)
  return rows[0]!.is
}

// spec: reads-on-replica
test('a replica that keeps up is read, and shows what was sold', async () => {
  await expect.poll(() => isReplica(reads.db)).toBe(true)
  await sell()
  await expect.poll(() => count(reads.db)).toBe(1)
  expect(await metrics.registry.metrics()).toContain('lango_replica_fresh 1')
})

test('a replica that falls behind is not read until it has caught up', async () => {
  await sql`select pg_wal_replay_pause()`.execute(standby)
  await sell()
  await expect.poll(() => isReplica(reads.db)).toBe(false)
  expect(await count(reads.db)).toBe(2)
  // Reading the positions in the WAL again does not make the replica any newer.
  await reads.look()
  expect([reads.isFresh(), await count(standby)]).toEqual([false, 1])
  await sql`select pg_wal_replay_resume()`.execute(standby)
  await expect.poll(() => isReplica(reads.db)).toBe(true)
  expect(await count(reads.db)).toBe(2)
})

test('a primary in place of the replica is not read as one', async () => {
  const other = openDatabase(servers.primary.url, 2)
  const tools = { log: makeLog('silent'), metrics: makeMetrics() }
  const same = followReplica({ primary, replica: other }, tools)
  await same.look()
  expect(same.isFresh()).toBe(false)
  expect(await count(same.db)).toBe(2)
  await same.stop()
})

test('without the replica everything is read from the primary', async () => {
  await standby.destroy()
  await servers.standby.stop()
  // Before the loss is noticed, an open connection to the replica may fail once. The next
  // connection then comes from the primary.
  expect(await count(reads.db).catch(() => count(reads.db))).toBe(2)
  await expect.poll(() => reads.isFresh()).toBe(false)
  expect(await count(reads.db)).toBe(2)
})

// Counts the processes that use the embedded server. Each process holds a lock on its own database
// connection, so PostgreSQL releases the lock of a killed process.
import { setTimeout as sleep } from 'node:timers/promises'
import { Fault } from './run.mjs'

const LOCK = 'select pg_try_advisory_lock(7264, 1) as got'
const LOCK_SHARED = 'select pg_try_advisory_lock_shared(7264, 1) as got'
const UNLOCK = 'select pg_advisory_unlock_all()'
const PATIENCE_MS = 5000

/**
 * Registers this process as a user of the server. Returns undefined if the server is stopping.
 * @returns {Promise<undefined | { lost: Promise<void>, release: (stop: () => Promise<void>) =>
 * Promise<void> }>}
 */
export async function takeUse({ connection, database, shared, role }) {
  const sql = shared ? LOCK_SHARED : LOCK
  let client = await connectAndLock(connection, sql)
  if (!client) return undefined
  if (client === 'taken') {
    if (shared) return undefined
    throw new Fault(
      'DATA_DIR is in use by another Lango that is running; set DATA_DIR to another folder.',
    )
  }
  if (role) await ensureRole(client, role)
  await ensureDatabase(client, database, role?.name)
  let ended = false
  let reportLoss = () => {}
  const lost = new Promise((resolve) => {
    reportLoss = () => resolve(undefined)
  })
  const watch = () =>
    client.once('end', async () => {
      if (ended) return
      // After a backend crash PostgreSQL drops every connection, recovers and continues.
      const again = await connectAndLock(connection, sql)
      if (ended) return
      if (!again || again === 'taken') return reportLoss()
      client = again
      watch()
    })
  watch()
  return {
    lost,
    release: async (stop) => {
      ended = true
      // The last process keeps its lock until the server is down, so that no new process starts to
      // use a stopping server.
      if (await isLastUser(client).catch(() => true)) await stop()
      await client.end().catch(() => {})
    },
  }
}

/**
 * Whether this process is the last user of the server. Only the last user can get the lock
 * exclusively.
 */
async function isLastUser(client) {
  await client.query(UNLOCK)
  return (await client.query(LOCK)).rows[0].got
}

async function connectAndLock(connection, sql) {
  const { default: pg } = await import('pg')
  const end = Date.now() + PATIENCE_MS
  let answer
  do {
    const client = new pg.Client({ ...connection, database: 'postgres', application_name: 'use' })
    client.on('error', () => {})
    try {
      await client.connect()
      if ((await client.query(sql)).rows[0].got) return client
      answer = 'taken'
    } catch {
      answer = undefined
    }
    await client.end().catch(() => {})
    await sleep(100)
  } while (Date.now() < end)
  return answer
}

/** Creates a role that may only sign in, with the password that we store for it. */
async function ensureRole(client, { name, password }) {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [name])
  const how = `role ${client.escapeIdentifier(name)} login password ${client.escapeLiteral(password)}`
  await client.query(rowCount ? `alter ${how}` : `create ${how}`)
}

async function ensureDatabase(client, name, owner) {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
  if (rowCount) return
  const owned = owner ? ` owner ${client.escapeIdentifier(owner)}` : ''
  await client.query(`create database ${client.escapeIdentifier(name)}${owned}`).catch((error) => {
    // 42P04 and 23505: another process that shares the server created the database or role first.
    if (!['42P04', '23505'].includes(error.code)) throw error
  })
}

import { sql } from 'kysely'
import { type Db, inTransaction, type Tx } from '../src/platform/database/db.ts'
import { waitFor } from './torture/wait-for.ts'

/**
 * Runs `first` in a transaction and starts `late`. Commits the transaction once `late` waits for a
 * lock that `first` has taken. `duringWait` runs while `late` waits.
 */
export async function behind<T>(
  db: Db,
  first: (tx: Tx) => Promise<unknown>,
  late: () => Promise<T>,
  { waiters = 1, duringWait }: { waiters?: number; duringWait?: (tx: Tx) => Promise<unknown> } = {},
): Promise<T> {
  const done = Promise.withResolvers<void>()
  const commit = Promise.withResolvers<void>()
  const transaction = inTransaction(db, async (tx) => {
    await first(tx)
    done.resolve()
    await commit.promise
    await duringWait?.(tx)
  })
  await done.promise
  const waiting = late()
  waiting.catch(() => {})
  await waitFor('the lock is waited for', async () => (await countWaiters(db)) === waiters)
  commit.resolve()
  await transaction
  return await waiting
}

export async function countWaiters(db: Db): Promise<number> {
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows.length
}

/**
 * Locks the event's ticket types until every call waits for a lock, so that the calls continue at
 * the same moment.
 */
export async function atOnce<T>(
  db: Db,
  { id }: { id: string },
  calls: readonly (() => Promise<T>)[],
): Promise<T[]> {
  return await behind(
    db,
    (tx) => sql`select from ticket_type where event_id = ${id} for update`.execute(tx),
    () => Promise.all(calls.map((call) => call())),
    { waiters: calls.length },
  )
}

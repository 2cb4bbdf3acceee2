import { sql } from 'kysely'
import type { Db, Tx } from './db.ts'

/** Longer than loading the sample data takes on a busy machine. */
const WAIT = '2min'

/**
 * Locks the settings, so that processes that start at the same time run one-time work one after the
 * other. Waits up to two minutes, because the work of another process may take longer than the lock
 * timeout of a session.
 */
export async function lockSettings(tx: Tx): Promise<void> {
  await sql`select set_config(name, ${WAIT}, true)
    from unnest(array['lock_timeout', 'statement_timeout']) as name`.execute(tx)
  await sql`lock table setting in share row exclusive mode`.execute(tx)
}

export async function hasSetting(tx: Tx, name: string): Promise<boolean> {
  const row = await tx
    .selectFrom('setting')
    .select('name')
    .where('name', '=', name)
    .executeTakeFirst()
  return row !== undefined
}

export async function selectSetting(db: Db, name: string): Promise<unknown> {
  const row = await db
    .selectFrom('setting')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst()
  return row?.value
}

export async function insertSetting(tx: Tx, name: string, value: unknown): Promise<void> {
  await tx
    .insertInto('setting')
    .values({ name, value: JSON.stringify(value) })
    .execute()
}

/** Sets a setting; `at` is stored as the time of the change. */
export async function upsertSetting(
  tx: Tx,
  name: string,
  value: unknown,
  at?: Date,
): Promise<void> {
  const set = { value: JSON.stringify(value), ...(at && { set_at: at }) }
  await tx
    .insertInto('setting')
    .values({ name, ...set })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(set))
    .execute()
}

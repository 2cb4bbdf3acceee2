import { inTransaction } from '../platform/database/db.ts'
import type { Deps } from '../platform/database/deps.ts'
import { noteOptOut } from './messages.sql.ts'

/** Its operator told that a phone wants no SMS of our sender: it gets none that it can do without. */
export async function recordOptOut(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  phone: string,
): Promise<void> {
  await inTransaction(db, (tx) => noteOptOut(tx, phone, clock.now()))
}

import { inTransaction } from '../platform/db.ts'
import type { Deps } from '../platform/deps.ts'
import { deleteOldLinks } from './links.sql.ts'
import { deleteOldSessions } from './sessions.sql.ts'

const KEPT_MS = 7 * 24 * 3600_000

/** Deletes sessions and links a week after they ended. */
export async function forgetSessions({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock.now().getTime() - KEPT_MS)
  await inTransaction(db, async (tx) => {
    await deleteOldSessions(tx, before)
    await deleteOldLinks(tx, before)
  })
}

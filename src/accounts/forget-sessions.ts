import { inTransaction } from '../platform/database/db.ts'
import type { Deps } from '../platform/database/deps.ts'
import { deleteOldBrowsers } from './known-browsers.sql.ts'
import { deleteOldLinks } from './links.sql.ts'
import { BROWSER_MS } from './session.rules.ts'
import { deleteOldSessions } from './sessions.sql.ts'
import { deleteOldSignUps } from './sign-ups.sql.ts'

const KEPT_MS = 7 * 24 * 3600_000

/** Deletes sessions, links, and sign-ups that nobody confirmed a week after they ended. */
export async function forgetSessions({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock.now().getTime() - KEPT_MS)
  await inTransaction(db, async (tx) => {
    await deleteOldSessions(tx, before)
    await deleteOldLinks(tx, before)
    await deleteOldSignUps(tx, before)
    await deleteOldBrowsers(tx, new Date(clock.now().getTime() - BROWSER_MS))
  })
}

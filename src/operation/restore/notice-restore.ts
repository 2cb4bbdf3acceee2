import { paymentTimes } from '../../payments/declarations.ts'
import { stopSending } from '../../payments/outgoing/sending-switch.ts'
import { readListSoon } from '../../payments/receipts/list-state.ts'
import { inTransaction, type Tx } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import {
  type Identity,
  lockSeen,
  recordRestored,
  recordSeen,
  selectIdentity,
} from '../../platform/database/restored.sql.ts'
import { momentText } from '../../reports/work-list/work-list.rules.ts'
import { raiseAllGateKeys } from '../../tickets/issuing/gate-keys.ts'

/** The interval at which a worker records that it saw the database. */
export const SEEN_EVERY_MS = 30_000
/**
 * A new timeline counts as a restore only if the recorded time is older than this. A standby that
 * takes over has a new timeline, too, but the worker records the time until the primary is lost,
 * and the standby takes over within this time. A restore takes longer, or goes back further.
 */
const FAILOVER_MAX_MS = 2 * 60_000

type RestoreDeps = Pick<Deps, 'db' | 'clock' | 'log' | 'timeScale'>

/**
 * Detects a database that was restored from a backup. Runs at each start and in a sweep. After a
 * restore, the shop reads M-Pesa's list to find lost payments, and sends no refund until an admin
 * resumes refunds (decisions/0128).
 */
export async function noticeRestore(deps: RestoreDeps): Promise<void> {
  const now = deps.clock.now()
  const identity = await selectIdentity(deps.db)
  await inTransaction(deps.db, async (tx) => {
    const seen = await lockSeen(tx)
    await recordSeen(tx, identity, now)
    if (seen && isRestored(seen, identity, now)) await beginAfterRestore(deps, tx, seen.at, now)
  })
}

function isRestored(seen: Identity & { at: Date }, found: Identity, now: Date): boolean {
  if (seen.database !== found.database) return true
  return seen.timeline !== found.timeline && now.getTime() - seen.at.getTime() > FAILOVER_MAX_MS
}

async function beginAfterRestore(
  { log, timeScale }: RestoreDeps,
  tx: Tx,
  lostFrom: Date,
  now: Date,
): Promise<void> {
  const until = new Date(now.getTime() + paymentTimes(timeScale).lookupMaxMs)
  await recordRestored(tx, { at: now, lost_from: lostFrom, until })
  const reason = `The database was restored. Refunds sent since ${momentText(lostFrom)} may be missing from it.`
  await stopSending(tx, reason, now)
  await raiseAllGateKeys(tx, now)
  await readListSoon(tx)
  log.error(
    { lostFrom },
    'the database was restored: refunds are paused until an admin resumes them',
  )
}

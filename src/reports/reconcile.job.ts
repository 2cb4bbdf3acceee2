import { compareWithList, type ListDeps } from '../payments/compare-with-list.ts'
import { inTransaction } from '../platform/db.ts'
import type { Deps } from '../platform/deps.ts'
import { newId } from '../platform/ids.ts'
import { declareJob, declareLane, handleJob, queueMissing } from '../platform/jobs.ts'
import { nairobiDate } from '../platform/nairobi.rules.ts'
import { compareBooks } from './compare-books.ts'
import {
  endReconciliation,
  insertDaily,
  type Outcome,
  selectLastReconciliation,
  takeUnread,
} from './reconciliation.sql.ts'

const HOUR_MS = 3600_000
/** In Nairobi: before people come to work, and after the night's last sales. */
const DAILY_HOUR = 6
/** More of them say no more. */
const MAX_KEPT = 1000

/** It reads a long list from M-Pesa and all of the books: no other work waits behind it. */
export const reconcileLane = declareLane('reconcile', { atOnce: 1 })

export const reconciliationWanted = declareJob<{ id: string }>('reports.reconcile', reconcileLane)

/** Whether the books say what states and figures say, and M-Pesa what our receipts say; kept. */
export const reconcile = (deps: ListDeps) =>
  handleJob(reconciliationWanted, async ({ id }) => {
    const { log, db, clock } = deps
    // The list first: what it settles is in the books then.
    const list = await compareWithList(deps, { settles: true })
    const books = await compareBooks(db)
    const differences = [...books, ...(list.kind === 'read' ? list.differences : [])]
    for (const difference of differences) log.error(difference, 'books, payments and M-Pesa differ')
    const outcome: Outcome = {
      listedFrom: list.kind === 'read' ? list.from : null,
      unread: list.kind === 'read' ? null : list.reason,
      listedCount: list.kind === 'read' ? list.count : 0,
      listedCents: list.kind === 'read' ? list.cents : 0,
      differences: differences.slice(0, MAX_KEPT),
    }
    await inTransaction(db, async (tx) => {
      const isKept = await endReconciliation(tx, id, { outcome, now: clock.now() })
      if (!isKept) log.warn({ id }, 'a reconciliation that is gone was made')
    })
  })

/**
 * Begins the day's look, once for all processes; where M-Pesa's list could not be read, once more
 * each hour. What the last look found stands in the metrics of every process.
 */
export async function sweepReconciliations(
  deps: Pick<Deps, 'db' | 'clock' | 'metrics'>,
): Promise<void> {
  const now = deps.clock.now()
  const ago = (hours: number) => new Date(now.getTime() - hours * HOUR_MS)
  const day = nairobiDate(ago(DAILY_HOUR))
  await inTransaction(deps.db, async (tx) => {
    const id =
      (await insertDaily(tx, { id: newId(), day, now })) ??
      (await takeUnread(tx, { day, before: ago(1), now }))
    if (id) await queueMissing(tx, reconciliationWanted, 'id', [{ id }])
  })
  const last = await selectLastReconciliation(deps.db)
  const count = last?.differences.length ?? 0
  const since = count > 0 ? last!.ended_at : null
  deps.metrics.setOverdue('books_differ', { count, since }, now)
}

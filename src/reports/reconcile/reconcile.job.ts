import { setTimeout as delay } from 'node:timers/promises'
import { queryBalance } from '../../payments/outgoing/balances.ts'
import type { OutgoingDeps } from '../../payments/outgoing/handler.ts'
import { compareWithList, type ListDeps } from '../../payments/receipts/compare-with-list.ts'
import type { Difference } from '../../payments/receipts/list-difference.rules.ts'
import { inTransaction } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { newId } from '../../platform/ids.ts'
import { declareJob, declareLane, handleJob, queueMissing } from '../../platform/jobs/jobs.ts'
import { nairobiDate } from '../../platform/values/nairobi.rules.ts'
import { planReceiptChecks } from '../../refunds/sending/check-receipts.job.ts'
import { compareBooks } from './compare-books.ts'
import { compareWithSandbox } from './compare-with-sandbox.ts'
import { lasting } from './difference-text.rules.ts'
import {
  endReconciliation,
  insertDaily,
  type ReconciliationResult,
  selectLastReconciliation,
  takeUnread,
} from './reconciliation.sql.ts'

const HOUR_MS = 3600_000
/**
 * The hour in Nairobi at which the daily comparison starts: after the night's last sales, and
 * before admins come to work.
 */
const DAILY_HOUR = 6
/** The maximum number of stored differences. More would not help an admin. */
const MAX_KEPT = 1000

/**
 * Pause in ms before the second comparison. Money that was on its way during the first comparison
 * arrives in this time.
 */
const SECOND_LOOK_MS = 5000

/**
 * The lane of comparisons, which read a long list from M-Pesa and the whole ledger. Other jobs do
 * not wait behind them.
 */
export const reconcileLane = declareLane('reconcile', { atOnce: 1 })

export const reconciliationWanted = declareJob<{ id: string }>('reports.reconcile', reconcileLane)

type ReconcileDeps = ListDeps & OutgoingDeps

/**
 * Compares the ledger with the states and figures, our receipts with M-Pesa's list, and, in the
 * sandbox, all money with the sandbox's ledger. Saves the result.
 */
export const reconcile = (deps: ReconcileDeps) =>
  handleJob(reconciliationWanted, async ({ id }) => {
    const { log, db, clock } = deps
    // M-Pesa's results of these queries come later and appear on the work list.
    await planReceiptChecks(deps)
    await queryBalance(deps)
    // The list is read first: receipts that it settles must be in the ledger when the ledger is
    // compared.
    const list = await compareWithList(deps, { settles: true })
    const sandbox = await differencesOfSandbox(deps)
    const books = await compareBooks(db)
    const differences = [...books, ...(list.kind === 'read' ? list.differences : []), ...sandbox]
    for (const { name, ...difference } of differences) {
      // The log masks a receipt without digits only after the word 'receipt'.
      log.error({ ...difference, receiptOrName: name }, 'books, payments and M-Pesa differ')
    }
    const result: ReconciliationResult = {
      listedFrom: list.kind === 'read' ? list.from : null,
      unread: list.kind === 'read' ? null : list.reason,
      listedCount: list.kind === 'read' ? list.count : 0,
      listedCents: list.kind === 'read' ? list.cents : 0,
      differences: differences.slice(0, MAX_KEPT),
    }
    await inTransaction(db, async (tx) => {
      const isKept = await endReconciliation(tx, id, { result, now: clock.now() })
      if (!isKept) log.warn({ id }, 'a reconciliation that is gone was made')
    })
  })

/**
 * The differences between our data and the sandbox's ledger that a second comparison confirms, in
 * the form in which `npm run reconcile` reports them. Empty in production.
 */
async function differencesOfSandbox(deps: ReconcileDeps): Promise<Difference[]> {
  const { db, env, clock, timeScale } = deps
  if (env.production) return []
  const look = async () =>
    (await compareWithSandbox(db, env.mpesa.baseUrl, clock.now()))?.differences ?? []
  const first = await look()
  if (first.length === 0) return []
  await delay(SECOND_LOOK_MS * timeScale)
  return lasting(first, await look())
}

/**
 * Starts the daily comparison, once for all processes. If M-Pesa's list could not be read, starts
 * it again every hour. Puts the result of the last comparison into the metrics of this process.
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

import { paymentTimes } from '../../payments/declarations.ts'
import { readListState } from '../../payments/receipts/list-state.ts'
import { matchCandidatesOf } from '../../payments/unmatched/match-candidates.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { readPage, takePage } from '../../platform/http/list-page.ts'
import { jobTimes } from '../../platform/jobs/jobs.ts'
import { toKes } from '../../platform/values/money.rules.ts'
import { REFUND_DAYS } from '../../refunds/business-days.rules.ts'
import { differenceWords } from '../reconcile/difference-words.rules.ts'
import { selectLastReconciliation } from '../reconcile/reconciliation.sql.ts'
import type {
  LastReconciliation,
  WorkAction,
  WorkList,
  WorkQuery,
  WorkRow,
} from './work-list.contract.ts'
import {
  beforeDays,
  byItselfWords,
  knownWords,
  paidFromOf,
  reconciliationWords,
  versionOf,
  WORK_ACTIONS,
} from './work-list.rules.ts'
import { OLDEST_WORK, selectWork, type WorkItem, type WorkTimes } from './work-list.sql.ts'

type ListDeps = Pick<Deps, 'db' | 'clock' | 'timeScale'>

/** Reads a page of the tasks that an admin must do, the oldest first. */
export async function listWork(deps: ListDeps, query: WorkQuery): Promise<WorkList> {
  const wanted = readPage(OLDEST_WORK, query, 50)
  const rows = await selectWork(deps.db, await workTimes(deps), wanted)
  const { page, next_cursor } = takePage(rows, wanted)
  const strays = page.flatMap(({ kind, key }) => (kind === 'stray_receipt' ? [key] : []))
  const candidatesOf = await matchCandidatesOf(deps.db, strays)
  const data = page.map((row) => ({ ...toRow(row), candidates: candidatesOf(row.key) }))
  return { data, next_cursor }
}

async function workTimes(deps: ListDeps): Promise<WorkTimes> {
  const { clock, timeScale } = deps
  const now = clock.now()
  const ago = (ms: number) => new Date(now.getTime() - ms)
  const { lookupMaxMs } = paymentTimes(timeScale)
  return {
    now,
    paidBefore: ago(2 * jobTimes(timeScale).leaseMs),
    reportedBefore: (await readListState(deps)).lateBefore,
    due7Before: beforeDays(now, REFUND_DAYS.first),
    due14Before: beforeDays(now, REFUND_DAYS.last),
    lookupMaxMs,
  }
}

/** Actions that record a payment which an admin made. */
const BY_HAND: WorkAction[] = ['paid_manually', 'payout_paid']

function toRow(row: WorkItem): Omit<WorkRow, 'candidates'> {
  const { id, kind, key, since, order_id, order_code, receipt, amount_cents } = row
  const { event_id, event_title } = row
  const actions = row.offers === '' ? WORK_ACTIONS[kind] : [...WORK_ACTIONS[kind], row.offers]
  return {
    id,
    kind,
    key,
    since: since.toISOString(),
    order_id,
    order_code,
    event: event_id !== null && event_title !== null ? { id: event_id, title: event_title } : null,
    receipt,
    amount: amount_cents === null ? null : toKes(amount_cents),
    known: knownWords(row),
    by_itself: byItselfWords(row),
    actions,
    version: versionOf(row),
    paid_from: actions.some((one) => BY_HAND.includes(one)) ? paidFromOf(row) : [],
  }
}

/** The result of the latest comparison of our ledger with M-Pesa's list. */
export async function readLastReconciliation({
  db,
}: Pick<Deps, 'db'>): Promise<LastReconciliation> {
  const last = await selectLastReconciliation(db)
  if (!last) return { last: null }
  const { ended_at, unread, differences } = last
  return {
    last: {
      at: ended_at.toISOString(),
      words: reconciliationWords(last),
      agrees: differences.length === 0 && unread === null,
      differences: differences.map(differenceWords),
    },
  }
}

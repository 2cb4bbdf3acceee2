import type { Db } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { isDue } from '../../platform/jobs/due.sql.ts'
import { acquireSlot, isSlotFree } from '../../platform/limits/limits.sql.ts'
import { paymentTimes } from '../declarations.ts'
import type { Daraja } from '../mpesa/daraja.ts'
import { areLookedUp, type LookupSpan, selectLookupSpan } from '../prompts/sweeps.sql.ts'
import { areReported, selectReportedSpan } from '../unmatched-receipts.sql.ts'
import { CHECK_SLOT, isListUnavailable, ROUTINE_SLOT, selectListState } from './list-state.sql.ts'
import { recordReading } from './list-state.ts'
import { areUnlisted, countMissing, selectOldestUnlisted } from './listed.sql.ts'
import { LIST_MARGIN_MS } from './match-receipt.rules.ts'
import { eachPulledPage } from './pulled-pages.ts'
import { settleListed } from './settle-listed.ts'

const LOOKUP = 'look-up pull'

type PullDeps = Pick<Deps, 'db' | 'env' | 'log' | 'clock' | 'metrics' | 'timeScale'> & {
  daraja: Daraja
}

/**
 * Reads M-Pesa's list in three cases. While a payment lacks its receipt, result or proved amount:
 * less often as the payment gets older. While only a callback has reported a receipt, or the list
 * is not available: every ten minutes. And once an hour, because callbacks and confirmations get
 * lost. All processes share these intervals. A process that starts reads once more.
 *
 * Hourly readings, and all after a failure, begin at the end of the last complete reading.
 */
export function makePullSweep(deps: PullDeps): () => Promise<void> {
  let isFirst = true
  return async () => {
    const now = deps.clock.now()
    const times = paymentTimes(deps.timeScale)
    const { lookupMaxMs, listLagMs, checkMs, routineMs, routineSpanMs } = times
    const ago = (ms: number) => new Date(now.getTime() - ms)
    const since = ago(lookupMaxMs)
    const unlistedSpan = { since, before: ago(listLagMs) }
    const wanted = [areLookedUp(since), areReported(since), areUnlisted(unlistedSpan)]
    const others = [isListUnavailable, isSlotFree(ROUTINE_SLOT, now)]
    if (!(await isDue(deps.db, ...wanted, ...others))) return
    const span = joined(
      await selectLookupSpan(deps.db, since),
      await selectReportedSpan(deps.db, since),
    )
    const unlisted = await selectOldestUnlisted(deps.db, unlistedSpan)
    const { unavailable_since, read_until } = await selectListState(deps.db)
    const unread = read_until ?? ago(routineSpanMs)
    const isMyTurn = async (name: string, rate: number) =>
      (await acquireSlot(deps.db, name, rate, now)) === null
    const starts: (Date | undefined | null)[] = []
    if (span) {
      const isTurn = await isLookupTurn(deps.db, now, pullInterval(span, now, times))
      if (isTurn || isFirst) starts.push(span.oldest)
      isFirst = false
    }
    if ((unlisted || unavailable_since) && (await isMyTurn(CHECK_SLOT, 1000 / checkMs))) {
      starts.push(unlisted)
    }
    if (await isMyTurn(ROUTINE_SLOT, 1000 / routineMs)) {
      starts.push(ago(routineSpanMs), unread, span?.oldest, unlisted)
    }
    if (starts.length === 0) return
    if (unavailable_since) starts.push(unread)
    await pullReceipts(deps, new Date(Math.min(...starts.flatMap((at) => at?.getTime() ?? []))))
  }
}

/** Whether a look-up is due now. The slot stores the time of the last look-up. */
async function isLookupTurn(db: Db, now: Date, intervalMs: number): Promise<boolean> {
  const before = new Date(now.getTime() - intervalMs)
  return (await acquireSlot(db, LOOKUP, 1000 / intervalMs, before)) === null
}

function joined(one: LookupSpan | null, other: LookupSpan | null): LookupSpan | null {
  if (!one || !other) return one ?? other
  return {
    oldest: new Date(Math.min(one.oldest.getTime(), other.oldest.getTime())),
    youngest: new Date(Math.max(one.youngest.getTime(), other.youngest.getTime())),
  }
}

type Intervals = { pullMs: number; routineMs: number }

function pullInterval(span: LookupSpan, now: Date, { pullMs, routineMs }: Intervals): number {
  const age = now.getTime() - span.youngest.getTime()
  return Math.min(Math.max(age / 4, pullMs), routineMs)
}

async function pullReceipts(deps: PullDeps, oldest: Date): Promise<void> {
  const now = deps.clock.now()
  const { lookupMaxMs, listLagMs, checkMs } = paymentTimes(deps.timeScale)
  const ago = (ms: number) => new Date(now.getTime() - ms)
  // The 48 hours of the list count by M-Pesa's clock, which may be ahead of ours.
  const furthest = ago(lookupMaxMs - LIST_MARGIN_MS)
  const wanted = new Date(oldest.getTime() - LIST_MARGIN_MS)
  const isFurthest = wanted <= furthest
  const from = isFurthest ? furthest : wanted
  const read = await eachPulledPage(deps, { from, to: ago(-LIST_MARGIN_MS) }, (rows) =>
    settleListed(deps, rows),
  )
  await recordReading(deps, read, { from: isFurthest ? null : from, startedAt: now })
  if (!read.isWhole || read.unreadable > 0) return
  await countMissing(deps.db, {
    from,
    reportedBefore: ago(listLagMs),
    lastBefore: ago(checkMs / 2),
    now,
  })
}

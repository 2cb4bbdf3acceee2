import type { Deps } from '../platform/deps.ts'
import { takeTurn } from '../platform/limits.sql.ts'
import { countMissing, selectOldestUnlisted } from './listed.sql.ts'
import { LIST_MARGIN_MS } from './match-receipt.rules.ts'
import type { Daraja } from './mpesa/daraja.ts'
import { eachPulledPage } from './pulled-pages.ts'
import { settleListed } from './settle-listed.ts'
import { selectToldSpan } from './stray.sql.ts'
import { type LookupSpan, selectLookupSpan } from './sweeps.sql.ts'
import { paymentTimes } from './times.ts'

type PullDeps = Pick<Deps, 'db' | 'log' | 'clock' | 'metrics' | 'timeScale'> & { daraja: Daraja }

const MAX_INTERVAL_MS = 3600_000
// Turns a second, over all processes; each looks back far enough that some may be missed.
const ROUTINE_RATE = 1000 / MAX_INTERVAL_MS
const ROUTINE_MS = 6 * 3600_000

/**
 * Makes the sweep that asks M-Pesa for the list of what it took while a payment lacks its receipt,
 * its answer, or an amount that can be trusted. Often while the youngest of them is young, and
 * ever more seldom after that; every ten minutes while there are receipts that only a callback told;
 * once an hour in any case, for a failure that a callback told of may be followed by a success whose
 * callback was lost.
 */
export function makePullSweep(deps: PullDeps): () => Promise<void> {
  let lastPull = 0
  return async () => {
    const now = deps.clock.now()
    const { lookupMaxMs, listLagMs, checkMs, pullMs } = paymentTimes(deps.timeScale)
    const ago = (ms: number) => new Date(now.getTime() - ms)
    const since = ago(lookupMaxMs)
    const span = joined(
      await selectLookupSpan(deps.db, since),
      await selectToldSpan(deps.db, since),
    )
    const unlisted = await selectOldestUnlisted(deps.db, { since, before: ago(listLagMs) })
    const isMyTurn = async (name: string, rate: number) =>
      (await takeTurn(deps.db, name, rate, now)) === null
    const starts: (Date | undefined | null)[] = []
    if (span && now.getTime() - lastPull >= pullInterval(span, now, pullMs)) {
      starts.push(span.oldest)
    }
    if (unlisted && (await isMyTurn('receipt check', 1000 / checkMs))) starts.push(unlisted)
    if (await isMyTurn('routine pull', ROUTINE_RATE)) {
      starts.push(ago(ROUTINE_MS), span?.oldest, unlisted)
    }
    if (starts.length === 0) return
    lastPull = now.getTime()
    const times = starts.flatMap((start) => start?.getTime() ?? [])
    await pullReceipts(deps, new Date(Math.min(...times)))
  }
}

function joined(one: LookupSpan | null, other: LookupSpan | null): LookupSpan | null {
  if (!one || !other) return one ?? other
  return {
    oldest: new Date(Math.min(one.oldest.getTime(), other.oldest.getTime())),
    youngest: new Date(Math.max(one.youngest.getTime(), other.youngest.getTime())),
  }
}

function pullInterval(span: LookupSpan, now: Date, minMs: number): number {
  const age = now.getTime() - span.youngest.getTime()
  return Math.min(Math.max(age / 4, minMs), MAX_INTERVAL_MS)
}

async function pullReceipts(deps: PullDeps, oldest: Date): Promise<void> {
  const now = deps.clock.now()
  const { lookupMaxMs, listLagMs, checkMs } = paymentTimes(deps.timeScale)
  const ago = (ms: number) => new Date(now.getTime() - ms)
  // Its list goes no further back, by a clock that may be ahead of ours.
  const furthest = ago(lookupMaxMs - LIST_MARGIN_MS)
  const wanted = new Date(oldest.getTime() - LIST_MARGIN_MS)
  const from = wanted > furthest ? wanted : furthest
  const read = await eachPulledPage(deps, { from, to: ago(-LIST_MARGIN_MS) }, (rows) =>
    settleListed(deps, rows),
  )
  if (!read.isWhole) return
  await countMissing(deps.db, {
    from,
    toldBefore: ago(listLagMs),
    lastBefore: ago(checkMs / 2),
    now,
  })
}

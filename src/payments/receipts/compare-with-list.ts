import type { Deps } from '../../platform/database/deps.ts'
import { paymentTimes } from '../declarations.ts'
import type { Daraja } from '../mpesa/daraja.ts'
import type { PulledRow } from '../mpesa/pull.ts'
import { selectKeptReceipts } from './kept-receipts.sql.ts'
import { compareReceipts, type Difference } from './list-difference.rules.ts'
import { recordReading } from './list-state.ts'
import { LIST_MARGIN_MS } from './match-receipt.rules.ts'
import { eachPulledPage } from './pulled-pages.ts'
import { settleListed } from './settle-listed.ts'

export type ListDeps = Pick<Deps, 'db' | 'env' | 'log' | 'clock' | 'metrics' | 'timeScale'> & {
  daraja: Daraja
}

type ListComparison =
  | { kind: 'read'; from: Date; count: number; cents: number; differences: Difference[] }
  | { kind: 'unread'; reason: string }

/** Compares the last 48 hours. `settles` settles the list first: a difference is then final. */
export async function compareWithList(
  deps: ListDeps,
  { settles }: { settles: boolean },
): Promise<ListComparison> {
  const now = deps.clock.now()
  const { lookupMaxMs, listLagMs } = paymentTimes(deps.timeScale)
  const ago = (ms: number) => new Date(now.getTime() - ms)
  // M-Pesa's clock may be ahead of ours.
  const from = ago(lookupMaxMs - LIST_MARGIN_MS)
  const listed: PulledRow[] = []
  const read = await eachPulledPage(deps, { from, to: ago(-LIST_MARGIN_MS) }, async (rows) => {
    listed.push(...rows)
    if (settles) await settleListed(deps, rows)
  })
  if (settles) await recordReading(deps, read, { from: null, startedAt: now })
  if (!read.isWhole) return { kind: 'unread', reason: read.reason }
  const kept = await selectKeptReceipts(deps.db, {
    receipts: listed.map(({ receipt }) => receipt),
    from: new Date(from.getTime() + LIST_MARGIN_MS),
    // The list may not show newer receipts yet.
    reportedBefore: ago(listLagMs),
  })
  const cents = listed.reduce((sum, { amountCents }) => sum + amountCents, 0)
  const differences = [...compareReceipts(listed, kept), ...unreadable(read.unreadable)]
  return { kind: 'read', from, count: listed.length, cents, differences }
}

function unreadable(count: number): Difference[] {
  if (count === 0) return []
  const name = `${count} rows`
  const nothing = { order_code: null, ours_cents: null, theirs_cents: null }
  return [{ what: 'M-Pesa lists what makes no sense', name, ...nothing }]
}

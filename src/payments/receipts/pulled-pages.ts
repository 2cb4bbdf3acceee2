import type { Deps } from '../../platform/database/deps.ts'
import { paymentCounters, paymentTimes } from '../declarations.ts'
import type { Daraja } from '../mpesa/daraja.ts'
import type { PulledRow } from '../mpesa/pull.ts'
import { selectLostReceipts } from './kept-receipts.sql.ts'
import { LIST_MARGIN_MS } from './match-receipt.rules.ts'

const MAX_PAGES = 1000

/** `contradicts`: the list lacks receipts that it must show. */
export type ReadPages =
  | { isWhole: true; unreadable: number }
  | { isWhole: false; reason: string; contradicts: boolean }

type PageDeps = Pick<Deps, 'db' | 'log' | 'clock' | 'metrics' | 'timeScale'> & { daraja: Daraja }

/**
 * Reads all pages of the list. M-Pesa responds 1001 at the end of the list, and also when it
 * fails. So the end counts only if the list has shown the receipts that we know.
 */
export async function eachPulledPage(
  deps: PageDeps,
  { from, to }: { from: Date; to: Date },
  take: (rows: PulledRow[]) => Promise<void>,
): Promise<ReadPages> {
  const startedAt = deps.clock.now()
  const shown: string[] = []
  let offset = 0
  let allUnreadable = 0
  for (let page = 0; page < MAX_PAGES; page++) {
    const answer = await deps.daraja.pull({ from, to, offset })
    if (answer.kind === 'unclear') {
      deps.log.warn({ reason: answer.reason }, 'Pull Transactions gave no usable response')
      if (/not registered/i.test(answer.reason)) await deps.daraja.registerPull()
      return { isWhole: false, reason: answer.reason, contradicts: false }
    }
    if (answer.count === 0) {
      return await judgeEnd(deps, { from, startedAt, shown, unreadable: allUnreadable })
    }
    const unreadable = answer.count - answer.rows.length
    if (unreadable > 0) {
      paymentCounters(deps.metrics).pulledReceipts.inc({ outcome: 'unreadable' }, unreadable)
      deps.log.warn({ unreadable }, 'rows of Pull Transactions cannot be read')
      allUnreadable += unreadable
    }
    await take(answer.rows)
    shown.push(...answer.rows.map(({ receipt }) => receipt))
    offset += answer.count
  }
  return { isWhole: false, reason: `more than ${MAX_PAGES} pages`, contradicts: false }
}

async function judgeEnd(
  { db, timeScale }: Pick<PageDeps, 'db' | 'timeScale'>,
  read: { from: Date; startedAt: Date; shown: string[]; unreadable: number },
): Promise<ReadPages> {
  const { from, startedAt, shown, unreadable } = read
  const lost = await selectLostReceipts(db, {
    shown,
    from: new Date(from.getTime() + LIST_MARGIN_MS),
    reportedBefore: new Date(startedAt.getTime() - paymentTimes(timeScale).listLagMs),
    listedBefore: startedAt,
    count: unreadable + 1,
  })
  // Each unreadable row may contain one of the missing receipts.
  if (lost.length <= unreadable) return { isWhole: true, unreadable }
  const what = shown.length === 0 ? 'the list is empty' : 'the list ends early'
  return { isWhole: false, contradicts: true, reason: `${what}: it must show ${lost[0]}` }
}

import type { Deps } from '../../platform/database/deps.ts'
import { paymentCounters } from '../declarations.ts'
import type { Daraja } from '../mpesa/daraja.ts'
import type { PulledRow } from '../mpesa/pull.ts'

const MAX_PAGES = 1000

/**
 * Whether the list was read to its end: with the number of unreadable rows if so, or the reason if
 * not.
 */
export type ReadPages = { isWhole: true; unreadable: number } | { isWhole: false; reason: string }

/** Reads M-Pesa's list of payments received between two times, page by page. */
export async function eachPulledPage(
  deps: Pick<Deps, 'log' | 'metrics'> & { daraja: Daraja },
  { from, to }: { from: Date; to: Date },
  take: (rows: PulledRow[]) => Promise<void>,
): Promise<ReadPages> {
  let offset = 0
  let allUnreadable = 0
  for (let page = 0; page < MAX_PAGES; page++) {
    const answer = await deps.daraja.pull({ from, to, offset })
    if (answer.kind === 'unclear') {
      deps.log.warn({ reason: answer.reason }, 'Pull Transactions gave no usable response')
      if (/not registered/i.test(answer.reason)) await deps.daraja.registerPull()
      return { isWhole: false, reason: answer.reason }
    }
    if (answer.count === 0) return { isWhole: true, unreadable: allUnreadable }
    const unreadable = answer.count - answer.rows.length
    if (unreadable > 0) {
      paymentCounters(deps.metrics).pulledReceipts.inc({ outcome: 'unreadable' }, unreadable)
      deps.log.warn({ unreadable }, 'rows of Pull Transactions cannot be read')
      allUnreadable += unreadable
    }
    await take(answer.rows)
    offset += answer.count
  }
  return { isWhole: false, reason: `more than ${MAX_PAGES} pages` }
}

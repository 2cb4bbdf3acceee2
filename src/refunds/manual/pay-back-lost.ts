import type { Deps } from '../../platform/database/deps.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { RefundError } from '../errors.ts'
import { payBackReceipt } from './pay-back.ts'
import { selectLostReceipts } from './pay-back-lost.sql.ts'

/** The most payments of one request. More remain on the work list, with the same button. */
const AT_ONCE = 500

/**
 * Refunds the payments whose orders a restore has lost and which M-Pesa's list proves, each in a
 * transaction of its own, as `payBackReceipt` does. Returns the number of refunds.
 */
export async function payBackLost(
  deps: Pick<Deps, 'db' | 'clock'>,
  viewer: Viewer,
): Promise<number> {
  let count = 0
  for (const receipt of await selectLostReceipts(deps.db, AT_ONCE)) {
    try {
      await payBackReceipt(deps, viewer, receipt)
      count += 1
    } catch (error) {
      // An admin attached or refunded this payment after it was selected.
      if (!(error instanceof RefundError && error.code === 'receipt_used')) throw error
    }
  }
  return count
}

import type { Deps } from '../../platform/database/deps.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { RefundError } from '../errors.ts'
import { payBackReceipt } from './pay-back.ts'
import { selectLostReceipts } from './pay-back-lost.sql.ts'

/** The maximum number of payments per request. Others stay on the work list for a next request. */
const AT_ONCE = 500

/**
 * Refunds the payments whose orders a restore has lost, if M-Pesa's list proves the payments. Uses
 * `payBackReceipt`, with a transaction for each payment. Returns the number of refunds.
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

import type { Tx } from '../../platform/database/db.ts'
import { hasBuyers } from '../cancel.sql.ts'
import { EventError } from '../errors.ts'
import { isLooser } from './payout-release.rules.ts'

/**
 * Throws payout_release_fixed if the change allows earlier payouts and a buyer may have relied on
 * the plan. The caller has locked the event; `hasBuyers` waits for an order in progress.
 */
export async function requireSafer(
  tx: Tx,
  { id, payout_release }: { id: string; payout_release: string },
  wanted: string | undefined,
): Promise<void> {
  if (!isLooser(payout_release, wanted) || !(await hasBuyers(tx, id))) return
  throw new EventError('payout_release_fixed', { details: { field: 'payout_release' } })
}

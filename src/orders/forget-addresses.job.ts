import type { Deps } from '../platform/database/deps.ts'
import { forgetClientNetworks } from './address-record.sql.ts'
import { orderTimes } from './declarations.ts'

/** Small batches, because a payment has to wait while its order's row is updated. */
const BATCH = 500

/** Deletes IP addresses when they are too old for any limit, because they are personal data. */
export async function forgetAddresses(
  deps: Pick<Deps, 'db' | 'clock' | 'timeScale'>,
): Promise<'done' | 'more'> {
  const { keepAddressMs } = orderTimes(deps.timeScale)
  const before = new Date(deps.clock.now().getTime() - keepAddressMs)
  return (await forgetClientNetworks(deps.db, before, BATCH)) < BATCH ? 'done' : 'more'
}

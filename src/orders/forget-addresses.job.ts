import type { Deps } from '../platform/database/deps.ts'
import { forgetAskedFrom } from './address-record.sql.ts'
import { orderTimes } from './declarations.ts'

/** Short, for who buys waits for a row that is being written. */
const BATCH = 500

/** Where somebody was when they bought is theirs: it is kept only as long as limits look back. */
export async function forgetAddresses(
  deps: Pick<Deps, 'db' | 'clock' | 'timeScale'>,
): Promise<'done' | 'more'> {
  const { keepAddressMs } = orderTimes(deps.timeScale)
  const before = new Date(deps.clock.now().getTime() - keepAddressMs)
  return (await forgetAskedFrom(deps.db, before, BATCH)) < BATCH ? 'done' : 'more'
}

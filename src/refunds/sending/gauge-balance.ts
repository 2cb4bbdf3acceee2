import type { Deps } from '../../platform/database/deps.ts'
import { selectBalance, sumOwed } from './calls.sql.ts'

/**
 * Before the account runs dry: what it held last is less than what is to be paid from it. Each time that
 * begins it is logged once, however often this is asked; the metric stands until it ends.
 */
export async function gaugeBalance(
  deps: Pick<Deps, 'db' | 'log' | 'clock' | 'metrics'>,
): Promise<void> {
  const balance = await selectBalance(deps.db)
  const owed = await sumOwed(deps.db)
  const holds = balance?.utility_cents ?? null
  const isLow = holds !== null && holds < owed
  const overdue = { count: isLow ? 1 : 0, since: isLow ? balance!.at : null }
  if (deps.metrics.setOverdue('refunds_above_balance', overdue, deps.clock.now()))
    deps.log.error({ holds, owed }, 'the utility account holds less than is to be refunded')
}

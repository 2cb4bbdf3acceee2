import type { Deps } from '../database/deps.ts'
import { countFailingJobs } from './jobs.sql.ts'

// Half a minute of trying: no passing trouble any more.
const FAILURES = 5

/** Work that fails again and again is kept and tried for ever; here people see that there is some. */
export async function gaugeFailingJobs(deps: Pick<Deps, 'db' | 'metrics'>): Promise<void> {
  const { now, ...failing } = await countFailingJobs(deps.db, FAILURES)
  deps.metrics.setOverdue('failing_job', failing, now)
}

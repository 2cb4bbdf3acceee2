import { inTransaction } from '../../platform/database/db.ts'
import { isDue } from '../../platform/jobs/due.sql.ts'
import { queueJob, queueMissing } from '../../platform/jobs/jobs.ts'
import { payoutTimes } from '../declarations.ts'
import { askPart, payPart } from '../jobs.ts'
import { ON_ITS_WAY } from '../payout.rules.ts'
import { arePartsDue, takePartsDue } from '../payout-parts.sql.ts'
import type { SendDeps } from './calls.ts'

const BATCH = 100

/** Sends parts whose time has come, and queries M-Pesa about calls that have no result. */
export async function sweepPayouts(deps: SendDeps): Promise<void> {
  const times = payoutTimes(deps.timeScale)
  const now = deps.clock.now()
  if (!(await isDue(deps.db, arePartsDue(now)))) return
  const after = (ms: number) => new Date(now.getTime() + ms)
  await inTransaction(deps.db, async (tx) => {
    const until = after(times.sendingMaxMs)
    const due = await takePartsDue(tx, { now, until, states: ['due'], count: BATCH })
    const jobs = due.map((partId) => ({ partId }))
    await queueMissing(tx, payPart, 'partId', jobs)
  })
  await inTransaction(deps.db, async (tx) => {
    const until = after(times.askingMaxMs)
    const silent = await takePartsDue(tx, { now, until, states: [...ON_ITS_WAY], count: BATCH })
    for (const partId of silent) {
      await queueJob(tx, askPart, { partId, nextAt: until.toISOString() })
    }
  })
}

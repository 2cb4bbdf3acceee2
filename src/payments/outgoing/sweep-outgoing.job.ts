import { inTransaction } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { isDue } from '../../platform/jobs/due.sql.ts'
import { queueJob, queueMissing } from '../../platform/jobs/jobs.ts'
import { outgoingTimes } from '../declarations.ts'
import { payOutgoing, queryAttempt } from '../jobs.ts'
import type { OutgoingHandler } from './handler.ts'
import { ON_ITS_WAY } from './outgoing.rules.ts'

const BATCH = 100

/**
 * Sends money whose time has come, and queries attempts that have no result because of a crash or
 * because M-Pesa sent none.
 */
export async function sweepOutgoing(
  { db, clock, timeScale }: Pick<Deps, 'db' | 'clock' | 'timeScale'>,
  { purpose, ...handler }: OutgoingHandler,
): Promise<void> {
  const times = outgoingTimes(timeScale)
  const now = clock.now()
  if (!(await isDue(db, handler.isDue(now)))) return
  const after = (ms: number) => new Date(now.getTime() + ms)
  await inTransaction(db, async (tx) => {
    const until = after(times.sendingMaxMs)
    const due = await handler.takeDue(tx, { now, until, states: ['due'], count: BATCH })
    const jobs = due.map((id) => ({ purpose, id }))
    await queueMissing(tx, payOutgoing, 'id', jobs)
  })
  // Queued in a separate batch and lane: while M-Pesa does not respond, each query takes half a
  // minute.
  await inTransaction(db, async (tx) => {
    const until = after(times.queryMaxMs)
    const silent = await handler.takeDue(tx, { now, until, states: ON_ITS_WAY, count: BATCH })
    // Do not use queueMissing: an earlier job of this money may exist and would do nothing, because
    // its `nextAt` is out of date.
    for (const id of silent) {
      await queueJob(tx, queryAttempt, { purpose, id, nextAt: until.toISOString() })
    }
  })
}

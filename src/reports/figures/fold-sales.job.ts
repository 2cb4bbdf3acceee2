import {
  addCheckIns,
  areCheckInDeltas,
  takeCheckInDeltas,
} from '../../checkin/check-in-delta.sql.ts'
import { areSaleDeltas, takeSaleDeltas } from '../../orders/sales/sale-delta.sql.ts'
import { inTransaction } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { isDue } from '../../platform/jobs/due.sql.ts'
import { addToRollUps } from './roll-up.sql.ts'

const BATCH = 5000

/**
 * Adds sales, refunds and check-ins to the roll-ups and deletes their deltas, each batch in one
 * transaction, so a crash leaves nothing half done. Readers add the remaining deltas, so the figures are exact even if this job does not
 * run.
 */
export async function foldSales({ db }: Pick<Deps, 'db'>): Promise<void> {
  if (!(await isDue(db, areSaleDeltas(), areCheckInDeltas()))) return
  for (let taken = BATCH; taken === BATCH; ) {
    taken = await inTransaction(db, async (tx) => {
      const sums = await takeSaleDeltas(tx, BATCH)
      if (sums.length > 0) await addToRollUps(tx, sums)
      return sums.reduce((count, sum) => count + sum.deltas, 0)
    })
  }
  for (let taken = BATCH; taken === BATCH; ) {
    taken = await inTransaction(db, async (tx) => {
      const sums = await takeCheckInDeltas(tx, BATCH)
      if (sums.length > 0) await addCheckIns(tx, sums)
      return sums.reduce((count, sum) => count + sum.deltas, 0)
    })
  }
}

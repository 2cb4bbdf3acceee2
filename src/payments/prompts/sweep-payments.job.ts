import { lockOrder } from '../../orders/orders.sql.ts'
import { assert } from '../../platform/assert.ts'
import { inTransaction } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import { eachRow } from '../../platform/database/each-row.ts'
import { isDue } from '../../platform/jobs/due.sql.ts'
import { paymentTimes } from '../declarations.ts'
import { failPayment } from '../fail-payment.ts'
import { queuePaybillOffer } from '../jobs.ts'
import { nextQueryAge } from '../payment.rules.ts'
import { changePaymentState } from '../payments.sql.ts'
import { queuePushQueries } from './query-push.job.ts'
import { areQueriesDue, areStuck, selectStuck, setNextQuery, takeQueriesDue } from './sweeps.sql.ts'

const BATCH = 100

export async function queueSilentPushes(
  deps: Pick<Deps, 'db' | 'clock' | 'timeScale'>,
): Promise<void> {
  if (!(await isDue(deps.db, areQueriesDue(deps.clock.now())))) return
  await inTransaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const silent: string[] = []
    for (const due of await takeQueriesDue(tx, now, BATCH)) {
      const prompted = due.prompting_at.getTime()
      const age = nextQueryAge(paymentTimes(deps.timeScale).queryAgesMs, now.getTime() - prompted)
      const next = age === null ? null : new Date(prompted + age)
      if ((await setNextQuery(tx, due.id, next)) && due.has_id) silent.push(due.id)
    }
    await queuePushQueries(tx, silent)
  })
}

/** Continues payments stuck after a crash or without a result. */
export async function moveStuckPayments(
  deps: Pick<Deps, 'db' | 'log' | 'clock' | 'timeScale'>,
): Promise<void> {
  const { promptingMaxMs, promptedMaxMs, unknownMaxMs } = paymentTimes(deps.timeScale)
  const ago = (ms: number) => new Date(deps.clock.now().getTime() - ms)
  const stuckBefore = [
    areStuck('prompting', ago(promptingMaxMs)),
    areStuck('prompted', ago(promptedMaxMs)),
    areStuck('unknown', ago(unknownMaxMs)),
  ]
  if (!(await isDue(deps.db, ...stuckBefore))) return
  await moveToUnknown(deps, 'prompting', promptingMaxMs)
  await moveToUnknown(deps, 'prompted', promptedMaxMs)
  const before = new Date(deps.clock.now().getTime() - unknownMaxMs)
  const stuck = await selectStuck(deps.db, 'unknown', before, BATCH)
  await eachRow(deps.log, stuck, ({ id, order_id }) =>
    inTransaction(deps.db, (tx) =>
      failPayment(
        tx,
        { id, orderId: order_id },
        { code: 'no answer', by: 'sweep', now: deps.clock.now(), timeScale: deps.timeScale },
      ),
    ),
  )
}

async function moveToUnknown(
  deps: Pick<Deps, 'db' | 'log' | 'clock'>,
  state: 'prompting' | 'prompted',
  maxMs: number,
): Promise<void> {
  const before = new Date(deps.clock.now().getTime() - maxMs)
  const stuck = await selectStuck(deps.db, state, before, BATCH)
  await eachRow(deps.log, stuck, ({ id, order_id }) =>
    inTransaction(deps.db, async (tx) => {
      const now = deps.clock.now()
      const order = await lockOrder(tx, order_id, now)
      assert(order, `the payment ${id} has no order`)
      const change = { cause: 'silence', now }
      const moved = await changePaymentState(tx, id, 'unknown', change)
      if (moved) await queuePaybillOffer(tx, order)
      else deps.log.info({ payment: id }, 'a payment changed before a sweep marked it as unknown')
    }),
  )
}

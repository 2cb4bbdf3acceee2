import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildEvent } from '../../../test/build.ts'
import { listPaid, newReceipt, pay, prompted, readOrderState } from '../../../test/purchase.ts'
import { keepStage } from '../../../test/stage.ts'
import { makePullSweep } from './pull-receipts.job.ts'

const stage = keepStage()

test.each(['a callback', 'the list'])(
  'a receipt that %s adds to a payment that a query proved leaves an event row',
  async (by) => {
    const order = await prompted(stage, await buildEvent(stage.db))
    stage.daraja.nextQuery = () => ({ kind: 'paid' })
    stage.pass(16_000)
    await stage.sweep()
    stage.daraja.nextQuery = () => ({ kind: 'pending' })
    expect(await readOrderState(stage, order.orderId)).toBe('issued')
    const receipt = newReceipt()
    if (by === 'a callback') await pay(stage, order, receipt)
    else {
      await listPaid(stage, receipt, order.amount)
      stage.pass(60_000)
      await makePullSweep(stage.deps)()
    }
    const { rows } = await sql`select e.cause, e.use, e.detail from payment_event e
    join payment p on p.id = e.payment_id
    where p.order_id = ${order.orderId} and e.to_state = 'confirmed' order by e.id`.execute(
      stage.db,
    )
    expect(rows).toEqual([
      { cause: 'query', use: 'sale', detail: null },
      {
        cause: by === 'a callback' ? 'callback' : 'pull',
        use: 'sale',
        detail: { receipt, amount_cents: 100_00 },
      },
    ])
  },
)

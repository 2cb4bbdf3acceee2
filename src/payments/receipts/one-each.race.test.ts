import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { behind } from '../../../test/behind.ts'
import { type BuiltEvent, buildEvent, newPhone } from '../../../test/build.ts'
import {
  listPaid,
  newReceipt,
  pay,
  place,
  prompted,
  readOrderState,
  readPayments,
} from '../../../test/purchase.ts'
import { keepStage, makeStage, type Stage } from '../../../test/stage.ts'
import { inTransaction, isUniqueViolation, type Tx } from '../../platform/database/db.ts'
import { newToken } from '../../platform/ids.ts'
import { changePaymentState, ensurePayment, insertReceiptPayment } from '../payments.sql.ts'
import { makePullSweep } from './pull-receipts.job.ts'

const stage = keepStage({ LIMIT_PUSH_PER_PHONE: '100' })
let event: BuiltEvent

beforeEach(async () => {
  event = await buildEvent(stage.db)
  await stage.db.deleteFrom('job').execute()
})

const paymentFor = (orderId: string, phone: string) => ({
  id: randomUUID(),
  order_id: orderId,
  attempt: 1,
  phone,
  amount_cents: 100_00,
  callback_token: newToken(),
  created_at: stage.clock.now(),
})

/**
 * Two orders of one phone. `look` runs the second order's job while the first order's prompt is not
 * committed.
 */
async function promptTogether(
  at: Stage,
  look: (begin: (tx: Tx) => Promise<void>, late: () => Promise<void>) => Promise<unknown>,
): Promise<{ pushed: number; states: string[] }> {
  const phone = newPhone()
  const first = await place(at, await buildEvent(at.db), [1], { phoneNumber: phone })
  await at.db.deleteFrom('job').execute()
  await place(at, await buildEvent(at.db), [1], { phoneNumber: phone })
  const before = at.daraja.pushes.length
  const begin = async (tx: Tx) => {
    const payment = paymentFor(first.orderId, phone)
    await ensurePayment(tx, payment)
    const change = { cause: 'turn', now: at.clock.now() }
    expect(await changePaymentState(tx, payment.id, 'prompting', change)).toBe(true)
  }
  await look(begin, at.runJobs)
  const payments = at.db.selectFrom('payment').select('state').where('phone', '=', phone)
  const states = (await payments.execute()).map(({ state }) => state)
  return { pushed: at.daraja.pushes.length - before, states: states.sort() }
}

describe('two orders of one phone whose prompts are due at the same time', () => {
  test('guard off: without the index the phone shows two prompts', async () => {
    const bare = await makeStage()
    await sql`drop index payment__open_prompt`.execute(bare.db)
    const together = promptTogether(bare, (begin, late) =>
      bare.db.transaction().execute(async (tx) => {
        await begin(tx)
        await late()
      }),
    )
    expect(await together).toEqual({ pushed: 1, states: ['prompted', 'prompting'] })
    await bare.close()
  })

  test('guard on: the second order, which saw no prompt, stays in the queue', async () => {
    const together = promptTogether(stage, (begin, late) => behind(stage.db, begin, late))
    expect(await together).toEqual({ pushed: 0, states: ['created', 'prompting'] })
  })
})

describe('an order is sold for one payment', () => {
  test("another payment that M-Pesa's list shows is due back", async () => {
    const order = await prompted(stage, event)
    await pay(stage, order, newReceipt())
    await listPaid(stage, newReceipt(), order.amount)
    await makePullSweep(stage.deps)()
    const uses = (await readPayments(stage, order.orderId)).map(({ use }) => use)
    expect(uses.sort()).toEqual(['refund_due', 'sale'])
  })

  test('no statement can record a second sale', async () => {
    const order = await prompted(stage, event)
    await pay(stage, order, newReceipt())
    const second = inTransaction(stage.db, (tx) =>
      insertReceiptPayment(tx, {
        ...paymentFor(order.orderId, order.push.phone),
        confirmed_amount_cents: 100_00,
        payer_masked: false,
        use: 'sale',
        receipt: newReceipt(),
        payer: '',
        cause: 'pull',
        listedAt: null,
        paidAt: stage.clock.now(),
        now: stage.clock.now(),
      }),
    )
    await expect(second).rejects.toSatisfy((error) => isUniqueViolation(error, 'payment__sale'))
    expect(await readPayments(stage, order.orderId)).toHaveLength(1)
    expect(await readOrderState(stage, order.orderId)).toBe('issued')
  })
})

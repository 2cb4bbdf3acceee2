import { expect, test } from 'vitest'
import { behind } from '../../test/behind.ts'
import { buildEvent } from '../../test/build.ts'
import { place, readPayments } from '../../test/purchase.ts'
import { keepStage } from '../../test/stage.ts'
import { openUnguarded } from '../../test/unguarded.ts'
import { type Db, inTransaction } from '../platform/database/db.ts'
import { failPayment } from './fail-payment.ts'
import { changePaymentState } from './payments.sql.ts'

const stage = keepStage()

/** Matches the lock at the beginning of changePaymentState. */
const LOCK = /(?<=from payment where id = \$\d+ )for no key update(?=\))/

/**
 * Runs a callback that reports a failure while the push's response is being stored. `on` is the
 * database of the callback. Returns the payment's states.
 */
async function historyOf(on: Db): Promise<string[]> {
  const { orderId } = await place(stage, await buildEvent(stage.db))
  stage.daraja.nextPush = () => Promise.reject(new Error('the answer comes below'))
  await expect(stage.runJobs()).rejects.toThrow('the answer comes below')
  const [payment] = await readPayments(stage, orderId)
  const now = stage.clock.now()
  const { timeScale } = stage.deps
  const reason = { code: '1032', by: 'callback', now, timeScale } as const
  await behind(
    stage.db,
    (tx) => changePaymentState(tx, payment!.id, 'prompted', { cause: 'push', now }),
    () => inTransaction(on, (tx) => failPayment(tx, { id: payment!.id, orderId }, reason)),
  )
  const events = await stage.db
    .selectFrom('payment_event')
    .select(['from_state', 'to_state'])
    .where('payment_id', '=', payment!.id)
    .orderBy('id')
    .execute()
  return events.map((event) => `${event.from_state} > ${event.to_state}`)
}

const BEFORE = ['null > prompting', 'prompting > prompted']

test("guard off: without the payment's lock an event row names a state that the payment did not leave", async () => {
  const unguarded = openUnguarded(stage.env.databaseUrl, [LOCK])
  const history = historyOf(unguarded)
  await history.finally(() => unguarded.close())
  expect(await history).toEqual([...BEFORE, 'prompting > failed'])
})

test('guard on: each event row names the state that the payment left', async () => {
  expect(await historyOf(stage.db)).toEqual([...BEFORE, 'prompted > failed'])
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { behind } from '../../test/behind.ts'
import { buildEvent } from '../../test/build.ts'
import { place, readPayments } from '../../test/purchase.ts'
import { makeStage, type Stage } from '../../test/stage.ts'
import { inTransaction } from '../platform/db.ts'
import { failPayment } from './fail-payment.ts'
import { changePaymentState } from './payments.sql.ts'

let stage: Stage

beforeAll(async () => {
  stage = await makeStage()
})
afterAll(() => stage.close())

test('a callback while the push answer is being stored: each row tells the state it left', async () => {
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
    () => inTransaction(stage.db, (tx) => failPayment(tx, { id: payment!.id, orderId }, reason)),
  )
  const events = await stage.db
    .selectFrom('payment_event')
    .select(['from_state', 'to_state'])
    .where('payment_id', '=', payment!.id)
    .orderBy('id')
    .execute()
  expect(events.map((event) => `${event.from_state} > ${event.to_state}`)).toEqual([
    'null > created',
    'created > prompting',
    'prompting > prompted',
    'prompted > failed',
  ])
})

// spec: slow-query-holds
import { expect, test, vi } from 'vitest'
import { buildEvent } from '../../../test/build.ts'
import { callBack, prompted, readOrderState } from '../../../test/purchase.ts'
import { keepStage, paidCallback } from '../../../test/stage.ts'
import { until } from '../../../test/until.ts'
import { startWorker } from '../../platform/jobs/worker.ts'
import { LANES, listHandlers } from '../../worker.ts'
import type { QueryAnswer } from '../mpesa/stk-query.ts'
import { queueSilentPushes } from './sweep-payments.job.ts'

const stage = keepStage()

test('callbacks are settled while M-Pesa delays its response to a query', async () => {
  const event = await buildEvent(stage.db)
  const [slow, quick] = [await prompted(stage, event), await prompted(stage, event)]
  const answer = Promise.withResolvers<QueryAnswer>()
  const query = vi.spyOn(stage.daraja, 'query').mockReturnValue(answer.promise)
  stage.pass(16_000)
  await queueSilentPushes(stage.deps)
  const { db, log } = stage.deps
  const work = { lanes: LANES, handlers: listHandlers(stage.deps), sweeps: [] }
  const worker = startWorker({ db, log, ...work, leaseMs: 60_000, concurrency: 1 })
  await until(() => expect(query).toHaveBeenCalled())
  await callBack(stage, quick, paidCallback('UKY0000001', 100, quick.checkoutId))
  await until(async () => expect(await readOrderState(stage, quick.orderId)).toBe('issued'))
  answer.resolve({ kind: 'paid' })
  await until(async () => expect(await readOrderState(stage, slow.orderId)).toBe('issued'))
  await worker.stop()
})

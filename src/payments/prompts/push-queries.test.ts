import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type BuiltEvent, buildEvent } from '../../../test/build.ts'
import {
  expectNothingSold,
  fail,
  place,
  prompted,
  readOrderState,
  readPayments,
  tell,
} from '../../../test/purchase.ts'
import { keepStage, type Stage } from '../../../test/stage.ts'
import type { QueryAnswer } from '../mpesa/stk-query.ts'
import { queueSilentPushes } from './sweep-payments.job.ts'

const stage = keepStage()
const limited = keepStage({ PUSH_RATE: '1', HOLD_SHARE_PER_ADDRESS: '100' })
let event: BuiltEvent

beforeEach(async () => {
  event = await buildEvent(stage.db)
})
afterEach(() => {
  vi.restoreAllMocks()
})

const stateOf = async ({ orderId }: { orderId: string }) =>
  (await readPayments(stage, orderId)).map(({ state }) => state)

/** Sets M-Pesa's responses to queries, and records the queried ids. */
function answerQueries(at: Stage, answer: (id: string) => QueryAnswer | Promise<QueryAnswer>) {
  return vi.spyOn(at.daraja, 'query').mockImplementation(async (id) => await answer(id))
}

describe('a query that reports a success', () => {
  test('a query does not revive a payment that failed during the query', async () => {
    const order = await prompted(stage, event)
    answerQueries(stage, async () => {
      await fail(stage, order, 1032)
      return { kind: 'paid' }
    })
    stage.pass(16_000)
    await queueSilentPushes(stage.deps)
    await stage.runJobs()
    expect(await stateOf(order)).toEqual(['failed'])
    expect(await readOrderState(stage, order.orderId)).toBe('failed')
    await expectNothingSold(stage, order)
  })
})

describe('a callback that reports a success without a receipt', () => {
  const bare = (id: string) => ({
    Body: { stkCallback: { CheckoutRequestID: id, ResultCode: 0, ResultDesc: 'Success' } },
  })

  test('a success without a receipt proves nothing', async () => {
    const order = await prompted(stage, event)
    answerQueries(stage, () => ({ kind: 'pending' }))
    await tell(stage, order, bare(order.checkoutId))
    expect(await stateOf(order)).toEqual(['prompted'])
    await expectNothingSold(stage, order)
  })

  test('a success without a receipt causes an immediate query, which decides', async () => {
    const [paid, failed] = [await prompted(stage, event), await prompted(stage, event)]
    const query = answerQueries(stage, (id) =>
      id === paid.checkoutId ? { kind: 'paid' } : { kind: 'failed', code: '1032' },
    )
    await tell(stage, paid, bare(paid.checkoutId))
    await tell(stage, failed, bare(failed.checkoutId))
    expect(query.mock.calls).toEqual([[paid.checkoutId], [failed.checkoutId]])
    expect(await readOrderState(stage, paid.orderId)).toBe('issued')
    expect(await readOrderState(stage, failed.orderId)).toBe('failed')
  })
})

describe('a query with a push rate', () => {
  beforeEach(async () => {
    event = await buildEvent(limited.db)
    // Removes all open and queued prompts, so that the slot is free.
    await limited.db.deleteFrom('job').execute()
    await limited.db.deleteFrom('rate_slot').execute()
    await limited.db
      .updateTable('payment')
      .set({ state: 'failed', prompting_at: null, next_query_at: null })
      .execute()
  })

  const now = () => limited.clock.now().getTime()

  const nextTurn = async (ms: number) => {
    await limited.db
      .updateTable('rate_slot')
      .set({ next_at: new Date(now() + ms) })
      .where('name', '=', 'push')
      .execute()
  }

  async function silent() {
    const order = await prompted(limited, event)
    const query = answerQueries(limited, () => ({ kind: 'pending' }))
    limited.pass(16_000)
    await queueSilentPushes(limited.deps)
    return { order, query }
  }

  test('a query waits for a slot and consumes it', async () => {
    const { order, query } = await silent()
    await nextTurn(60_000)
    await limited.runJobs()
    expect(query).not.toHaveBeenCalled()
    limited.pass(60_000)
    const before = now()
    await limited.hurry()
    expect(query.mock.calls).toEqual([[order.checkoutId]])
    const turn = await limited.db
      .selectFrom('rate_slot')
      .select('next_at')
      .executeTakeFirstOrThrow()
    expect(turn.next_at.getTime()).toBeGreaterThan(before)
  })

  test('a query gives way to queued prompts', async () => {
    const { query } = await silent()
    const queued = await limited.db.selectFrom('job').selectAll().execute()
    await limited.db.deleteFrom('job').execute()
    await nextTurn(60_000)
    const { orderId } = await place(limited, event)
    await limited.runJobs()
    limited.pass(60_000)
    // Makes the query's job the first to run, with a free slot.
    await limited.db
      .insertInto('job')
      .values(
        queued.map(({ name, lane, payload }) => ({ name, lane, payload: JSON.stringify(payload) })),
      )
      .execute()
    await limited.runJobs()
    expect(query).not.toHaveBeenCalled()
    const pushes = limited.daraja.pushes.length
    await limited.hurry()
    expect(limited.daraja.pushes).toHaveLength(pushes + 1)
    expect(await readOrderState(limited, orderId)).toBe('pending')
  })
})

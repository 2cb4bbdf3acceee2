import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { countWaiters } from '../../../test/behind.ts'
import { buildEvent } from '../../../test/build.ts'
import { paidFor, prompted, readOrderState, readOutcomes } from '../../../test/purchase.ts'
import { keepStage } from '../../../test/stage.ts'
import { waitFor } from '../../../test/torture/wait-for.ts'

const stage = keepStage()

test('a callback gets 200 once it is stored, and a request to retry if it cannot be stored', async () => {
  const order = await prompted(stage, await buildEvent(stage.db))
  const send = () =>
    stage.app.inject({ method: 'POST', url: order.callbackPath, payload: paidFor(order) })
  // Locks the table, and ends the connection that waits to store the callback.
  const answer = await stage.db.transaction().execute(async (tx) => {
    await sql`lock table provider_callback in exclusive mode`.execute(tx)
    const sent = send()
    await waitFor('the callback is being stored', async () => (await countWaiters(stage.db)) === 1)
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(stage.db)
    return await sent
  })
  expect(answer.statusCode).toBe(503)
  expect(await readOutcomes(stage, order)).toEqual([])
  expect((await send()).statusCode).toBe(200)
  // The callback was stored unchanged, before any job has read its body.
  expect(await readOutcomes(stage, order)).toEqual([null])
  await stage.runJobs()
  expect(await readOrderState(stage, order.orderId)).toBe('issued')
})

test.each(['%00', 'a%00b', '0'.repeat(32), "'"])(
  'an address with an unknown token, %s, gets 404',
  async (token) => {
    const answer = await stage.app.inject({ method: 'POST', url: `/cb/p/${token}`, payload: '{}' })
    expect(answer.statusCode).toBe(404)
  },
)

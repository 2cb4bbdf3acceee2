// spec: line-database-fault
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { buildEvent } from '../../../test/build.ts'
import { place, prompted, readOrder } from '../../../test/purchase.ts'
import { keepStage } from '../../../test/stage.ts'
import { startWorker } from '../../platform/jobs/worker.ts'
import { LANES, listHandlers } from '../../worker.ts'

const stage = keepStage({ PUSH_RATE: '1', HOLD_SHARE_PER_ADDRESS: '100' })

const jobs = () => stage.db.selectFrom('job').selectAll().execute()

test('a queued payment whose job meets a database fault is tried again within a second, after any number of tries', async () => {
  const event = await buildEvent(stage.db)
  await prompted(stage, event)
  const { orderId } = await place(stage, event)
  // The job runs a dozen times without getting a slot.
  await stage.db
    .updateTable('rate_slot')
    .set({ next_at: new Date(stage.clock.now().getTime() + 60_000) })
    .execute()
  for (let i = 0; i < 12; i++) await stage.hurry()
  expect((await readOrder(stage, orderId)).body.phase).toBe('in_line')
  // The connection ends during the job's next statement, as in a crash.
  await sql`create function break_off() returns trigger language plpgsql as $$
    begin perform pg_terminate_backend(pg_backend_pid()); perform pg_sleep(10); return new; end $$`.execute(
    stage.db,
  )
  await sql`create trigger break_off before insert on payment
    for each row execute function break_off()`.execute(stage.db)
  const before = Date.now()
  await stage.db
    .updateTable('job')
    .set({ run_at: new Date(0) })
    .execute()
  const worker = startWorker({
    ...stage.deps,
    lanes: LANES,
    handlers: listHandlers(stage.deps),
    sweeps: [],
    leaseMs: 60_000,
    concurrency: 16,
  })
  const job = await vi.waitFor(
    async () => {
      const [row] = await jobs()
      expect(row!.last_error).toMatch(/terminat/)
      return row!
    },
    { timeout: 15_000, interval: 5 },
  )
  await worker.stop()
  expect(job.run_at.getTime()).toBeGreaterThanOrEqual(before)
  // PostgreSQL rounds to milliseconds, up or down.
  expect(job.run_at.getTime()).toBeLessThanOrEqual(Date.now() + 1001)
  await sql`drop function break_off cascade`.execute(stage.db)
  stage.pass(60_000)
  await stage.hurry()
  expect((await readOrder(stage, orderId)).body.phase).toBe('prompted')
})

import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { asProcess } from '../../test/as-process.ts'
import { behind } from '../../test/behind.ts'
import { buildEvent, orderOf } from '../../test/build.ts'
import { keepStage } from '../../test/stage.ts'
import { openUnguarded } from '../../test/unguarded.ts'
import type { Db } from '../platform/database/db.ts'
import { buy } from './buy.ts'

const stage = keepStage({ LIMIT_PUSH_PER_ADDRESS: '1' })

/**
 * Matches the guard that the new count must be within the limit. Without this guard only the old
 * count is checked.
 */
const COUNTED_NOW = / \+ excluded\.count(?=\s*<=)/

/**
 * Places two orders from one address, for two events and in two processes. Both processes have read
 * a count of zero. Returns the results and the final count.
 */
async function askTogether(on: Db, address: string) {
  const events = await Promise.all(Array.from({ length: 2 }, () => buildEvent(stage.db)))
  const ids = events.map(({ id }) => id)
  const ends = await behind(
    stage.db,
    (tx) =>
      sql`select from ticket_type where event_id = any(${ids}::uuid[]) for update`.execute(tx),
    () =>
      Promise.allSettled(
        events.map((event) =>
          buy({ ...stage.deps, db: asProcess(on) }, { ...orderOf(event), address }),
        ),
      ),
    { waiters: 2 },
  )
  const { count } = await stage.db
    .selectFrom('rate_count')
    .select('count')
    .where('key', '=', `push:${address}`)
    .executeTakeFirstOrThrow()
  const codes = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason.code] : []))
  return { placed: 2 - codes.length, codes, count }
}

describe('two orders of an address that may send one prompt', () => {
  test('are both placed without the guard, since both have read a count of zero', async () => {
    const unguarded = openUnguarded(stage.env.databaseUrl, [COUNTED_NOW])
    expect(await askTogether(unguarded, '41.90.1.1')).toEqual({ placed: 2, codes: [], count: 2 })
    await unguarded.close()
  })

  test('with the guard: one is placed, and the other is told to wait', async () => {
    const codes = ['too_many_requests']
    expect(await askTogether(stage.db, '41.90.1.2')).toEqual({ placed: 1, codes, count: 1 })
  })
})

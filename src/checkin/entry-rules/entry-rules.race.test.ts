// spec: entry-rules
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { behind } from '../../../test/behind.ts'
import { keepGate } from '../../../test/gate.ts'
import { openUnguarded } from '../../../test/unguarded.ts'
import { selectEntryRules } from '../../events/entry-rules.sql.ts'
import type { Db } from '../../platform/database/db.ts'
import { saveEntryRules } from './entry-rules.ts'

const gate = keepGate({})

const EVENT_LOCK = / for no key update$/

/**
 * Two organizers change different rules concurrently: the first sets the capacity, and the second
 * allows people to leave. Without the lock, both read the rules before either of them writes.
 */
async function saveTwice(on: Db) {
  const { stage, organizer } = gate
  const { id } = await gate.build()
  const deps = { ...stage.deps, db: on }
  await behind(
    stage.db,
    (tx) => sql`lock table entry_rule in share mode`.execute(tx),
    () =>
      Promise.all([
        saveEntryRules(deps, organizer.viewer, id, { licensed_capacity: 12_000 }),
        saveEntryRules(deps, organizer.viewer, id, { may_leave: true }),
      ]),
    { waiters: 2 },
  )
  const { licensed_capacity, may_leave } = await selectEntryRules(stage.db, id)
  return [licensed_capacity !== null, may_leave].filter(Boolean).length
}

describe('two concurrent changes of different entry rules', () => {
  test('with the guard off, one of the changes is lost', async () => {
    const unguarded = openUnguarded(gate.stage.env.databaseUrl, [EVENT_LOCK])
    expect(await saveTwice(unguarded)).toBe(1)
    await unguarded.close()
  })

  test('with the guard on, both changes are kept', async () => {
    expect(await saveTwice(gate.stage.db)).toBe(2)
  })
})

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildAccount } from '../../../test/accounts.ts'
import { buildEvent } from '../../../test/build.ts'
import { keepStage } from '../../../test/stage.ts'
import { countStatementLines, LAST_BOOKED, selectStatement } from './statement.sql.ts'

const stage = keepStage()

// spec: statement-long
test('a statement of many sales reads each page from an index', async () => {
  const owner = await buildAccount(stage)
  const event = await buildEvent(stage.db, { organizerId: owner.id })
  await insertSales(event.id, 20_000)
  const viewer = { accountId: owner.id, role: 'organizer' } as const
  expect(await countStatementLines(stage.db, viewer, event.id)).toBe(20_000)
  const page = { sorting: LAST_BOOKED, after: null, limit: 50 }
  const found = await selectStatement(stage.db, viewer, event.id, page)
  expect(found!.lines).toHaveLength(51)
  expect(found!.sums).toMatchObject({ taken_cents: 20_000 * 100_00, fees_cents: 20_000 * 1_00 })
  const url = `/api/events/${event.id}/statement?limit=100`
  const answer = await stage.app.inject({ url, headers: owner.headers })
  expect(answer.json().lines).toHaveLength(100)
})

/** Inserts the ledger entries of `count` sales with a fee of one shilling each. */
async function insertSales(eventId: string, count: number): Promise<void> {
  await stage.db.connection().execute(async (db) => {
    // This connection may check foreign keys by a plan from the time when the tables were small.
    await sql`discard plans`.execute(db)
    await sql`
      with entry as (
        insert into ledger_entry (movement, kind, at)
        select 'many:' || n, 'taken', now() from generate_series(1, ${sql.lit(count)}) n returning id
      )
      insert into ledger_line (entry_id, account, event_id, amount_cents)
      select id, line.account, line.event_id, line.cents from entry cross join (values
        ('collection', null::uuid, 10000), ('organizer', ${eventId}::uuid, -9900),
        ('fees', ${eventId}::uuid, -100)) line (account, event_id, cents)`.execute(db)
  })
}

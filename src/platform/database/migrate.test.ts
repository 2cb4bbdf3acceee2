import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../../test/database.ts'
import { openDatabase } from './db.ts'
import { isMigrated, migrate } from './migrate.ts'

test('a database with unknown migrations gets one line of error and stays unchanged', async () => {
  const database = await createTestDatabase()
  const db = openDatabase(database.url, 2)
  try {
    expect([await migrate(db), await isMigrated(db)]).toEqual([[], true])
    await sql`insert into kysely_migration (name, timestamp) values ('0000_before', now()::text)`.execute(
      db,
    )
    await expect(migrate(db)).rejects.toThrow(/^DATABASE_URL or DATA_DIR: .* Name another one/)
  } finally {
    await db.destroy()
    await database.close()
  }
})

import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { readBookDifferences } from '../../test/books.ts'
import { keepApart } from '../../test/keep-apart.ts'
import { newReceipt } from '../../test/purchase.ts'
import { makeStage } from '../../test/stage.ts'
import { inTransaction } from '../platform/database/db.ts'
import { postUnmatchedEnd } from './postings.ts'

const MIGRATION = new URL('../../migrations/0043_stray_receipt__given_up.sql', import.meta.url)

test('the migration reopens money that a payment gave up, and the ledger agrees', async () => {
  const stage = await makeStage()
  const receipt = newReceipt()
  const stray = { receipt, amountCents: 200_00 }
  await keepApart(stage, stray)
  await inTransaction(stage.db, async (tx) => {
    await postUnmatchedEnd(tx, { ...stray, now: stage.clock.now() }, 'found')
    await sql`update unmatched_receipt set state = 'attached'`.execute(tx)
    await sql`alter table unmatched_receipt rename to stray_receipt`.execute(tx)
    await sql.raw(await readFile(MIGRATION, 'utf8')).execute(tx)
    await sql`alter table stray_receipt rename to unmatched_receipt`.execute(tx)
  })
  const rows = await stage.db.selectFrom('unmatched_receipt').select(['receipt', 'state']).execute()
  expect(rows).toEqual([{ receipt, state: 'open' }])
  expect(await readBookDifferences(stage.db)).toEqual([])
  await stage.close()
})

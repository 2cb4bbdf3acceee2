// spec: ledger-balanced
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { keepStage } from '../../test/stage.ts'
import { inTransaction } from '../platform/database/db.ts'
import { post } from './entries.ts'
import { type LedgerLine, shares, transfer } from './ledger.rules.ts'

const stage = keepStage()

const movement = () => `test:${randomUUID()}`
const write = (name: string, lines: LedgerLine[]) =>
  inTransaction(stage.db, (tx) =>
    post(tx, { movement: name, kind: 'transfer', at: stage.clock.now(), lines }),
  )

async function readLines(name: string) {
  return await stage.db
    .selectFrom('ledger_line as l')
    .innerJoin('ledger_entry as e', 'e.id', 'l.entry_id')
    .select(['l.account', 'l.event_id', 'l.amount_cents'])
    .where('e.movement', '=', name)
    .orderBy('l.amount_cents')
    .execute()
}

describe('a ledger entry', () => {
  test('stores its lines, without lines of zero', async () => {
    const [name, eventId] = [movement(), randomUUID()]
    const sold = shares({ eventId, amountCents: 100_00, feeCents: 0 }, 'sold')
    await write(name, [{ account: 'collection', amountCents: 100_00 }, ...sold])
    expect(await readLines(name)).toEqual([
      { account: 'organizer', event_id: eventId, amount_cents: -100_00 },
      { account: 'collection', event_id: null, amount_cents: 100_00 },
    ])
  })

  test('throws if its lines do not sum to zero or move no money', async () => {
    const one: LedgerLine = { account: 'collection', amountCents: 1 }
    for (const lines of [[one], [], transfer('suspense', 'buyers', 0)]) {
      await expect(write(movement(), lines)).rejects.toThrow('not balanced')
    }
  })

  test('can be written only once for a movement', async () => {
    const name = movement()
    await write(name, transfer('suspense', 'buyers', 5))
    await expect(write(name, transfer('suspense', 'buyers', 5))).rejects.toThrow('duplicate key')
    expect(await readLines(name)).toHaveLength(2)
  })
})

describe('the database itself', () => {
  const entry = (name: string) =>
    sql`insert into ledger_entry (movement, kind, at) values (${name}, 'transfer', now())`
  const line = (name: string, account: string, cents: number) =>
    sql`insert into ledger_line (entry_id, account, amount_cents)
      select id, ${account}, ${cents} from ledger_entry where movement = ${name}`

  test('refuses an entry without lines', async () => {
    await expect(entry(movement()).execute(stage.db)).rejects.toThrow('is not balanced')
  })

  test('refuses a single line, in a new entry and added to an old entry', async () => {
    const name = movement()
    await write(name, transfer('suspense', 'buyers', 5))
    await expect(line(name, 'bank', 1).execute(stage.db)).rejects.toThrow('do not sum to zero')
    const other = movement()
    const halves = stage.db.transaction().execute(async (tx) => {
      await entry(other).execute(tx)
      await line(other, 'bank', 1).execute(tx)
    })
    await expect(halves).rejects.toThrow('do not sum to zero')
  })

  test('refuses to change lines and to delete entries', async () => {
    const { rejects } = expect(sql`update ledger_line set amount_cents = 1`.execute(stage.db))
    await rejects.toThrow('append-only')
    await expect(sql`delete from ledger_entry`.execute(stage.db)).rejects.toThrow('append-only')
  })

  test('requires an event for the accounts of organizers and fees, and allows none for other accounts', async () => {
    const eventId = randomUUID()
    const strange: LedgerLine[] = [
      { account: 'bank', eventId, amountCents: 1 },
      { account: 'suspense', amountCents: -1 },
    ]
    await expect(write(movement(), strange)).rejects.toThrow('ledger_line__event')
    await expect(write(movement(), transfer('organizer', 'bank', 1))).rejects.toThrow(
      'ledger_line__event',
    )
  })
})

import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEmptyDatabase, type TestDatabase } from '../../test/database.ts'
import { type Db, inTransaction, openDatabase } from '../platform/db.ts'
import { selectSalesByDay, selectTicketTypeSales, selectTotals } from './figures.sql.ts'
import { foldSales } from './fold-sales.job.ts'
import { selectTransactions, TRANSACTION_ORDERS } from './transactions.sql.ts'

// The migrations that bring the figures, on a database that has sold before.

const FIRST = '0024'
const LAST = '0038'
const FOLDER = new URL('../../migrations/', import.meta.url)
const admin = { accountId: randomUUID(), role: 'admin' } as const
const [eventId, typeId] = [randomUUID(), randomUUID()]
const house = { eventId: randomUUID(), typeId: randomUUID() }
const organizer = { accountId: randomUUID(), role: 'organizer' } as const

let database: TestDatabase
let db: Db
beforeAll(async () => {
  database = await createEmptyDatabase()
  db = openDatabase(database.url, 2)
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort()
  await apply(names.filter((name) => name < FIRST))
  await sellSome()
  await apply(names.filter((name) => name >= FIRST && name < LAST))
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

async function apply(names: string[]): Promise<void> {
  expect(names.length).toBeGreaterThan(3)
  const texts = await Promise.all(names.map((name) => readFile(new URL(name, FOLDER), 'utf8')))
  await inTransaction(db, async (tx) => {
    for (const text of texts) await sql.raw(text).execute(tx)
  })
}

const ORDERS = [
  { state: 'issued', paid: '2026-11-01T20:59:00Z', phone: '254712000001', payer: '254712000009' },
  { state: 'paid', paid: '2026-11-01T21:00:00Z', phone: '254712000002' },
  { state: 'refunded', paid: '2026-11-01T12:00:00Z', phone: '254712000003' },
  // The tickets were gone when its money came.
  { state: 'refund_due', paid: null, due: '2026-11-03T12:00:00Z', phone: '254712000004' },
  { state: 'expired', paid: null, phone: '254712000005' },
  { state: 'paid', paid: '2026-11-01T21:00:00Z', phone: '254712000006', of: house },
]

async function openEvent(id: string, typeId: string, organizerId: string | null): Promise<void> {
  await sql`insert into event (id, title, date, time, location, price_cents, organizer_id)
    values (${id}, 'Derby', '2027-01-01', '15:00', 'Nairobi', 100, ${organizerId})`.execute(db)
  await sql`insert into ticket_type (id, event_id, name, price_cents, capacity, type_offset)
    values (${typeId}, ${id}, 'Stand', 100, 100, 0)`.execute(db)
}

async function sellSome(): Promise<void> {
  await sql`insert into account (id, email, full_name, password_hash)
    values (${organizer.accountId}, 'amina@lango.test', 'Amina', '!')`.execute(db)
  await openEvent(eventId, typeId, organizer.accountId)
  await openEvent(house.eventId, house.typeId, null)
  for (const [i, { state, paid, phone, payer, due, of }] of ORDERS.entries()) {
    const id = randomUUID()
    await sql`insert into "order" (id, code, event_id, state, phone, amount_kes,
        request_fingerprint, paid_at)
      values (${id}, ${`0000000${i}`}, ${of?.eventId ?? eventId}, ${state}, ${phone}, ${i + 1}, '-', ${paid})
      `.execute(db)
    await sql`insert into order_line (id, order_id, ticket_type_id, position, quantity,
        price_cents, amount_kes)
      values (${randomUUID()}, ${id}, ${of?.typeId ?? typeId}, 0, ${i + 1}, 100, ${i + 1})`.execute(
      db,
    )
    if (due) {
      await sql`insert into order_event (order_id, to_state, cause, at)
        values (${id}, 'refund_due', 'late', ${due})`.execute(db)
    }
    if (payer) {
      await sql`insert into payment (id, order_id, state, use, phone, amount_kes, callback_token,
          mpesa_receipt)
        values (${randomUUID()}, ${id}, 'confirmed', 'sale', ${payer}, 1, ${'0'.repeat(32)}, 'TK1')
        `.execute(db)
    }
  }
}

test('what was sold before stands in the figures', async () => {
  expect(await selectTotals(db, admin)).toEqual({ events: 2, tickets: 9, revenue: 9 })
  expect(await selectSalesByDay(db, admin)).toEqual([
    { date: '2026-11-01', tickets: 1, revenue: 1 },
    { date: '2026-11-02', tickets: 8, revenue: 8 },
  ])
  expect(await selectSalesByDay(db, organizer)).toEqual([
    { date: '2026-11-01', tickets: 1, revenue: 1 },
    { date: '2026-11-02', tickets: 2, revenue: 2 },
  ])
  expect(await selectTicketTypeSales(db, admin, eventId)).toMatchObject([{ sold: 3, revenue: 3 }])
})

test('an event that is given away takes with it what was sold before', async () => {
  const owned = (id: string, organizer_id: string | null) =>
    db.updateTable('event').set({ organizer_id }).where('id', '=', id).execute()
  await owned(eventId, null)
  await owned(house.eventId, organizer.accountId)
  const theirs = [{ date: '2026-11-02', tickets: 6, revenue: 6 }]
  expect(await selectSalesByDay(db, organizer)).toEqual(theirs)
  await foldSales({ db })
  expect(await selectSalesByDay(db, organizer)).toEqual(theirs)
})

test('what was paid before stands in the list, with the phone that paid', async () => {
  const all = { eventId, phone: null, status: null, after: null, limit: 10 }
  const order = TRANSACTION_ORDERS['-created_at']
  const rows = await selectTransactions(db, admin, { ...all, order })
  const seen = rows.map((row) => [row.paid_at.toISOString(), row.phone, row.amount_kes, row.status])
  expect(seen).toEqual([
    ['2026-11-03T12:00:00.000Z', '254712000004', 4, 'refund_due'],
    ['2026-11-01T21:00:00.000Z', '254712000002', 2, 'paid'],
    ['2026-11-01T20:59:00.000Z', '254712000009', 1, 'paid'],
    ['2026-11-01T12:00:00.000Z', '254712000003', 3, 'refunded'],
  ])
})

import { nairobiDateTime } from '../platform/clock.ts'
import type { Db } from '../platform/db.ts'
import { toKes } from '../platform/money.rules.ts'
import type { Viewer } from '../platform/viewer.ts'
import { BYTE_ORDER_MARK, csvLine } from './csv.rules.ts'
import { type Position, selectTransactions, type TransactionRow } from './transactions.sql.ts'

const BATCH = 1000

const HEADINGS = [
  'Date & Time',
  'Ticket Type',
  'Quantity',
  'Amount',
  'Phone Number',
  'Email',
  'Reference',
  'Status',
]

/** An event's transactions as CSV, newest first; the next lines are read when these were taken. */
export async function* exportTransactions(
  db: Db,
  viewer: Viewer,
  eventId: string,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(HEADINGS)
  const list = { eventId, phone: null, status: null, sort: '-created_at' } as const
  for (let after: Position | null = null; ; ) {
    const rows: TransactionRow[] = await selectTransactions(db, viewer, { ...list, after }, BATCH)
    const { length } = rows
    const last = rows.at(-1)
    const text = rows.map(writeLine).join('')
    // The answers of the database hang together until the collector's great round, which may be a
    // hundred thousand rows away: without their rows they weigh nothing.
    rows.length = 0
    if (last) yield text
    if (!last || length < BATCH) return
    after = { value: last.paid_at, id: last.id }
  }
}

function writeLine(row: TransactionRow): string {
  return csvLine([
    nairobiDateTime(row.paid_at),
    row.ticket_type_name,
    row.quantity,
    toKes(row.amount_cents),
    row.phone,
    row.email ?? '',
    row.reference,
    row.status,
  ])
}

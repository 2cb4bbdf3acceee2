import type { Db } from '../../platform/database/db.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { toKes } from '../../platform/values/money.rules.ts'
import { nairobiDateTime } from '../../platform/values/nairobi.rules.ts'
import { writeTable } from '../csv-table.ts'
import {
  selectTransactions,
  TRANSACTION_SORTS,
  type TransactionRow,
} from '../lists/transactions.sql.ts'

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

/** An event's transactions as CSV, newest first. */
export function exportTransactions(
  db: Db,
  viewer: Viewer,
  eventId: string,
): AsyncGenerator<string> {
  return writeTable({
    headings: HEADINGS,
    sorting: TRANSACTION_SORTS['-created_at'],
    read: (page) => selectTransactions(db, viewer, { eventId, phone: null, status: null, ...page }),
    cells: cellsOf,
  })
}

function cellsOf(row: TransactionRow) {
  return [
    nairobiDateTime(row.paid_at),
    row.ticket_type_name,
    row.quantity,
    toKes(row.left_cents),
    row.phone,
    row.email ?? '',
    row.reference,
    row.status,
  ]
}

import { insertAudit } from '../../accounts/audit-log.sql.ts'
import { validationStatus } from '../../checkin/checkin.rules.ts'
import { whyText } from '../../checkin/gate-text.rules.ts'
import { selectValidations, VALIDATION_SORTS } from '../../checkin/live/validations.sql.ts'
import { type Db, inTransaction } from '../../platform/database/db.ts'
import type { Deps } from '../../platform/database/deps.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { toKes } from '../../platform/values/money.rules.ts'
import { nairobiDateTime } from '../../platform/values/nairobi.rules.ts'
import { writeTable } from '../csv-table.ts'
import {
  selectTransactions,
  TRANSACTION_SORTS,
  type TransactionRow,
} from '../lists/transactions.sql.ts'
import type { ExportKind } from './exports.rules.ts'

const ACTIONS = {
  transactions: 'transactions_exported',
  validations: 'validations_exported',
  statement: 'statement_exported',
  door_list: 'door_list_exported',
  sellers: 'sellers_exported',
  promo_codes: 'promo_codes_exported',
  answers: 'answers_exported',
} as const satisfies Record<ExportKind, string>

/** Records in the audit log who exports an event's rows, before the first row is sent. */
export async function recordExport(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  viewer: Viewer,
  { kind, rows, event }: { kind: ExportKind; rows: number; event: { id: string; title: string } },
): Promise<void> {
  const entry = { action: ACTIONS[kind], subject: event.title, eventId: event.id, after: { rows } }
  await inTransaction(db, (tx) =>
    insertAudit(tx, { accountId: viewer.accountId, at: clock.now() }, [entry]),
  )
}

const TRANSACTION_HEADINGS = [
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
    headings: TRANSACTION_HEADINGS,
    sorting: TRANSACTION_SORTS['-created_at'],
    read: (page) =>
      selectTransactions(db, viewer, { eventId, phone: null, orders: null, status: null, ...page }),
    cells: transactionCells,
  })
}

function transactionCells(row: TransactionRow) {
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

const VALIDATION_HEADINGS = [
  'Timestamp',
  'Ticket Number',
  'Contact',
  'Validator',
  'Type',
  'Status',
  'Is Valid',
]

type ValidationRow = Awaited<ReturnType<typeof selectValidations>>[number]

/** An event's check-ins and exits as CSV, newest first. */
export function exportValidations(db: Db, viewer: Viewer, eventId: string): AsyncGenerator<string> {
  return writeTable({
    headings: VALIDATION_HEADINGS,
    sorting: VALIDATION_SORTS['-timestamp'],
    read: (page) => selectValidations(db, viewer, { eventId, ...page }),
    cells: validationCells,
  })
}

function validationCells(row: ValidationRow) {
  const { status, is_valid } = validationStatus(row.result)
  return [
    nairobiDateTime(row.at),
    row.ticket_number,
    [row.phone, row.email].filter(Boolean).join(', '),
    row.validator ?? row.validator_id ?? '',
    row.kind === 'out' ? 'exit' : row.method,
    // The specification treats every status except 'valid' and 'used' as invalid, so the reason can
    // be appended to 'invalid'.
    status === 'invalid' ? `${status} (${whyText(row)})` : status,
    is_valid ? 'Yes' : 'No',
  ]
}
